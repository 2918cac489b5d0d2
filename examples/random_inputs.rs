//! Prints random inputs that are nearly valid, each with what the Rust interpreter of the protocol
//! makes of it, as lines of JSON. `npm run compare` gives them to the TypeScript interpreter.
//!
//! `cargo run --example random_inputs -- <seed> <count>`. The same seed prints the same lines.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "the shared runner of the vectors is test code"
)]

#[path = "../tests/vectors/mod.rs"]
#[allow(dead_code, reason = "only the fixture's vectors are expanded")]
mod vectors;

use std::io::{self, BufWriter, Write as _};
use std::{env, iter};

use serde_json::{Map, Value, json};
use svc_embed::protocol::schema::Kind;
use svc_embed::protocol::{ActionKind, EventKind, SessionId, SurfaceKind};

/// What means something in a filter, a path, a URL or a regular expression, and what may be
/// confused with it.
const PIECES: &[&str] = &[
    "a",
    "b",
    "Z",
    "0",
    "7",
    "_",
    "-",
    "+",
    ".",
    "..",
    "/",
    "//",
    "\\",
    ":",
    "?",
    "#",
    "&",
    "%",
    "%20",
    "=",
    "==",
    " ",
    "\t",
    "\n",
    "\r",
    "\u{b}",
    "\u{c}",
    "\0",
    "\u{1f}",
    "\u{7f}",
    "\u{85}",
    "\u{a0}",
    "\u{2028}",
    "\u{feff}",
    "\u{fffd}",
    "ä",
    "漢",
    "\u{1f600}",
    "\"",
    "'",
    "`",
    "(",
    ")",
    "*",
    "!",
    "~",
    "$",
    "$&",
    "{",
    "}",
    "{}",
    "{session}",
    "session",
    "sessionId",
    "[",
    "]",
    ",",
    "null",
    "true",
    "1e+5",
    "1E-7",
    "-0",
    "\\u0026",
    "\\ud800",
    "\\\"",
    "\\\\",
    "f_",
    "f_a.b",
    "f_a.b=",
    "GMT",
    "UTC",
    "+2",
    "Europe/Berlin",
    "de",
    "de-CH",
    "set-",
    "set-theme",
    "navigate",
    "refresh",
    "svc:action:",
    "svc:event:",
    "__proto__",
    "constructor",
    "https://",
    "javascript:",
    "localhost",
    "127.0.0.1",
    "[::1]",
    ":3000",
    "@",
    "light",
    "auto",
];

/// Only zones that every browser knows: the crate asks the browser, which is not here.
const ZONES: &[&str] = &[
    "Europe/Berlin",
    "UTC",
    "Etc/GMT+5",
    "GMT",
    "UTC+2",
    "GMT+2",
    "Z",
    "+02:00",
    "",
    "Europe Berlin",
    "UTC\n",
    "GMT0\n",
    "Etc/UTC",
];

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
    let mut random = Random(number().unwrap_or(1));
    let count = number().unwrap_or(1_000);
    let mut out = BufWriter::new(io::stdout().lock());
    for _ in 0..count {
        let (kind, input) = match random.below(10) {
            0..3 => ("event", random.message()),
            3..5 => ("action", random.action()),
            5..7 => ("filter", random.filter()),
            7..9 => ("url", random.url()),
            _ if random.one_in(4) => ("session-id", random.value(2)),
            _ => ("session-id", json!(random.text(2))),
        };
        let output = vectors::run(kind, &input);
        writeln!(
            out,
            "{}",
            json!({ "kind": kind, "input": input, "output": output })
        )?;
    }
    out.flush()
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap()
    }

    fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }

    fn text(&mut self, most: usize) -> String {
        let length = self.below(most + 1);
        iter::repeat_with(|| self.pick(PIECES))
            .take(length)
            .collect()
    }

    /// `text`, often changed in one place.
    fn nearly(&mut self, text: &str) -> String {
        let mut characters: Vec<String> = text.chars().map(String::from).collect();
        let place = self.below(characters.len() + 1);
        match self.below(8) {
            0 => characters.insert(place, self.pick(PIECES).into()),
            1 if place < characters.len() => drop(characters.remove(place)),
            2 if place < characters.len() => characters[place] = self.pick(PIECES).into(),
            _ => {}
        }
        characters.concat()
    }

    /// A number. JavaScript has no whole numbers above the last one here.
    fn number(&mut self) -> Value {
        match self.below(6) {
            0 => json!(self.below(10)),
            1 => json!(-7),
            2 => json!(0.5),
            3 => json!(self.pick_number(&[0.0, -0.0, 1.0, 1e20, 1e21, -1e-6, 1e-7, f64::MAX])),
            // Any bits. `json!` makes `null` of what is no number.
            4 => json!(f64::from_bits(self.next())),
            _ => json!(9_007_199_254_740_991_u64),
        }
    }

    fn pick_number(&mut self, numbers: &[f64]) -> f64 {
        numbers[self.below(numbers.len())]
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => Value::Null,
            1 => json!(self.one_in(2)),
            2 => self.number(),
            3 => json!(self.text(4)),
            4 => (0..self.below(3)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object(self.object(depth - 1)),
        }
    }

    fn object(&mut self, depth: usize) -> Map<String, Value> {
        let length = self.below(3);
        // A letter first: JavaScript puts keys that are numbers before all others.
        let pairs = iter::repeat_with(|| (format!("k{}", self.text(1)), self.value(depth)));
        let mut object: Map<_, _> = pairs.take(length).collect();
        if self.one_in(8) {
            let key = self.pick(&["__proto__", "constructor", "toJSON", "length"]);
            object.insert(key.into(), self.value(depth));
        }
        object
    }

    /// An event with at most a few wrong parts.
    fn message(&mut self) -> Value {
        let kind = EventKind::ALL[self.below(EventKind::ALL.len())];
        let mut payload = if self.one_in(4) {
            self.object(1)
        } else {
            Map::new()
        };
        for field in kind.fields() {
            let value = match field.kind {
                Kind::String => json!(self.text(2)),
                Kind::Number => self.number(),
                Kind::Boolean => json!(self.one_in(2)),
                Kind::Any => self.value(2),
            };
            match self.below(12) {
                0 => {}
                1 => drop(payload.insert(field.key.into(), Value::Null)),
                2 => drop(payload.insert(field.key.into(), self.value(1))),
                _ => drop(payload.insert(field.key.into(), value)),
            }
        }
        if self.one_in(4) {
            let name = self.nearly("EmbedSessionExchangeError");
            payload.insert("name".into(), name.into());
            payload.insert("context".into(), self.nearly("session-renewal").into());
        }
        let name = if self.one_in(8) {
            self.nearly(kind.name())
        } else {
            kind.name().into()
        };
        let mut message = json!({
            "source": "svc-embed", "direction": "event", "type": format!("svc:event:{name}"),
            "payload": payload, "timestamp": self.number(), "surface": "app",
        });
        let keys = [
            "source",
            "direction",
            "type",
            "payload",
            "timestamp",
            "surface",
            "more",
        ];
        let key = self.pick(&keys);
        match self.below(10) {
            0 => message[key] = self.value(1),
            1 => drop(message.as_object_mut().unwrap().remove(key)),
            2 => {
                if let Some(text) = message[key].as_str().map(str::to_owned) {
                    message[key] = self.nearly(&text).into();
                }
            }
            _ => {}
        }
        message
    }

    fn action(&mut self) -> Value {
        if self.one_in(6) {
            return json!([self.text(3), self.value(2)]);
        }
        let kind = ActionKind::ALL[self.below(ActionKind::ALL.len())];
        let payload = match kind {
            ActionKind::SetColorScheme => {
                let scheme = self.pick(&["light", "dark", "auto"]);
                json!({ "scheme": self.nearly(scheme) })
            }
            ActionKind::SetLocale => json!({ "locale": self.nearly("de-CH-1996") }),
            ActionKind::SetTimezone => json!({ "timezone": self.pick(ZONES) }),
            ActionKind::SetFilter => json!({ "filterUrlParameter": self.filter() }),
            ActionKind::Navigate => json!({ "path": self.path() }),
            _ => Value::Object(self.object(2)),
        };
        let name = if self.one_in(3) {
            format!("svc:action:{}", kind.name())
        } else {
            kind.name().into()
        };
        let payload = if self.one_in(10) && !matches!(kind, ActionKind::SetTimezone) {
            self.value(2)
        } else {
            payload
        };
        json!([
            if self.one_in(6) {
                self.nearly(&name)
            } else {
                name
            },
            payload
        ])
    }

    fn filter(&mut self) -> Value {
        match self.below(4) {
            0 => {
                let mut filter = self.object(1);
                let member = self.nearly("orders.status");
                let parts = [
                    ("member", json!(member)),
                    ("value", self.value(3)),
                    ("operator", json!(self.text(2))),
                ];
                for (key, part) in parts {
                    match self.below(8) {
                        0 => {}
                        1 => drop(filter.insert(key.into(), self.value(1))),
                        _ => drop(filter.insert(key.into(), part)),
                    }
                }
                Value::Object(filter)
            }
            1 => self.value(2),
            _ => {
                let condition = match self.below(3) {
                    0 => self.text(6),
                    1 => format!("\"{}\"", self.text(6)),
                    _ => self.value(3).to_string(),
                };
                json!(self.nearly(&format!("f_orders.status={condition}")))
            }
        }
    }

    fn path(&mut self) -> String {
        let length = self.below(6);
        let start = if self.one_in(4) { "" } else { "/" };
        let pieces: String = iter::repeat_with(|| {
            let plain = [
                "a",
                "/",
                "?",
                "&",
                "=",
                "x=1",
                "{session}",
                "t={session}",
                "own",
            ];
            if self.one_in(6) {
                self.pick(PIECES)
            } else {
                self.pick(&plain)
            }
        })
        .take(length)
        .collect();
        format!("{start}{pieces}")
    }

    fn url(&mut self) -> Value {
        let surface = match self.below(4) {
            0 => json!({ "kind": "dashboard", "publicId": self.text(3) }),
            1 => json!({ "kind": "app", "deploymentId": self.below(1_000_000) }),
            2 => json!({ "kind": "chat" }),
            _ => {
                let kinds = [SurfaceKind::Dashboard, SurfaceKind::App, SurfaceKind::Chat];
                let kind = kinds[self.below(3)].as_str();
                json!({ "kind": kind, "path": self.path() })
            }
        };
        // As `Object.fromEntries` keeps them: no name twice, and no numbers, which come first.
        let mut params: Vec<(String, String)> = Vec::new();
        for _ in 0..self.below(3) {
            let name = if self.one_in(3) {
                self.text(1)
            } else {
                format!("p{}", self.text(2))
            };
            let is_number = name.starts_with(|first: char| first.is_ascii_digit());
            if !is_number && params.iter().all(|(other, _)| *other != name) {
                params.push((name, self.text(3)));
            }
        }
        let filters: Vec<Value> = (0..self.below(6) / 3).map(|_| self.filter()).collect();
        let bases = [
            "https://acme.example.com/",
            "https://acme.example.com/tenant//",
            "http://localhost:3000/",
            "https://[2001:db8::1]/?#",
            "http://acme.example.com/",
        ];
        let session = if self.one_in(3) {
            Value::Null
        } else {
            json!(self.text(3))
        };
        let is_no_id = session
            .as_str()
            .is_some_and(|id| SessionId::new(id).is_none());
        json!({
            "base": self.pick(&bases),
            "surface": surface,
            "params": params,
            "filters": filters,
            "signed": !self.one_in(3),
            "session": if is_no_id { Value::Null } else { session },
        })
    }
}
