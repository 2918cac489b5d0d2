//! Actions that a program in Rust sends.

use wasm_bindgen::prelude::*;

use super::host::Scope;
use crate::bridge::outgoing::Action;
use crate::bridge::page::Slot;
use crate::error::Error;
use crate::protocol::ActionKind;

/// An action that has been checked and may be sent.
#[derive(Debug, Clone)]
pub struct Outgoing {
    /// The bare name.
    name: JsValue,
    payload: JsValue,
}

impl Outgoing {
    /// A known action by its one argument: a string, or the object that is its payload. For
    /// `set-filter` a filter's parameter, or an object of `member`, `value` and `operator`.
    ///
    /// # Errors
    /// Where the embed would not take the argument, or the action is reserved.
    pub fn with_argument(kind: ActionKind, argument: &JsValue) -> Result<Self, Error> {
        Self::of(kind.name(), argument, false)
    }

    /// Any action by its name, with or without the prefix, and its payload.
    ///
    /// # Errors
    /// Where the name is none or reserved, or the payload is not what the catalog says.
    pub fn with_payload(name: &str, payload: &JsValue) -> Result<Self, Error> {
        Self::of(name, payload, true)
    }

    fn of(name: &str, value: &JsValue, is_whole: bool) -> Result<Self, Error> {
        let scope = Scope::new();
        let action = Action::of(scope.put(&name.into()), scope.put(value), is_whole)?;
        Ok(Self {
            name: scope.take(action.name),
            payload: scope.take(action.payload),
        })
    }

    /// Sends it, or keeps it until the embed is ready.
    pub(super) fn send(&self, slot: Slot) -> Result<(), Error> {
        let scope = Scope::new();
        let action = Action::of(scope.put(&self.name), scope.put(&self.payload), true)?;
        crate::bridge::send(slot, &action)
    }
}
