//! Worlds: a sandbox for each test, in one process.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::{ADMIN, HOUR_MS, Sandbox, request, text};

/// The origins of a new world.
struct World {
    id: u64,
    host: String,
    tenant: String,
}

async fn open(sandbox: &Sandbox, body: Value) -> World {
    let answer = sandbox.host("POST", "/control/worlds", Some(body)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let opened = answer.json();
    World {
        id: opened.get("id").and_then(Value::as_u64).unwrap(),
        host: text(&opened, "host"),
        tenant: text(&opened, "tenant"),
    }
}

impl World {
    async fn lever(&self, path: &str, body: Value) -> Value {
        let answer = request(&self.host, "POST", path, &[], Some(body)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        answer.json()
    }

    async fn state(&self) -> Value {
        let answer = request(&self.host, "GET", "/control/state", &[], None).await;
        answer.json()
    }

    async fn api(&self, method: &str, path: &str, body: Option<Value>) -> u16 {
        let key = format!("Bearer {ADMIN}");
        let headers = [("Authorization", key.as_str())];
        request(&self.tenant, method, path, &headers, body)
            .await
            .status
    }

    async fn mint(&self) -> u16 {
        request(&self.host, "POST", "/api/embed-session", &[], None)
            .await
            .status
    }
}

#[tokio::test]
async fn a_world_has_its_own_database_clock_faults_counters_and_journal() {
    let sandbox = Sandbox::start().await;
    let (one, other) = (
        open(&sandbox, json!({})).await,
        open(&sandbox, json!({})).await,
    );
    assert_ne!(one.host, other.host);
    assert_ne!(one.tenant, other.tenant);

    let user = json!({ "email": "new@example.com" });
    assert_eq!(
        one.api("POST", "/api/v1/users/", Some(user.clone())).await,
        201
    );
    assert_eq!(
        one.api("POST", "/api/v1/users/", Some(user.clone())).await,
        409
    );
    assert_eq!(other.api("POST", "/api/v1/users/", Some(user)).await, 201);

    one.lever("/control/clock", json!({ "advanceMs": HOUR_MS }))
        .await;
    one.lever("/control/faults", json!({ "backend": { "mode": "down" } }))
        .await;
    assert_eq!((one.mint().await, other.mint().await), (503, 200));

    let (ours, theirs) = (one.state().await, other.state().await);
    for (pointer, our, their) in [
        ("/offsetMs", json!(HOUR_MS), json!(0)),
        ("/counts/mintRequests", json!(1), json!(1)),
        ("/counts/mints", json!(0), json!(1)),
    ] {
        assert_eq!(ours.pointer(pointer), Some(&our), "{pointer}");
        assert_eq!(theirs.pointer(pointer), Some(&their), "{pointer}");
    }
    let journal = request(&one.host, "GET", "/control/requests", &[], None)
        .await
        .json();
    let asked = journal.get("requests").and_then(Value::as_array).unwrap();
    assert_eq!(asked.len(), 2);
    // A world is reset to the seed, and the others stay.
    other.lever("/control/reset", json!({})).await;
    assert_eq!(
        one.state().await.pointer("/offsetMs"),
        Some(&json!(HOUR_MS))
    );
    let state = sandbox.state().await;
    assert_eq!(state.pointer("/counts/mintRequests"), Some(&json!(0)));
}

#[tokio::test]
async fn an_id_of_one_world_is_unknown_in_another() {
    let sandbox = Sandbox::start().await;
    let (one, other) = (
        open(&sandbox, json!({})).await,
        open(&sandbox, json!({})).await,
    );
    let minted = request(&one.host, "POST", "/api/embed-session", &[], None).await;
    let body = json!({ "surface": "dashboard", "sessionId": text(&minted.json(), "sessionId") });
    let exchange = |world: &World| {
        let tenant = world.tenant.clone();
        let body = Some(body.clone());
        async move {
            request(&tenant, "POST", "/embed/api/session", &[], body)
                .await
                .status
        }
    };
    assert_eq!(exchange(&other).await, 403);
    assert_eq!(exchange(&one).await, 200);
}

#[tokio::test]
async fn a_world_is_closed_by_its_test_or_when_it_is_idle_and_opens_none_itself() {
    let sandbox = Sandbox::start().await;
    let (closed, kept) = (
        open(&sandbox, json!({})).await,
        open(&sandbox, json!({})).await,
    );
    let own = request(&kept.host, "POST", "/control/worlds", &[], Some(json!({}))).await;
    // 405 where the path could be a file of the page.
    assert!([404, 405].contains(&own.status), "{}", own.status);
    let path = format!("/control/worlds/{}", closed.id);
    assert_eq!(sandbox.host("DELETE", &path, None).await.status, 204);
    assert_eq!(sandbox.host("DELETE", &path, None).await.status, 404);
    assert!(is_closed(&closed.host).await && is_closed(&closed.tenant).await);

    // Far longer than the pauses, which a busy machine lengthens.
    let idle = open(&sandbox, json!({ "idleMs": 2_000 })).await;
    for _ in 0..9 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        idle.state().await;
    }
    let until = Instant::now() + Duration::from_secs(60);
    while !is_closed(&idle.host).await {
        assert!(Instant::now() < until, "an idle world stays open");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let list = sandbox.host("GET", "/control/worlds", None).await.json();
    let open = list.get("worlds").and_then(Value::as_array).unwrap();
    assert_eq!(open.len(), 1);

    let (host, stopping) = (kept.host.clone(), Instant::now());
    sandbox.running.stop().await;
    assert!(stopping.elapsed() < Duration::from_secs(3));
    assert!(is_closed(&host).await);
}

/// A hundred worlds within 200 MB, and each opened within 20 ms. A busy machine is late for most of them, so
/// the time is that of the quickest ten, without what the test has waited for a processor.
#[tokio::test]
async fn a_hundred_worlds_are_small_and_opened_at_once() {
    let sandbox = Sandbox::start().await;
    open(&sandbox, json!({})).await;
    let before = resident_kb();
    let mut times = Vec::new();
    let mut worlds = Vec::new();
    for _ in 0..100 {
        let (began, waited) = (Instant::now(), waited());
        worlds.push(open(&sandbox, json!({})).await);
        let waited = self::waited().saturating_sub(waited);
        times.push(began.elapsed().saturating_sub(waited));
    }
    for world in &worlds {
        assert_eq!(world.api("GET", "/api/v1/users/me", None).await, 200);
        assert_eq!(world.mint().await, 200);
    }
    times.sort();
    let quick = times.get(times.len() / 10).copied().unwrap();
    let median = times.get(times.len() / 2).copied().unwrap();
    let grown = before
        .zip(resident_kb())
        .map(|(before, after)| after.saturating_sub(before));
    println!("a world opens in {median:?} (median), a hundred take {grown:?} kB");
    assert!(quick <= Duration::from_millis(20), "{quick:?}");
    assert!(grown.is_none_or(|kb| kb < 200 * 1024), "{grown:?} kB");
}

/// How long this thread, in which the sandbox runs, too, was ready to run while others ran; zero where the
/// system does not say.
fn waited() -> Duration {
    let read = || {
        let numbers = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
        numbers.split_whitespace().nth(1)?.parse().ok()
    };
    Duration::from_nanos(read().unwrap_or(0))
}

/// The memory of this process; `None` where the system does not say.
fn resident_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

async fn is_closed(origin: &str) -> bool {
    let port = origin.rsplit(':').next().unwrap();
    tokio::net::TcpStream::connect(format!("127.0.0.1:{port}"))
        .await
        .is_err()
}
