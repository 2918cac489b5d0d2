//! Options as JavaScript gives them, read once and checked.

use std::rc::Rc;

use js_sys::{Array, Function, Object};
use wasm_bindgen::prelude::*;
use web_sys::Element;

use super::{throw, to_js};
use crate::bridge::{
    ConnectOptions, INVALID_TARGET, MintRequest, MountOptions, Outgoing, from_millis, object,
    property, read_filter, require_browser, text_property, to_millis,
};
use crate::error::{Code, Error};
use crate::protocol::{ActionKind, Surface};
use crate::session::{OnExhausted, Policy};

/// The element that `target` is, or that it selects.
pub(super) fn find_target(target: &JsValue) -> Result<Element, Error> {
    let document = require_browser()?.document().ok_or(INVALID_TARGET)?;
    match target.as_string() {
        Some(selector) => document
            .query_selector(&selector)
            .ok()
            .flatten()
            .ok_or(INVALID_TARGET),
        None if property(target, &"nodeType".into()).as_f64() == Some(ELEMENT_NODE) => {
            Ok(target.clone().unchecked_into())
        }
        None => Err(INVALID_TARGET),
    }
}

/// `Node.ELEMENT_NODE`.
const ELEMENT_NODE: f64 = 1.0;

pub(super) fn read_mount(options: &JsValue) -> Result<MountOptions, JsValue> {
    let get = Reader(options);
    let surface = read_surface(&get.value("surface")).map_err(throw)?;
    let mut mount = MountOptions {
        connect: read_connect(options)?,
        surface,
        params: get.pairs("params").map_err(throw)?,
        filters: Vec::new(),
        title: get.text("title").map_err(throw)?,
        attributes: get.pairs("attributes").map_err(throw)?,
    };
    let filters = get.value("filters");
    if !filters.is_undefined() {
        if !Array::is_array(&filters) {
            return Err(throw(Error::new(
                Code::InvalidFilter,
                "filters must be an array of filters.",
            )));
        }
        for filter in Array::from(&filters).iter() {
            let filter = read_filter(&filter).map_err(|(error, cause)| to_js(error, &cause))?;
            mount.filters.push(filter);
        }
    }
    Ok(mount)
}

pub(super) fn read_connect(options: &JsValue) -> Result<ConnectOptions, JsValue> {
    let get = Reader(options);
    let base_url = get.value("baseUrl");
    // A URL object has its text in `href`.
    let base_url = base_url
        .as_string()
        .or_else(|| text_property(&base_url, "href"));
    let mut connect = ConnectOptions::new(&base_url.unwrap_or_default()).map_err(throw)?;
    connect.error_factory = to_js;

    let get_session = get.value("getSession");
    if get_session.is_function() {
        let function: Function = get_session.unchecked_into();
        connect.get_session = Some(Rc::new(move |request| {
            function.call1(&JsValue::UNDEFINED, &session_request(&request))
        }));
    } else if !is_absent(&get_session) {
        return Err(throw(Error::new(
            Code::InvalidOption,
            "getSession must be a function that mints a session id on the page's own backend.",
        )));
    }

    for (key, kind) in [
        ("colorScheme", ActionKind::SetColorScheme),
        ("theme", ActionKind::SetTheme),
        ("locale", ActionKind::SetLocale),
        ("timezone", ActionKind::SetTimezone),
    ] {
        let argument = get.value(key);
        if !is_absent(&argument) {
            let action = Outgoing::with_argument(kind, &argument);
            connect
                .initial
                .push(action.map_err(|(error, cause)| to_js(error, &cause))?);
        }
    }

    let renewal = get.value("renewal");
    connect.renewal = read_policy(&Reader(&renewal)).map_err(throw)?;
    connect.ready_timeout = get
        .millis("readyTimeoutMs", connect.ready_timeout)
        .map_err(throw)?;
    Ok(connect)
}

fn session_request(request: &MintRequest) -> JsValue {
    let expires_at = request
        .expires_at
        .map_or(JsValue::NULL, |at| from_millis(at).into());
    object(&[
        ("reason", &request.reason.as_str().into()),
        ("attempt", &request.attempt.into()),
        ("expiresAt", &expires_at),
        ("signal", &request.signal),
    ])
}

/// `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: f64 = 9_007_199_254_740_991.0;

fn read_surface(surface: &JsValue) -> Result<Surface, Error> {
    let get = Reader(surface);
    let kind = get.text("kind")?;
    if let (Some(kind @ ("dashboard" | "app" | "chat")), Some(path)) =
        (kind.as_deref(), get.text("path")?)
    {
        let kind = kind.to_owned().into();
        return Ok(Surface::Path { kind, path });
    }
    match kind.as_deref() {
        Some("dashboard") => Ok(Surface::Dashboard(
            get.text("publicId")?.unwrap_or_default(),
        )),
        Some("app") => get
            .value("deploymentId")
            .as_f64()
            .filter(|id| id.fract() == 0.0 && (0.0..=MAX_SAFE_INTEGER).contains(id))
            .map(|id| Surface::App(to_millis(id)))
            .ok_or(Error::new(
                Code::InvalidOption,
                "surface.deploymentId must be the deployment's number.",
            )),
        Some("chat") => Ok(Surface::Chat),
        _ => Err(Error::new(
            Code::InvalidOption,
            "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.",
        )),
    }
}

fn read_policy(get: &Reader<'_>) -> Result<Policy, Error> {
    if !is_absent(get.0) && !get.0.is_object() {
        return Err(Error::new(
            Code::InvalidOption,
            "renewal must be an object of options.",
        ));
    }
    let default = Policy::default();
    let on_exhausted = match get.text("onExhausted")?.as_deref() {
        None | Some("stop") => OnExhausted::Stop,
        Some("reload") => OnExhausted::Reload,
        Some(_) => {
            return Err(Error::new(
                Code::InvalidOption,
                "renewal.onExhausted must be 'stop' or 'reload'.",
            ));
        }
    };
    Ok(Policy {
        mint_timeout: get.millis("mintTimeoutMs", default.mint_timeout)?,
        confirm: get.millis("confirmMs", default.confirm)?,
        retry_min: get.millis("retryMinMs", default.retry_min)?,
        retry_max: get.millis("retryMaxMs", default.retry_max)?,
        max_attempts: u32::try_from(get.millis("maxAttempts", u64::from(default.max_attempts))?)
            .unwrap_or(u32::MAX),
        spread: get.millis("spreadMs", default.spread)?,
        lifetime: get.millis("lifetimeMs", default.lifetime)?,
        on_exhausted,
    })
}

fn is_absent(value: &JsValue) -> bool {
    value.is_undefined() || value.is_null()
}

/// Reads the properties of an options object.
struct Reader<'a>(&'a JsValue);

impl Reader<'_> {
    fn value(&self, key: &str) -> JsValue {
        property(self.0, &key.into())
    }

    fn text(&self, key: &str) -> Result<Option<String>, Error> {
        let value = self.value(key);
        if is_absent(&value) {
            return Ok(None);
        }
        value.as_string().map(Some).ok_or(Error::new(
            Code::InvalidOption,
            "An option that must be a string is something else: check surface, title and renewal.onExhausted.",
        ))
    }

    fn millis(&self, key: &str, default: u64) -> Result<u64, Error> {
        let value = self.value(key);
        if is_absent(&value) {
            return Ok(default);
        }
        match value.as_f64() {
            Some(number) if number >= 0.0 => Ok(to_millis(number)),
            _ => Err(Error::new(
                Code::InvalidOption,
                "Durations and counts, in renewal and readyTimeoutMs, must be numbers that are not negative.",
            )),
        }
    }

    /// The entries of an object of strings, numbers and booleans, all as strings.
    fn pairs(&self, key: &str) -> Result<Vec<(String, String)>, Error> {
        let value = self.value(key);
        if is_absent(&value) {
            return Ok(Vec::new());
        }
        let not_pairs = Error::new(
            Code::InvalidOption,
            "params and attributes must be objects of strings, numbers and booleans.",
        );
        let object = value.dyn_ref::<Object>().ok_or(not_pairs)?;
        let mut pairs = Vec::new();
        for entry in Object::entries(object).iter() {
            let entry = Array::from(&entry);
            let (key, value) = (entry.get(0), entry.get(1));
            let plain = value.is_string() || value.as_f64().is_some() || value.as_bool().is_some();
            if !plain {
                return Err(not_pairs);
            }
            pairs.push((text_of(&key), text_of(&value)));
        }
        Ok(pairs)
    }
}

#[wasm_bindgen]
extern "C" {
    /// A string, number or boolean as JavaScript writes it.
    #[wasm_bindgen(js_name = String)]
    fn text_of(value: &JsValue) -> String;
}
