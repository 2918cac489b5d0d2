//! The Rust client over a transport that answers by a script.

use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use svc_embed::management::client::{
    Credential, Error, HttpRequest, Options, Polling, Reqwest, ScimToken, Transport, TransportError,
};
use svc_embed::management::credential::Scheme;
use svc_embed::management::models::{
    CursorQuery, DuplicateWorkbook, EnvironmentsQuery, OffsetQuery, ReportsQuery, ScimPatch,
    ScimQuery, StartTransformSync, UserSettingsInput,
};
use svc_embed::management::{Client, Method};

use super::script::{Answer, Script, Scripted, run, script};

#[allow(clippy::unnecessary_wraps, reason = "an answer of a script")]
fn json_answer(status: u16, body: &Value) -> Scripted<'static> {
    Ok((
        status,
        vec![("content-type", "application/json")],
        Ok(body.to_string()),
    ))
}

fn options() -> Options {
    Options {
        base_url: "https://acme.example.com/".to_owned(),
        credential: Credential::AccessToken("token".to_owned()),
        ..Options::default()
    }
}

fn client<'a, 's>(script: &'a Script<'s>) -> Client<&'a Script<'s>> {
    Client::with_transport(options(), script).unwrap()
}

fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers.get(name)
}

#[test]
fn a_typed_method_reads_its_type() {
    let found =
        json!({ "data": { "deployments": [{ "id": "7", "name": "P", "created_at": "t" }] } });
    let script = script([json_answer(200, &found)]);
    let client = client(&script);
    let mut pages = client.deployments().list(OffsetQuery::default()).pages();
    let page = run(pages.next_page()).unwrap().unwrap();
    assert_eq!(page.items[0].name.as_deref(), Some("P"));
    assert!(!page.has_next_page);
    assert_eq!(run(pages.next_page()), Ok(None));
    assert_eq!(
        script.sent.borrow()[0].url,
        "https://acme.example.com/api/v1/deployments"
    );
}

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
fn a_credential_is_for_those_it_concerns_and_never_in_debug() {
    let answers = || {
        [
            json_answer(200, &json!({ "Resources": [], "totalResults": 0 })),
            json_answer(200, &json!({})),
        ]
    };
    let script = script(answers());
    let options = Options {
        credential: Credential::ApiKey("k3y".to_owned()),
        scim_token: Some(ScimToken {
            token: "s3cret".to_owned(),
            scheme: Scheme::ApiKey,
        }),
        ..options()
    };
    let written = format!("{options:?}");
    assert!(
        !written.contains("s3cret") && !written.contains("k3y"),
        "{written}"
    );
    let client = Client::with_transport(options, &script).unwrap();
    run(client
        .scim_users()
        .list(ScimQuery::default())
        .pages()
        .next_page())
    .unwrap();
    run(client.users().me().send()).unwrap();
    let sent = script.sent.borrow();
    assert_eq!(header(&sent[0], "Authorization"), Some("Api-Key s3cret"));
    assert_eq!(header(&sent[1], "Authorization"), Some("Bearer k3y"));
}

#[test]
fn an_api_key_is_refused_in_a_page() {
    let page = Script {
        page: true,
        ..script([])
    };
    for own in [
        Options {
            credential: Credential::ApiKey("k".to_owned()),
            ..options()
        },
        Options {
            scim_token: Some(ScimToken::default()),
            ..options()
        },
    ] {
        let options = Options { ..own };
        assert!(Client::with_transport(options.clone(), &page).is_err());
        let dangerously = Options {
            dangerously_allow_browser: true,
            ..options
        };
        assert!(Client::with_transport(dangerously, &page).is_ok());
    }
    assert!(Client::with_transport(options(), &page).is_ok());
}

#[test]
fn the_base_url_is_https_or_loopback() {
    let script = script([]);
    let accepts = |base_url: &str| {
        let options = Options {
            base_url: base_url.to_owned(),
            ..options()
        };
        Client::with_transport(options, &script).map_err(|error| error.field)
    };
    for good in [
        "https://acme.example.com",
        "https://acme.example.com/tenant/",
        "https://acme.example.com:8443",
        "https://[2001:db8::1]",
        "http://localhost:4000",
        "http://a.localhost",
        "http://127.0.0.2:1",
        "http://[::1]:80",
    ] {
        assert!(accepts(good).is_ok(), "{good}");
    }
    for bad in [
        "",
        "acme.example.com",
        "http://acme.example.com",
        "http://localhost.example.com",
        "https://user:pw@acme.example.com",
        "https://acme.example.com?a=1",
        "https://acme.example.com#a",
        "https://",
        "ftp://localhost",
        "http://evil.example\\@localhost",
        "http://127.0.0.1.example.com",
        "https://:443",
        "https://:x",
        "https://acme.example.com:x",
        "https://acme example.com",
        "https://acme.\u{7f}example.com",
        "https://acme.example.com/a@b",
        "https://acme.example.com/?",
        "https://acme.example.com/#",
        "https://acme.example.com\\",
    ] {
        assert_eq!(accepts(bad).err().as_deref(), Some("base_url"), "{bad}");
    }
}

#[test]
fn no_text_of_an_error_repeats_the_credential() {
    let json = "application/json";
    let echo = |status, kind: &'static str, body: &str| {
        let headers = vec![("content-type", kind), ("x-request-id", "r token")];
        Ok((status, headers, Ok(body.to_owned())))
    };
    let script = script([
        echo(500, json, "{\"error\":\"token\"}"),
        echo(200, "text/token", "token"),
        echo(200, json, "{\"list\":{\"token\":[\"token\"]}}"),
        echo(200, json, "{\"items\":[{\"api_credentials\":\"token\"}]}"),
        echo(200, json, &"token".repeat(20)),
        Err(TransportError::Network(Some(
            "Bearer token was refused".to_owned(),
        ))),
    ]);
    let client = client(&script);
    let me = || client.users().me().max_retries(0);
    let list = || client.reports().list(7, ReportsQuery::default()).pages();
    let typed = client.environments().list(7, EnvironmentsQuery::default());
    let errors = [
        run(me().send()).unwrap_err(),
        run(me().send()).unwrap_err(),
        run(list().next_page()).unwrap_err(),
        run(typed.pages().next_page()).unwrap_err(),
        run(me().max_response_bytes(50).send()).unwrap_err(),
        run(me().send()).unwrap_err(),
    ];
    for error in &errors {
        assert!(!format!("{error:?}").contains("token"), "{error:?}");
    }
    let Error::Api(refused) = &errors[0] else {
        panic!("{errors:?}")
    };
    assert_eq!(refused.request_id.as_deref(), Some("r [credential]"));
}

#[test]
fn an_answer_that_cannot_be_used_keeps_its_status_and_its_request_id() {
    let answer = |body: Value| {
        let headers = vec![
            ("content-type", "application/json"),
            ("x-request-id", "r-1 token"),
        ];
        Ok((202, headers, Ok(body.to_string())))
    };
    let script = script([
        answer(json!({ "name": 7 })),
        answer(json!({})),
        answer(json!({ "items": [], "pageInfo": { "hasNextPage": true } })),
        answer(json!({})),
        answer(json!({ "syncJobId": "s-1" })),
        answer(json!({ "status": "failed" })),
    ]);
    let client = client(&script);
    let list = || client.reports().list(7, ReportsQuery::default()).pages();
    let sync = || {
        let body = StartTransformSync::default();
        run(client.transform_sync().run(7, body, Polling::default()))
    };
    let copy = client
        .workbooks()
        .duplicate(7, 42, DuplicateWorkbook::default());
    let another_type = run(copy.send()).unwrap_err();
    let no_list = run(list().next_page()).unwrap_err();
    let mut stuck = list();
    run(stuck.next_page()).unwrap();
    let errors = [
        another_type,
        no_list,
        run(stuck.next_page()).unwrap_err(),
        sync().unwrap_err(),
        sync().unwrap_err(),
    ];
    for error in errors {
        let Error::Api(error) = error else {
            panic!("{error:?}")
        };
        let known = (error.status, error.request_id.as_deref());
        assert_eq!(known, (202, Some("r-1 [credential]")), "{error:?}");
    }
}

#[test]
fn the_texts_of_a_job_are_short_and_without_the_credential() {
    let long = "w".repeat(500_000);
    for (state, wanted) in [
        (json!({ "status": long }), "w".repeat(100) + "…"),
        (json!({ "status": "token" }), "[credential]".to_owned()),
        (
            json!({ "status": "failed", "token": "token" }),
            "failed".to_owned(),
        ),
    ] {
        let id = format!("token{}", "j".repeat(300));
        let script = script([
            json_answer(202, &json!({ "syncJobId": id })),
            json_answer(200, &state),
            json_answer(200, &json!({})),
        ]);
        let client = client(&script);
        let polling = Polling::default()
            .pause(Duration::from_millis(10))
            .limit(Duration::ZERO);
        let sync = client.transform_sync();
        let error = run(sync.run(7, StartTransformSync::default(), polling)).unwrap_err();
        assert!(!format!("{error:?}").contains("token"), "{error:?}");
        let message = error.to_string();
        assert!(
            message.ends_with(&format!("(status: {wanted}).")),
            "{message}"
        );
        let job = format!("job [credential]{}… ", "j".repeat(88));
        assert!(message.contains(&job), "{message}");
    }
    let script = script([json_answer(202, &json!({ "key": "token" }))]);
    let client = client(&script);
    let sync = client.transform_sync();
    let error = run(sync.run(7, StartTransformSync::default(), Polling::default())).unwrap_err();
    assert!(!format!("{error:?}").contains("token"), "{error:?}");
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
fn an_answer_that_may_be_empty_is_read_if_there_is_one() {
    let script = script([
        json_answer(200, &json!({ "id": "5" })),
        Ok((204, vec![], Ok(String::new()))),
        Ok((204, vec![], Ok(String::new()))),
        json_answer(404, &json!({ "error": "no such embed tenant" })),
    ]);
    let client = client(&script);
    let patch = || client.scim_users().patch("5", ScimPatch::default());
    let user = run(patch().send()).unwrap().unwrap();
    assert_eq!(user.id.as_deref(), Some("5"));
    assert_eq!(run(patch().send()), Ok(None));
    assert_eq!(run(client.embed_tenants().delete("acme").send()), Ok(()));
    let refused = run(client.embed_tenants().delete("acme").send());
    let refused = refused.unwrap_err().to_string();
    assert_eq!(refused, "embedTenants.delete: 404 no such embed tenant");
    assert_eq!(script.sent.borrow().len(), 4);
}

#[test]
fn errors_are_written_as_their_messages_and_credentials_are_not_written() {
    let script = script([
        Err(TransportError::TimedOut),
        Err(TransportError::Network(None)),
    ]);
    let client = client(&script);
    let failed = |path: &str| {
        let call = client.request(Method::Post, path, &json!({}), None);
        run(call.timeout(Duration::from_millis(5)).send())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        failed("/a"),
        "request: acme.example.com did not answer within 5 ms."
    );
    assert!(failed("/a").starts_with("request: the connection to acme.example.com failed"));
    assert!(failed("a").starts_with("path must begin with a slash"));
    for (credential, written) in [
        (Credential::None, "None"),
        (Credential::AccessToken("secret".to_owned()), "AccessToken"),
        (Credential::ApiKey("secret".to_owned()), "ApiKey"),
    ] {
        assert_eq!(format!("{credential:?}"), written);
    }
}

#[test]
fn a_request_below_scim_has_the_credential_and_the_type_of_scim() {
    let script = script([json_answer(200, &json!(1)), json_answer(200, &json!(1))]);
    let options = Options {
        credential: Credential::None,
        scim_token: Some(ScimToken {
            token: "scim".to_owned(),
            scheme: Scheme::ApiKey,
        }),
        ..options()
    };
    let client = Client::with_transport(options, &script).unwrap();
    for path in ["/api/scim/v2/Devices", "/api/v1/devices"] {
        let call = client.request(Method::Post, path, &json!({}), Some(json!({ "a": 1 })));
        assert_eq!(run(call.send()), Ok(json!(1)));
    }
    let sent = script.sent.borrow();
    let headers = |n: usize| {
        let names = ["Authorization", "Content-Type"];
        names.map(|name| header(&sent[n], name).unwrap_or_default().to_owned())
    };
    assert_eq!(headers(0), ["Api-Key scim", "application/scim+json"]);
    assert_eq!(headers(1), ["", "application/json"]);
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

/// The clock, the pauses and the chance of the transport of servers.
#[tokio::test]
async fn reqwest_waits_and_has_a_clock_and_chance() {
    let transport = Reqwest::new().unwrap();
    let wall = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        since.as_secs_f64() * 1_000.0
    };
    let started = Instant::now();
    let (before, now, after) = (wall(), transport.now_ms(), wall());
    assert!(before <= now && now <= after, "{before} {now} {after}");
    transport.sleep(Duration::from_millis(50)).await;
    let took = started.elapsed().as_millis();
    assert!((50..5_000).contains(&took), "{took} ms");
    let chances: Vec<f64> = (0..50).map(|_| transport.chance()).collect();
    assert!(chances.iter().all(|chance| (0.0..1.0).contains(chance)));
    let low = chances.iter().filter(|chance| **chance < 0.5).count();
    assert!((1..50).contains(&low), "{chances:?}");
    let different: std::collections::HashSet<u64> =
        chances.iter().map(|one| one.to_bits()).collect();
    assert!(different.len() > 40, "{chances:?}");
}

thread_local! {
    /// What the client logged in this thread, which is that of one test.
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Logged;

impl log::Log for Logged {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let line = format!("{}: {}", record.level(), record.args());
        LINES.with_borrow_mut(|lines| lines.push(line));
    }

    fn flush(&self) {}
}

/// What was logged of an operation, in the order of the calls.
fn logged(operation: &str) -> Vec<String> {
    let of = |line: &&String| line.contains(&format!(" {operation}:"));
    LINES.with_borrow(|lines| lines.iter().filter(of).cloned().collect())
}

fn log_all() {
    // The first test of the process sets it.
    let _ = log::set_logger(&Logged);
    log::set_max_level(log::LevelFilter::Debug);
}

#[test]
fn a_deprecated_feature_is_logged_once_for_a_client() {
    log_all();
    let theme = json!({ "light": {}, "palette": {} });
    let old = json!({ "data": [{ "id": 1 }], "count": 1 });
    let answers = [json!({}), json!({}), theme.clone(), theme, old.clone(), old];
    let script = script(answers.map(|body| json_answer(200, &body)));
    let client = client(&script);
    for _ in 0..2 {
        let settings = UserSettingsInput {
            last_seen_changelog_id: Some(json!(7)),
            ..UserSettingsInput::default()
        };
        run(client.users().update_my_settings(settings).send()).unwrap();
    }
    for _ in 0..2 {
        run(client.app().retrieve_theme().send()).unwrap();
    }
    for _ in 0..2 {
        let mut folders = client.folders().list(7, CursorQuery::default()).pages();
        run(folders.next_page()).unwrap();
    }
    let warnings = |operation: &str| {
        let lines = logged(operation).into_iter();
        lines
            .filter(|line| line.starts_with("WARN"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        warnings("users.updateMySettings"),
        [
            "WARN: users.updateMySettings: lastSeenChangelogId is deprecated: the service ignores it."
        ]
    );
    assert_eq!(warnings("app.retrieveTheme").len(), 1);
    assert_eq!(warnings("folders.list").len(), 1);
}

#[test]
fn a_base_url_with_the_beginning_of_each_path_is_logged() {
    log_all();
    let script = script([]);
    for base_url in [
        "https://acme.example.com/api/v1/",
        "https://acme.example.com/api/v1/proxy",
    ] {
        let options = Options {
            base_url: base_url.to_owned(),
            ..options()
        };
        Client::with_transport(options, &script).unwrap();
    }
    let lines = LINES.with_borrow(Clone::clone);
    let warned: Vec<_> = (lines.iter().filter(|line| line.contains("base_url"))).collect();
    assert_eq!(
        warned,
        [
            "WARN: base_url ends with /api/v1, which the path of an operation has in it already. Did you mean 'https://acme.example.com'?"
        ]
    );
}

#[test]
fn each_try_and_each_retry_is_logged_without_a_credential() {
    log_all();
    let script = script([
        Err(TransportError::Network(Some("token refused".to_owned()))),
        Ok((503, vec![], Err(None))),
        json_answer(200, &json!(1)),
    ]);
    let client = client(&script);
    run(client.regions().list().pages().next_page()).unwrap_err();
    let lines = logged("regions.list");
    assert_eq!(
        lines,
        [
            "DEBUG: regions.list: the connection to acme.example.com failed before the answer was complete ([credential] refused).",
            "INFO: regions.list: trying again in 500ms",
            "DEBUG: regions.list: GET 503",
            "INFO: regions.list: trying again in 1s",
            "DEBUG: regions.list: GET 200",
        ]
    );
}

/// A storm: the service is down, and a program goes on calling.
fn requests_of_a_storm(calls: usize, retry_budget: u32) -> usize {
    let down = (0..calls * 3).map(|_| Ok((503, vec![], Ok(String::new()))));
    let script = script(down);
    let own = Options {
        retry_budget,
        ..options()
    };
    let client = Client::with_transport(own, &script).unwrap();
    for _ in 0..calls {
        run(client.users().me().send()).unwrap_err();
    }
    let sent = script.sent.borrow();
    sent.len()
}

#[test]
fn the_calls_of_a_client_do_not_multiply_while_the_service_is_down() {
    let standard = Options::default().retry_budget;
    assert_eq!(requests_of_a_storm(1_000, u32::MAX), 3_000);
    // All calls, the whole budget, and one retry for ten calls.
    assert_eq!(requests_of_a_storm(1_000, standard), 1_000 + 20 + 99);
    assert_eq!(requests_of_a_storm(1_000, 0), 1_000);
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

/// A transport that wraps another one, and has a span for each request.
struct Spans<'a> {
    inner: &'a Script<'static>,
    open: RefCell<u32>,
    ended: RefCell<Vec<String>>,
}

/// Ends the span of a request, also if its call is dropped.
struct Span<'a>(&'a Spans<'a>, String);

impl Drop for Span<'_> {
    fn drop(&mut self) {
        *self.0.open.borrow_mut() -= 1;
        self.0.ended.borrow_mut().push(std::mem::take(&mut self.1));
    }
}

impl Transport for &Spans<'_> {
    type Response = Answer<'static>;

    async fn send(
        &self,
        request: HttpRequest,
        limit: Duration,
    ) -> Result<Answer<'static>, TransportError> {
        *self.open.borrow_mut() += 1;
        let mut span = Span(self, "dropped".to_owned());
        if request.url.ends_with("/pods") {
            std::future::pending::<()>().await;
        }
        let outcome = (&self.inner).send(request, limit).await;
        span.1 = match &outcome {
            Ok(answer) => answer.status.to_string(),
            Err(error) => format!("{error:?}"),
        };
        outcome
    }

    async fn sleep(&self, pause: Duration) {
        (&self.inner).sleep(pause).await;
    }

    fn now_ms(&self) -> f64 {
        (&self.inner).now_ms()
    }

    fn chance(&self) -> f64 {
        1.0
    }

    fn is_page(&self) -> bool {
        false
    }
}

#[test]
fn a_transport_that_wraps_another_sees_the_end_of_each_request() {
    let script = script([
        Ok((503, vec![], Err(None))),
        Err(TransportError::TimedOut),
        Ok((302, vec![("location", "/elsewhere")], Err(None))),
        json_answer(200, &json!(1)),
    ]);
    let spans = Spans {
        inner: &script,
        open: RefCell::default(),
        ended: RefCell::default(),
    };
    let client = Client::with_transport(options(), &spans).unwrap();
    assert_eq!(run(client.users().me().send()), Ok(json!(1)));
    {
        // A call that nobody awaits to its end.
        let mut pages = client.deployments().list_pods(7).pages();
        let mut pods = pin!(pages.next_page());
        let mut context = Context::from_waker(Waker::noop());
        assert!(pods.as_mut().poll(&mut context).is_pending());
        assert_eq!(*spans.open.borrow(), 1);
    }
    assert_eq!(*spans.open.borrow(), 0);
    let ended = spans.ended.borrow();
    assert_eq!(*ended, ["503", "TimedOut", "302", "200", "dropped"]);
}
