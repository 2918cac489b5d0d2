//! Reading an error that the service answered with.

use alloc::string::String;

use super::data::Data;
use super::operation::{Operation, Traits};
use super::text::{decimal, join, redact};

/// The class of an error by its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Any status without a class of its own.
    Api,
    /// 400
    BadRequest,
    /// 401
    Authentication,
    /// 403
    PermissionDenied,
    /// 404
    NotFound,
    /// 409
    Conflict,
    /// 422
    UnprocessableEntity,
    /// 429
    RateLimit,
    /// 5xx
    Server,
}

impl Class {
    /// The class of `status`.
    pub fn of(status: u16) -> Self {
        match status {
            400 => Class::BadRequest,
            401 => Class::Authentication,
            403 => Class::PermissionDenied,
            404 => Class::NotFound,
            409 => Class::Conflict,
            422 => Class::UnprocessableEntity,
            429 => Class::RateLimit,
            500..=599 => Class::Server,
            _ => Class::Api,
        }
    }

    /// The name of the JavaScript class, without its end `Error`.
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Api => "Api",
            Class::BadRequest => "BadRequest",
            Class::Authentication => "Authentication",
            Class::PermissionDenied => "PermissionDenied",
            Class::NotFound => "NotFound",
            Class::Conflict => "Conflict",
            Class::UnprocessableEntity => "UnprocessableEntity",
            Class::RateLimit => "RateLimit",
            Class::Server => "Server",
        }
    }
}

/// What an answer says that is an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed {
    /// The class.
    pub class: Class,
    /// The service's own name of the error, where it gives one.
    pub code: Option<String>,
    /// What happened, with the operation and the status.
    pub message: String,
}

/// An answer, as far as it is read for its error.
#[derive(Debug)]
pub struct Answer<'a, D> {
    /// The HTTP status.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: &'a str,
    /// The body, where it is JSON.
    pub body: Option<&'a D>,
    /// The credential that was sent: a message that repeats it is cleaned of it.
    pub secret: &'a str,
}

/// Reads the error that `answer` is.
pub fn read<D: Data>(operation: &Operation<'_>, answer: &Answer<'_, D>) -> Failed {
    let said = answer.body.and_then(said);
    let mut message = join(&[operation.id, ": ", &decimal(answer.status.into())]);
    match &said {
        Some(said) => message.extend([" ", said.trim_ascii()]),
        None if answer.body.is_none() => {
            message.extend([
                ", with ",
                media_type(answer.content_type),
                " instead of JSON",
            ]);
        }
        None => message.push_str(" without a message"),
    }
    if answer.status == 404
        && let Some(window) = retention(operation.traits)
    {
        if !message.ends_with(['.']) {
            message.push('.');
        }
        message.extend([" ", window]);
    }
    Failed {
        class: Class::of(answer.status),
        code: answer
            .body
            .and_then(code)
            .map(|text| redact(&text, answer.secret)),
        message: redact(&message, answer.secret),
    }
}

/// The message for an answer whose status is good and whose body cannot be read.
pub fn unreadable(operation: &Operation<'_>, status: u16, content_type: &str) -> String {
    let what = if is_json(content_type) {
        "broken JSON"
    } else {
        media_type(content_type)
    };
    join(&[
        operation.id,
        ": ",
        &decimal(status.into()),
        ", with ",
        what,
        " where JSON was expected. Is baseUrl that of the service?",
    ])
}

/// How long what an operation reads is kept, in a sentence.
pub fn retention(traits: Traits) -> Option<&'static str> {
    if traits.has(Traits::KEPT_EXPORT) {
        Some(
            "Exports and their files are kept for 5 minutes after submission: this one may be gone, and must be made again.",
        )
    } else if traits.has(Traits::KEPT_FILES) {
        Some(
            "Generated files are kept for 1 hour after the sync completed, and there are none where it committed to a branch.",
        )
    } else if traits.has(Traits::KEPT_PREVIEW) {
        Some("Previews are kept for at most 7 days.")
    } else {
        None
    }
}

/// The message: `error` of the control plane, or what comparable APIs and SCIM call it.
fn said<D: Data>(body: &D) -> Option<String> {
    let error = body.member("error");
    let nested = error.as_ref().and_then(|error| error.text_of("message"));
    let first = error.and_then(|error| error.text()).or(nested);
    let keys = ["message", "detail", "title"];
    first.or_else(|| keys.iter().find_map(|key| body.text_of(key)))
}

fn code<D: Data>(body: &D) -> Option<String> {
    let nested = body.member("error").and_then(|error| error.text_of("code"));
    nested
        .or_else(|| body.text_of("code"))
        .or_else(|| body.text_of("scimType"))
}

/// `application/json`, or a type that is built on it.
fn is_json(content_type: &str) -> bool {
    let (_, subtype) = media_type(content_type)
        .split_once(['/'])
        .unwrap_or_default();
    subtype == "json" || subtype.ends_with("+json")
}

/// The media type alone: `text/html; charset=utf-8` is `text/html`.
fn media_type(content_type: &str) -> &str {
    let media = content_type
        .split([';'])
        .next()
        .unwrap_or_default()
        .trim_ascii();
    if media.is_empty() {
        "a body of no type"
    } else {
        media
    }
}
