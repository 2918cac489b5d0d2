//! What a page says when it mounts or connects an embed.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use js_sys::Reflect;
use wasm_bindgen::prelude::*;
use web_sys::{AbortSignal, Url};

use super::Outgoing;
use crate::bridge::host;
use crate::bridge::page::READY_TIMEOUT;
use crate::error::Error;
use crate::protocol::{BaseUrl, Filter, Surface};
use crate::session::{Policy, Reason};

/// What a page's mint function is told.
#[derive(Debug, Clone)]
pub struct MintRequest {
    /// Why an id is asked for.
    pub reason: Reason,
    /// Counts from 1 within one renewal.
    pub attempt: u32,
    /// When the session stops working (epoch ms), where an event told.
    pub expires_at: Option<u64>,
    /// Aborted when the answer is no longer wanted.
    pub signal: AbortSignal,
}

/// Mints a fresh session id on the page's own backend: gives the id as a string or a promise of
/// one, or throws. An error whose `name` is `SignedOutError` stops renewal for good.
pub type MintFn = Rc<dyn Fn(MintRequest) -> Result<JsValue, JsValue>>;

/// `mint` as JavaScript calls it.
pub(super) fn mint_function(mint: MintFn) -> JsValue {
    let function = move |request: JsValue| mint(read_request(&request));
    Closure::<dyn Fn(JsValue) -> Result<JsValue, JsValue>>::new(function).into_js_value()
}

const REASONS: [Reason; 7] = [
    Reason::Mount,
    Reason::Expiring,
    Reason::Expired,
    Reason::Foreground,
    Reason::Rejected,
    Reason::Manual,
    Reason::Reload,
];

fn read_request(request: &JsValue) -> MintRequest {
    // The page's side has just made the object.
    let property = |key: &str| Reflect::get(request, &key.into()).unwrap_or_default();
    let name = property("reason");
    let attempt = property("attempt").as_f64().unwrap_or(0.0);
    MintRequest {
        reason: REASONS
            .into_iter()
            .find(|reason| name == reason.as_str())
            .unwrap_or(Reason::Manual),
        attempt: u32::try_from(host::to_millis(attempt)).unwrap_or(u32::MAX),
        expires_at: property("expiresAt").as_f64().map(host::to_millis),
        signal: property("signal").unchecked_into(),
    }
}

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
}

impl ConnectOptions {
    /// Options for the tenant at `base_url`, everything else at its default.
    ///
    /// # Errors
    /// Where `base_url` is not a tenant's: see [`Error::INVALID_BASE_URL`].
    pub fn new(base_url: &str) -> Result<Self, Error> {
        Ok(Self {
            base_url: parse_base_url(base_url)?,
            get_session: None,
            initial: Vec::new(),
            renewal: Policy::default(),
            ready_timeout: READY_TIMEOUT,
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

/// Reads `base_url` with the browser's own parser, so that its origin is spelt as the browser
/// spells those of messages.
fn parse_base_url(base_url: &str) -> Result<BaseUrl, Error> {
    let url = Url::new(base_url).map_err(|_| Error::INVALID_BASE_URL)?;
    BaseUrl::of(&url.href())
}
