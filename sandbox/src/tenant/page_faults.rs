//! What takes the place of an embed page: the fault `embed.page`.

use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};

use super::pages::notice;
use crate::answers::forbid_framing;
use crate::faults::PageMode;

/// The answer in place of a page. `page` makes the page itself, which redeems its id if the service is
/// strict.
pub fn answer(mode: PageMode, headers: &HeaderMap, page: impl FnOnce() -> Response) -> Response {
    match mode {
        PageMode::Error => notice(
            StatusCode::INTERNAL_SERVER_ERROR,
            "Something went wrong",
            "The page could not be made.",
        ),
        PageMode::Refused => {
            let mut page = page();
            forbid_framing(page.headers_mut());
            page
        }
        PageMode::Silent => notice(StatusCode::OK, "Analytics", "This page sends no message."),
        PageMode::Slow => page(),
        PageMode::SignIn => sign_in(),
        PageMode::Elsewhere => {
            let location = [(header::LOCATION, other_origin(headers))];
            (StatusCode::FOUND, location).into_response()
        }
    }
}

/// What a viewer who is not signed in to the service gets for a page without a session id.
pub fn sign_in() -> Response {
    notice(
        StatusCode::OK,
        "Sign in",
        "An embed without a session id asks for a sign-in, as the service does. Nobody can sign in here: \
         with --signed-in, each viewer is signed in.",
    )
}

/// `GET /embed/elsewhere`: where the fault `elsewhere` leads.
pub async fn elsewhere() -> Response {
    notice(
        StatusCode::OK,
        "Elsewhere",
        "This page is of another origin.",
    )
}

/// The same listener by its other name, which is another origin for a browser.
fn other_origin(headers: &HeaderMap) -> String {
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let (name, port) = host
        .and_then(|host| host.rsplit_once(':'))
        .unwrap_or_default();
    let other = if name == "localhost" {
        "127.0.0.1"
    } else {
        "localhost"
    };
    format!("http://{other}:{port}/embed/elsewhere")
}
