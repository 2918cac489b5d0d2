//! The page's own backend. It holds the API key; the page never does.

use js_sys::{Error, JsString};
use serde::Deserialize;
use svc_embed::bridge::MintRequest;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{AbortSignal, RequestInit, Response};

/// What the page needs to know of the service.
#[derive(Debug, Clone, Deserialize)]
pub struct Config {
    /// The tenant's origin.
    pub tenant: String,
    /// What there is to embed.
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

/// Asks for the configuration; says what is wrong where there is none.
pub async fn config() -> Result<Config, String> {
    let wrong = "The backend did not answer: is the sandbox running?";
    let response = fetch("GET", "/api/config", None).await;
    let text = text(&response.map_err(|_| wrong)?).await;
    serde_json::from_str(&text.map_err(|_| wrong)?).map_err(|error| error.to_string())
}

/// Has a session id minted: what the embed calls whenever it needs a fresh one.
#[expect(clippy::unnecessary_wraps, reason = "as `MintFn` is declared")]
pub fn get_session(request: MintRequest) -> Result<JsValue, JsValue> {
    Ok(future_to_promise(mint(request.signal)).into())
}

async fn mint(signal: AbortSignal) -> Result<JsValue, JsValue> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Minted {
        session_id: String,
    }

    let response = fetch("POST", "/api/embed-session", Some(&signal)).await?;
    if response.status() == 401 {
        let signed_out = Error::new("The viewer is signed out.");
        // This name ends the renewal for good; every other error is tried again.
        signed_out.set_name("SignedOutError");
        return Err(signed_out.into());
    }
    let minted: Minted = serde_json::from_str(&text(&response).await?)
        .map_err(|_| Error::new("The backend gave no session id."))?;
    Ok(JsString::from(minted.session_id).into())
}

async fn fetch(
    method: &str,
    path: &str,
    signal: Option<&AbortSignal>,
) -> Result<Response, JsValue> {
    let window = web_sys::window().ok_or_else(|| Error::new("There is no window."))?;
    let init = RequestInit::new();
    init.set_method(method);
    init.set_signal(signal);
    let response = JsFuture::from(window.fetch_with_str_and_init(path, &init)).await?;
    response.dyn_into()
}

async fn text(response: &Response) -> Result<String, JsValue> {
    let text = JsFuture::from(response.text()?).await?;
    Ok(text.as_string().unwrap_or_default())
}
