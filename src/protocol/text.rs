//! Text by its bytes. The standard library's searches and joins are made for any pattern; these do
//! what the protocol needs, in a tenth of the bytes.

use alloc::string::String;

/// `parts` one after another.
pub(crate) fn joined(parts: &[&str]) -> String {
    let mut text = String::new();
    push_all(&mut text, parts);
    text
}

/// Writes `parts` one after another.
pub(crate) fn push_all(text: &mut String, parts: &[&str]) {
    for part in parts {
        text.push_str(part);
    }
}

/// What stands before and after the first `byte` of ASCII.
pub(crate) fn split_once(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// Whether there is nothing but white space.
pub(crate) fn is_blank(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_whitespace())
}
