//! The files that follow from the declarations in Rust: `npm/src/core/` and `docs/protocol.md`.
//! `npm run generate` writes them; without it, these tests compare.

mod core;
mod dictionary;
mod markdown;
mod tables;
mod typescript;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Compares `path` with the text it should have, or writes the text if that is asked for.
pub fn compare(path: &str, wanted: &str) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        fs::write(full, wanted).unwrap();
        return;
    }
    let found = fs::read_to_string(full).unwrap_or_default();
    assert!(
        found == wanted,
        "{path} is out of date: run `npm run generate`"
    );
}

/// A `JSDoc` comment, wrapped at 100 columns.
pub fn comment(out: &mut String, indent: &str, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let one_line = format!("{indent}/** {} */", words.join(" "));
    if one_line.chars().count() <= 100 {
        writeln!(out, "{one_line}").unwrap();
        return;
    }
    writeln!(out, "{indent}/**").unwrap();
    let mut line = format!("{indent} *");
    for word in words {
        if line.chars().count() + 1 + word.chars().count() > 100 {
            writeln!(out, "{line}").unwrap();
            line = format!("{indent} *");
        }
        write!(line, " {word}").unwrap();
    }
    writeln!(out, "{line}\n{indent} */").unwrap();
}

pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A property's name, quoted if it must be.
fn property_name(name: &str) -> String {
    if name.contains('-') {
        format!("'{name}'")
    } else {
        name.to_owned()
    }
}

/// `BackingOff` as `backing-off` or `Backing_Off`.
fn with_separator(name: &str, separator: char) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(separator);
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}

/// `BackingOff` as `BACKING_OFF`.
fn constant(name: &str) -> String {
    with_separator(name, '_').to_uppercase()
}
