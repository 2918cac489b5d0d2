//! The exchanges that both clients must reproduce: `tests/fixtures/exchanges.json`. The npm client
//! plays the same in `e2e/management/exchanges.test.mjs`.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};
use svc_embed::management::Client;
use svc_embed::management::client::{HttpRequest, Options, Polling, TransportError};
use svc_embed::management::models::StartTransformSync;

use super::made::{described_error, made, options, plain};
use super::script::{Script, Scripted, run, script};
use crate::protocol_properties::decode;

/// A response of the file as the script answers it.
fn scripted(response: &Value) -> Scripted<'_> {
    let text = |key: &str| response[key].as_str().map(str::to_owned);
    if let Some(why) = text("fails") {
        return Err(TransportError::Network(Some(why)));
    }
    let headers = response["headers"].as_object().into_iter().flatten();
    let headers = headers.filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
    let body = match text("cut") {
        Some(why) => Err(Some(why)),
        None => Ok(text("body").unwrap_or_default()),
    };
    let status = response["status"].as_u64().unwrap();
    Ok((status.try_into().unwrap(), headers.collect(), body))
}

/// A request as the file describes it.
fn described(request: &HttpRequest) -> Value {
    let (url, query) = request.url.split_once('?').unwrap_or((&request.url, ""));
    let query = query.split('&').filter(|pair| !pair.is_empty());
    let mut query: Vec<String> = query.map(decode).collect();
    query.sort_by(|a, b| a.encode_utf16().cmp(b.encode_utf16()));
    let headers = request.headers.iter();
    let headers: Map<String, Value> = headers
        .map(|(name, value)| (name.to_lowercase(), value.into()))
        .collect();
    let body = request.body.as_deref();
    json!({
        "method": request.method.as_str(),
        "url": url,
        "query": query,
        "headers": headers,
        "cookies": request.include_cookies,
        "body": body.map(|body| serde_json::from_str::<Value>(body).unwrap()),
    })
}

/// What the client does, as the file describes it.
fn played(exchange: &Value) -> Value {
    let responses = exchange["responses"].as_array().unwrap();
    let script = Script {
        clock_ms: exchange["clock"].as_f64().unwrap(),
        chance: exchange["chance"].as_f64().unwrap(),
        ..script(responses.iter().map(scripted))
    };
    let outcome = match Client::with_transport(options(&exchange["options"]), &script) {
        Ok(client) => run(made(&client, &exchange["call"])),
        Err(wrong) => Err(wrong.into()),
    };
    let requests: Vec<Value> = script.sent.borrow().iter().map(described).collect();
    let pauses = script.slept.borrow();
    let pauses: Vec<f64> = pauses
        .iter()
        .map(|pause| pause.as_secs_f64() * 1_000.0)
        .collect();
    let mut played = json!({ "requests": requests, "pauses": pauses });
    match outcome {
        Ok(result) => played["result"] = result,
        Err(error) => played["error"] = described_error(&error),
    }
    played
}

#[test]
fn every_exchange_is_reproduced() {
    let file = include_str!("../../fixtures/exchanges.json");
    let exchanges: Vec<Value> = serde_json::from_str(file).unwrap();
    assert!(exchanges.len() >= 200, "{}", exchanges.len());
    let mut wrong = Vec::new();
    for exchange in &exchanges {
        let played = played(exchange);
        for key in ["requests", "pauses", "result", "error"] {
            let (left, right) = (plain(&played[key]), plain(&exchange[key]));
            if left != right {
                wrong.push(format!("{}: {key}\n  {left}\n  {right}", exchange["name"]));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// A server on loopback that answers by a script. Returns its address; joining its thread returns the
/// requests: the first line, the headers, and the body.
fn serve(responses: Vec<Value>) -> (String, JoinHandle<Vec<[String; 3]>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let answers = move || {
        responses
            .iter()
            .map(|response| answer(&listener, response))
            .collect()
    };
    (address, std::thread::spawn(answers))
}

fn answer(listener: &TcpListener, response: &Value) -> [String; 3] {
    let (mut stream, _) = listener.accept().unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut line = || {
        let mut bytes = Vec::new();
        reader.read_until(b'\n', &mut bytes).unwrap();
        bytes.into_iter().map(char::from).collect::<String>()
    };
    let first = line().trim().to_owned();
    let head: Vec<String> =
        std::iter::from_fn(|| Some(line()).filter(|line| line != "\r\n")).collect();
    let head = head.concat().to_lowercase();
    let length = head
        .split_once("content-length: ")
        .map_or("0", |(_, rest)| rest);
    let mut body = vec![0; length.lines().next().unwrap().trim().parse().unwrap()];
    reader.read_exact(&mut body).unwrap();
    if response["hangs"] == true {
        // Until the client cuts the request off. Otherwise the test fails by its error.
        let patience = Duration::from_secs(10);
        stream.set_read_timeout(Some(patience)).unwrap();
        assert_eq!(reader.read(&mut [0]).unwrap(), 0, "the request is cut off");
        return [first, head, String::from_utf8(body).unwrap()];
    }
    let text = response["body"].as_str().unwrap();
    let length = text.len();
    write!(stream, "HTTP/1.1 {} X\r\n", response["status"]).unwrap();
    for (name, value) in response["headers"].as_object().unwrap() {
        write!(stream, "{name}: {}\r\n", value.as_str().unwrap()).unwrap();
    }
    write!(
        stream,
        "Content-Length: {length}\r\nConnection: close\r\n\r\n{text}"
    )
    .unwrap();
    [first, head, String::from_utf8(body).unwrap()]
}

/// True if a server on loopback can play an exchange: without pauses, dates, faults and other hosts.
fn is_local(exchange: &Value) -> bool {
    let responses = exchange["responses"].as_array().unwrap();
    let is_near = |response: &Value| {
        let location = response["headers"]["location"].as_str().unwrap_or_default();
        response["status"].is_u64()
            && response["body"].is_string()
            && response["headers"]["retry-after"].is_null()
            // The server writes its own.
            && response["headers"]["content-length"].is_null()
            && !location.contains("//")
    };
    let base_url = &exchange["options"]["baseUrl"];
    let is_usual = base_url.is_null() || base_url == "https://acme.example.com/tenant/";
    exchange["pauses"] == json!([]) && is_usual && responses.iter().all(is_near)
}

/// The same over reqwest and a real connection.
#[test]
fn exchanges_are_reproduced_over_reqwest() {
    let file = include_str!("../../fixtures/exchanges.json");
    let exchanges: Vec<Value> = serde_json::from_str(file).unwrap();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let mut played = 0;
    for exchange in exchanges.iter().filter(|exchange| is_local(exchange)) {
        let name = &exchange["name"];
        let (address, server) = serve(exchange["responses"].as_array().unwrap().clone());
        let given = options(&exchange["options"]);
        let base_url = given.base_url.replace("https://acme.example.com", &address);
        let outcome = match Client::with_reqwest(Options { base_url, ..given }) {
            Ok(client) => runtime.block_on(made(&client, &exchange["call"])),
            Err(wrong) => Err(wrong.into()),
        };
        match outcome {
            Ok(result) => assert_eq!(plain(&result), plain(&exchange["result"]), "{name}"),
            Err(error) => {
                let error = described_error(&error);
                assert_eq!(plain(&error), plain(&exchange["error"]), "{name}");
            }
        }
        let sent = server.join().unwrap();
        let wanted = exchange["requests"].as_array().unwrap();
        assert_eq!(sent.len(), wanted.len(), "{name}");
        for ([first, head, body], wanted) in sent.iter().zip(wanted) {
            let path = wanted["url"].as_str().unwrap();
            let path = path.strip_prefix("https://acme.example.com").unwrap();
            let method = wanted["method"].as_str().unwrap();
            assert!(
                first.starts_with(&format!("{method} {path}")),
                "{name}: {first}"
            );
            for (header, value) in wanted["headers"].as_object().unwrap() {
                let line = format!("{header}: {}\r\n", value.as_str().unwrap()).to_lowercase();
                assert!(head.contains(&line), "{name}: {head}");
            }
            let body = serde_json::from_str(body).unwrap_or(Value::Null);
            assert_eq!(plain(&body), plain(&wanted["body"]), "{name}");
        }
        played += 1;
    }
    assert!(played >= 200, "{played}");
}

#[test]
fn a_poll_that_hangs_is_cut_off_at_the_limit_of_the_run() {
    let json = |body: &Value| json!({ "status": 200, "headers": {}, "body": body.to_string() });
    let (base_url, server) = serve(vec![
        json(&json!({ "syncJobId": "s-1", "branchName": "b", "workflowId": "w" })),
        json(&json!({ "status": "queued" })),
        json!({ "hangs": true }),
        json(&json!({})),
    ]);
    let client = Client::with_reqwest(Options {
        base_url,
        ..Options::default()
    });
    let client = client.unwrap();
    let polling = Polling::default()
        .pause(Duration::from_millis(1))
        .limit(Duration::from_secs(2));
    let started = Instant::now();
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let sync = client.transform_sync();
    let outcome = runtime.block_on(sync.run(7, StartTransformSync::default(), polling));
    let took = started.elapsed();
    let message = "transformSync.run: job s-1 did not end within 2000 ms (status: queued).";
    assert_eq!(outcome.unwrap_err().to_string(), message);
    assert!(took >= Duration::from_millis(1_990), "{took:?}");
    // The limit of a poll is a minute.
    assert!(took < Duration::from_secs(30), "{took:?}");
    let sent = server.join().unwrap();
    let methods = sent
        .iter()
        .map(|[first, ..]| first.split(' ').next().unwrap());
    let methods: Vec<&str> = methods.collect();
    assert_eq!(methods, ["POST", "GET", "GET", "DELETE"]);
}
