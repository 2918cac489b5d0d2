//! Random inputs of callers, services and pages that mean harm. Wherever there is a reference that is not
//! the code itself, it decides: the parser of the crate `url` is that of browsers.

use std::future::{Ready, ready};
use std::pin::pin;
use std::sync::LazyLock;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{StatusCode, request::Parts};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use svc_embed::management::client::{Credential, Options};
use svc_embed::management::failure::{self, Answer, Class, LONGEST_BODY};
use svc_embed::management::page::{self, Asked, LONGEST_CURSOR, MOST_EMPTY_PAGES, Next, Seen};
use svc_embed::management::redirect::{MAX_REDIRECTS, Redirect, follow};
use svc_embed::management::request::{Input, target};
use svc_embed::management::retry::{self, Failure, LONGEST_RETRY_AFTER, Situation};
use svc_embed::management::{Client, Method, OPERATIONS};
use svc_embed::protocol::names::SESSION_HEADER;
use svc_embed::server::{Authorized, SessionEndpoint};
use svc_sandbox::fuzzing::{scim_filter, scim_patch};
use url::{Host, Url};

/// Texts joined from parts of a URL, so that a few of them are nearly right.
fn address() -> impl Strategy<Value = String> {
    const PARTS: &str = "https:// http:// // acme.example app.example.com localhost 127.0.0.1 [::1] evil.example \
        :8443 :443 @ u:p@ / \\ . .. %2e %2F ? # a=b { {name} } é xn-- 127.0.0.1k \t";
    let parts: Vec<_> = PARTS.split(' ').collect();
    let part = prop_oneof![9 => select(parts).prop_map(str::to_owned), 1 => any::<String>()];
    vec(part, 0..9).prop_map(|parts| parts.concat())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Whatever the caller gives, a request goes to the base URL or below it, with the whole query.
    #[test]
    fn a_request_stays_below_the_base_url(
        operation in 0..OPERATIONS.len(),
        path in option::of(address().prop_map(|path| format!("/{path}"))),
        parameters in vec(address().prop_map(Value::from), 0..4),
        query in vec((address(), address()), 0..3),
    ) {
        const BASE: &str = "https://acme.example/base";
        let operation = &OPERATIONS[operation];
        let query: Map<_, _> = query.into_iter().map(|(key, value)| (key, value.into())).collect();
        let path = path.as_deref();
        let input = Input { path, parameters: &parameters, query: &query };
        let Ok(target) = target(operation, input) else { return Ok(()) };
        let url = Url::parse(&[BASE, &target].concat()).unwrap();
        prop_assert_eq!(url.origin(), Url::parse(BASE).unwrap().origin());
        prop_assert!(url.path().starts_with("/base/") && url.fragment().is_none(), "{}", url);
        // A parameter is one segment, or several if the operation says so.
        let segments = url.path().split('/').count() - 1;
        let wanted = operation.path.split('/').count();
        prop_assert!(path.is_some() || segments == wanted || operation.has_sub_path(), "{}", url);
        let sent: Vec<_> = url.query_pairs().map(|(key, _)| key.into_owned()).collect();
        prop_assert!(query.keys().all(|key| sent.contains(key)), "{}", url);
    }

    /// The credential and a write stay with their origin, and only a file may come from another one.
    #[test]
    fn a_redirect_takes_no_credential_to_a_stranger(
        from in select(&["https://acme.example/api?a=1", "https://acme.example:8443", "http://localhost:4601/api"]),
        status in 300_u16..310,
        method in select(&[Method::Get, Method::Head, Method::Post, Method::Put]),
        followed in 0_u32..8,
        location in address(),
        is_file: bool,
    ) {
        let redirect = Redirect { status, method, from, location: &location, is_file, followed };
        let Ok(step) = follow(redirect) else { return Ok(()) };
        prop_assert!(followed < MAX_REDIRECTS);
        let (to, own) = (Url::parse(&step.url).unwrap(), Url::parse(from).unwrap());
        prop_assert_eq!(to.as_str(), &step.url, "written as a parser writes it");
        let reads = matches!(step.method, Method::Get | Method::Head);
        prop_assert!(to.origin() == own.origin() || is_file && reads && !step.with_credentials, "{}", to);
        prop_assert!(to.username().is_empty() && to.password().unwrap_or_default().is_empty());
        prop_assert!(to.scheme() == "https" || is_loopback(&to), "{} is not secure", to);
        prop_assert!(is_loopback(&to) <= (own.scheme() == "http"), "{} is internal", to);
    }

    /// `Retry-After`: seconds, a date, or anything. The reference writes the date day by day.
    #[test]
    fn a_date_in_retry_after_is_read_as_it_is_written(
        seconds in 0_u64..253_402_300_800,
        text in "0{0,3}[0-9]{1,4}|[ -~]*",
    ) {
        let situation = |now: u64| {
            #[expect(clippy::cast_precision_loss, reason = "seconds of some thousand years")]
            let now_ms = now as f64 * 1_000.0;
            Situation { retries: 0, max_retries: 1, method: Method::Get, has_idempotency_key: false, now_ms, chance: 1.0 }
        };
        let pause = |text: &str, now| {
            let failure = Failure::Status { status: 429, retry_after: Some(text.to_owned()) };
            retry::pause(&failure, situation(now))
        };
        prop_assert_eq!(pause(&date(seconds), seconds), Some(Duration::ZERO));
        let earlier = seconds.saturating_sub(30);
        prop_assert_eq!(pause(&date(seconds), earlier), Some(Duration::from_secs(seconds - earlier)));
        match text.trim_ascii().parse::<u64>() {
            Ok(wanted) if !text.contains('+') => {
                let wanted = Duration::from_secs(wanted);
                prop_assert_eq!(pause(&text, 0), (wanted <= LONGEST_RETRY_AFTER).then_some(wanted));
            }
            _ => prop_assert!(pause(&text, 0).is_none_or(|pause| pause <= LONGEST_RETRY_AFTER)),
        }
    }

    /// A service may repeat the credential anywhere in an answer with an error, also where it is cut.
    #[test]
    fn an_error_never_tells_the_credential(
        status in 300_u16..600,
        content_type in select(&["application/json", "text/plain", "application/sk-0123456789abcdef"]),
        before in 0..LONGEST_BODY + 20,
        key in select(&["code", "error", "message", "sk-0123456789abcdef"]),
        (is_json, is_cut) in any::<(bool, bool)>(),
    ) {
        const SECRET: &str = "sk-0123456789abcdef";
        let filler = "x".repeat(before);
        let text = if is_json {
            json!({ "error": { key: format!("{filler} {SECRET} {SECRET}") }, "filler": filler }).to_string()
        } else {
            format!("{filler}{SECRET}{key}")
        };
        let answer = Answer { status, content_type, text: &text, is_cut, secret: SECRET };
        let failed = failure::read("deployments.get", None, answer);
        prop_assert_eq!(failed.class, Class::of(status));
        let body = failed.body.to_string();
        for told in [&failed.message, &body, failed.code.as_ref().unwrap_or(&body)] {
            prop_assert!(!told.contains("sk-01234567"), "{}", told);
            prop_assert!(told.chars().count() <= LONGEST_BODY + 500);
        }
    }

    /// Whatever a service answers, an iteration over a list makes progress with each page, or ends.
    #[test]
    fn a_list_makes_progress_or_ends(
        pages in vec((0_usize..3, select(&["", "a", "b", "c"]), option::of(0..5_u64), any::<[bool; 3]>()), 1..12),
        is_scim: bool,
        is_offset: bool,
    ) {
        let (mut after, mut seen) = (None::<String>, Seen::default());
        let mut position = [is_offset.then_some(0), is_scim.then_some(1)];
        for (items, cursor, number, [has_next, has_total, is_text]) in pages {
            let items = vec![json!({}); items];
            let number = number.map(|number| if is_text { json!(number.to_string()) } else { json!(number) });
            let body = if is_scim {
                json!({ "Resources": items, "startIndex": number, "itemsPerPage": items.len(), "totalResults": 9 })
            } else if is_offset {
                let total = has_total.then_some(9);
                json!({ "items": items, "pagination": { "offset": number, "total": total, "hasMore": has_next } })
            } else {
                json!({ "items": items, "pageInfo": { "hasNextPage": has_next, "endCursor": cursor } })
            };
            let [offset, start_index] = position;
            let asked = Asked { after: after.as_deref(), offset, start_index, seen: Some(&seen) };
            let Ok(page) = page::read(&body, asked) else { return Ok(()) };
            match page.next {
                Next::Nothing => return Ok(()),
                Next::Stuck(why) => return { prop_assert!(why.ends_with('.')); Ok(()) },
                Next::Parameter("after", cursor) => {
                    prop_assert!(!cursor.is_empty() && cursor.len() <= 3 * LONGEST_CURSOR);
                    seen.empty_pages = if page.items.is_empty() { seen.empty_pages + 1 } else { 0 };
                    prop_assert!(seen.empty_pages <= MOST_EMPTY_PAGES);
                    prop_assert!(seen.cursors.insert(cursor.clone()), "an old cursor");
                    after = Some(cursor);
                }
                Next::Parameter(key, number) => {
                    prop_assert!(!page.items.is_empty(), "a page without items goes on");
                    let before = &mut position[usize::from(key == "startIndex")];
                    let number = number.parse().ok();
                    prop_assert!(before.is_none() || *before < number, "{:?} after {:?}", number, before);
                    *before = number;
                }
            }
        }
    }

    /// No page of another origin gets as far as the question who is signed in.
    #[test]
    fn no_other_origin_reaches_an_endpoint_that_mints(
        own in option::of(0..OWN.len()),
        site in option::of(select(&["same-origin", "same-site", "cross-site", "none"])),
        has_header: bool,
        origin in option::of(prop_oneof![select(&OWN).prop_map(str::to_owned), address()]),
        host in prop_oneof![Just("app.example.com".to_owned()), address()],
    ) {
        let mut request = Request::post("/api/embed-session").header("host", host.as_bytes());
        for (name, value) in [("origin", origin.as_deref()), ("sec-fetch-site", site)] {
            if let Some(value) = value { request = request.header(name, value.as_bytes()); }
        }
        if has_header { request = request.header(SESSION_HEADER, "1"); }
        let Ok(request) = request.body(Body::empty()) else { return Ok(()) };
        let status = ask(own, request);
        // Nobody is ever signed in.
        prop_assert!(matches!(status, StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED), "{}", status);
        if status == StatusCode::FORBIDDEN { return Ok(()) }
        prop_assert!(has_header, "a form of another site can send this");
        prop_assert!(site.is_none_or(|site| site == "same-origin"));
        let Some(origin) = origin else { return Ok(()) };
        let page = Url::parse(&origin).map(|page| page.origin());
        let own: Vec<_> = match own {
            Some(own) => vec![OWN[own].to_owned()],
            None => vec![format!("https://{host}"), format!("http://{host}")],
        };
        prop_assert!(own.iter().any(|own| Url::parse(own).map(|own| own.origin()) == page), "{} at {}", origin, host);
    }

    /// A filter of SCIM gives the same result in parentheses and twice, and the opposite if it is negated.
    #[test]
    fn a_filter_of_scim_agrees_with_itself(
        words in vec(select(&[
            "userName", "emails", "emails.value", "emails[type eq \"work\"]", "active", "age", "meta.created", "eq", "ne",
            "co", "sw", "gt", "le", "pr", "and", "or", "not", "(", ")", "\"ada\"", "true", "36.5", "null", "\"work\"",
        ]), 1..9),
    ) {
        let text = words.join(" ");
        let Some(passes) = scim_filter(&text, &RESOURCE) else { return Ok(()) };
        for (around, wanted) in [
            (format!("({text})"), passes),
            (format!("not ({text})"), !passes),
            (format!("({text}) and ({text})"), passes),
            (format!("({text}) or not ({text})"), true),
        ] {
            // The limits of length and nesting may refuse these.
            if let Some(found) = scim_filter(&around, &RESOURCE) { prop_assert_eq!(found, wanted, "{}", around); }
        }
    }

    #[test]
    fn a_patch_of_scim_leaves_what_is_read_only(
        operations in vec((
            select(&["add", "replace", "remove", "Add"]),
            option::of(select(&[
                "id", "meta", "meta.created", "active", "emails", "emails.primary", "emails[type eq \"work\"].primary",
                "emails[type eq \"home\"].primary", "emails[type eq \"other\"].value", "name.givenName", "age",
            ])),
            select(vec![json!(true), json!("x"), json!(null), json!([]), json!({ "id": "8", "meta": {} }),
                json!([{ "value": "new", "primary": true }]), json!({ "emails": [{ "value": "b", "primary": true }] })]),
        ), 1..6),
    ) {
        let operations: Vec<_> = operations.into_iter()
            .map(|(op, path, value)| json!({ "op": op, "path": path, "value": value }))
            .collect();
        let mut resource = RESOURCE.clone();
        let is_done = scim_patch(&mut resource, &json!({ "Operations": operations }));
        for read_only in ["id", "meta"] { prop_assert_eq!(&resource[read_only], &RESOURCE[read_only]); }
        if !is_done { return Ok(()) }
        let emails = resource["emails"].as_array();
        let primary = emails.map_or(0, |all| all.iter().filter(|email| email["primary"] == true).count());
        prop_assert!(primary <= 1, "{} primary addresses: {}", primary, resource);
    }
}

/// The date of an epoch second, from the lengths of the months: another way than the parser's.
fn date(seconds: u64) -> String {
    let (mut days, rest) = (seconds / 86_400, seconds % 86_400);
    let length = |year: u64| {
        let is_leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        365 + u64::from(is_leap)
    };
    // Whole eras of 400 years first, so that no year takes thousands of steps.
    let mut year = 1970 + days / 146_097 * 400;
    days %= 146_097;
    while days >= length(year) {
        days -= length(year);
        year += 1;
    }
    let lengths = [
        31,
        length(year) - 337,
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let names = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(' ');
    for (length, name) in lengths.into_iter().zip(names) {
        if days < length {
            let (day, hour, minute, second) = (days + 1, rest / 3_600, rest / 60 % 60, rest % 60);
            return format!("Sun, {day:02} {name} {year:04} {hour:02}:{minute:02}:{second:02} GMT");
        }
        days -= length;
    }
    unreachable!("a year has twelve months")
}

const OWN: [&str; 3] = [
    "https://app.example.com",
    "https://app.example.com:8443",
    "http://localhost:3000",
];

type Endpoint = SessionEndpoint<fn(Parts) -> Ready<Result<Option<Authorized>, String>>>;

/// The status of the endpoint's answer. It asks nobody before it has refused, and so is ready at once.
fn ask(own: Option<usize>, request: Request) -> StatusCode {
    // Each has a client, which reads the system's certificates.
    static ENDPOINTS: LazyLock<Vec<Endpoint>> = LazyLock::new(|| {
        let origins = OWN.into_iter().map(Some).chain([None]);
        origins.map(endpoint).collect()
    });
    let endpoint = &ENDPOINTS[own.unwrap_or(OWN.len())];
    let answer = pin!(endpoint.answer(request));
    match answer.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(answer) => answer.status(),
        Poll::Pending => panic!("the endpoint waits for something"),
    }
}

fn endpoint(origin: Option<&str>) -> Endpoint {
    let client = Client::with_reqwest(Options {
        base_url: "https://acme.example.com".to_owned(),
        credential: Credential::ApiKey("unused".to_owned()),
        ..Options::default()
    });
    let endpoint: Endpoint = SessionEndpoint::new(client.unwrap(), |_| ready(Ok(None)));
    match origin {
        Some(origin) => endpoint.origin(origin),
        None => endpoint,
    }
}

static RESOURCE: LazyLock<Value> = LazyLock::new(|| {
    json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"],
        "id": "7",
        "userName": "ada@acme.example",
        "name": { "givenName": "Ada", "familyName": "Lovelace" },
        "active": true,
        "emails": [
            { "value": "ada@acme.example", "type": "work", "primary": true },
            { "value": "ada@home.example", "type": "home" },
        ],
        "meta": { "resourceType": "User", "created": "2026-01-01T00:00:00Z" },
        "age": 36.5,
    })
});
