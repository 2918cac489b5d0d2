//! Changes the inputs of the vectors at random, and prints each with what the Rust interpreter of the protocol
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
mod vectors;

use std::io::{self, BufWriter, Write as _};
use std::{env, iter};

use serde_json::{Value, json};
use svc_embed::protocol::SessionId;

/// What means something in a filter, a path, a URL or a regular expression, and what may be confused with it.
const PIECES: &str = "a b Z 0 7 _ - + . .. / // \\ : ? # & % %20 = == \" ' ` ( ) * ! ~ $ $& { } {} [ ] , @ ä 漢 \
    \u{1f600} \t \n \r \u{b} \u{c} \0 \u{1f} \u{7f} \u{85} \u{a0} \u{2028} \u{feff} \u{fffd} {session} session \
    sessionId null true 1e+5 1E-7 -0 \\u0026 \\ud800 \\\" \\\\ f_ f_a.b f_a.b= GMT UTC de de-CH set- set-theme \
    navigate refresh svc:action: svc:event: __proto__ constructor https:// javascript: localhost 127.0.0.1 [::1] \
    :3000 light auto";

/// Longer vectors are about length, and take as much time as a hundred others.
const LONGEST: usize = 1_000;

fn main() -> io::Result<()> {
    let mut arguments = env::args().skip(1);
    let mut number = || arguments.next().and_then(|text| text.parse::<u64>().ok());
    let mut random = Random(number().unwrap_or(1));
    let count = usize::try_from(number().unwrap_or(1_000)).unwrap();
    let all: Vec<Value> =
        serde_json::from_str(include_str!("../tests/fixtures/vectors.json")).unwrap();
    // Natively there is no browser, which knows the time zones and reads a base.
    let both: Vec<_> = (all.iter())
        .filter(|one| one.get("only").is_none() && one["kind"] != "base")
        .map(|one| {
            (
                one["kind"].as_str().unwrap(),
                vectors::expand(&one["input"]),
            )
        })
        .filter(|(_, input)| input.to_string().len() < LONGEST)
        .collect();
    let mut out = BufWriter::new(io::stdout().lock());
    let changed = iter::repeat_with(|| {
        let (kind, mut input) = both[random.below(both.len())].clone();
        for _ in 0..=random.below(3) {
            random.change(kind, &mut input);
        }
        (kind, input)
    });
    for (kind, input) in changed.filter(is_expressible).take(count) {
        let output = vectors::run(kind, &input);
        let line = json!({ "kind": kind, "input": input, "output": output });
        writeln!(out, "{line}")?;
    }
    out.flush()
}

/// False for what one of the languages cannot be given: an object of JavaScript has no key twice and puts those
/// that are numbers first, and a `SessionId` is valid.
fn is_expressible((_, input): &(&str, Value)) -> bool {
    let params = input.get("params").and_then(Value::as_array);
    let mut names: Vec<_> = params.into_iter().flatten().map(|pair| &pair[0]).collect();
    let is_number = |name: &&Value| {
        name.as_str()
            .unwrap()
            .starts_with(|first: char| first.is_ascii_digit())
    };
    let has_number = names.iter().any(is_number);
    let count = names.len();
    names.sort_by_key(|name| name.as_str());
    names.dedup();
    let session = input.get("session").and_then(Value::as_str);
    !has_number && names.len() == count && session.is_none_or(|id| SessionId::new(id).is_some())
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

    /// Changes one place of the input of a vector, and keeps the shape that `vectors::run` expects of its kind.
    fn change(&mut self, kind: &str, input: &mut Value) {
        match (kind, input) {
            ("filter" | "session-id", input) => self.change_any(input),
            // A message is dropped at the first wrong part of its envelope.
            ("event", input) if self.below(4) == 0 => self.change_any(input),
            ("event", Value::Object(parts)) => {
                if let Some(payload) = parts.get_mut("payload") {
                    self.change_any(payload);
                }
            }
            ("action", Value::Array(parts)) => {
                let name = parts[0].as_str().unwrap();
                let is_zone = name.contains("timezone");
                match &mut parts[..] {
                    [_, payload] if !is_zone && self.below(4) > 0 => self.change_any(payload),
                    [Value::String(name), ..] => self.change_text(name),
                    _ => {}
                }
            }
            (_, input) => self.change_url(input),
        }
    }

    /// Changes a filter, or one text of the other parts of a URL. The base is read by the browser, which is not
    /// here.
    fn change_url(&mut self, value: &mut Value) {
        match value {
            Value::String(text) => self.change_text(text),
            Value::Array(items) if !items.is_empty() => {
                let place = self.below(items.len());
                self.change_url(&mut items[place]);
            }
            Value::Object(object) if !object.is_empty() => {
                let place = self.below(object.len());
                match object.iter_mut().nth(place).unwrap() {
                    (key, _) if ["base", "kind"].contains(&key.as_str()) => {}
                    (key, Value::Array(filters)) if key == "filters" => {
                        filters.push(json!("f_a.b=1"));
                        let place = self.below(filters.len());
                        self.change_any(&mut filters[place]);
                    }
                    (_, value) => self.change_url(value),
                }
            }
            _ => {}
        }
    }

    /// Changes, replaces, adds or removes one thing anywhere in `value`.
    fn change_any(&mut self, value: &mut Value) {
        match value {
            _ if self.below(12) == 0 => *value = self.value(2),
            Value::String(text) => self.change_text(text),
            Value::Array(items) => match self.below(items.len() + 2) {
                0 => items.push(self.value(2)),
                1 => drop(items.pop()),
                place => self.change_any(&mut items[place - 2]),
            },
            Value::Object(object) => {
                let key = object.keys().nth(self.below(object.len() + 2)).cloned();
                match key {
                    Some(key) if self.below(6) == 0 => drop(object.remove(&key)),
                    Some(key) => self.change_any(&mut object[&key]),
                    // A letter first: JavaScript puts keys that are numbers before all others.
                    None if self.below(2) == 0 => {
                        object.insert(["k", self.piece()].concat(), self.value(1));
                    }
                    None => {
                        let key = ["__proto__", "constructor", "toJSON", "length"][self.below(4)];
                        object.insert(key.into(), self.value(1));
                    }
                }
            }
            _ => *value = self.value(1),
        }
    }

    fn change_text(&mut self, text: &mut String) {
        let mut characters: Vec<String> = text.chars().map(String::from).collect();
        let place = self.below(characters.len() + 1);
        let end = (place + 1).min(characters.len());
        let new = [self.piece(), ""][self.below(4) / 3];
        let replaced = place..if self.below(2) == 0 { place } else { end };
        characters.splice(replaced, [new.to_owned()]);
        *text = characters.concat();
    }

    /// One in six is a space, which parts the others.
    fn piece(&mut self) -> &'static str {
        if self.below(6) == 0 {
            return " ";
        }
        let count = PIECES.split(' ').count();
        PIECES.split(' ').nth(self.below(count)).unwrap()
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.below(10)),
            3 => json!([-0.0, 0.5, 1.0, 1e20, 1e21, -1e-6, 1e-7, f64::MAX][self.below(8)]),
            // Random bits may be NaN or infinite, and `json!` writes those as `null`.
            4 => json!(f64::from_bits(self.next())),
            5 => json!([self.piece(), self.piece()].concat()),
            6 => (0..self.below(3)).map(|_| self.value(depth - 1)).collect(),
            _ => json!({ ["k", self.piece()].concat(): self.value(depth - 1) }),
        }
    }
}
