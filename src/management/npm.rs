//! The WebAssembly exports of `svc-embed/management`. They check calls and read answers for the
//! TypeScript client.
//!
//! The WebAssembly does not contain the table, because TypeScript needs the table before the
//! WebAssembly is loaded. TypeScript has a generated copy and passes the row with each call. Texts
//! cross as JavaScript strings, and results of several parts as arrays.

use wasm_bindgen::prelude::*;

use super::check;
use super::credential::{self, Scheme};
use super::data::Data;
use super::failure::{self, Answer};
use super::invalid::InvalidRequest;
use super::job;
use super::operation::{Method, Traits};
use super::page;
use super::redirect::{self, Redirect};
use super::request::{self, Input, Template};
use super::retry::{self, Failure, Situation};
use super::text::Text;

/// A tenth of the default allocator's size. It is slow for many allocations, but this code allocates
/// only the table of JavaScript's values.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: lol_alloc::LockedAllocator<lol_alloc::FreeListAllocator> =
    lol_alloc::LockedAllocator::new(lol_alloc::FreeListAllocator::new());

// Replaces the standard library's panic handler, which includes all the code that formats texts.
// Nobody would read the message.
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
    fn new(field: &JsValue, message: &JsValue) -> InvalidRequestError;
}

#[wasm_bindgen(raw_module = "./platform.js")]
extern "C" {
    /// An array of the values.
    fn list(first: &JsValue, second: &JsValue, third: &JsValue, fourth: &JsValue) -> JsValue;
}

fn throw(invalid: &InvalidRequest<JsValue>) -> JsValue {
    InvalidRequestError::new(&invalid.field, &invalid.message).into()
}

fn or_undefined(text: Option<&'static str>) -> JsValue {
    text.map_or(JsValue::UNDEFINED, JsValue::of)
}

/// When a call needs no [`prepare`]: the pattern that each parameter must match, and the field that
/// the input must not have. Both are undefined if every call needs `prepare`.
#[wasm_bindgen]
pub fn plain(path: JsValue, needs: JsValue, traits: u32) -> JsValue {
    let template = Template {
        path,
        needs,
        traits: Traits(traits),
    };
    let plain = request::plain(&template);
    let parameter = or_undefined(plain.map(|plain| plain.parameter));
    let without = or_undefined(plain.and_then(|plain| plain.without));
    let none = JsValue::UNDEFINED;
    list(&parameter, &without, &none, &none)
}

/// Checks a request. Returns its path with the query, and a sentence if it uses a deprecated field.
///
/// # Errors
/// An `InvalidRequestError`.
#[wasm_bindgen]
pub fn prepare(
    path: JsValue,
    needs: JsValue,
    traits: u32,
    parameters: JsValue,
    query: JsValue,
    body: JsValue,
) -> Result<JsValue, JsValue> {
    let template = Template {
        path,
        needs,
        traits: Traits(traits),
    };
    let input = Input {
        path: parameters,
        query,
        body,
    };
    let target = request::build(&template, &input).map_err(|invalid| throw(&invalid))?;
    let deprecation = or_undefined(target.deprecation);
    let none = JsValue::UNDEFINED;
    Ok(list(&target.path, &deprecation, &none, &none))
}

/// The header `Authorization`.
///
/// # Errors
/// An `InvalidRequestError` that names `field` and does not contain the credential.
#[wasm_bindgen]
pub fn authorization(
    api_key_scheme: bool,
    token: &JsValue,
    field: &JsValue,
) -> Result<JsValue, JsValue> {
    let scheme = if api_key_scheme {
        Scheme::ApiKey
    } else {
        Scheme::Bearer
    };
    credential::authorization(scheme, token, field).map_err(|invalid| throw(&invalid))
}

/// The pause in milliseconds before the next try; negative if there is no next try. Status 0 means
/// that no complete answer arrived.
#[wasm_bindgen]
#[expect(
    clippy::too_many_arguments,
    reason = "reading the members of an object would cost more"
)]
pub fn pause(
    status: u16,
    retry_after: &JsValue,
    retries: u32,
    max_retries: u32,
    method: &JsValue,
    has_idempotency_key: bool,
    now_ms: f64,
    chance: f64,
) -> f64 {
    let failure = match status {
        0 => Failure::Network,
        status => Failure::Status {
            status,
            retry_after: retry_after.text(),
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
    retry::pause(&failure, situation).unwrap_or(-1.0)
}

/// How to follow a redirect: an array of the method and whether to send the credential. A string is
/// the reason why it must not be followed.
#[wasm_bindgen(js_name = followRedirect)]
pub fn follow_redirect(
    status: u16,
    method: &JsValue,
    same_origin: bool,
    secure: bool,
    followed: u32,
) -> JsValue {
    let step = redirect::follow(Redirect {
        status,
        method: Method::from_name(method).unwrap_or(Method::Any),
        same_origin,
        secure,
        followed,
    });
    match step {
        Ok(step) => {
            let none = JsValue::UNDEFINED;
            let method = JsValue::of(step.method.as_str());
            list(&method, &step.with_credentials.into(), &none, &none)
        }
        Err(why) => JsValue::of(why),
    }
}

/// Reads an error: an array of its class, its message and its code or null. `body` is undefined if
/// it is not JSON.
#[wasm_bindgen(js_name = readError)]
pub fn read_error(
    id: &JsValue,
    traits: u32,
    status: u16,
    content_type: &JsValue,
    body: &JsValue,
    secret: &JsValue,
) -> JsValue {
    let answer = Answer {
        status,
        content_type,
        body: (!body.is_undefined()).then_some(body),
        secret,
    };
    let failed = failure::read(id, Traits(traits), &answer);
    let class = JsValue::of(failed.class.as_str());
    let code = failed.code.unwrap_or(JsValue::NULL);
    list(&class, &failed.message, &code, &JsValue::UNDEFINED)
}

/// The message for a successful answer whose body is not JSON.
#[wasm_bindgen]
pub fn unreadable(id: &JsValue, status: u16, content_type: &JsValue) -> JsValue {
    failure::unreadable(id, status, content_type)
}

/// Reads a page: an array of its items, the name and value of the parameter for the next page, and a
/// sentence about deprecated fields. Missing parts are undefined. A string is the reason why the
/// page cannot be read.
#[wasm_bindgen(js_name = readPage)]
pub fn read_page(traits: u32, body: &JsValue, query: &JsValue) -> JsValue {
    let mut asked = page::PARAMETERS.into_iter();
    let asked = asked.find_map(|key| query.member(key)?.scalar());
    match page::read(Traits(traits), body, asked.as_ref()) {
        Err(why) => JsValue::of(why),
        Ok(page) => {
            let (parameter, value) = page.next.unzip();
            list(
                &page.items.unwrap_or_default(),
                &or_undefined(parameter),
                &value.unwrap_or_default(),
                &or_undefined(page.deprecation),
            )
        }
    }
}

/// A sentence if an answer has deprecated fields, else undefined.
#[wasm_bindgen(js_name = deprecatedAnswer)]
pub fn deprecated_answer(traits: u32, body: &JsValue) -> JsValue {
    or_undefined(check::answer(Traits(traits), body))
}

/// The progress of a job: `running`, `done` or `failed`.
#[wasm_bindgen]
pub fn progress(body: &JsValue) -> JsValue {
    JsValue::of(job::progress(body).as_str())
}

/// The id of a job that was started; undefined if the answer has none.
#[wasm_bindgen(js_name = jobId)]
pub fn job_id(body: &JsValue, key: &JsValue, collection: &JsValue) -> JsValue {
    job::id(body, key, collection).unwrap_or(JsValue::UNDEFINED)
}
