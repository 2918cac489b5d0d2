//! `npm run generate`: writes the files that follow from the declarations in Rust, such as `npm/src/core/`
//! and `docs/protocol.md`. The test of this program compares them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "a program of the build may end by panicking"
)]

/// `writeln!` for a `String`, which cannot fail.
macro_rules! line {
    ($out:expr, $($part:tt)*) => {{
        use std::fmt::Write as _;
        writeln!($out, $($part)*).unwrap();
    }};
}

/// `write!` for a `String`.
macro_rules! text {
    ($out:expr, $($part:tt)*) => {{
        use std::fmt::Write as _;
        write!($out, $($part)*).unwrap();
    }};
}

mod components;
mod core;
mod management;
mod markdown;
mod tables;
mod typescript;

use std::fs;
use std::path::PathBuf;

use svc_declaration::with_separator;

/// The files, by their paths from the root of the repository.
#[derive(Default)]
pub struct Files(Vec<(String, String)>);

impl Files {
    pub fn add(&mut self, path: &str, text: &str) {
        self.0.push((path.to_owned(), text.to_owned()));
    }

    fn all() -> Self {
        let mut files = Self::default();
        components::add_to(&mut files);
        core::add_to(&mut files);
        management::add_to(&mut files);
        markdown::add_to(&mut files);
        tables::add_to(&mut files);
        typescript::add_to(&mut files);
        files
    }
}

fn in_repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

fn main() {
    for (path, text) in Files::all().0 {
        fs::write(in_repository(&path), text).unwrap();
    }
}

#[test]
fn every_generated_file_is_current() {
    let Files(files) = Files::all();
    let outdated: Vec<_> = (files.iter())
        .filter(|(path, text)| fs::read_to_string(in_repository(path)).ok().as_ref() != Some(text))
        .map(|(path, _)| path)
        .collect();
    assert!(
        files.len() > 20 && outdated.is_empty(),
        "run `npm run generate`: {outdated:?}"
    );
}

/// A `JSDoc` comment, wrapped at 100 columns.
pub fn comment(out: &mut String, indent: &str, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let one_line = format!("{indent}/** {} */", words.join(" "));
    if one_line.chars().count() <= 100 {
        line!(out, "{one_line}");
        return;
    }
    line!(out, "{indent}/**");
    let mut line = format!("{indent} *");
    for word in words {
        if line.chars().count() + 1 + word.chars().count() > 100 {
            line!(out, "{line}");
            line = format!("{indent} *");
        }
        text!(line, " {word}");
    }
    line!(out, "{line}\n{indent} */");
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

/// `BackingOff` as `BACKING_OFF`.
fn constant(name: &str) -> String {
    with_separator(name, '_').to_uppercase()
}

/// `can_mint` as `canMint`, and `dashboard-loaded` as `dashboardLoaded`.
fn camel(name: &str) -> String {
    let mut words = name.split(['_', '-']);
    let first = words.next().unwrap().to_owned();
    words.fold(first, |camel, word| {
        let (initial, rest) = word.split_at(1);
        camel + &initial.to_uppercase() + rest
    })
}
