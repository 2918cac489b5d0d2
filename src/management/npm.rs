//! The exports behind `svc-embed/management`: the decisions about a call, for the thin TypeScript
//! that makes it.
//!
//! The table itself does not ship in the WebAssembly: the TypeScript needs it before the
//! WebAssembly is loaded, so its generated copy there is the only one, and a row travels with each
//! call. Answers are tuples, as arrays, since a class would bring its own glue.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

use super::check;
use super::credential::{self, Scheme};
use super::data::Data;
use super::failure::{self, Answer};
use super::invalid::InvalidRequest;
use super::job;
use super::operation::{Method, Operation, Traits};
use super::page;
use super::redirect::{self, Redirect};
use super::request::{self, Input};
use super::retry::{self, Failure, Situation};

/// A third of the default allocator's size; it reuses and joins what is freed.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

// Without the standard library: its panics bring the whole machinery of writing texts along, and
// nobody would read them.
#[cfg(target_family = "wasm")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}

#[wasm_bindgen(raw_module = "./errors.js")]
extern "C" {
    /// The package's error class.
    type InvalidRequestError;
    #[wasm_bindgen(constructor)]
    fn new(field: &str, message: &str) -> InvalidRequestError;
}

fn throw(invalid: &InvalidRequest) -> JsValue {
    InvalidRequestError::new(&invalid.field, &invalid.message).into()
}

fn operation(id: &str, traits: u32) -> Operation<'_> {
    Operation {
        id,
        method: Method::Any,
        path: "",
        needs: "",
        traits: Traits(traits),
    }
}

/// Checks a request; gives its path with the query, and then what it uses that is deprecated.
///
/// # Errors
/// An `InvalidRequestError`.
#[wasm_bindgen]
pub fn prepare(
    path: &str,
    needs: &str,
    traits: u32,
    parameters: Vec<JsValue>,
    query: Vec<JsValue>,
    body: &JsValue,
) -> Result<Vec<JsValue>, JsValue> {
    let operation = Operation {
        path,
        needs,
        ..operation("", traits)
    };
    let input = Input {
        path: parameters,
        query,
        body: (!body.is_undefined()).then(|| body.clone()),
    };
    let target = request::build(&operation, &input).map_err(|invalid| throw(&invalid))?;
    let mut answer = vec![target.path.into()];
    answer.extend(target.deprecations.into_iter().map(JsValue::from));
    Ok(answer)
}

/// The header `Authorization`.
///
/// # Errors
/// An `InvalidRequestError` that names `field`, not the credential.
#[wasm_bindgen]
pub fn authorization(api_key_scheme: bool, token: &str, field: &str) -> Result<String, JsValue> {
    let scheme = if api_key_scheme {
        Scheme::ApiKey
    } else {
        Scheme::Bearer
    };
    credential::authorization(scheme, token, field).map_err(|invalid| throw(&invalid))
}

/// The pause in milliseconds before the next try; negative where there is none. A status of 0
/// stands for a failure of the network.
#[wasm_bindgen]
#[expect(
    clippy::too_many_arguments,
    clippy::needless_pass_by_value,
    reason = "an object would bring glue along, and a text arrives as one of its own"
)]
pub fn pause(
    status: u16,
    retry_after: Option<String>,
    retries: u32,
    max_retries: u32,
    method: &str,
    has_idempotency_key: bool,
    now_ms: f64,
    chance: f64,
) -> f64 {
    let failure = match status {
        0 => Failure::Network,
        status => Failure::Status {
            status,
            retry_after: retry_after.as_deref(),
        },
    };
    let situation = Situation {
        retries,
        max_retries,
        method: Method::from_name(method).unwrap_or(Method::Any),
        has_idempotency_key,
        now_ms,
        chance,
    };
    retry::pause(failure, situation).unwrap_or(-1.0)
}

/// How a redirect is followed: the method, and whether the credential goes along. A text alone is
/// why it is not.
#[wasm_bindgen(js_name = followRedirect)]
pub fn follow_redirect(
    status: u16,
    method: &str,
    same_origin: bool,
    secure: bool,
    followed: u32,
) -> Vec<JsValue> {
    let step = redirect::follow(Redirect {
        status,
        method: Method::from_name(method).unwrap_or(Method::Any),
        same_origin,
        secure,
        followed,
    });
    match step {
        Ok(step) => vec![step.method.as_str().into(), step.with_credentials.into()],
        Err(why) => vec![why.into()],
    }
}

/// Reads an error: its class, its code and its message. `body` is undefined where it is not JSON.
#[wasm_bindgen(js_name = readError)]
pub fn read_error(
    id: &str,
    traits: u32,
    status: u16,
    content_type: &str,
    body: &JsValue,
    secret: &str,
) -> Vec<JsValue> {
    let answer = Answer {
        status,
        content_type,
        body: (!body.is_undefined()).then_some(body),
        secret,
    };
    let failed = failure::read(&operation(id, traits), &answer);
    vec![
        failed.class.as_str().into(),
        failed.code.map_or(JsValue::NULL, Into::into),
        failed.message.into(),
    ]
}

/// The message for an answer whose status is good and whose body cannot be read.
#[wasm_bindgen]
pub fn unreadable(id: &str, status: u16, content_type: &str) -> String {
    failure::unreadable(&operation(id, 0), status, content_type)
}

/// Reads a page: its items (null where there are none), the parameter of the next page and its value (null after the last),
/// and what it uses that is deprecated. A text alone is why it cannot be read.
#[wasm_bindgen(js_name = readPage)]
pub fn read_page(traits: u32, body: &JsValue, query: &JsValue) -> Vec<JsValue> {
    let mut asked = page::PARAMETERS.iter().filter_map(|key| query.given(key));
    let asked = asked.find_map(|value| value.scalar());
    match page::read(Traits(traits), body, asked.as_deref()) {
        Err(why) => vec![why.into()],
        Ok(page) => {
            let (parameter, value) = match page.next {
                Some((parameter, value)) => (parameter.into(), value.into()),
                None => (JsValue::NULL, JsValue::NULL),
            };
            let items = page.items.unwrap_or(JsValue::NULL);
            let deprecation = page.deprecation.map_or(JsValue::NULL, Into::into);
            vec![items, parameter, value, deprecation]
        }
    }
}

/// What an answer holds that is deprecated.
#[wasm_bindgen(js_name = deprecatedAnswer)]
pub fn deprecated_answer(traits: u32, body: &JsValue) -> Option<String> {
    check::answer(&operation("", traits), body).map(str::to_owned)
}

/// How far a job is: `running`, `done` or `failed`.
#[wasm_bindgen]
pub fn progress(body: &JsValue) -> String {
    job::progress(body).as_str().to_owned()
}

/// The id of a job that was started.
#[wasm_bindgen(js_name = jobId)]
pub fn job_id(body: &JsValue, key: &str, collection: &str) -> Option<String> {
    job::id(body, key, collection)
}
