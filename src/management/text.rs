//! Texts. The standard library's general ways bring more along than all else here weighs in the
//! WebAssembly: searching a text for a text 4 kB, and for a single `char` 3 kB. Hence these, and
//! hence the patterns of one `char` in brackets, whose search is another.

use alloc::string::String;
use alloc::vec::Vec;

/// The parts, one after the other.
pub(super) fn join(parts: &[&str]) -> String {
    let mut joined = String::new();
    for part in parts {
        joined.push_str(part);
    }
    joined
}

/// `number` in decimal digits.
pub(super) fn decimal(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        let digit = u8::try_from(number % 10).unwrap_or_default();
        digits.push(char::from(b'0' + digit));
        number /= 10;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// The number that `text` is in decimal digits, and in nothing else; the largest where it is larger.
pub(super) fn digits(text: &str) -> Option<u32> {
    let mut value: u32 = 0;
    for byte in text.bytes() {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        value = value.saturating_mul(10).saturating_add(digit);
    }
    (!text.is_empty()).then_some(value)
}

/// `text` with each `secret` in it replaced.
pub(super) fn redact(text: &str, secret: &str) -> String {
    let mut clean = String::new();
    let mut rest = text.chars();
    while let Some(first) = rest.clone().next() {
        match rest.as_str().strip_prefix(secret) {
            Some(after) if !secret.is_empty() => {
                clean.push_str("[credential]");
                rest = after.chars();
            }
            _ => {
                clean.push(first);
                rest.next();
            }
        }
    }
    clean
}
