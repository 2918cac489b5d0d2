//! What of the service a table cannot show: claims, sockets, ports, the clock of the machine, and a file.

use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use svc_sandbox::{Options, Port, StartError, start};
use tokio_tungstenite::connect_async;

use crate::support::{HOUR_MS, SEVEN, Sandbox, Scratch, options};

#[tokio::test]
async fn a_strict_service_redeems_an_id_when_its_page_is_asked_for() {
    let sandbox = Sandbox::with(Options {
        strict: true,
        ..options()
    })
    .await;
    let id = sandbox.mint().await;
    let page = format!("/embed/dashboard/sales-overview?session={id}");
    let first = sandbox.nobody().answer("GET", &page, ()).await;
    let second = sandbox.nobody().answer("GET", &page, ()).await;
    assert_eq!(sandbox.exchange(&id).await.status, 403);
    for (answer, status) in [(first, 200), (second, 403)] {
        let claim = answer.body.split("data-claim=\"").nth(1).unwrap();
        let claim = claim.split('"').next().unwrap();
        let body = json!({ "surface": "dashboard", "claim": claim });
        let nobody = sandbox.nobody();
        let path = "/embed/api/session";
        nobody.send(status, "POST", path, body).await;
    }
}

#[tokio::test]
async fn a_slow_backend_is_late_and_a_silent_one_never_answers() {
    let sandbox = Sandbox::start().await;
    let asked = Instant::now();
    let slow = json!({ "backend": { "mode": "slow", "delayMs": 120, "times": 1 } });
    sandbox.faults(slow).await;
    sandbox.mint().await;
    assert!(asked.elapsed() >= Duration::from_millis(120));
    sandbox
        .faults(json!({ "backend": { "mode": "hang" } }))
        .await;
    let hung = tokio::time::timeout(Duration::from_millis(200), sandbox.mint()).await;
    assert!(hung.is_err());
}

#[tokio::test]
async fn a_sandbox_without_its_pages_does_not_start() {
    let ui = Some("nowhere".into());
    let refused = start(Options { ui, ..options() }).await;
    assert!(matches!(refused, Err(StartError::NoPages(Some(_)))));
}

#[tokio::test]
async fn an_embed_hears_of_the_time_at_once_and_the_socket_does_not_hold_up_the_end() {
    let sandbox = Sandbox::start().await;
    let address = format!("{}/embed/api/clock", sandbox.running.tenant).replace("http", "ws");
    let (mut socket, _) = connect_async(address).await.unwrap();
    let before = told(&mut socket).await;
    let state = sandbox.state().await;
    assert_eq!(state["counts"]["embedsConnected"], 1);
    sandbox.advance(HOUR_MS).await;
    assert!(told(&mut socket).await >= before + HOUR_MS);

    let stopping = Instant::now();
    sandbox.running.stop().await;
    assert!(stopping.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn a_taken_port_is_named() {
    let sandbox = Sandbox::start().await;
    let port = sandbox.running.host.rsplit(':').next().unwrap();
    let taken = Options {
        host_port: Port::Exactly(port.parse().unwrap()),
        ..options()
    };
    let message = start(taken).await.err().map(|error| error.to_string());
    let message = message.unwrap();
    assert!(message.contains(port) && message.contains("--host-port"));
    assert!(!message.contains('\n'));
}

#[tokio::test]
async fn the_next_free_port_is_taken_instead() {
    let sandbox = Sandbox::start().await;
    let taken: u16 = (sandbox.running.host.rsplit(':').next().unwrap())
        .parse()
        .unwrap();
    let next = start(Options {
        host_port: Port::From(taken),
        ..options()
    })
    .await
    .unwrap();
    let port: u16 = next.host.rsplit(':').next().unwrap().parse().unwrap();
    assert!(port > taken && port <= taken + 100, "{taken}, {port}");
    next.stop().await;
}

async fn told<S>(socket: &mut tokio_tungstenite::WebSocketStream<S>) -> i64
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    let message = socket.next().await.unwrap().unwrap();
    let said: Value = serde_json::from_str(message.to_text().unwrap()).unwrap();
    said["now"].as_i64().unwrap()
}

/// The last thing a clone writes is made to fail, from outside: nothing of it may be left.
#[tokio::test]
async fn a_clone_is_whole_or_not_there() {
    let file = Scratch::new("half-clone.db");
    let database = Some(file.path.clone());
    let sandbox = Sandbox::with(Options {
        database,
        ..options()
    })
    .await;
    let ada = sandbox.ada();
    let path = format!("{SEVEN}/workbooks/41/duplicate");
    let outside = rusqlite::Connection::open(&file.path).unwrap();
    let count = |table: &str| -> i64 {
        let sql = format!("SELECT count(*) FROM {table}");
        outside.query_row(&sql, [], |row| row.get(0)).unwrap()
    };
    let tables = [
        "workbooks",
        "reports",
        "dashboards",
        "report_snapshots",
        "audit_events",
    ];
    let before = tables.map(count);
    let trigger = "CREATE TRIGGER broken BEFORE UPDATE OF dashboard_draft ON workbooks
                   BEGIN SELECT RAISE(ABORT, 'broken'); END";
    outside.execute_batch(trigger).unwrap();
    ada.post(500, &path, ()).await;
    assert_eq!(tables.map(count), before);
    outside.execute_batch("DROP TRIGGER broken").unwrap();
    ada.post(200, &path, ()).await;
    assert_eq!(count("workbooks"), before[0] + 1);
}
