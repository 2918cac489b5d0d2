//! OAuth tokens of users. Each user has their own; nobody sees those of others, whatever their role.

use super::call::Call;
use super::documents;
use super::page::List;
use super::reply::Outcome;
use super::rights::{Granted, Manage, OwnToken, Read};

/// The caller's tokens.
pub fn list(call: &Call<'_>) -> Outcome {
    let sql = "SELECT * FROM document_view WHERE collection = 'userOauthTokens'
               AND id IN (SELECT id FROM documents WHERE owner_id = ?1)";
    let list = List::new(sql, vec![call.caller.user_id.into()]);
    Ok(list.by_cursor(call, documents::shown)?.into())
}

/// A new token of the caller.
pub fn create(call: &Call<'_>) -> Outcome {
    documents::create_owned(call)
}

/// One token.
pub fn retrieve(call: &Call<'_>, token: &Granted<OwnToken, Read>) -> Outcome {
    documents::one(call, token.id())
}

/// Replaces a token.
pub fn update(call: &Call<'_>, token: &Granted<OwnToken, Manage>) -> Outcome {
    documents::replace(call, token.id(), call.object()?)
}

/// Deletes a token and returns it.
pub fn delete(call: &Call<'_>, token: &Granted<OwnToken, Manage>) -> Outcome {
    documents::remove(call, token.id())
}
