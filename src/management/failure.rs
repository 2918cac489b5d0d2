//! Reads the errors that the service answers with.

use std::borrow::Cow;

use serde_json::Value;

use super::value::{member, redact, text_of, without};

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
}

/// The most characters of an error's body, and of its message, that are kept.
pub const LONGEST_BODY: usize = 8_192;

/// The content of an error answer. The credential is removed from all of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Failed {
    /// The class.
    pub class: Class,
    /// The service's code of the error.
    pub code: Option<String>,
    /// A sentence with the operation, the status and the service's message.
    pub message: String,
    /// The JSON body, or the text as a string. A long body is cut.
    pub body: Value,
}

/// The parts of an answer that are read for its error.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The header `Content-Type`.
    pub content_type: &'a str,
    /// The body.
    pub text: &'a str,
    /// True if the text is only the beginning of a body that is too long.
    pub is_cut: bool,
    /// The credential that was sent. It is removed, because the service may repeat it.
    pub secret: &'a str,
}

/// What is added to a 401 of a request without a credential, which cookies or a proxy may authenticate.
const NO_AUTHORIZATION: &str = "The request had no Authorization header.";

/// Reads the error in `answer`, which answers a call of the operation `id`. `kept` says how long the
/// service keeps what the operation reads.
pub fn read(id: &str, kept: Option<&str>, answer: Answer<'_>) -> Failed {
    let known = known_part(answer);
    let answer = Answer {
        text: &known,
        ..answer
    };
    let json: Option<Value> = serde_json::from_str(answer.text).ok();
    let said = json.as_ref().and_then(said);
    let what = match (&json, said) {
        (None, _) if answer.text.trim().is_empty() => " without a body".to_owned(),
        (None, _) => match media(answer.content_type) {
            MALFORMED if answer.is_cut => format!(", with {TOO_LONG}"),
            media => format!(", with {media}"),
        },
        // Cut after the credential is removed: a part of it would not be recognised.
        (Some(_), Some(said)) => format!(" {}", cut(without(said, answer.secret).trim())),
        (Some(_), None) => " without a message".to_owned(),
    };
    let mut message = format!("{id}: {}{what}", answer.status);
    let advice = match answer.status {
        401 if answer.secret.is_empty() => Some(NO_AUTHORIZATION),
        404 => kept,
        _ => None,
    };
    if let Some(advice) = advice {
        message += if message.ends_with('.') { " " } else { ". " };
        message += advice;
    }
    Failed {
        class: Class::of(answer.status),
        code: json
            .as_ref()
            .and_then(code)
            .map(|code| without(code, answer.secret)),
        message: without(&message, answer.secret),
        body: body(json, answer.text, answer.secret),
    }
}

/// The text. If it was cut, without the credential and without its end, because the cut may have left
/// a part of the credential there, which would not be recognised.
fn known_part(answer: Answer<'_>) -> Cow<'_, str> {
    if !answer.is_cut {
        return answer.text.into();
    }
    let text = without(answer.text, answer.secret);
    // The credential is ASCII. The end is counted as JavaScript counts.
    let mut kept = text.chars();
    let mut left = answer.secret.len();
    while left > 0 {
        let width = kept.next_back().map_or(left, char::len_utf16);
        left = left.saturating_sub(width);
    }
    kept.as_str().to_owned().into()
}

/// The message for a successful answer whose body is not JSON.
pub fn unreadable(id: &str, status: u16, content_type: &str) -> String {
    let media = media(content_type);
    let hint = if media == MALFORMED {
        "The answer may have been cut off."
    } else {
        "JSON was expected. Is `base_url` the service's address?"
    };
    format!("{id}: {status}, with {media}. {hint}")
}

/// The body of an error: JSON if it is short enough, or a text that is cut.
pub(super) fn body(json: Option<Value>, text: &str, secret: &str) -> Value {
    match json {
        Some(json) if text.chars().count() <= LONGEST_BODY => redact(json, secret),
        _ => cut(&without(text, secret)).into(),
    }
}

/// At most [`LONGEST_BODY`] characters of a text.
fn cut(text: &str) -> String {
    cut_to(LONGEST_BODY, text)
}

fn cut_to(length: usize, text: &str) -> String {
    match text.char_indices().nth(length) {
        Some((end, _)) => [text.get(..end).unwrap_or_default(), "…"].concat(),
        None => text.to_owned(),
    }
}

/// The most characters of a word of the service's that becomes a part of a sentence of ours.
const LONGEST_WORD: usize = 100;

/// A word of the service's for a sentence of ours: without the credential, and not long.
pub(super) fn shown(word: &str, secret: &str) -> String {
    cut_to(LONGEST_WORD, &without(word, secret))
}

/// The service's message: `error` of the control plane, the fields of SCIM and comparable APIs, or
/// the first of several errors.
fn said(body: &Value) -> Option<&str> {
    let error = member(body, "error");
    let error = error.and_then(|error| error.as_str().or_else(|| text_of(error, "message")));
    let fields = ["message", "detail", "title"];
    error
        .or_else(|| fields.into_iter().find_map(|key| text_of(body, key)))
        .or_else(|| {
            let first = first_error(body)?;
            first.as_str().or_else(|| text_of(first, "message"))
        })
}

fn code(body: &Value) -> Option<&str> {
    let nested = member(body, "error").and_then(|error| text_of(error, "code"));
    nested
        .or_else(|| text_of(body, "code"))
        .or_else(|| text_of(body, "scimType"))
        .or_else(|| text_of(first_error(body)?, "code"))
}

/// The first of `errors: [{ message }]`.
fn first_error(body: &Value) -> Option<&Value> {
    member(body, "errors")?.as_array()?.first()
}

const MALFORMED: &str = "malformed JSON";
const TOO_LONG: &str = "JSON that is too long to read";

/// The media type without parameters: `text/html` of `text/html; charset=utf-8`.
fn media(content_type: &str) -> &str {
    let media = content_type.split(';').next().unwrap_or_default().trim();
    match media.split_once('/') {
        _ if media.is_empty() => "a body of no type",
        Some((_, kind)) if kind == "json" || kind.ends_with("+json") => MALFORMED,
        _ => media,
    }
}
