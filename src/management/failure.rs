//! Reads the errors that the service answers with.

use alloc::string::String;

use super::data::Data;
use super::operation::Traits;
use super::text::Text;

/// The class of an error, by its status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Class {
    /// Any other status.
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

    /// The name of the JavaScript class without the suffix `Error`.
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

/// The content of an error answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failed<T = String> {
    /// The class.
    pub class: Class,
    /// The service's code of the error.
    pub code: Option<T>,
    /// A sentence with the operation, the status and the service's message.
    pub message: T,
}

/// The parts of an answer that are read for its error.
#[derive(Debug)]
pub struct Answer<'a, D: Data> {
    /// The HTTP status.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: &'a D::Text,
    /// The body; `None` if it is not JSON.
    pub body: Option<&'a D>,
    /// The credential that was sent. It is removed from the message, because the service may
    /// repeat it.
    pub secret: &'a D::Text,
}

/// Reads the error in `answer`, which answers a call of the operation `id`.
pub fn read<D: Data>(id: &D::Text, traits: Traits, answer: &Answer<'_, D>) -> Failed<D::Text> {
    let mut message = heading(id, answer.status);
    match (answer.body, answer.body.and_then(said)) {
        (None, _) => {
            message.push_str(", with ");
            message.push(&media_type(answer.content_type));
            message.push_str(" instead of JSON");
        }
        (Some(_), Some(said)) => {
            message.push_str(" ");
            message.push(&said.trimmed());
        }
        (Some(_), None) => message.push_str(" without a message"),
    }
    if answer.status == 404
        && let Some(window) = retention(traits)
    {
        let ends = message.matches("\\.$");
        message.push_str(if ends { " " } else { ". " });
        message.push_str(window);
    }
    Failed {
        class: Class::of(answer.status),
        code: answer
            .body
            .and_then(code)
            .map(|text| text.without(answer.secret)),
        message: message.without(answer.secret),
    }
}

/// The message for a successful answer whose body is not JSON.
pub fn unreadable<T: Text>(id: &T, status: u16, content_type: &T) -> T {
    let mut message = heading(id, status);
    message.push_str(", with ");
    let media = media_type(content_type);
    if media.matches(JSON) {
        message.push_str("broken JSON");
    } else {
        message.push(&media);
    }
    message.push_str(" where JSON was expected. Is baseUrl the service's address?");
    message
}

/// The operation and the status.
fn heading<T: Text>(id: &T, status: u16) -> T {
    let mut heading = id.clone();
    heading.push_str(": ");
    heading.push(&T::of_number(status.into()));
    heading
}

/// A sentence that says how long the service keeps the resource that an operation reads.
pub fn retention(traits: Traits) -> Option<&'static str> {
    if traits.has(Traits::KEPT_EXPORT) {
        Some(
            "Exports and their files are kept for 5 minutes after submission. If this one is gone, start a new export.",
        )
    } else if traits.has(Traits::KEPT_FILES) {
        Some(
            "Generated files are kept for 1 hour after the sync completed. A sync that commits to a branch has none.",
        )
    } else if traits.has(Traits::KEPT_PREVIEW) {
        Some("Previews are kept for at most 7 days.")
    } else {
        None
    }
}

/// The service's message: `error` of the control plane, or the fields of SCIM and comparable APIs.
fn said<D: Data>(body: &D) -> Option<D::Text> {
    let error = body.member("error");
    let first = error.and_then(|error| error.text().or_else(|| error.text_of("message")));
    let keys = ["message", "detail", "title"];
    first.or_else(|| keys.into_iter().find_map(|key| body.text_of(key)))
}

fn code<D: Data>(body: &D) -> Option<D::Text> {
    let nested = body.member("error").and_then(|error| error.text_of("code"));
    nested
        .or_else(|| body.text_of("code"))
        .or_else(|| body.text_of("scimType"))
}

/// `application/json`, or a type that ends with `+json`.
const JSON: &str = "^[^/]*/(json|.*\\+json)$";

/// The media type without parameters: `text/html` of `text/html; charset=utf-8`.
fn media_type<T: Text>(content_type: &T) -> T {
    content_type
        .part(";", 0)
        .map(|media| media.trimmed())
        .filter(|media| !media.is(""))
        .unwrap_or_else(|| T::of("a body of no type"))
}
