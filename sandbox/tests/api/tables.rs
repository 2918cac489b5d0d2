//! Plays `tests/tables/`: requests, who asks, what is answered, and what is then stored.
//!
//! A line with `==` is a statement, with a sandbox of its own. Its requests are `WHO METHOD PATH BODY STATUS`
//! and what the answer has. A line that begins with a blank asks the one above again: it may name another
//! caller or method, a part that follows the path (`?first=2`, `?&after=x`, `?filter="a text"`, `+/logs`), and another body, or `^` for the same.
//!
//! - A caller is one of the demonstration data, `nobody`, `host` (the other origin), or a name after `who`.
//! - `7/…` are the paths of deployment 7, `build/…` those of its build API, `scim/…` those of SCIM, and others
//!   are below `/api/v1/`, unless they begin with a slash. `<Name: value>` is a header. A text in quotes is a
//!   body as it is; other bodies are JSON, see `notation.rs`.
//! - Then what the answer has: a pattern, `=` and the whole of it, a pointer with the pattern there
//!   (`/items/*/id [1, 2]`), `"a text"` of it, `@"a header"`; `!` before these two: not.
//!
//! Before the first request, `seed PLACE VALUE` changes the demonstration data, `seed PLACE + ROW` adds to them,
//! `seed = VALUE` takes their place, and `option NAME VALUE` starts the sandbox otherwise. `clock 5m` moves the
//! clock, `faults {…}` sets faults, `jobs 1m` is how long each job lasts. `pages WHO PATH` reads a list page by
//! page: together they are the whole list. `open NAME QUERY` opens the socket of an embed page. The socket confirms
//! each message that has a number. `heard NAME PATTERN` is the next message that it receives.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};
use svc_sandbox::Options;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio_websockets::{ClientBuilder, Message};

use crate::notation::{Reader, at, misfit};
use crate::support::{ADMIN, Answer, SCOPED, Sandbox, USER, VIEWER, options, raw_request, text};

/// A sandbox, what is known of it by name, the sockets of its embeds, and the request above.
pub struct Stage {
    pub sandbox: Sandbox,
    pub known: Map<String, Value>,
    sockets: HashMap<String, UnboundedReceiver<Value>>,
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

/// For what always comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays each statement of a file. Panics with those that do not hold.
async fn play(file: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let mut broken = Vec::new();
    let numbered: Vec<(usize, &str)> = (1..).zip(text.lines()).collect();
    for statement in numbered.chunk_by(|_, (_, next)| !next.starts_with("== ")) {
        if let Err(why) = Stage::set(statement.iter().copied()).await {
            broken.push(format!(
                "broken: {}\n  {file}:{why}",
                statement[0].1.trim_start_matches("== ")
            ));
        }
    }
    assert!(broken.is_empty(), "\n{}", broken.join("\n"));
}

/// Changes what seeds the sandbox, or how it starts.
fn set_up(line: &str, seed: &mut Value, options: &mut Options) {
    let mut reader = Reader::new(line);
    match (reader.word(), reader.word()) {
        ("seed", "=") => *seed = reader.value(),
        ("seed", place) => {
            let place = format!("/{}", place.trim_start_matches('/'));
            let (holder, name) = place.rsplit_once('/').unwrap();
            let holder = seed.pointer_mut(holder).expect(&place);
            let place = match name.parse::<usize>() {
                Ok(index) => &mut holder[index],
                Err(_) => &mut holder[name],
            };
            if !reader.take("+ ") {
                *place = reader.value();
            } else if let Some(rows) = place.as_array_mut() {
                rows.push(reader.value());
            } else {
                *place = json!([reader.value()]);
            }
        }
        (_, name) => option(options, name, &mut reader),
    }
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
    /// A sandbox in which these lines, with their numbers, hold.
    pub async fn set(lines: impl Iterator<Item = (usize, &str)>) -> Result<Self, String> {
        let lines = lines.filter(|(_, line)| {
            let line = line.trim();
            !line.is_empty() && !line.starts_with('#') && !line.starts_with("==")
        });
        let mut lines = lines.peekable();
        let (mut seed, mut options) = (svc_sandbox::demonstration(), options());
        while let Some((_, line)) = lines.next_if(|(_, line)| is_setup(line)) {
            set_up(line, &mut seed, &mut options);
        }
        let seed = Some(seed);
        let mut stage = Self {
            sandbox: Sandbox::with(Options { seed, ..options }).await,
            known: Map::new(),
            sockets: HashMap::new(),
            above: Request::default(),
        };
        for (number, line) in lines {
            let held = stage.line(line).await;
            held.map_err(|why| format!("{number}: {}\n  {why}", line.trim()))?;
        }
        Ok(stage)
    }

    /// The token of a new session: signed by these fields of session generation, or private.
    async fn session(&self, generate: Option<Value>) -> String {
        let opened = match generate {
            None => {
                let body = json!({ "surface": "dashboard" });
                self.sandbox
                    .ask("", "POST", "/embed/api/session", body)
                    .await
            }
            Some(body) => {
                let path = "/api/v1/embed/generate-session";
                let minted = self.sandbox.ask(ADMIN, "POST", path, body).await.json(200);
                self.sandbox.exchange(&text(&minted, "sessionId")).await
            }
        };
        text(&opened.json(200), "token")
    }

    /// Reads a list page by page.
    async fn pages(&self, who: &str, path: &str) -> Result<(), String> {
        let get = async |query: String| {
            let path = format!("{path}?{query}");
            let answer = self.sandbox.ask(self.key(who), "GET", &path, ()).await;
            answer.json(200)
        };
        let (mut items, mut after) = (Vec::new(), String::new());
        loop {
            let page = get(format!("first=1{after}")).await;
            let info = &page["pageInfo"];
            // The deprecated fields are beside the present ones.
            let fits = info["hasPreviousPage"] == !items.is_empty()
                && page["data"] == page["items"]
                && page["pagination"]["offset"] == items.len();
            items.extend(page["items"].as_array().unwrap().iter().cloned());
            let is_last = info["hasNextPage"] == false;
            if !fits || (is_last && page["count"] != items.len()) {
                return Err(page.to_string());
            }
            if is_last {
                let whole = get("first=100".to_owned()).await;
                let is_whole = items.len() > 1 && json!(items) == whole["items"];
                return is_whole.then_some(()).ok_or_else(|| whole.to_string());
            }
            after = format!("&after={}", text(info, "endCursor"));
        }
    }

    /// The socket of an embed page.
    async fn open(&self, query: &str) -> UnboundedReceiver<Value> {
        let address = format!("{}/embed/api/clock{query}", self.sandbox.running.tenant);
        let address = address.replace("http", "ws").parse().unwrap();
        let (mut socket, _) = ClientBuilder::from_uri(address).connect().await.unwrap();
        let (sender, receiver) = unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(message)) = socket.next().await {
                let Some(said) = message.as_text() else {
                    return;
                };
                let said: Value = serde_json::from_str(said).unwrap();
                let sent = format!("sent {}", said["id"]);
                if said["id"].is_u64() && socket.send(Message::text(sent)).await.is_err() {
                    return;
                }
                let _ = sender.send(said);
            }
        });
        receiver
    }

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
                    self.sandbox.faults(change).await;
                    return Ok(());
                }
                Some("pages") => {
                    reader.word();
                    return self
                        .pages(reader.word(), &self.filled(&full(reader.word())))
                        .await;
                }
                Some("open") => {
                    reader.word();
                    let name = reader.word().to_owned();
                    let socket = self.open(reader.word()).await;
                    self.sockets.insert(name, socket);
                    return Ok(());
                }
                Some("heard") => {
                    reader.word();
                    let socket = self.sockets.get_mut(reader.word()).unwrap();
                    let next = tokio::time::timeout(PATIENCE, socket.recv()).await;
                    let message = next.map_err(|_| "nothing")?.ok_or("its end")?;
                    let why = misfit(&message, &reader.value(), &mut self.known);
                    return why.map_or(Ok(()), Err);
                }
                Some("who") => {
                    reader.word();
                    let name = reader.word();
                    let key = match reader.word() {
                        "private" => self.session(None).await,
                        "session" => self.session(Some(reader.value())).await,
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
                    let value = if reader.rest.starts_with('"') {
                        reader.text()
                    } else {
                        self.filled(reader.until(&['>']))
                    };
                    reader.take(">");
                    request.headers.push((name, value));
                }
                '?' => {
                    let query = reader.until(&[' ', '"']);
                    let query = query
                        .strip_prefix("?&")
                        .map_or_else(|| query.to_owned(), |more| format!("&{more}"));
                    request.path = format!("{}{query}", self.above.path);
                    if reader.rest.starts_with('"') {
                        let text = reader.text();
                        let encoded = utf8_percent_encode(&text, NON_ALPHANUMERIC);
                        request.path = format!("{}{encoded}", request.path);
                    }
                    reader.rest = reader.rest.trim_start();
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

    /// The key of a caller.
    pub fn key(&self, who: &str) -> &str {
        match who {
            "ada" => ADMIN,
            "ben" => USER,
            "vic" => VIEWER,
            "scoped" => SCOPED,
            "nobody" | "host" => "",
            name => self.known[name].as_str().unwrap(),
        }
    }

    async fn send(&self, request: &Request) -> Answer {
        let key = self.key(&request.who);
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

fn full(path: &str) -> String {
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
