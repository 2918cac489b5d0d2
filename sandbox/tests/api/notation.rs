//! The values of the tables: JSON whose names and texts need no quotes.

use serde_json::{Map, Number, Value};

/// Reads a table's line from its start to its end.
pub struct Reader<'t> {
    pub rest: &'t str,
}

impl<'t> Reader<'t> {
    pub fn new(line: &'t str) -> Self {
        let rest = line.trim();
        Self { rest }
    }

    /// True if this comes next, which is passed then.
    pub fn take(&mut self, start: &str) -> bool {
        let after = self.rest.strip_prefix(start);
        self.rest = after.map_or(self.rest, str::trim_start);
        after.is_some()
    }

    /// What comes before the next blank.
    pub fn word(&mut self) -> &'t str {
        let (word, rest) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        self.rest = rest.trim_start();
        word
    }

    /// What comes before the next one of these letters.
    pub fn until(&mut self, ends: &[char]) -> &'t str {
        let (text, rest) = self
            .rest
            .split_at(self.rest.find(ends).unwrap_or(self.rest.len()));
        self.rest = rest;
        text.trim()
    }

    pub fn value(&mut self) -> Value {
        if self.take("{") {
            let mut fields = Map::new();
            while !self.take("}") {
                let name = self.name();
                assert!(self.take(":"), "no colon after {name}: {}", self.rest);
                fields.insert(name, self.value());
                self.take(",");
            }
            return fields.into();
        }
        if self.take("[") {
            let mut values = Vec::new();
            while !self.take("]") {
                values.push(self.value());
                self.take(",");
            }
            return std::iter::repeat_n(values, self.times())
                .flatten()
                .collect();
        }
        if self.rest.starts_with('"') {
            return self.text().into();
        }
        match self.until(&[',', ']', '}', ' ']) {
            "" => panic!("no value: {}", self.rest),
            word => {
                self.rest = self.rest.trim_start();
                let number = serde_json::from_str::<Number>(word).map(Value::Number);
                number.unwrap_or_else(|_| match word {
                    "true" => true.into(),
                    "false" => false.into(),
                    "null" => Value::Null,
                    text => text.into(),
                })
            }
        }
    }

    fn name(&mut self) -> String {
        if self.rest.starts_with('"') {
            self.text()
        } else {
            self.until(&[':']).to_owned()
        }
    }

    /// A text in quotes. `"x"*3` is three times as long, and so is `[x]*3`.
    pub fn text(&mut self) -> String {
        let mut texts = serde_json::Deserializer::from_str(self.rest).into_iter::<String>();
        let text = texts
            .next()
            .unwrap()
            .unwrap_or_else(|_| panic!("no text: {}", self.rest));
        self.rest = &self.rest[texts.byte_offset()..];
        text.repeat(self.times())
    }

    /// What follows a text or a list: `*3` if it is there three times, else once.
    fn times(&mut self) -> usize {
        let times = self.rest.strip_prefix('*').map_or(1, |rest| {
            self.rest = rest;
            self.until(&[',', ']', '}', ' ', '>']).parse().unwrap()
        });
        self.rest = self.rest.trim_start();
        times
    }
}

/// Why a value has not the form of a pattern; `None` if it has. A pattern has the fields that count, and lists
/// are as long as those of the pattern. `absent` is no value, `_` any but null, `#3` a list of three, `~text` a
/// value with this text in it, and `$name` what is known by this name, or is from now on.
pub fn misfit(value: &Value, pattern: &Value, known: &mut Map<String, Value>) -> Option<String> {
    let wrong = || Some(format!("{value} is not {pattern}"));
    match pattern {
        Value::Object(fields) => fields.iter().find_map(|(name, pattern)| {
            let found = value.get(name);
            if pattern == "absent" {
                return found.map(|found| format!("{name} is {found}"));
            }
            misfit(found.unwrap_or(&Value::Null), pattern, known)
                .map(|why| format!("{name}: {why}"))
        }),
        Value::Array(patterns) => match value {
            Value::Array(values) if values.len() == patterns.len() => {
                let mut pairs = values.iter().zip(patterns);
                pairs.find_map(|(value, pattern)| misfit(value, pattern, known))
            }
            _ => wrong(),
        },
        Value::String(text) if text == "_" => value.is_null().then(|| "it is missing".to_owned()),
        Value::String(text) if text.starts_with('~') => {
            if value.to_string().contains(&text[1..]) {
                None
            } else {
                wrong()
            }
        }
        Value::String(text) if text.starts_with('#') => {
            let count = value.as_array().map(|values| values.len().to_string());
            if count.as_deref() == Some(&text[1..]) {
                None
            } else {
                wrong()
            }
        }
        Value::String(text) if text.starts_with('$') => {
            let kept = known.entry(&text[1..]).or_insert_with(|| value.clone());
            if kept == value {
                None
            } else {
                Some(format!("{value} is not {kept}"))
            }
        }
        Value::Number(number) if number.as_f64() == value.as_f64() => None,
        pattern if pattern == value => None,
        _ => wrong(),
    }
}

/// What a pointer leads to. `*` is each value of a list, or of an object.
pub fn at(value: &Value, pointer: &str) -> Value {
    let Some((before, after)) = pointer.split_once("/*") else {
        return value.pointer(pointer).cloned().unwrap_or_default();
    };
    match value.pointer(before) {
        Some(Value::Array(values)) => values.iter().map(|value| at(value, after)).collect(),
        Some(Value::Object(fields)) => fields.values().map(|value| at(value, after)).collect(),
        _ => Value::Null,
    }
}
