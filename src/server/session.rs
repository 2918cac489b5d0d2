//! The endpoint that mints.

use std::sync::Arc;

use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use serde_json::json;

use super::endpoint::{Endpoint, Purpose, answer};
use super::failure::Failure;
use crate::management::client::{Client, Reqwest};
use crate::management::models::GenerateSession;

/// A user who gets a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Authorized {
    /// Your own id of the user. The endpoint counts requests by it, and sends it nowhere.
    pub user_id: String,
    /// What the service learns about the user. It decides what the user sees, so take it from your
    /// own records and never from the request's body.
    pub session: GenerateSession,
}

impl Authorized {
    /// A user and their session.
    pub fn new(user_id: impl Into<String>, session: GenerateSession) -> Self {
        Self {
            user_id: user_id.into(),
            session,
        }
    }
}

/// An endpoint that mints session ids.
///
/// It answers 200 with `{ "sessionId": … }`; 401 if nobody is signed in, 403 for pages of other
/// origins and for requests without the header `x-svc-embed: 1`, 405 for other methods than POST, 429 after too many requests, 502 if the service refuses,
/// 503 if it fails, and 500 if `authorize` fails or the session that it returns is wrong. No answer may be stored.
pub type SessionEndpoint<A> = Endpoint<A, Sessions>;

impl<A, F, E> SessionEndpoint<A>
where
    A: Fn(Parts) -> F + Send + Sync + 'static,
    F: Future<Output = Result<Option<Authorized>, E>> + Send,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// An endpoint that mints with `client`, which others may share as an `Arc`, for the users that `authorize` returns. `None` means
    /// that nobody is signed in. `authorize` receives the request's head: its headers, and the
    /// extensions that your middleware has added.
    ///
    /// A user may ask 60 times a minute, counted in this process for the 10,000 users who asked last.
    /// Failures are written to the standard error output, one line each.
    pub fn new(client: impl Into<Arc<Client<Reqwest>>>, authorize: A) -> Self {
        Self::with(client.into(), authorize, Sessions(()))
    }
}

/// The purpose of a [`SessionEndpoint`].
#[derive(Debug)]
pub struct Sessions(());

impl Purpose for Sessions {
    type Authorized = Authorized;
    const FAILURE: &'static str = "No session was minted.";

    fn user_id(authorized: &Authorized) -> &str {
        &authorized.user_id
    }

    async fn serve(
        &self,
        client: &Client<Reqwest>,
        authorized: Authorized,
        _: &Uri,
    ) -> Result<Response, Failure> {
        let minting = client.embed_sessions().generate(authorized.session);
        let id = minting.send().await.map_err(Failure::Call)?.session_id;
        let id = id.filter(|id| !id.is_empty()).ok_or(Failure::NoSessionId)?;
        Ok(answer(StatusCode::OK, &json!({ "sessionId": id })))
    }
}
