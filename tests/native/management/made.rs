//! Makes the call of an exchange of `tests/fixtures/exchanges.json` with the Rust client, over whatever transport.

use std::time::Duration;

use serde_json::{Map, Value, json};
use svc_embed::management::client::{
    Call, Credential, Error, HttpResponse as _, Options, PathParameter, Polling, ScimToken,
    Transport,
};
use svc_embed::management::credential::Scheme;
use svc_embed::management::{Client, Method};

pub fn options(given: &Value) -> Options {
    let text = |key: &str| given[key].as_str().map(str::to_owned);
    let scheme = match given["scimScheme"].as_str() {
        Some("Api-Key") => Scheme::ApiKey,
        _ => Scheme::Bearer,
    };
    let credential = None
        .or(text("accessToken").map(Credential::AccessToken))
        .or(text("apiKey").map(Credential::ApiKey));
    let scim_token = text("scimToken").map(|token| ScimToken { token, scheme });
    let standard = Options::default();
    let budget = given["retryBudget"].as_u64();
    let pairs = |key: &str| {
        let members = given[key].as_object().into_iter().flatten();
        let pair =
            |(name, value): (&String, &Value)| (name.clone(), value.as_str().unwrap().to_owned());
        members.map(pair).collect()
    };
    Options {
        base_url: text("baseUrl").unwrap_or("https://acme.example.com".to_owned()),
        credential: credential.unwrap_or_default(),
        scim_token,
        retry_budget: budget.map_or(standard.retry_budget, |most| most.try_into().unwrap()),
        headers: pairs("headers"),
        paths: pairs("paths"),
        ..standard
    }
}

/// Sets the options of a call.
fn with_options<'a, T: Transport, G>(mut call: Call<'a, T, G>, given: &Value) -> Call<'a, T, G> {
    for (key, value) in given["query"].as_object().into_iter().flatten() {
        call = call.query(key, value.clone());
    }
    for (name, value) in given["headers"].as_object().into_iter().flatten() {
        call = match value.as_str() {
            Some(value) => call.header(name, value),
            None => call.without_header(name),
        };
    }
    if let Some(key) = given["idempotencyKey"].as_str() {
        call = call.idempotency_key(key);
    }
    if let Some(retries) = given["maxRetries"].as_u64() {
        call = call.max_retries(retries.try_into().unwrap());
    }
    if let Some(bytes) = given["maxResponseBytes"].as_u64() {
        call = call.max_response_bytes(bytes);
    }
    call
}

pub async fn made<T: Transport>(client: &Client<T>, call: &Value) -> Result<Value, Error> {
    let id = call["id"].as_str().unwrap();
    let given = &call["options"];
    let input = call.get("input").cloned().unwrap_or(json!({}));
    let method = call["method"].as_str().and_then(Method::from_name);
    let parameters = call["parameters"].as_array().into_iter().flatten();
    let parameters: Vec<PathParameter> = parameters
        .map(|parameter| match parameter {
            Value::String(text) => text.as_str().into(),
            number => number.as_i64().unwrap().into(),
        })
        .collect();
    if id == "request" {
        let body = call.get("input").cloned();
        let path = call["path"].as_str().unwrap();
        let made = client.request(method.unwrap(), path, &json!({}), body);
        return with_options(made, given).send().await;
    }
    if let Some(namespace) = id.strip_suffix(".run") {
        return worked(client, namespace, input, given).await;
    }
    match call["how"].as_str() {
        Some("items") => {
            let made = client.call_list(id, parameters, &input)?;
            let mut pages = with_options(made, given).pages();
            let mut items = Vec::new();
            while let Some(item) = pages.next_item().await? {
                items.push(item);
            }
            Ok(items.into())
        }
        Some("file") => {
            let made = client.call(id, parameters, &input)?;
            let response = with_options(made, given).response().await?;
            Ok(response.text().await.unwrap_or_default().into())
        }
        _ => {
            let made = client.call(id, parameters, &input)?;
            let made = match method {
                Some(method) => made.method(method),
                None => made,
            };
            with_options(made, given).send().await
        }
    }
}

async fn worked<T: Transport>(
    client: &Client<T>,
    namespace: &str,
    input: Value,
    given: &Value,
) -> Result<Value, Error> {
    let mut polling = Polling::default();
    if let Some(pause) = given["pollMs"].as_f64() {
        polling = polling.pause(Duration::from_secs_f64(pause / 1_000.0));
    }
    if let Some(limit) = given["limitMs"].as_f64() {
        polling = polling.limit(Duration::from_secs_f64(limit / 1_000.0));
    }
    match namespace {
        "dashboardExports" => {
            let body = serde_json::from_value(input).unwrap();
            let file = client.dashboard_exports().run(7, body, polling).await?;
            Ok(file.text().await.unwrap_or_default().into())
        }
        "transformSync" => {
            let body = serde_json::from_value(input).unwrap();
            client.transform_sync().run(7, body, polling).await
        }
        _ => {
            let body = serde_json::from_value(input).unwrap();
            client.metric_view_previews().run(7, body, polling).await
        }
    }
}

/// What the Rust client says in the names of its language, and how the npm client says it.
const WORDS: [(&str, &str); 8] = [
    (
        "must be something that serde writes as a JSON object",
        "must be an object, a Map or a URLSearchParams",
    ),
    (
        "must be a string, a finite number, a boolean or an array of these",
        "must be a string, a finite number, a boolean, a date or an array of these",
    ),
    ("`base_url`", "baseUrl"),
    ("base_url", "baseUrl"),
    ("`max_response_bytes`", "maxResponseBytes"),
    ("access_token", "accessToken"),
    ("api_key", "apiKey"),
    ("scim_token", "scimToken"),
];

/// A text of the Rust client in the words of the file.
fn in_npm_words(text: &str) -> String {
    let replace = |text: String, (rust, npm): &(&str, &str)| text.replace(rust, npm);
    WORDS.iter().fold(text.to_owned(), replace)
}

/// An error as the file describes it.
pub fn described_error(error: &Error) -> Value {
    let name = |name: &str| format!("{name}Error");
    match error {
        Error::Invalid(error) => json!({
            "name": "InvalidRequestError", "field": in_npm_words(&error.field), "message": in_npm_words(&error.message),
        }),
        Error::Api(error) => json!({
            "name": name(&format!("{:?}", error.class)),
            "status": error.status,
            "code": error.code,
            "operation": error.operation,
            "body": error.body,
            "message": in_npm_words(&error.message),
        }),
        Error::Connection { operation, message } => json!({
            "name": "ConnectionError", "operation": operation, "message": in_npm_words(message),
        }),
        Error::Timeout { operation, message } => json!({
            "name": "TimeoutError", "operation": operation, "message": in_npm_words(message),
        }),
        other => panic!("{other:?}"),
    }
}

/// Numbers as floats: JSON has one kind of them.
pub fn plain(value: &Value) -> Value {
    match value {
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(plain).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, member)| (key.clone(), plain(member)))
            .collect::<Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}
