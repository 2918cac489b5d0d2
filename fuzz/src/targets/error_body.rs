//! Answers with an error status, in which the service may repeat the credential anywhere.

use serde_json::Value;
use svc_embed::management::failure::{Answer, Class, LONGEST_BODY, read};
use svc_embed::management::operation::Kept;

use super::Bytes;

/// Stands for the credential in the input, so that a fuzzer finds it as one byte.
const PLACE: char = '\u{1}';
const SECRET: &str = "sk-0123456789abcdef";
/// A part of the credential that tells too much of it.
const PART: &str = "sk-01234567";
const START: &str = "sk-";

pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let status = 300 + u16::from(bytes.byte());
    let kept = bytes.one_of(&[
        None,
        Some(Kept::Export),
        Some(Kept::Files),
        Some(Kept::Preview),
    ]);
    // A long text in front of the rest, so that the cut comes near the credential.
    let filler = usize::from(bytes.byte()) + usize::from(bytes.byte() % 34) * 248;
    let (Some(content_type), Some(text)) = (bytes.line(), bytes.text()) else {
        return;
    };
    // Only the place stands for the credential: a part of it that the input itself has tells nothing.
    if text.contains(START) || content_type.contains(START) {
        return;
    }
    let text = text.replace('\u{2}', &"x".repeat(filler));
    let text = text.replace(PLACE, SECRET);
    let content_type = content_type.replace(PLACE, SECRET);
    let answer = Answer {
        status,
        content_type: &content_type,
        text: &text,
        is_cut: data.len() % 2 == 1,
        secret: SECRET,
    };
    let failed = read("deployments.get", kept, answer);
    assert_eq!(failed.class, Class::of(status));
    assert!(failed.message.starts_with("deployments.get: "));
    let most = LONGEST_BODY + content_type.len() + 500;
    assert!(failed.message.chars().count() <= most, "a long message");
    let body = failed.body.to_string();
    for told in [
        &failed.message,
        &body,
        failed.code.as_ref().unwrap_or(&body),
    ] {
        assert!(!told.contains(PART), "the credential is told: {told}");
    }
    match &failed.body {
        Value::String(text) => assert!(text.chars().count() <= LONGEST_BODY + 1),
        // A replacement may be longer than the credential.
        _ => assert!(text.chars().count() <= LONGEST_BODY),
    }
}
