//! The tokens that the API issues. They have the form of a JWT, but the sandbox looks them up by
//! their text.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};

use super::call::Call;
use crate::clock::EpochMs;
use crate::json::Failure;
use crate::secret::Secret;

/// The latest time that an ISO 8601 text can say: the end of the year 9999, with a day to spare.
const LATEST: EpochMs = 253_402_128_000_000;

/// Issues a token to the caller, of one of the kinds that `credentials` knows.
///
/// Its last part is not a signature but a random number, so that the token cannot be guessed. That
/// is enough, because the sandbox looks tokens up.
pub fn issue(
    call: &Call<'_>,
    kind: &str,
    lifetime_ms: i64,
    deployment: Option<i64>,
    claims: &Value,
) -> Result<(String, EpochMs), Failure> {
    let expires_at = call.now.saturating_add(lifetime_ms).min(LATEST);
    let head = json!({ "alg": "HS256", "typ": "JWT" });
    let mut body = json!({ "iat": call.now / 1_000, "exp": expires_at / 1_000, "scope": kind });
    if let (Some(body), Some(claims)) = (body.as_object_mut(), claims.as_object()) {
        body.extend(claims.clone());
    }
    let token = [head.to_string(), body.to_string(), Secret::text()?]
        .map(|part| URL_SAFE_NO_PAD.encode(part))
        .join(".");
    let scope = deployment.map(|id| json!([id]).to_string());
    call.write(
        "INSERT INTO credentials (secret, kind, user_id, deployments, claims, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        (
            &token,
            kind,
            call.caller.user_id,
            scope,
            claims.to_string(),
            expires_at,
        ),
    )?;
    Ok((token, expires_at))
}
