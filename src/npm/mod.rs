//! The exports of the npm package: what the thin TypeScript of `npm/src` stands on. They carry no
//! logic of their own; they turn JavaScript values into the bridge's types and back.

mod options;

use std::cell::RefCell;

use js_sys::{Function, Promise};
use wasm_bindgen::prelude::*;
use web_sys::HtmlIFrameElement;

use crate::bridge::{
    Embed, Outgoing, Subscription, Topic, from_millis, object, read_filter, report_error,
};
use crate::error::{Code, Error};
use crate::protocol::ActionKind;
use crate::session::{Mode, State};

/// A third of the default allocator's size; it reuses and joins what is freed.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

#[wasm_bindgen(raw_module = "./errors.js")]
extern "C" {
    /// The package's error class.
    type EmbedError;
    #[wasm_bindgen(constructor)]
    fn new(code: &str, message: &str, cause: &JsValue) -> EmbedError;
}

/// An [`EmbedError`] of `error`.
fn to_js(error: Error, cause: &JsValue) -> JsValue {
    EmbedError::new(error.code.as_str(), error.message, cause).into()
}

fn throw(error: Error) -> JsValue {
    to_js(error, &JsValue::UNDEFINED)
}

/// One embed, for JavaScript.
#[wasm_bindgen]
pub struct Handle {
    embed: Embed,
    subscriptions: RefCell<Vec<(u32, Subscription)>>,
}

#[wasm_bindgen]
impl Handle {
    /// Makes an iframe inside `target`, an element or a selector.
    ///
    /// # Errors
    /// An `EmbedError` where an argument is wrong.
    pub fn mount(target: &JsValue, options: &JsValue) -> Result<Handle, JsValue> {
        let target = options::find_target(target).map_err(throw)?;
        let options = options::read_mount(options)?;
        Embed::mount(&target, options).map(Self::new).map_err(throw)
    }

    /// Adopts an iframe.
    ///
    /// # Errors
    /// An `EmbedError` where an argument is wrong.
    pub fn connect(iframe: &JsValue, options: &JsValue) -> Result<Handle, JsValue> {
        let options = options::read_connect(options)?;
        Embed::connect(iframe, options)
            .map(Self::new)
            .map_err(throw)
    }

    fn new(embed: Embed) -> Self {
        Self {
            embed,
            subscriptions: RefCell::default(),
        }
    }

    /// The iframe.
    #[wasm_bindgen(getter)]
    pub fn iframe(&self) -> HtmlIFrameElement {
        self.embed.iframe().clone()
    }

    /// The promise of the first `ready` event.
    #[wasm_bindgen(getter)]
    pub fn ready(&self) -> Promise {
        self.embed.ready()
    }

    /// A fresh `SessionState`.
    #[wasm_bindgen(getter)]
    pub fn session(&self) -> JsValue {
        session_state(&self.embed, self.embed.session())
    }

    /// Calls `handler` for each message of the topic `name`, until [`Handle::off`] with the same
    /// `id`.
    ///
    /// # Errors
    /// An `EmbedError` where there is no such topic, or the embed was destroyed.
    pub fn on(&self, name: &JsValue, handler: &JsValue, id: u32) -> Result<(), JsValue> {
        let handler: Function = handler.clone().dyn_into().map_err(|_| throw(NO_HANDLER))?;
        let topic = name.as_string().and_then(|name| Topic::from_name(&name));
        let topic = topic.ok_or(UNKNOWN_TOPIC).map_err(throw)?;
        let embed = self.embed.clone();
        let call = move |value: &JsValue| {
            let state;
            let value = if topic == Topic::Session {
                state = session_state(&embed, embed.announced());
                &state
            } else {
                value
            };
            // An error of one handler is nobody else's.
            if let Err(thrown) = handler.call1(&JsValue::UNDEFINED, value) {
                report_error(&thrown);
            }
        };
        let subscription = self.embed.on_value(topic, call).map_err(throw)?;
        self.subscriptions.borrow_mut().push((id, subscription));
        Ok(())
    }

    /// Ends what `on` began under `id`.
    pub fn off(&self, id: u32) {
        self.subscriptions
            .borrow_mut()
            .retain(|(other, _)| *other != id);
    }

    /// Sends the known action `name` with its one argument.
    ///
    /// # Errors
    /// An `EmbedError` where the embed would not take it.
    pub fn act(&self, name: &str, argument: &JsValue) -> Result<(), JsValue> {
        let kind =
            ActionKind::from_name(name).ok_or(Error::new(Code::InvalidOption, "No such action."));
        let outgoing = match kind.map_err(throw)? {
            ActionKind::SetFilter => {
                let filter =
                    read_filter(argument).map_err(|(error, cause)| to_js(error, &cause))?;
                Outgoing::with_argument(ActionKind::SetFilter, &filter.parameter().into())
            }
            kind => Outgoing::with_argument(kind, argument),
        };
        self.dispatch(outgoing)
    }

    /// Sends any action.
    ///
    /// # Errors
    /// An `EmbedError` where it is reserved, or its payload is wrong.
    pub fn send(&self, name: &JsValue, payload: &JsValue) -> Result<(), JsValue> {
        self.dispatch(Outgoing::with_payload(
            &name.as_string().unwrap_or_default(),
            payload,
        ))
    }

    fn dispatch(&self, outgoing: Result<Outgoing, (Error, JsValue)>) -> Result<(), JsValue> {
        let outgoing = outgoing.map_err(|(error, cause)| to_js(error, &cause))?;
        self.embed.send(outgoing).map_err(throw)
    }

    /// Renews the session.
    pub fn renew(&self) -> Promise {
        self.embed.renew()
    }

    /// Loads the iframe anew.
    pub fn reload(&self) -> Promise {
        self.embed.reload()
    }

    /// Ends the embed.
    pub fn destroy(&self) {
        self.embed.destroy();
        let subscriptions = self.subscriptions.take();
        drop(subscriptions);
    }
}

const UNKNOWN_TOPIC: Error = Error::new(
    Code::InvalidOption,
    "There is no such event. Events that this version does not know arrive as 'unknown' and as '*'.",
);

const NO_HANDLER: Error = Error::new(Code::InvalidOption, "A handler must be a function.");

/// The session as a plain object.
fn session_state(embed: &Embed, state: State) -> JsValue {
    let number = |millis: Option<u64>| millis.map_or(JsValue::NULL, |at| from_millis(at).into());
    object(&[
        (
            "mode",
            &state
                .mode
                .map_or(JsValue::NULL, |mode: Mode| mode.as_str().into()),
        ),
        ("status", &state.status.as_str().into()),
        ("renewal", &state.renewal.as_str().into()),
        ("attempt", &state.attempt.into()),
        ("renewals", &state.renewals.into()),
        ("expiresAt", &number(state.expires_at)),
        ("nextAttemptAt", &number(state.next_attempt_at)),
        ("lastError", &embed.error_of(state)),
    ])
}
