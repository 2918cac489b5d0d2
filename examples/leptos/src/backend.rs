//! The page's own backend. It holds the API key; the page never does.

use js_sys::Error;
use serde::Deserialize;
use svc_embed::bridge::{MintError, MintRequest};
use svc_embed::protocol::SessionId;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestInit, Response};

/// The page's configuration.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// The tenant's origin.
    pub tenant: String,
    /// The dashboards that may be embedded.
    pub dashboards: Vec<Published>,
}

/// A dashboard that may be embedded.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Published {
    /// Its id in URLs.
    pub public_id: String,
    /// Its title.
    pub title: String,
}

/// Asks the backend for the configuration. The error is a sentence for the viewer.
pub async fn config() -> Result<Config, String> {
    let wrong = "The backend did not answer: is the sandbox running?";
    let response = fetch("GET", "/api/config", None).await;
    let text = text(&response.map_err(|_| wrong)?).await;
    serde_json::from_str(&text.map_err(|_| wrong)?).map_err(|error| error.to_string())
}

/// Asks the page's own backend for a session id. svc-embed calls this whenever it needs one.
pub async fn get_session(request: MintRequest) -> Result<SessionId, MintError> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Minted {
        session_id: String,
    }

    let response = fetch("POST", "/api/embed-session", Some(&request.signal)).await?;
    match response.status() {
        200 => {}
        // This ends renewal for good. svc-embed tries again after any other error.
        401 => return Err(MintError::SignedOut),
        status => return Err(MintError::new(&format!("The backend answered {status}."))),
    }
    let minted = serde_json::from_str(&text(&response).await?).ok();
    let id = minted.and_then(|minted: Minted| SessionId::new(&minted.session_id));
    id.ok_or(MintError::new("The backend returned no session id."))
}

async fn fetch(
    method: &str,
    path: &str,
    signal: Option<&AbortSignal>,
) -> Result<Response, JsValue> {
    let window = web_sys::window().ok_or_else(|| Error::new("There is no window."))?;
    let init = RequestInit::new();
    init.set_method(method);
    // Shows the endpoint that a script of its own page asks, and no form of another.
    let headers = Headers::new()?;
    headers.set("x-svc-embed", "1")?;
    init.set_headers_headers(&headers);
    init.set_signal(signal);
    let response = JsFuture::from(window.fetch_with_str_and_init(path, &init)).await?;
    response.dyn_into()
}

async fn text(response: &Response) -> Result<String, JsValue> {
    let text = JsFuture::from(response.text()?).await?;
    Ok(text.as_string().unwrap_or_default())
}
