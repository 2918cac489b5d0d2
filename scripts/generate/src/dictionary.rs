//! `fuzz/dict/protocol.dict`: the protocol's words, which libFuzzer puts into the inputs of every target.

use std::collections::BTreeSet;

use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::{ActionKind, EventKind, names};

use super::Files;

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    files.add("fuzz/dict/protocol.dict", &dictionary());
}

fn dictionary() -> String {
    let mut words: BTreeSet<String> = names::ALL.iter().map(|name| name.2.to_owned()).collect();
    words.extend(
        [
            "direction",
            "payload",
            "source",
            "surface",
            "timestamp",
            "type",
        ]
        .map(quoted),
    );
    for kind in EventKind::ALL {
        words.insert(format!("{}{}", names::EVENT_PREFIX, kind.name()));
        words.extend(kind.fields().iter().map(|field| quoted(field.key)));
        let known = kind.documentation().fields.iter().flat_map(|it| it.known);
        words.extend(known.map(|value| quoted(value)));
    }
    for kind in ActionKind::ALL {
        words.insert(format!("{}{}", names::ACTION_PREFIX, kind.name()));
        if let PayloadSpec::Field { key, .. } = kind.payload() {
            words.insert(quoted(key));
        }
    }
    let mut out = String::from(
        "# Generated from src/protocol by `npm run generate`; change the declarations there.\n",
    );
    for word in words {
        line!(out, "\"{}\"", escaped(&word));
    }
    out
}

/// As it is written in JSON.
fn quoted(word: &str) -> String {
    format!("\"{word}\"")
}

/// As libFuzzer reads it: a quotation mark and a backslash are written as bytes.
fn escaped(word: &str) -> String {
    word.replace('\\', "\\x5c").replace('"', "\\x22")
}
