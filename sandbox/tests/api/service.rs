//! What of the service a table cannot show: how it starts, what is slow, sockets, files, and a reset meanwhile.

use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use svc_sandbox::{Limits, Options, Port, start};
use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;
use tokio_websockets::{ClientBuilder, Message};

use crate::support::{ADMIN, Sandbox, Scratch, connect, options, rest};

const ME: &str = "/api/v1/users/me";
const SEVEN: &str = "/api/v1/deployments/7";

/// For what always comes.
const PATIENCE: Duration = Duration::from_secs(60);

async fn with(limits: Limits) -> Sandbox {
    let options = options();
    Sandbox::with(Options { limits, ..options }).await
}

/// The head of a POST of the administrator whose body has 50 bytes.
fn head(sandbox: &Sandbox, path: &str, more: &str) -> String {
    let authority = sandbox.running.tenant.replace("http://", "");
    format!(
        "POST {path} HTTP/1.1\r\nHost: {authority}\r\nAuthorization: Bearer {ADMIN}\r\n\
         Content-Type: application/json\r\nConnection: close\r\nContent-Length: 50\r\n{more}\r\n"
    )
}

#[tokio::test]
async fn a_sandbox_that_cannot_start_says_why() {
    let running = Sandbox::start().await.running;
    let taken: u16 = running.host.rsplit(':').next().unwrap().parse().unwrap();
    let other = Scratch::new("other.db");
    let connection = rusqlite::Connection::open(&other.path).unwrap();
    connection
        .execute_batch("PRAGMA user_version = 99")
        .unwrap();
    let letter = Scratch::new("text.db");
    std::fs::write(&letter.path, "a letter, and no database at all").unwrap();
    let seed = |seed: Value| Options {
        seed: Some(seed),
        ..options()
    };
    let database = |file: &Scratch| Options {
        database: Some(file.path.clone()),
        ..options()
    };
    let everywhere = Options {
        listen: Ipv4Addr::UNSPECIFIED.into(),
        ..options()
    };
    let no_pages = Options {
        ui: Some("nowhere".into()),
        ..options()
    };
    let port = Options {
        host_port: Port::Exactly(taken),
        ..options()
    };
    let ring = json!({ "id": 1, "deploymentId": 7, "parentId": 1, "name": "Ring" });
    for (options, named) in [
        (everywhere, "--allow-remote"),
        (no_pages, "nowhere"),
        (port, "--host-port"),
        (database(&other), "another version"),
        (database(&letter), "not a database"),
        (seed(json!({ "planets": [] })), "planets"),
        (
            seed(json!({ "users": [{ "firstName": "Nobody" }] })),
            "users.email",
        ),
        (
            seed(json!({ "workbooks": [{ "deploymentId": 9, "name": "Lost" }] })),
            "FOREIGN KEY",
        ),
        (
            seed(json!({ "deployments": [{ "id": 7, "name": "Shop" }], "folders": [ring] })),
            "CHECK",
        ),
    ] {
        let message = start(options).await.expect_err(named).to_string();
        assert!(message.contains(named), "{message}");
    }
    let kept = std::fs::read_to_string(&letter.path).unwrap();
    assert_eq!(kept, "a letter, and no database at all");

    let host_port = Port::From(taken);
    let next = start(Options {
        host_port,
        ..options()
    })
    .await
    .unwrap();
    let port: u16 = next.host.rsplit(':').next().unwrap().parse().unwrap();
    assert!(port > taken && port <= taken + 100, "{taken}, {port}");
}

#[test]
fn the_command_says_what_is_wrong_with_a_seed() {
    let broken = Scratch::new("broken.json");
    std::fs::write(&broken.path, "{").unwrap();
    for (file, named) in [
        ("nowhere.json", "cannot read nowhere.json"),
        (broken.path.to_str().unwrap(), "is not JSON"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_svc-sandbox"));
        command.args(["--host-port", "0", "--tenant-port", "0", "--seed", file]);
        let output = command.output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && message.contains(named),
            "{message}"
        );
    }
}

#[tokio::test]
async fn a_slow_head_a_slow_body_and_an_idle_connection_are_ended() {
    let slow = Duration::from_millis(200);
    let sandbox = with(Limits {
        head_time: slow,
        body_time: slow,
        ..Limits::default()
    })
    .await;
    let body = |path: &str| format!("{}{{", head(&sandbox, path, ""));
    for (sent, answer) in [
        (String::new(), ""),
        ("GET /embed/chat HTTP/1.1\r\nHost: loc".to_owned(), ""),
        (body("/embed/api/session"), "HTTP/1.1 408"),
        (body("/api/v1/embed/generate-session"), "HTTP/1.1 408"),
        (body("/build/api/v1/deployments/7/dev-mode"), "HTTP/1.1 408"),
    ] {
        let mut stream = connect(&sandbox.running.tenant).await;
        stream.write_all(sent.as_bytes()).await.unwrap();
        let ended = timeout(PATIENCE, rest(&mut stream)).await;
        assert!(ended.expect("it ends").starts_with(answer), "{sent}");
    }
}

#[tokio::test]
async fn a_long_message_ends_the_socket_of_an_embed() {
    let sandbox = Sandbox::start().await;
    let address = format!("{}/embed/api/clock", sandbox.running.tenant).replace("http", "ws");
    let address = address.parse().unwrap();
    let (mut socket, _) = ClientBuilder::from_uri(address).connect().await.unwrap();
    socket.next().await.unwrap().unwrap();
    socket.send(Message::text("now")).await.unwrap();
    assert!(socket.next().await.unwrap().is_ok());
    let _ = socket.send(Message::text("x".repeat(64 * 1024))).await;
    let ended = timeout(PATIENCE, async {
        while let Some(Ok(message)) = socket.next().await {
            assert!(!message.is_text(), "it is answered");
        }
    });
    assert!(ended.await.is_ok());
}

#[tokio::test]
async fn a_slow_answer_is_late_and_a_silent_backend_never_answers() {
    let sandbox = Sandbox::start().await;
    let slow = json!({ "mode": "slow", "delayMs": 120, "times": 1 });
    let late = json!({ "operation": "users.me", "delayMs": 150 });
    sandbox
        .faults(json!({ "backend": slow, "api": [late] }))
        .await;
    let asked = Instant::now();
    sandbox.mint().await;
    assert!(asked.elapsed() >= Duration::from_millis(120));
    let asked = Instant::now();
    sandbox.get(ME).await;
    assert!(asked.elapsed() >= Duration::from_millis(150));
    sandbox
        .faults(json!({ "backend": { "mode": "hang" } }))
        .await;
    let hung = timeout(Duration::from_millis(200), sandbox.mint()).await;
    assert!(hung.is_err());
}

#[tokio::test]
async fn a_start_and_a_reset_that_fail_change_nothing() {
    let file = Scratch::new("unfit.db");
    let with = |seed: Value| Options {
        database: Some(file.path.clone()),
        seed: Some(seed),
        ..options()
    };
    // A workbook of a deployment that does not exist: a start with it leaves the file empty.
    let mut unfit = svc_sandbox::demonstration();
    unfit["workbooks"][0]["deploymentId"] = json!(999);
    assert!(start(with(unfit.clone())).await.is_err());
    let first = Sandbox::with(with(svc_sandbox::demonstration())).await;
    let reports = first.get("/api/v1/deployments/7/reports").await;
    assert_ne!(reports["items"], json!([]));
    first.running.stop().await;
    // Only a reset reads the seed of the second run.
    let second = Sandbox::with(with(unfit)).await;
    second.advance(1_000_000).await;
    let failed = second.host("POST", "/control/reset", ()).await;
    let why = failed.json(500)["error"].to_string();
    assert!(why.contains("workbooks"), "{why}");
    assert_eq!(second.state().await["offsetMs"], 1_000_000);
    second.get("/api/v1/deployments/7/versions").await;
}

/// Half of a reset is never seen: neither an empty database nor one with the offset of before.
#[tokio::test(flavor = "multi_thread")]
async fn requests_during_a_reset_see_it_whole() {
    let sandbox = Arc::new(Sandbox::start().await);
    let asking = Arc::clone(&sandbox);
    let asking = tokio::spawn(async move {
        for _ in 0..60 {
            asking.get("/api/v1/deployments/7/versions").await;
        }
    });
    for _ in 0..10 {
        let reset = sandbox.host("POST", "/control/reset", ()).await;
        assert_eq!(reset.status, 200);
    }
    asking.await.unwrap();
}

#[tokio::test]
async fn a_file_keeps_what_was_written_and_memory_does_not() {
    let file = Scratch::new("kept.db");
    let in_file = || Options {
        database: Some(file.path.clone()),
        ..options()
    };
    let settings = format!("{SEVEN}/settings");
    let first = Sandbox::with(in_file()).await;
    let kept = json!({ "region": "kept" });
    first.ask(ADMIN, "PUT", SEVEN, kept).await.json(200);
    let opened = first.exchange(&first.mint().await).await.json(200);
    let token = opened["token"].as_str().unwrap();
    first.ask(token, "GET", ME, ()).await.json(200);
    let unused = first.mint().await;
    first.running.stop().await;
    let second = Sandbox::with(in_file()).await;
    assert_eq!(second.get(&settings).await["region"], "kept");
    // Sessions and their ids end with the process.
    second.ask(token, "GET", ME, ()).await.json(401);
    second.exchange(&unused).await.json(403);
    // The page's backend has a key of its own in each process.
    second.exchange(&second.mint().await).await.json(200);
    let memory = Sandbox::start().await;
    assert_eq!(memory.get(&settings).await["region"], "eu-central");
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
    sandbox.ask(ADMIN, "POST", &path, ()).await.json(500);
    assert_eq!(tables.map(count), before);
    outside.execute_batch("DROP TRIGGER broken").unwrap();
    sandbox.ask(ADMIN, "POST", &path, ()).await.json(200);
    assert_eq!(count("workbooks"), before[0] + 1);
}
