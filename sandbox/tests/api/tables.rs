//! Plays `tests/tables/`: requests, who asks, what is answered, and what is then stored.
//!
//! A line with `==` is a statement, with a sandbox of its own. Its requests are `WHO METHOD PATH BODY STATUS`
//! and what the answer has. A line that begins with a blank asks the one above again: it may name another
//! caller or method, a part that follows the path (`?first=2`, `?&after=x`, `+/logs`), and another body, or `^` for the same.
//!
//! - A caller is one of the demonstration data, `nobody`, `host` (the other origin), or a name after `who`.
//! - `7/…` are the paths of deployment 7, `build/…` those of its build API, `scim/…` those of SCIM, and others
//!   are below `/api/v1/`, unless they begin with a slash. `<Name: value>` is a header. A text in quotes is a
//!   body as it is; other bodies are JSON, see `notation.rs`.
//! - Then what the answer has: a pattern, `=` and the whole of it, a pointer with the pattern there
//!   (`/items/*/id [1, 2]`), `"a text"` of it, `@"a header"`; `!` before these two: not.
//!
//! Before the first request, `seed PLACE VALUE` changes the demonstration data, `seed TABLE + ROW` adds to them,
//! `seed = VALUE` takes their place, and `option NAME VALUE` starts the sandbox otherwise. `clock 5m` moves the
//! clock, `faults {…}` sets faults, `jobs 1m` is how long each job lasts.

use std::path::PathBuf;

use serde_json::{Map, Value, json};
use svc_sandbox::Options;

use crate::notation::{Reader, at, misfit};
use crate::support::{ADMIN, Answer, SCOPED, Sandbox, USER, VIEWER, options, raw_request};

/// A sandbox, what is known of it by name, and the request above.
struct Stage {
    sandbox: Sandbox,
    known: Map<String, Value>,
    above: Request,
}

#[derive(Clone, Default)]
struct Request {
    who: String,
    method: String,
    path: String,
    headers: Vec<(String, String)>,
    body: Option<Body>,
}

#[derive(Clone)]
enum Body {
    Json(Value),
    Text(String),
}

/// Plays each statement of a file. Panics with those that do not hold.
async fn play(file: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut broken = Vec::new();
    let numbered: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    for statement in numbered.chunk_by(|_, (_, next)| !next.starts_with("== ")) {
        let lines = statement.iter().filter(|(_, line)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#') && !line.starts_with("==")
        });
        if let Err(why) = hold(lines.copied()).await {
            broken.push(format!(
                "broken: {}\n  {file}:{why}",
                statement[0].1.trim_start_matches("== ")
            ));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

async fn hold(lines: impl Iterator<Item = (usize, &str)>) -> Result<(), String> {
    let mut lines = lines.peekable();
    let (mut seed, mut options) = (svc_sandbox::demonstration(), options());
    while let Some((_, line)) = lines.next_if(|(_, line)| is_setup(line)) {
        let mut reader = Reader::new(line);
        match (reader.word(), reader.word()) {
            ("seed", "=") => seed = reader.value(),
            ("seed", table) if reader.take("+ ") => {
                seed[table].as_array_mut().unwrap().push(reader.value());
            }
            ("seed", place) => {
                let (holder, name) = place.rsplit_once('/').unwrap();
                let holder = seed.pointer_mut(holder).expect(place);
                match name.parse::<usize>() {
                    Ok(index) => holder[index] = reader.value(),
                    Err(_) => holder[name] = reader.value(),
                }
            }
            ("option", name) => option(&mut options, name, &mut reader),
            _ => unreachable!(),
        }
    }
    let seed = Some(seed);
    let sandbox = Sandbox::with(Options { seed, ..options }).await;
    let (known, above) = (Map::new(), Request::default());
    let mut stage = Stage {
        sandbox,
        known,
        above,
    };
    for (number, line) in lines {
        stage
            .line(line)
            .await
            .map_err(|why| format!("{number}: {}\n  {why}", line.trim()))?;
    }
    Ok(())
}

fn is_setup(line: &str) -> bool {
    line.starts_with("seed ") || line.starts_with("option ")
}

fn option(options: &mut Options, name: &str, reader: &mut Reader<'_>) {
    match name {
        "strict" => options.strict = true,
        "signedIn" => options.signed_in = true,
        "www" => options.www = None,
        "controlToken" => options.control_token = Some(reader.word().to_owned()),
        _ => panic!("no option {name}"),
    }
}

/// A time such as `22h30m`, in milliseconds.
fn milliseconds(text: &str) -> i64 {
    let units = [
        ("d", 86_400_000),
        ("h", 3_600_000),
        ("m", 60_000),
        ("s", 1_000),
    ];
    let parts = text.split_inclusive(|letter: char| !letter.is_ascii_digit());
    parts.fold(0, |sum, part| {
        let (number, unit) = part.split_at(part.len() - 1);
        let (_, ms) = units
            .into_iter()
            .find(|(name, _)| *name == unit)
            .expect(text);
        sum + number.parse::<i64>().unwrap() * ms
    })
}

impl Stage {
    async fn line(&mut self, line: &str) -> Result<(), String> {
        let mut reader = Reader::new(line);
        if !line.starts_with(' ') {
            match line.split(' ').next() {
                Some("clock") => {
                    reader.word();
                    self.sandbox.advance(milliseconds(reader.word())).await;
                    return Ok(());
                }
                Some(kind @ ("faults" | "jobs")) => {
                    reader.word();
                    let change = match kind {
                        "jobs" => json!({ "jobs": { "durationMs": milliseconds(reader.word()) } }),
                        _ => reader.value(),
                    };
                    let answer = self.sandbox.faults(change).await;
                    return if answer.status == 200 {
                        Ok(())
                    } else {
                        Err(answer.body)
                    };
                }
                Some("who") => {
                    reader.word();
                    let name = reader.word();
                    let key = match reader.word() {
                        "private" => self.sandbox.private().await.key,
                        "session" => self.sandbox.embed(reader.value()).await.key,
                        key => self.filled(key),
                    };
                    self.known.insert(name.to_owned(), key.into());
                    return Ok(());
                }
                _ => {
                    self.above = Request {
                        who: reader.word().to_owned(),
                        method: reader.word().to_owned(),
                        path: full(reader.word()),
                        ..Request::default()
                    };
                    // The first of several requests may be on the next line.
                    if reader.rest.is_empty() {
                        return Ok(());
                    }
                }
            }
        }
        let request = self.request(&mut reader);
        let status: u16 = reader
            .word()
            .parse()
            .map_err(|_| format!("no status: {line}"))?;
        let answer = self.send(&request).await;
        if answer.status != status {
            return Err(format!("{} {}", answer.status, answer.body));
        }
        self.check(&answer, reader)
            .map_err(|why| format!("{why}\n  {}\n  {}", answer.headers, answer.body))
    }

    /// The request of a line whose caller, method and path are those above unless it names others. Only the body
    /// of a request is kept for the next.
    fn request(&mut self, reader: &mut Reader<'_>) -> Request {
        let mut request = self.above.clone();
        request.body = None;
        loop {
            let next = reader.rest.chars().next().unwrap_or_default();
            match next {
                '{' | '[' => request.body = Some(Body::Json(filled(reader.value(), &self.known))),
                '"' => request.body = Some(Body::Text(reader.text())),
                '^' => {
                    reader.take("^");
                    request.body.clone_from(&self.above.body);
                }
                '<' => {
                    reader.take("<");
                    let name = reader.until(&[':']).to_owned();
                    reader.take(":");
                    let value = self.filled(reader.until(&['>']));
                    reader.take(">");
                    request.headers.push((name, value));
                }
                '?' => {
                    let query = reader.word();
                    let query = query
                        .strip_prefix("?&")
                        .map_or_else(|| query.to_owned(), |more| format!("&{more}"));
                    request.path = format!("{}{query}", self.above.path);
                }
                '+' => request.path = format!("{}{}", self.above.path, &reader.word()[1..]),
                'A'..='Z' => reader.word().clone_into(&mut request.method),
                'a'..='z' | '$' => reader.word().clone_into(&mut request.who),
                _ => break,
            }
        }
        self.above.body.clone_from(&request.body);
        request
    }

    /// A text in which each `$name` is what is known by it.
    fn filled(&self, text: &str) -> String {
        let mut parts = text.split('$');
        let mut filled = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|letter: char| !letter.is_ascii_alphanumeric());
            let (name, rest) = part.split_at(end.unwrap_or(part.len()));
            let value = match name {
                "host" => self.sandbox.running.host.clone().into(),
                "tenant" => self.sandbox.running.tenant.clone().into(),
                name => self
                    .known
                    .get(name)
                    .cloned()
                    .unwrap_or_else(|| panic!("no {name} is known")),
            };
            let value = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            filled = format!("{filled}{value}{rest}");
        }
        filled
    }

    async fn send(&self, request: &Request) -> Answer {
        let key = match request.who.as_str() {
            "ada" => ADMIN,
            "ben" => USER,
            "vic" => VIEWER,
            "scoped" => SCOPED,
            "nobody" | "host" => "",
            name => self.known[name].as_str().unwrap(),
        };
        let (running, path) = (&self.sandbox.running, self.filled(&request.path));
        let origin = if request.who == "host" {
            &running.host
        } else {
            &running.tenant
        };
        let mut headers = request.headers.clone();
        let has = |name: &str| request.headers.iter().any(|(known, _)| known == name);
        if !key.is_empty() && !has("Authorization") {
            headers.push(("Authorization".to_owned(), format!("Bearer {key}")));
        }
        let body = match &request.body {
            None => String::new(),
            Some(Body::Text(text)) => text.clone(),
            Some(Body::Json(value)) => {
                if !has("Content-Type") {
                    headers.push(("Content-Type".to_owned(), "application/json".to_owned()));
                }
                value.to_string()
            }
        };
        let headers: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        raw_request(origin, &request.method, &path, &headers, body.as_bytes()).await
    }

    fn check(&mut self, answer: &Answer, mut reader: Reader<'_>) -> Result<(), String> {
        let json: Value = serde_json::from_str(&answer.body).unwrap_or_default();
        while !reader.rest.is_empty() {
            let (not, header) = (reader.take("!"), reader.take("@"));
            match reader.rest.chars().next() {
                Some('"') => {
                    let part = self.filled(&reader.text());
                    let place = if header {
                        &answer.headers
                    } else {
                        &answer.body
                    };
                    let part = if header { part.to_lowercase() } else { part };
                    if place.contains(&part) == not {
                        return Err(format!(
                            "{}: {part}",
                            if not { "it has" } else { "it lacks" }
                        ));
                    }
                }
                Some('=') => {
                    reader.take("=");
                    let whole = filled(reader.value(), &self.known);
                    if whole != json {
                        return Err(format!("it is not {whole}"));
                    }
                }
                Some('/') => {
                    let pointer = self.filled(reader.word());
                    let pattern = reader.value();
                    let found = at(&json, &pointer);
                    let why = misfit(&found, &pattern, &mut self.known);
                    why.map_or(Ok(()), |why| Err(format!("{pointer}: {why}")))?;
                }
                _ => {
                    let pattern = reader.value();
                    misfit(&json, &pattern, &mut self.known).map_or(Ok(()), Err)?;
                }
            }
        }
        Ok(())
    }
}

/// The value in which each text `$name` is what is known by it.
pub fn filled(value: Value, known: &Map<String, Value>) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix('$') {
            Some(name) => known
                .get(name)
                .cloned()
                .unwrap_or_else(|| panic!("no {name} is known")),
            None => text.into(),
        },
        Value::Array(values) => values
            .into_iter()
            .map(|value| filled(value, known))
            .collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields
                .map(|(name, value)| (name, filled(value, known)))
                .collect()
        }
        value => value,
    }
}

pub fn full(path: &str) -> String {
    let start = match path.split('/').next() {
        Some("") => "",
        Some("build") => return path.replacen("build", "/build/api/v1/deployments/7", 1),
        Some("scim") => return path.replacen("scim", "/api/scim/v2", 1),
        Some(id) if id.parse::<i64>().is_ok() => "/api/v1/deployments/",
        _ => "/api/v1/",
    };
    format!("{start}{path}")
}

macro_rules! tables {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            play(concat!("tests/tables/", stringify!($name), ".txt")).await;
        }
    )*};
}
tables! {
    builds clone comments credentials dashboards deployments embedding faults jobs lists pages placements rights scim
    tokens users values workspace
}
