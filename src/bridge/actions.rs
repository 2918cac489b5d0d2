//! The actions that a page sends: what only the browser can check of them.

use js_sys::{Array, Function, Object, Reflect};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use crate::error::Error;
use crate::protocol::{Action, InnerPath, Locale, Timezone};

pub(super) fn theme(theme: impl Serialize) -> Result<Action, Error> {
    match serde_json::to_value(theme) {
        Ok(Value::Object(theme)) => Ok(Action::SetTheme(theme)),
        _ => Err(Error::InvalidPayload),
    }
}

pub(super) fn locale(locale: &str) -> Result<Action, Error> {
    Locale::parse(locale).map(Action::SetLocale)
}

pub(super) fn timezone(timezone: &str) -> Result<Action, Error> {
    Timezone::parse(timezone).map(Action::SetTimezone)
}

pub(super) fn navigate(path: &str) -> Result<Action, Error> {
    InnerPath::parse(path).map(Action::Navigate)
}

/// Checks an action that the page sends: [`Action::checked`], and what only the browser knows.
pub(super) fn checked(action: &Action) -> Result<Action, Error> {
    let action = action.checked()?;
    match &action {
        Action::SetTimezone(timezone) if !is_known_timezone(timezone.as_str()) => {
            Err(Error::InvalidTimezone)
        }
        _ => Ok(action),
    }
}

/// Whether the browser has the time zone in its list. The constructor of a format throws if not.
fn is_known_timezone(name: &str) -> bool {
    let format = || {
        let intl = Reflect::get(&js_sys::global(), &"Intl".into())?;
        let class: Function = Reflect::get(&intl, &"DateTimeFormat".into())?.dyn_into()?;
        let options = Object::new();
        Reflect::set(&options, &"timeZone".into(), &name.into())?;
        Reflect::construct(&class, &Array::of2(&JsValue::UNDEFINED, &options))
    };
    format().is_ok()
}
