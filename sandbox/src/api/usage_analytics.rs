//! Usage analytics.

use serde_json::json;

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::{rows, token};

/// The lifetime of a token.
const LIFETIME_MS: i64 = 60 * 60 * 1_000;

/// An API token for usage analytics, valid for an hour.
pub fn create_token(call: &Call<'_>) -> Outcome {
    let (token, expires_at) = token::issue(call, "usage-analytics", LIFETIME_MS, None, &json!({}))?;
    let answer = json!({ "token": token, "expiresAt": rows::iso(expires_at) });
    Ok(Reply::created(answer))
}
