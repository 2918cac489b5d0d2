//! Every operation by every kind of credential. `fixtures/rights.txt` says who gets through, and with which query
//! or body, and every line of it is played. `UPDATE_RIGHTS=1 cargo test -p svc-sandbox --test api matrix` writes
//! the cells again. Read the difference before you keep it.

use std::collections::BTreeSet;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::Backup;
use serde_json::{Map, Value, json};

use crate::document::{Shape, schemas};
use crate::notation::Reader;
use crate::support::{Answer, text};
use crate::tables::{Stage, filled};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/rights.txt");

/// A sandbox in which everything that a path names exists, under its name there, with every kind of credential.
/// SCIM and user administration may delete user 8 without ending a credential.
const WORLD: &str = "
seed credentials + {secret: elsewhere-key, userId: 1, deployments: [12]}
seed credentials + {secret: admin-oauth-key, kind: oauth, userId: 1}
seed users + {id: 8, email: someone@example.com}
seed comments + {id: 1, dashboardId: 1, embedTenant: acme, userId: 4, text: Hi}
seed integrations + {deploymentId: 7, dataSourceName: lakehouse, version: 1}
seed dashboards/0/config/widgets + {id: ai, type: AI, position: {x: 0, y: 9, w: 1, h: 1}}
jobs 0s
ada POST 7/dashboard-exports {dashboardPublicId: sales-overview} 201 {jobId: $jobId}
ada POST 7/notifications {dashboardPublicId: sales-overview} 201 {id: $notificationId}
ada POST 7/transform-sync {output: files} 201 {syncJobId: $syncJobId}
ada POST 7/lakehouse-metric-view-previews {} 202 {previewId: $previewId}
ada POST user-attributes/ {} 201 {id: $attributeId}
ada POST oauth-integrations/ {} 201 {id: $integrationId}
ada POST oidc-token-configs/ {} 201 {id: $configId}
ben POST user-oauth-tokens/ {} 201 {id: $tokenId}
ben POST build/dev-mode {} 200
ben POST build/data-model/upload/start {} 201 {uploadId: $uploadId}
ada PUT 7/reports/31/connect-workbook {placementId: p, externalWorkbookId: b, sheetName: s, anchorCell: A1} 200
ada POST 7/environments/1/tokens-for-meta-sync {security_context: {}} 200 /data/token $meta
who none
who expired sandbox-expired-key
who admin sandbox-admin-key
who oauth-admin admin-oauth-key
who elsewhere elsewhere-key
who user sandbox-user-key
who viewer sandbox-viewer-key
who embed session {embedTenantName: acme, externalId: chris}
who creator session {embedTenantName: acme, externalId: chris, creatorMode: true}
who narrow session {embedTenantName: acme, externalId: chris, creatorMode: true, deploymentId: 12}
who private private";

fn copy(from: &Connection, to: &mut Connection) {
    let copy = Backup::new(from, to).unwrap();
    copy.run_to_completion(i32::MAX, Duration::ZERO, None)
        .unwrap();
}

/// What a path names.
fn named(stage: &Stage, id: &str, name: &str) -> String {
    let fixed = match (name, id) {
        ("deploymentId", _) => "7",
        ("workbookId", _) => "41",
        ("reportId", _) => "31",
        ("publicId", "reports.upsertByPublicId") => "revenue",
        ("publicId", _) => "sales-overview",
        ("slug", _) => "sales",
        ("dataSourceName", _) => "lakehouse",
        ("embedTenantName", _) => "acme",
        ("groupId", _) => "2",
        ("userId", _) => "8",
        ("path", _) => "repositories",
        ("id", id) if id.starts_with("scim.users") => "8",
        ("id" | "environmentId" | "commentId", _) => "1",
        (name, _) => return stage.known[name].to_string().replace('"', ""),
    };
    fixed.to_owned()
}

/// Calls an operation with the query or the body of its line, after a change of the body.
async fn play(
    stage: &Stage,
    operation: &Value,
    input: &str,
    credential: &str,
    change: impl FnOnce(&mut Map<String, Value>),
) -> Answer {
    let id = text(operation, "id");
    let mut reader = Reader::new(input);
    let query = if input.starts_with('?') {
        reader.word()
    } else {
        ""
    };
    let body = (!reader.rest.is_empty()).then(|| filled(reader.value(), &stage.known));
    let body = body.map(|mut body| {
        body.as_object_mut().map(change);
        body
    });
    let path = text(operation, "path");
    let parts = path.split(['{', '}']).enumerate();
    let path: String = parts
        .map(|(n, part)| match n % 2 {
            0 => part.to_owned(),
            _ => named(stage, &id, part),
        })
        .collect();
    let method = text(operation, "method").replace('*', "GET");
    let key = stage.key(credential);
    stage
        .sandbox
        .ask(key, &method, &format!("{path}{query}"), body)
        .await
}

/// Also what holds for whole columns, whatever the file says. And only the operation's shape says what a field
/// may be: a handler that reads a field that its shape does not name answers 500 to a value of another type.
#[tokio::test]
async fn every_operation_by_every_credential() {
    let operations = include_str!("../../../tests/fixtures/operations.json");
    let operations: Value = serde_json::from_str(operations).unwrap();
    let expected = std::fs::read_to_string(FIXTURE).unwrap();
    let mut lines = expected.lines();
    let head = lines.next().unwrap();
    let credentials: Vec<&str> = head.split_whitespace().skip(1).collect();
    let (start, width) = (head.find(credentials[0]).unwrap(), head.len());
    let world = Stage::set((1..).zip(WORLD.lines())).await.unwrap();
    let running = &world.sandbox.running;
    let mut before = Connection::open_in_memory().unwrap();
    copy(&running.database(), &mut before);
    // What an operation changed must not matter to the next.
    let restore = || copy(&before, &mut running.database());
    let document = world.sandbox.get("/api/v1/spec").await;
    let fields = |schema| -> BTreeSet<&String> {
        let shape = Shape::of(&document, schema);
        shape.properties().map(|(name, _)| name).collect()
    };
    let all = document["components"]["schemas"].as_object().unwrap();
    let all: BTreeSet<&String> = all.values().flat_map(fields).collect();
    let mut played = format!("{head}\n");
    let rows = operations["operations"].as_array().unwrap().iter();
    for (operation, line) in rows.zip(lines) {
        let id = text(operation, "id");
        let input = line.get(width..).unwrap_or_default().trim();
        let mut cells = format!("{id:<start$}");
        let mut outcomes = Map::new();
        for credential in &credentials {
            let answer = play(&world, operation, input, credential, |_| ()).await;
            let outcome = match answer.status {
                200..300 | 409 => "ok".to_owned(),
                401 | 403 | 404 => answer.status.to_string(),
                other => panic!("{id} as {credential}: {other} {}", answer.body),
            };
            let is_changed = outcome == "ok" && operation["method"] != "GET";
            if is_changed {
                restore();
            }
            if is_changed && !outcomes.values().any(|outcome| outcome == "ok") {
                let method = text(operation, "method")
                    .to_lowercase()
                    .replace('*', "post");
                let described = &document["paths"][text(operation, "path")][method];
                let own = schemas(&described["requestBody"]).next().map(fields);
                let strange = all.difference(own.as_ref().unwrap_or(&all)).copied();
                for value in [json!({}), json!(5)] {
                    let add = |body: &mut Map<String, Value>| {
                        body.extend(strange.clone().map(|name| (name.clone(), value.clone())));
                    };
                    let answer = play(&world, operation, input, credential, add).await;
                    assert!(answer.status < 500, "{id}: {}", answer.body);
                }
                restore();
            }
            cells = format!("{cells}{outcome:<width$} ", width = credential.len());
            outcomes.insert((*credential).to_owned(), outcome.into());
        }
        let row = format!("{:<width$} {input}", cells.trim_end());
        played = format!("{played}{}\n", row.trim_end());
        let issued = ["none", "expired", "meta"].map(|name| &outcomes[name]);
        assert_eq!(issued, ["401", "401", "403"], "{id}");
        // A scope takes rights away and gives none, and neither does OAuth.
        for (less, more) in [
            ("scoped", "admin"),
            ("elsewhere", "admin"),
            ("oauth-admin", "admin"),
            ("narrow", "creator"),
        ] {
            let is_less = outcomes[less] != "ok" || outcomes[more] == "ok";
            assert!(is_less, "{id}: {less}");
        }
    }
    if std::env::var_os("UPDATE_RIGHTS").is_some() {
        std::fs::write(FIXTURE, &played).unwrap();
    }
    for (played, expected) in played.lines().zip(expected.lines()) {
        assert_eq!(played, expected);
    }
    assert_eq!(played.lines().count(), expected.lines().count());
}
