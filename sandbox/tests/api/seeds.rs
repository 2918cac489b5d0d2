//! Where the data comes from, where it stays, and what a reset does.

use std::process::Command;

use serde_json::{Value, json};
use svc_sandbox::{Options, start};

use crate::support::{SEVEN, Sandbox, Scratch, options};

const ME: &str = "/api/v1/users/me";

/// Why a sandbox with these options does not start.
async fn why_not(options: Options) -> String {
    let failed = start(options).await.err();
    failed.expect("it does not start").to_string()
}

#[tokio::test]
async fn a_seed_that_does_not_fit_is_refused_with_why() {
    let ring = json!({ "id": 1, "deploymentId": 7, "parentId": 1, "name": "Ring" });
    let ring = json!({ "deployments": [{ "id": 7, "name": "Shop" }], "folders": [ring] });
    for (seed, named) in [
        (json!({ "planets": [] }), "planets"),
        (
            json!({ "users": [{ "firstName": "Nobody" }] }),
            "users.email",
        ),
        (
            json!({ "workbooks": [{ "deploymentId": 9, "name": "Lost" }] }),
            "FOREIGN KEY",
        ),
        (ring, "CHECK"),
    ] {
        let seed = Some(seed);
        let message = why_not(Options { seed, ..options() }).await;
        assert!(message.contains(named), "{message}");
    }
}

#[tokio::test]
async fn a_reset_that_fails_changes_nothing() {
    let file = Scratch::new("unfit.db");
    let with = |seed: Value| Options {
        database: Some(file.path.clone()),
        seed: Some(seed),
        ..options()
    };
    let first = Sandbox::with(with(svc_sandbox::demonstration())).await;
    first.running.stop().await;
    // The seed of the second run names a deployment that does not exist. Only a reset reads it.
    let mut unfit = svc_sandbox::demonstration();
    unfit["workbooks"][0]["deploymentId"] = json!(999);
    let second = Sandbox::with(with(unfit)).await;
    second.advance(1_000_000).await;
    let failed = second.host("POST", "/control/reset", None).await;
    assert_eq!(failed.status, 500);
    assert!(failed.body.contains("workbooks"), "{}", failed.body);
    assert_eq!(second.state().await["offsetMs"], 1_000_000);
    second.ada().get("/api/v1/deployments/7/versions").await;
}

/// Half of a reset is never seen: neither an empty database nor one with the offset of before.
#[tokio::test(flavor = "multi_thread")]
async fn requests_during_a_reset_see_it_whole() {
    let sandbox = std::sync::Arc::new(Sandbox::start().await);
    let asking = std::sync::Arc::clone(&sandbox);
    let asking = tokio::spawn(async move {
        for _ in 0..60 {
            let path = "/api/v1/deployments/7/versions";
            asking.ada().get(path).await;
        }
    });
    for _ in 0..10 {
        let reset = sandbox.host("POST", "/control/reset", None).await;
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
    let region = async |sandbox: &Sandbox| -> Value {
        let settings = sandbox.ada().get(format!("{SEVEN}/settings")).await;
        settings["region"].clone()
    };
    let first = Sandbox::with(in_file()).await;
    let kept = json!({ "region": "kept" });
    first.ada().send(200, "PUT", SEVEN, kept).await;
    let token = first.viewer("acme", "dana").await.key;
    first.by(&token).get(ME).await;
    let unused = first.mint().await;
    first.running.stop().await;
    let second = Sandbox::with(in_file()).await;
    assert_eq!(region(&second).await, "kept");
    // Sessions and their ids end with the process.
    second.by(&token).refused(401, ME).await;
    assert_eq!(second.exchange(&unused).await.status, 403);
    // The page's backend has a key of its own in each process.
    assert_eq!(second.exchange(&second.mint().await).await.status, 200);
    assert_eq!(region(&Sandbox::start().await).await, "eu-central");
}

#[tokio::test]
async fn a_file_that_is_not_the_sandboxs_is_refused_and_stays_as_it_is() {
    let other = Scratch::new("other.db");
    rusqlite::Connection::open(&other.path)
        .unwrap()
        .execute_batch("PRAGMA user_version = 99")
        .unwrap();
    let text = Scratch::new("text.db");
    std::fs::write(&text.path, "a letter, and no database at all").unwrap();
    for (file, named) in [(&other, "another version"), (&text, "not a database")] {
        let database = Some(file.path.clone());
        let message = why_not(Options {
            database,
            ..options()
        });
        let message = message.await;
        assert!(message.contains(named), "{message}");
    }
    let kept = std::fs::read_to_string(&text.path).unwrap();
    assert_eq!(kept, "a letter, and no database at all");
}

#[test]
fn the_command_names_its_options_and_what_is_wrong_with_a_seed() {
    let run = |arguments: &[&str]| {
        let command = env!("CARGO_BIN_EXE_svc-sandbox");
        let output = Command::new(command).args(arguments).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        (
            output.status.success(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    let (success, help, _) = run(&["--help"]);
    assert!(success && help.contains("--seed <FILE>") && help.contains("--database <FILE>"));
    let broken = Scratch::new("broken.json");
    std::fs::write(&broken.path, "{").unwrap();
    let wrong = Scratch::new("wrong.json");
    std::fs::write(&wrong.path, r#"{ "planets": [] }"#).unwrap();
    for (file, named) in [
        ("nowhere.json", "cannot read nowhere.json"),
        (broken.path.to_str().unwrap(), "is not JSON"),
        (wrong.path.to_str().unwrap(), "planets"),
    ] {
        let ports = ["--host-port", "0", "--tenant-port", "0", "--seed", file];
        let (success, _, message) = run(&ports);
        assert!(!success && message.contains(named), "{message}");
    }
}
