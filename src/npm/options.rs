//! Options as JavaScript gives them, read once and checked.

use wasm_bindgen::prelude::*;

use crate::bridge::{
    Host, READY_TIMEOUT, Setup, from_millis, item, kind, number, property, read_filter, to_millis,
};
use crate::error::Error;
use crate::protocol::embed_url::UrlParts;
use crate::protocol::events::SurfaceKind;
use crate::protocol::{BaseUrl, EmbedUrl, Surface, Text};
use crate::session::{OnExhausted, Policy};

pub(super) fn read(
    host: Host,
    url: &JsValue,
    options: &JsValue,
    params: &JsValue,
    seed: u32,
) -> Result<Setup, Error> {
    let base = read_base(url)?;
    let mut url = None;
    if !params.is_undefined() {
        let surface = read_surface(&property(options, "surface"))?;
        let url = url.insert(EmbedUrl::of(&base, &surface)?);
        add_params(url, params)?;
        add_filters(url, options)?;
    }
    let mut numbers = Numbers::default();
    let policy = read_policy(options, &mut numbers)?;
    let ready_timeout = numbers.read(options, "readyTimeoutMs", READY_TIMEOUT);
    if numbers.are_wrong {
        return Err(Error::NO_NUMBER);
    }
    Ok(Setup {
        host,
        base,
        url,
        can_mint: !is_absent(options, "getSession"),
        policy,
        ready_timeout,
        seed,
    })
}

fn read_base(url: &JsValue) -> Result<BaseUrl<JsValue>, Error> {
    let part = |key| property(url, key);
    BaseUrl::from_parts(UrlParts {
        protocol: part("protocol"),
        hostname: part("hostname"),
        origin: part("origin"),
        pathname: part("pathname"),
        extras: part("extras"),
    })
}

fn read_surface(surface: &JsValue) -> Result<Surface<JsValue>, Error> {
    let kind = optional_text(surface, "kind")?;
    let path = optional_text(surface, "path")?;
    let kind = if kind.is("dashboard") {
        SurfaceKind::Dashboard
    } else if kind.is("app") {
        SurfaceKind::App
    } else if kind.is("chat") {
        SurfaceKind::Chat
    } else {
        return Err(Error::NO_SURFACE);
    };
    if path.is_string() {
        return Ok(Surface::Path { kind, path });
    }
    match kind {
        SurfaceKind::Chat => Ok(Surface::Chat),
        SurfaceKind::App => {
            let number = number(surface, "deploymentId", f64::NAN);
            let id = to_millis(number);
            if id <= MAX_SAFE_INTEGER && from_millis(Some(id)).to_bits() == number.to_bits() {
                Ok(Surface::App(id))
            } else {
                Err(Error::NO_DEPLOYMENT)
            }
        }
        _ => {
            let public_id = optional_text(surface, "publicId")?;
            Ok(Surface::Dashboard(public_id))
        }
    }
}

/// `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: u64 = 9_007_199_254_740_991;

fn add_params(url: &mut EmbedUrl<JsValue>, params: &JsValue) -> Result<(), Error> {
    for index in (0..).step_by(2) {
        let key = item(params, index);
        if key.is_undefined() {
            break;
        }
        url.add_param(&key, &item(params, index + 1))?;
    }
    Ok(())
}

fn add_filters(url: &mut EmbedUrl<JsValue>, options: &JsValue) -> Result<(), Error> {
    if is_absent(options, "filters") {
        return Ok(());
    }
    let filters = property(options, "filters");
    let length = number(&filters, "length", f64::NAN);
    if length.is_nan() {
        return Err(Error::NO_FILTERS);
    }
    for index in (0..).take_while(|index| f64::from(*index) < length) {
        url.add_filter(&read_filter(&item(&filters, index))?);
    }
    Ok(())
}

fn read_policy(options: &JsValue, numbers: &mut Numbers) -> Result<Policy, Error> {
    if !matches!(
        kind(options, "renewal"),
        kind::UNDEFINED | kind::NULL | kind::OBJECT
    ) {
        return Err(Error::NO_RENEWAL);
    }
    let renewal = &property(options, "renewal");
    let outcome = optional_text(renewal, "onExhausted")?;
    let on_exhausted = if outcome.is("reload") {
        OnExhausted::Reload
    } else if outcome.is_undefined() || outcome.is("stop") {
        OnExhausted::Stop
    } else {
        return Err(Error::NO_OUTCOME);
    };
    let default = Policy::default();
    let mut millis = |key, default| numbers.read(renewal, key, default);
    let attempts = millis("maxAttempts", default.max_attempts.into());
    Ok(Policy {
        mint_timeout: millis("mintTimeoutMs", default.mint_timeout),
        confirm: millis("confirmMs", default.confirm),
        retry_min: millis("retryMinMs", default.retry_min),
        retry_max: millis("retryMaxMs", default.retry_max),
        max_attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
        spread: millis("spreadMs", default.spread),
        lifetime: millis("lifetimeMs", default.lifetime),
        on_exhausted,
    })
}

fn is_absent(target: &JsValue, key: &str) -> bool {
    kind(target, key) <= kind::NULL
}

/// The text of an option; undefined where it is absent.
fn optional_text(target: &JsValue, key: &str) -> Result<JsValue, Error> {
    if is_absent(target, key) {
        return Ok(JsValue::UNDEFINED);
    }
    let text = property(target, key);
    text.is_string().then_some(text).ok_or(Error::NO_TEXT)
}

/// Reads durations and counts, and remembers whether any was something else.
#[derive(Default)]
struct Numbers {
    are_wrong: bool,
}

impl Numbers {
    fn read(&mut self, target: &JsValue, key: &str, default: u64) -> u64 {
        let number = number(target, key, from_millis(Some(default)));
        self.are_wrong |= number.is_nan() || number < 0.0;
        to_millis(number)
    }
}
