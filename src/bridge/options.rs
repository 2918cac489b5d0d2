//! What a page says when it mounts or connects an embed.

use wasm_bindgen::JsValue;
use web_sys::Url;

use super::mint::MintFn;
use super::outgoing::Outgoing;
use crate::error::Error;
use crate::protocol::embed_url::UrlParts;
use crate::protocol::{BaseUrl, Filter, Surface};
use crate::session::Policy;

/// How long `ready` may take before its promise rejects, in milliseconds.
const READY_TIMEOUT: u64 = 60_000;

/// Makes the error that a page sees of `error`, with what JavaScript threw as its cause.
pub(crate) type ErrorFactory = fn(Error, &JsValue) -> JsValue;

/// What both ways to an embed need.
#[derive(Clone)]
pub struct ConnectOptions {
    /// The tenant.
    pub base_url: BaseUrl,
    /// Mints session ids; `None` for a private embed.
    pub get_session: Option<MintFn>,
    /// Actions to be sent as soon as the embed is ready.
    pub initial: Vec<Outgoing>,
    /// How the session is renewed.
    pub renewal: Policy,
    /// How long `ready` may take, in milliseconds. Default 60 s.
    pub ready_timeout: u64,
    pub(crate) error_factory: ErrorFactory,
}

impl ConnectOptions {
    /// Options for the tenant at `base_url`, everything else at its default.
    ///
    /// # Errors
    /// Where `base_url` is not a tenant's: see [`BaseUrl::INVALID`].
    pub fn new(base_url: &str) -> Result<Self, Error> {
        Ok(Self {
            base_url: parse_base_url(base_url)?,
            get_session: None,
            initial: Vec::new(),
            renewal: Policy::default(),
            ready_timeout: READY_TIMEOUT,
            error_factory: plain_error,
        })
    }
}

/// What making an iframe needs besides.
#[derive(Clone)]
pub struct MountOptions {
    /// What both ways need.
    pub connect: ConnectOptions,
    /// What the iframe shows.
    pub surface: Surface,
    /// Further URL parameters.
    pub params: Vec<(String, String)>,
    /// Filters that the URL carries.
    pub filters: Vec<Filter>,
    /// The iframe's accessible name.
    pub title: Option<String>,
    /// Further attributes of the iframe.
    pub attributes: Vec<(String, String)>,
}

impl MountOptions {
    /// Options for `surface` of the tenant at `base_url`, everything else at its default.
    ///
    /// # Errors
    /// Where `base_url` is not a tenant's.
    pub fn new(base_url: &str, surface: Surface) -> Result<Self, Error> {
        Ok(Self {
            connect: ConnectOptions::new(base_url)?,
            surface,
            params: Vec::new(),
            filters: Vec::new(),
            title: None,
            attributes: Vec::new(),
        })
    }
}

/// Takes `base_url` apart with the browser's own parser, so that its origin is spelt as the
/// browser spells those of messages.
fn parse_base_url(base_url: &str) -> Result<BaseUrl, Error> {
    let url = Url::new(base_url).map_err(|_| BaseUrl::INVALID)?;
    let extras = [url.username(), url.password(), url.search(), url.hash()].concat();
    BaseUrl::from_parts(UrlParts {
        protocol: &url.protocol(),
        hostname: &url.hostname(),
        origin: &url.origin(),
        pathname: &url.pathname(),
        extras: &extras,
    })
}

/// An `Error` with the code and the cause as properties.
fn plain_error(error: Error, cause: &JsValue) -> JsValue {
    let value: JsValue = js_sys::Error::new(error.message).into();
    for (key, property) in [
        ("name", &JsValue::from("EmbedError")),
        ("code", &JsValue::from(error.code.as_str())),
        ("cause", cause),
    ] {
        // An error object takes properties.
        let _ = js_sys::Reflect::set(&value, &key.into(), property);
    }
    value
}
