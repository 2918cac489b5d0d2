//! The bridge with the methods of the npm package, for the scenes that both play, and for the attacks
//! that are made on both (`e2e/rust-shell`).

use std::time::Duration;

use js_sys::{Function, JSON, Object, Promise, Reflect};
use serde_json::Value;
use svc_embed::Error;
use svc_embed::bridge::{
    ConnectOptions, Dropped, Embed, Epoch, MintError, MintRequest, MountOptions, OnExhausted,
    Policy, State,
};
use svc_embed::protocol::{Action, ColorScheme, Event, EventMessage, Filter, SessionId, Surface};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};
use web_sys::{Element, HtmlIFrameElement};

/// In which form the bridge gets `getSession`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GetSession {
    Closure,
    Function,
}

#[wasm_bindgen]
pub struct Shell {
    get_session: GetSession,
}

impl Shell {
    pub fn new(get_session: GetSession) -> Self {
        Self { get_session }
    }
}

#[wasm_bindgen]
impl Shell {
    pub fn mount(&self, target: &Element, options: &Object) -> Result<Handle, JsValue> {
        let given = to_json(options);
        let mut mount = MountOptions::new(text(&given, "baseUrl"), surface(&given["surface"]));
        for (name, value) in given["attributes"].as_object().into_iter().flatten() {
            mount = mount.attribute(name, value.as_str().unwrap());
        }
        if let Some(function) = get_session(options) {
            mount = match self.get_session {
                GetSession::Closure => mount.get_session(closure(function)),
                GetSession::Function => mount.get_session_function(function),
            };
        }
        if let Some(scheme) = given["colorScheme"].as_str() {
            mount = mount.color_scheme(ColorScheme::parse(scheme).map_err(to_error)?);
        }
        if given["theme"].is_object() {
            mount = mount.theme(&given["theme"]);
        }
        if let Some(locale) = given["locale"].as_str() {
            mount = mount.locale(locale);
        }
        if let Some(timezone) = given["timezone"].as_str() {
            mount = mount.timezone(timezone);
        }
        if let Some(timeout) = given["readyTimeoutMs"].as_u64() {
            mount = mount.ready_timeout(Duration::from_millis(timeout));
        }
        let mount = mount.renewal(policy(&given["renewal"]));
        Embed::mount(target, mount).map(Handle).map_err(to_error)
    }

    pub fn connect(&self, iframe: &HtmlIFrameElement, options: &Object) -> Result<Handle, JsValue> {
        let given = to_json(options);
        let mut connect = ConnectOptions::new(text(&given, "baseUrl"));
        if let Some(function) = get_session(options) {
            connect = match self.get_session {
                GetSession::Closure => connect.get_session(closure(function)),
                GetSession::Function => connect.get_session_function(function),
            };
        }
        if given["surface"].is_object() {
            connect = connect.surface(surface(&given["surface"]));
        }
        for (name, value) in given["params"].as_object().into_iter().flatten() {
            connect = connect.param(name, value.as_str().unwrap());
        }
        let connect = connect.renewal(policy(&given["renewal"]));
        Embed::connect(iframe, connect)
            .map(Handle)
            .map_err(to_error)
    }
}

#[wasm_bindgen]
pub struct Handle(Embed);

#[wasm_bindgen]
impl Handle {
    #[wasm_bindgen(getter)]
    pub fn session(&self) -> JsValue {
        state(&self.0.session())
    }

    #[wasm_bindgen(getter)]
    pub fn iframe(&self) -> HtmlIFrameElement {
        self.0.iframe().clone()
    }

    #[wasm_bindgen(getter)]
    pub fn ready(&self) -> Promise {
        let ready = self.0.ready();
        promise(async {
            let ready = Event::Ready(ready.await?);
            Ok(object([("payload", to_js(&ready.payload()))]))
        })
    }

    pub fn renew(&self) -> Promise {
        let renewed = self.0.renew();
        promise(async { renewed.await.map(|()| JsValue::UNDEFINED) })
    }

    pub fn reload(&self) -> Promise {
        let reloaded = self.0.reload();
        promise(async { reloaded.await.map(|()| JsValue::UNDEFINED) })
    }

    pub fn destroy(&self) {
        self.0.destroy();
    }

    pub fn on(&self, topic: String, handler: Function) -> JsValue {
        let call = move |value: &JsValue| drop(handler.call1(&JsValue::UNDEFINED, value).unwrap());
        let subscription = match topic.as_str() {
            "session" => self.0.on(move |session: &State| call(&state(session))),
            "dropped" => self.0.on(move |dropped: &Dropped| {
                call(&object([
                    ("reason", dropped.reason.as_str().into()),
                    ("origin", (&*dropped.origin).into()),
                    ("data", dropped.data.clone()),
                ]));
            }),
            _ => self.0.on(move |message: &EventMessage| {
                let is_unknown = matches!(message.event, Event::Unknown { .. });
                let name = if is_unknown {
                    "unknown"
                } else {
                    message.event.name()
                };
                if topic == "*" || topic == name {
                    call(&envelope(message));
                }
            }),
        };
        Closure::once_into_js(move || drop(subscription))
    }

    #[wasm_bindgen(js_name = setColorScheme)]
    pub fn set_color_scheme(&self, scheme: &str) -> Result<(), JsValue> {
        let scheme = ColorScheme::parse(scheme).map_err(to_error)?;
        self.0.set_color_scheme(scheme).map_err(to_error)
    }

    #[wasm_bindgen(js_name = setTheme)]
    pub fn set_theme(&self, theme: &JsValue) -> Result<(), JsValue> {
        self.0.set_theme(&to_json(theme)).map_err(to_error)
    }

    #[wasm_bindgen(js_name = setLocale)]
    pub fn set_locale(&self, locale: &str) -> Result<(), JsValue> {
        self.0.set_locale(locale).map_err(to_error)
    }

    #[wasm_bindgen(js_name = setTimezone)]
    pub fn set_timezone(&self, timezone: &str) -> Result<(), JsValue> {
        self.0.set_timezone(timezone).map_err(to_error)
    }

    #[wasm_bindgen(js_name = setFilter)]
    pub fn set_filter(&self, filter: &JsValue) -> Result<(), JsValue> {
        let filter = Filter::from_json(&to_json(filter)).map_err(to_error)?;
        self.0.set_filter(&filter).map_err(to_error)
    }

    #[wasm_bindgen(js_name = clearFilter)]
    pub fn clear_filter(&self, member: &str) -> Result<(), JsValue> {
        self.0.clear_filter(member).map_err(to_error)
    }

    pub fn navigate(&self, path: &str) -> Result<(), JsValue> {
        self.0.navigate(path).map_err(to_error)
    }

    pub fn refresh(&self) -> Result<(), JsValue> {
        self.0.refresh().map_err(to_error)
    }

    pub fn send(&self, name: &str, payload: &JsValue) -> Result<(), JsValue> {
        let action = Action::parse(name, to_json(payload)).map_err(to_error)?;
        self.0.send(&action).map_err(to_error)
    }
}

fn promise(future: impl Future<Output = Result<JsValue, Error>> + 'static) -> Promise {
    future_to_promise(async { future.await.map_err(to_error) })
}

/// An event as the npm package hands it out: as it arrived.
fn envelope(message: &EventMessage) -> JsValue {
    object([
        ("source", "svc-embed".into()),
        ("direction", "event".into()),
        ("type", format!("svc:event:{}", message.event.name()).into()),
        ("payload", to_js(&message.event.payload())),
        ("timestamp", message.timestamp.into()),
        ("surface", message.surface.as_str().into()),
    ])
}

fn surface(given: &Value) -> Surface {
    match given["kind"].as_str() {
        Some("chat") => Surface::chat(),
        _ => Surface::dashboard(text(given, "publicId")),
    }
}

fn to_js(value: &Value) -> JsValue {
    JSON::parse(&value.to_string()).unwrap()
}

fn state(state: &State) -> JsValue {
    let mode = state
        .mode
        .map_or(JsValue::NULL, |mode| mode.as_str().into());
    object([
        ("mode", mode),
        ("status", state.status.as_str().into()),
        ("renewal", state.renewal.as_str().into()),
        ("attempt", state.attempt.into()),
        ("renewals", state.renewals.into()),
        ("expiresAt", epoch(state.expires_at)),
        ("nextAttemptAt", epoch(state.next_attempt_at)),
        (
            "lastError",
            state.last_error.clone().map_or(JsValue::NULL, to_error),
        ),
    ])
}

fn epoch(at: Option<Epoch>) -> JsValue {
    at.map_or(JsValue::NULL, |at| at.number().into())
}

#[expect(clippy::needless_pass_by_value, reason = "the argument of `map_err`")]
fn to_error(error: Error) -> JsValue {
    let value = js_sys::Error::new(&error.to_string());
    Reflect::set(&value, &"code".into(), &error.code().as_str().into()).unwrap();
    value.into()
}

fn object<const N: usize>(properties: [(&str, JsValue); N]) -> JsValue {
    let object = Object::new();
    for (name, value) in properties {
        Reflect::set(&object, &name.into(), &value).unwrap();
    }
    object.into()
}

/// `getSession` of some options.
fn get_session(options: &Object) -> Option<Function> {
    let function = Reflect::get(options, &"getSession".into()).unwrap();
    function.dyn_into().ok()
}

/// A closure as a web app has it, around the function of the scene.
fn closure(function: Function) -> impl AsyncFn(MintRequest) -> Result<SessionId, MintError> {
    async move |request: MintRequest| {
        let request = object([
            ("reason", request.reason.as_str().into()),
            ("attempt", request.attempt.into()),
            ("expiresAt", epoch(request.expires_at)),
            ("signal", request.signal.into()),
        ]);
        let answer: Promise = function
            .call1(&JsValue::UNDEFINED, &request)?
            .unchecked_into();
        let id = JsFuture::from(answer)
            .await?
            .as_string()
            .unwrap_or_default();
        SessionId::new(&id).ok_or(MintError::new("There is no session id."))
    }
}

fn policy(given: &Value) -> Policy {
    let mut policy = Policy::default();
    for (key, value) in given.as_object().into_iter().flatten() {
        let number = value.as_u64().unwrap_or_default();
        let time = Duration::from_millis(number);
        match key.as_str() {
            "mintTimeoutMs" => policy.mint_timeout = time,
            "confirmMs" => policy.confirm = time,
            "retryMinMs" => policy.retry_min = time,
            "retryMaxMs" => policy.retry_max = time,
            "maxAttempts" => policy.max_attempts = u32::try_from(number).unwrap(),
            "spreadMs" => policy.spread = time,
            "lifetimeMs" => policy.lifetime = time,
            "retryStoppedMs" if value == false => policy.retry_stopped = Duration::MAX,
            "onExhausted" if value == "reload" => policy.on_exhausted = OnExhausted::Reload,
            _ => panic!("no option: {key}"),
        }
    }
    policy
}

fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or_default().to_owned()
}

fn to_json(value: &JsValue) -> Value {
    let text = JSON::stringify(value)
        .ok()
        .and_then(|text| text.as_string());
    text.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap())
}
