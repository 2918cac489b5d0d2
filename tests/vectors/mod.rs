//! The Rust interpreter of the protocol as one function over JSON. `npm/tests/vectors.mjs` has the
//! same function over the TypeScript interpreter, and `tests/fixtures/vectors.json` holds both to
//! the same results. Included by path, because native tests, browser tests and an example use it.

use serde_json::{Map, Value, json};
use svc_embed::Error;
use svc_embed::protocol::{
    Action, BaseUrl, EmbedUrl, Event, EventMessage, Filter, SessionId, Surface, SurfaceKind,
};

/// What the protocol makes of `input`.
///
/// # Panics
/// If there is no such kind, or the types of the crate cannot express the input.
pub fn run(kind: &str, input: &Value) -> Value {
    match kind {
        "event" => event(input),
        "action" => action(input).unwrap_or_else(error),
        "filter" => filter(input).unwrap_or_else(error),
        "url" => url(input).unwrap_or_else(error),
        "frame" => frame(input).unwrap_or_else(error),
        "base" => base(input).unwrap_or_else(error),
        "session-id" => json!(input.as_str().and_then(SessionId::new).is_some()),
        _ => panic!("there is no kind {kind:?}"),
    }
}

fn event(message: &Value) -> Value {
    match EventMessage::from_json(message.clone()) {
        Ok(EventMessage {
            event: Event::Unknown { .. },
            ..
        }) => json!({ "event": "unknown" }),
        Ok(EventMessage {
            event: Event::Error(error),
            ..
        }) if error.is_session_rejection() => json!({ "event": "error", "rejection": true }),
        Ok(EventMessage { event, .. }) => json!({ "event": event.name() }),
        Err(refusal) => json!({ "dropped": refusal.as_str() }),
    }
}

fn action(input: &Value) -> Result<Value, Error> {
    let action = Action::parse(text(&input[0]), input[1].clone())?;
    Ok(json!({
        "type": action.to_json(0.0)["type"],
        "payload": action.payload(),
        "key": action.key(),
        "lasts": action.lasts(),
    }))
}

fn filter(input: &Value) -> Result<Value, Error> {
    Filter::from_json(input).map(|filter| json!(filter.parameter()))
}

fn base(input: &Value) -> Result<Value, Error> {
    BaseUrl::parse(text(input)).map(|base| json!(base.origin()))
}

fn url(input: &Value) -> Result<Value, Error> {
    let base = BaseUrl::parse(text(&input["base"]))?;
    let surface = surface(&input["surface"]);
    let params: Vec<(String, String)> = list(&input["params"])
        .iter()
        .map(|pair| (text(&pair[0]).to_owned(), text(&pair[1]).to_owned()))
        .collect();
    let is_signed = input["signed"] == true;
    // The npm package reads the filters last, so that of two errors it reports the other one.
    EmbedUrl::new(&base, &surface, &params, &[], is_signed)?;
    let filters: Vec<Filter> = list(&input["filters"])
        .iter()
        .map(Filter::from_json)
        .collect::<Result<_, _>>()?;
    let url = EmbedUrl::new(&base, &surface, &params, &filters, is_signed)?;
    let session = input["session"].as_str().and_then(SessionId::new);
    Ok(json!(url.with_session(session.as_ref())))
}

/// What is loaded into an iframe of the page's own: null if nothing, and false if it is not adopted.
fn frame(input: &Value) -> Result<Value, Error> {
    let base = BaseUrl::parse(text(&input["base"]))?;
    let src = text(&input["src"]);
    let url = if input["surface"].is_object() {
        let params: Vec<(String, String)> = list(&input["params"])
            .iter()
            .map(|pair| (text(&pair[0]).to_owned(), text(&pair[1]).to_owned()))
            .collect();
        let url = EmbedUrl::new(&base, &surface(&input["surface"]), &params, &[], true)?;
        if !url.admits(src, parsed) {
            return Ok(json!(false));
        }
        Some(url)
    } else {
        EmbedUrl::of_dashboard(&base, src)
    };
    let id = SessionId::new("new");
    Ok(json!(url.map(|url| url.with_session(id.as_ref()))))
}

/// A URL as the platform's parser writes it.
fn parsed(url: String) -> String {
    #[cfg(target_family = "wasm")]
    return web_sys::Url::new(&url).map_or(url, |parsed| parsed.href());
    #[cfg(not(target_family = "wasm"))]
    return url::Url::parse(&url).map_or(url, Into::into);
}

fn surface(surface: &Value) -> Surface {
    let kind = text(&surface["kind"]);
    if let Some(path) = surface["path"].as_str() {
        return Surface::at(SurfaceKind::from(kind.to_owned()), path);
    }
    match kind {
        "dashboard" => Surface::dashboard(text(&surface["publicId"])),
        "app" => Surface::app(surface["deploymentId"].as_u64().unwrap()),
        "chat" => Surface::chat(),
        _ => panic!("a surface without a path has no other kind"),
    }
}

#[expect(clippy::needless_pass_by_value, reason = "the argument of `map_err`")]
fn error(error: Error) -> Value {
    json!({ "error": error.code().as_str(), "name": error.npm_name() })
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// The input that `value` describes. So that the file stays short and no parser of JSON reaches its
/// greatest depth, it has `{"$repeat": [text, count]}`, `{"$concat": [text, …]}` and
/// `{"$nest": [value, depth]}`, which puts the value into that many objects.
pub fn expand(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(expand).collect(),
        Value::Object(object) => {
            if let Some(parts) = object.get("$repeat") {
                let count = parts[1].as_u64().unwrap().try_into().unwrap();
                return text(&parts[0]).repeat(count).into();
            }
            if let Some(parts) = object.get("$concat") {
                let parts: Vec<Value> = list(parts).iter().map(expand).collect();
                return parts.iter().map(text).collect::<String>().into();
            }
            if let Some(parts) = object.get("$nest") {
                let depth = parts[1].as_u64().unwrap();
                return (0..depth).fold(expand(&parts[0]), |inner, _| json!({ "a": inner }));
            }
            let expanded = object
                .iter()
                .map(|(key, value)| (key.clone(), expand(value)));
            expanded.collect::<Map<_, _>>().into()
        }
        other => other.clone(),
    }
}
