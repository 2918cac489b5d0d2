//! Where the data comes from, where it stays, and what a reset does.

use serde_json::{Value, json};
use svc_sandbox::{Options, start};

use crate::support::{ADMIN, Sandbox, Scratch, options, text};

const ME: &str = "/api/v1/users/me";

#[tokio::test]
async fn a_seed_of_ones_own_takes_the_place_of_the_demonstration() {
    let seed = json!({
        "users": [{ "id": 5, "email": "only@example.com", "role": "Administrator", "team": "North" }],
        "credentials": [{ "secret": "my-key", "userId": 5 }],
        "deployments": [{ "id": 3, "name": "Mine", "createdAt": "2025-02-03" }],
    });
    let sandbox = Sandbox::with(Options {
        seed: Some(seed),
        ..options()
    })
    .await;
    sandbox.expect(401, ADMIN, "GET", ME, None).await;
    assert_eq!(sandbox.get("my-key", ME).await["team"], "North");
    let list = sandbox.get("my-key", "/api/v1/deployments").await;
    assert_eq!(
        list["data"]["deployments"],
        json!([{ "id": "3", "name": "Mine", "created_at": "2025-02-03T00:00:00.000Z" }])
    );
    // The application shows the first deployment, and the page's backend still mints.
    let config = sandbox.host("GET", "/api/config", None).await.json();
    assert_eq!(
        (&config["deploymentId"], &config["dashboards"]),
        (&json!(3), &json!([]))
    );
    assert_eq!(sandbox.exchange(&sandbox.mint().await).await.status, 200);
}

#[tokio::test]
async fn a_seed_that_does_not_fit_is_refused_with_why() {
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
    ] {
        let message = start(Options {
            seed: Some(seed),
            ..options()
        })
        .await
        .err()
        .map(|error| error.to_string());
        assert!(
            message
                .as_ref()
                .is_some_and(|message| message.contains(named)),
            "{message:?}"
        );
    }
}

#[tokio::test]
async fn a_reset_brings_the_seed_back() {
    let sandbox = Sandbox::start().await;
    sandbox
        .expect(200, ADMIN, "DELETE", "/api/v1/deployments/7", None)
        .await;
    sandbox
        .expect(404, ADMIN, "GET", "/api/v1/deployments/7/versions", None)
        .await;
    sandbox.host("POST", "/control/reset", None).await;
    let versions = sandbox.get(ADMIN, "/api/v1/deployments/7/versions").await;
    assert_eq!(versions["data"].as_array().unwrap().len(), 4);
    assert_eq!(sandbox.exchange(&sandbox.mint().await).await.status, 200);
}

#[tokio::test]
async fn a_file_keeps_what_was_written_and_memory_does_not() {
    let file = Scratch::new("kept.db");
    let in_file = || Options {
        database: Some(file.path.clone()),
        ..options()
    };
    let write = async |sandbox: &Sandbox| {
        let body = json!({ "region": "kept" });
        sandbox
            .expect(200, ADMIN, "PUT", "/api/v1/deployments/7", Some(body))
            .await;
    };
    let region = async |sandbox: &Sandbox| -> Value {
        sandbox.get(ADMIN, "/api/v1/deployments/7/settings").await["region"].clone()
    };
    let first = Sandbox::with(in_file()).await;
    write(&first).await;
    first.running.stop().await;
    let second = Sandbox::with(in_file()).await;
    assert_eq!(region(&second).await, "kept");
    // The page's backend has a key of its own in each process.
    assert_eq!(second.exchange(&second.mint().await).await.status, 200);
    assert_eq!(region(&Sandbox::start().await).await, "eu-central");
}

#[tokio::test]
async fn the_levers_tell_no_key() {
    let sandbox = Sandbox::start().await;
    let viewer = sandbox
        .embed(json!({ "embedTenantName": "acme", "externalId": "dana" }))
        .await;
    let state = sandbox.state().await;
    assert_eq!(
        state["faults"]["jobs"],
        json!({ "durationMs": 300, "fail": false })
    );
    let state = state.to_string();
    assert!(!state.contains(ADMIN) && !state.contains(&viewer));
    assert_eq!(text(&sandbox.get(&viewer, ME).await, "externalId"), "dana");
}
