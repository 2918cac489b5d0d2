//! The actions that a page sends: what only the browser can check of them, and those that wait for
//! `ready` or may have to be sent again.

use js_sys::{Array, Function, Object, Reflect};
use serde::Serialize;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::message;
use crate::Error;
use crate::page::Fact;
use crate::protocol::Action;
use crate::protocol::events::Navigate;

pub(super) fn theme(theme: impl Serialize) -> Result<Action, Error> {
    match serde_json::to_value(theme) {
        Ok(Value::Object(theme)) => Ok(Action::SetTheme(theme)),
        _ => Err(Error::PAYLOAD),
    }
}

/// Checks an action that the page sends: [`Action::checked`], and what only the browser knows.
pub(super) fn checked(action: &Action) -> Result<Action, Error> {
    let action = action.checked()?;
    match &action {
        Action::SetTimezone(timezone) if !is_known_timezone(timezone.as_str()) => {
            Err(Error::InvalidTimezone)
        }
        // JavaScript has no exact number for every one of Rust's.
        Action::SetTheme(_) | Action::Other { .. }
            if message::to_js(&action.payload()).is_none() =>
        {
            Err(Error::PAYLOAD)
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

#[derive(Default)]
pub(super) struct KeptActions {
    actions: Vec<Kept>,
}

struct Kept {
    action: Action,
    was_sent: bool,
}

impl KeptActions {
    /// Keeps `action` in the place of an earlier one with the same key, at the end.
    pub(super) fn keep(&mut self, action: Action, was_sent: bool) {
        if let Some(key) = action.key() {
            self.actions
                .retain(|kept| kept.action.key().as_ref() != Some(&key));
        }
        self.actions.push(Kept { action, was_sent });
    }

    /// How the embed's report of a `navigate` compares with the one that the page asked for last, if it has.
    pub(super) fn compare_navigation(&self, report: &Navigate) -> Option<Fact> {
        let asked = self.actions.iter().find_map(|kept| match &kept.action {
            Action::Navigate(path) => Some(path.as_str()),
            _ => None,
        })?;
        Some(if asked == report.path {
            Fact::NavigatedAsAsked
        } else if Some(asked) == report.previous_path.as_deref() {
            Fact::NavigatedOnwards
        } else {
            Fact::Navigated
        })
    }

    /// Forgets the page's last `navigate`, if it was sent.
    pub(super) fn forget_navigation(&mut self) {
        self.actions
            .retain(|kept| !kept.was_sent || !matches!(kept.action, Action::Navigate(_)));
    }

    /// The actions to send now, in the order of the calls. Those that do not describe a state are
    /// sent once.
    pub(super) fn take(&mut self) -> Vec<Action> {
        for kept in &mut self.actions {
            kept.was_sent = true;
        }
        let taken = (self.actions.iter().map(|kept| kept.action.clone())).collect();
        self.actions.retain(|kept| kept.action.lasts());
        taken
    }
}
