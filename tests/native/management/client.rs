//! The Rust client over a transport that answers by a script.

use std::time::Duration;

use serde_json::{Value, json};
use svc_embed::management::client::Options;
use svc_embed::management::models::ReportsQuery;
use svc_embed::management::{Client, Method};

use super::script::{Script, client, header, json_answer, options, run, script};

#[test]
fn a_list_is_fetched_as_it_is_read_and_no_further() {
    let page = |from: u64, next: Option<&str>| {
        let reports: Vec<Value> = (from..from + 2)
            .map(|n| json!({ "name": n.to_string() }))
            .collect();
        let info = json!({ "hasNextPage": next.is_some(), "endCursor": next });
        json_answer(200, &json!({ "items": reports, "pageInfo": info }))
    };
    let script = script([page(0, Some("a")), page(2, Some("b")), page(4, None)]);
    let client = client(&script);
    let query = ReportsQuery {
        first: Some(2),
        after: Some("start".to_owned()),
        ..ReportsQuery::default()
    };
    let mut list = client.reports().list(7, query).pages();
    for wanted in ["0", "1", "2"] {
        let report = run(list.next_item()).unwrap().unwrap();
        assert_eq!(report.name.as_deref(), Some(wanted));
    }
    drop(list);
    let urls: Vec<String> = script
        .sent
        .borrow()
        .iter()
        .map(|sent| sent.url.clone())
        .collect();
    assert_eq!(urls.len(), 2, "the third page was not asked for");
    assert!(
        urls[0].ends_with("/reports?after=start&first=2"),
        "{}",
        urls[0]
    );
    assert!(urls[1].ends_with("/reports?after=a&first=2"), "{}", urls[1]);
}

#[test]
fn a_list_of_empty_pages_ends_after_a_thousand() {
    let page = |n: u32| {
        let info = json!({ "hasNextPage": true, "endCursor": format!("c-{n}") });
        json_answer(200, &json!({ "items": [], "pageInfo": info }))
    };
    let script = script((0..1_001).map(page));
    let client = client(&script);
    let mut reports = client.reports().list(7, ReportsQuery::default()).pages();
    let error = run(reports.next_item()).unwrap_err();
    assert!(error.to_string().contains("1000 empty pages"), "{error}");
    assert_eq!(script.sent.borrow().len(), 1_000);
    assert_eq!(run(reports.next_item()), Ok(None));
}

/// The time limit is that of a try, with all its redirects.
#[test]
fn a_redirect_begins_no_new_time_limit() {
    let to = |path: &'static str| Ok((302, vec![("location", path)], Err(None)));
    let script = Script {
        takes_ms: 400.5,
        ..script([to("/a"), to("/b"), to("/c"), json_answer(200, &json!(1))])
    };
    let client = client(&script);
    let call = client
        .users()
        .me()
        .timeout(Duration::from_secs(1))
        .max_retries(0);
    assert_eq!(run(call.send()), Ok(json!(1)));
    let limits = [1_000_000, 599_500, 199_000, 0].map(Duration::from_micros);
    assert_eq!(*script.limits.borrow(), limits);
}

#[test]
fn each_call_that_acts_gets_an_idempotency_key_if_the_client_says_so() {
    let answers = [(); 3].map(|()| json_answer(200, &json!(1)));
    let script = script(answers);
    let options = Options {
        idempotency_keys: true,
        ..options()
    };
    let client = Client::with_transport(options, &script).unwrap();
    for method in [Method::Post, Method::Get, Method::Put] {
        let call = client.request(method, "/a", &json!({}), None);
        assert_eq!(run(call.send()), Ok(json!(1)));
    }
    let sent = script.sent.borrow();
    // The script's chance is always 1, whose bits of chance are all 0.
    let key = "0".repeat(39);
    assert_eq!(header(&sent[0], "Idempotency-Key"), Some(key.as_str()));
    assert_eq!(header(&sent[1], "Idempotency-Key"), None);
    assert_eq!(header(&sent[2], "Idempotency-Key"), None);
}

#[test]
fn an_input_that_json_cannot_write_is_an_error_and_is_not_sent() {
    let script = script([]);
    let client = client(&script);
    let input = std::collections::BTreeMap::from([((1, 2), 3)]);
    let call = client.call("users.create", vec![], &input).unwrap();
    let error = run(call.send()).unwrap_err();
    assert_eq!(error.to_string(), "input cannot be written as JSON.");
    // A number that JSON does not have cannot even be put into a typed input.
    assert_eq!(serde_json::Number::from_f64(f64::NAN), None);
}
