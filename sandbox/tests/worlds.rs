//! Worlds: a sandbox for each test, in one process.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use support::{ADMIN, HOUR_MS, Sandbox, ask, text};

/// The origins of a new world.
struct World {
    id: u64,
    host: String,
    tenant: String,
}

async fn open(sandbox: &Sandbox, body: Value) -> World {
    let opened = sandbox
        .host("POST", "/control/worlds", body)
        .await
        .json(201);
    World {
        id: opened["id"].as_u64().unwrap(),
        host: text(&opened, "host"),
        tenant: text(&opened, "tenant"),
    }
}

impl World {
    async fn lever(&self, path: &str, body: Value) {
        ask(&self.host, "", "POST", path, body).await.json(200);
    }

    async fn read(&self, path: &str) -> Value {
        ask(&self.host, "", "GET", path, ()).await.json(200)
    }

    async fn mint(&self) -> u16 {
        ask(&self.host, "", "POST", "/api/embed-session", ())
            .await
            .status
    }
}

#[tokio::test]
async fn a_world_has_its_own_database_clock_faults_counters_journal_and_ids() {
    let sandbox = Sandbox::start().await;
    let (one, other) = (
        open(&sandbox, json!({})).await,
        open(&sandbox, json!({})).await,
    );
    for (world, status) in [(&one, 201), (&one, 409), (&other, 201)] {
        let user = json!({ "email": "new@example.com" });
        let made = ask(&world.tenant, ADMIN, "POST", "/api/v1/users/", user).await;
        made.json(status);
    }
    one.lever("/control/clock", json!({ "advanceMs": HOUR_MS }))
        .await;
    one.lever("/control/faults", json!({ "backend": { "mode": "down" } }))
        .await;
    assert_eq!((one.mint().await, other.mint().await), (503, 200));
    let (ours, theirs) = (
        one.read("/control/state").await,
        other.read("/control/state").await,
    );
    for (pointer, our, their) in [
        ("/offsetMs", HOUR_MS, 0),
        ("/counts/mintRequests", 1, 1),
        ("/counts/mints", 0, 1),
    ] {
        assert_eq!(ours.pointer(pointer), Some(&json!(our)), "{pointer}");
        assert_eq!(theirs.pointer(pointer), Some(&json!(their)), "{pointer}");
    }
    let journal = one.read("/control/requests").await;
    assert_eq!(journal["requests"].as_array().unwrap().len(), 2);
    let minted = ask(&other.host, "", "POST", "/api/embed-session", ())
        .await
        .json(200);
    let body = json!({ "surface": "dashboard", "sessionId": text(&minted, "sessionId") });
    for (world, status) in [(&one, 403), (&other, 200)] {
        let exchanged = ask(&world.tenant, "", "POST", "/embed/api/session", &body).await;
        exchanged.json(status);
    }
    // A world is reset to the seed, and the others stay.
    other.lever("/control/reset", json!({})).await;
    assert_eq!(one.read("/control/state").await["offsetMs"], HOUR_MS);
    assert_eq!(sandbox.state().await["counts"]["mintRequests"], 0);
}

#[tokio::test]
async fn a_world_is_closed_by_its_test_or_when_it_is_idle_and_opens_none_itself() {
    let sandbox = Sandbox::start().await;
    let (closed, kept) = (
        open(&sandbox, json!({})).await,
        open(&sandbox, json!({})).await,
    );
    let own = ask(&kept.host, "", "POST", "/control/worlds", json!({})).await;
    // 405 where the path could be a file of the page.
    assert!([404, 405].contains(&own.status), "{}", own.status);
    let path = format!("/control/worlds/{}", closed.id);
    assert_eq!(sandbox.host("DELETE", &path, ()).await.status, 204);
    assert_eq!(sandbox.host("DELETE", &path, ()).await.status, 404);
    assert!(is_closed(&closed.host).await && is_closed(&closed.tenant).await);

    // Far longer than the pauses, which a busy machine lengthens.
    let idle = open(&sandbox, json!({ "idleMs": 2_000 })).await;
    for _ in 0..9 {
        tokio::time::sleep(Duration::from_millis(250)).await;
        idle.read("/control/state").await;
    }
    let until = Instant::now() + Duration::from_secs(60);
    while !is_closed(&idle.host).await {
        assert!(Instant::now() < until, "an idle world stays open");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let list = sandbox.host("GET", "/control/worlds", ()).await.json(200);
    assert_eq!(list["worlds"].as_array().unwrap().len(), 1);
    sandbox.running.stop().await;
    assert!(is_closed(&kept.host).await);
}

/// A hundred worlds within 200 MB.
#[tokio::test]
async fn a_hundred_worlds_are_small() {
    let sandbox = Sandbox::start().await;
    open(&sandbox, json!({})).await;
    let before = resident_kb();
    let mut worlds = Vec::new();
    for _ in 0..100 {
        worlds.push(open(&sandbox, json!({})).await);
    }
    for world in &worlds {
        ask(&world.tenant, ADMIN, "GET", "/api/v1/users/me", ())
            .await
            .json(200);
        assert_eq!(world.mint().await, 200);
    }
    let grown = before
        .zip(resident_kb())
        .map(|(before, after)| after.saturating_sub(before));
    assert!(grown.is_none_or(|kb| kb < 200 * 1024), "{grown:?} kB");
}

/// The memory of this process; `None` where the system does not say.
fn resident_kb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

async fn is_closed(origin: &str) -> bool {
    let port = origin.rsplit(':').next().unwrap();
    let address = format!("127.0.0.1:{port}");
    tokio::net::TcpStream::connect(address).await.is_err()
}
