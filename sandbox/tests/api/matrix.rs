//! Every operation by every kind of credential. `fixtures/rights.txt` says who gets through, and with which query
//! or body, and every line of it is played. `UPDATE_RIGHTS=1 cargo test -p svc-sandbox --test api matrix` writes
//! the cells again. Read the difference before you keep it.

use serde_json::{Map, Value, json};

use crate::notation::Reader;
use crate::support::{ADMIN, SCOPED, SEVEN, Sandbox, USER, VIEWER, text};
use crate::tables::{filled, full};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/rights.txt");

/// One of each kind of thing that a path names: its name there, who makes it, and how.
const THINGS: &str = "
    jobId ada 7/dashboard-exports {dashboardPublicId: sales-overview}
    notificationId ada 7/notifications {dashboardPublicId: sales-overview}
    syncJobId ada 7/transform-sync {output: files}
    previewId ada 7/lakehouse-metric-view-previews {}
    attributeId ada user-attributes/ {}
    integrationId ada oauth-integrations/ {}
    configId ada oidc-token-configs/ {}
    tokenId ben user-oauth-tokens/ {}
    devMode ben build/dev-mode {}
    uploadId ben build/data-model/upload/start {}";

/// A sandbox in which everything that a path names exists, with every kind of credential.
struct World {
    sandbox: Sandbox,
    ids: Map<String, Value>,
    keys: Map<String, Value>,
}

impl World {
    async fn new() -> Self {
        let sandbox = Sandbox::seeded(|seed| {
            let mut add = |table: &str, row| match seed[table].as_array_mut() {
                Some(rows) => rows.push(row),
                None => seed[table] = json!([row]),
            };
            add("credentials", json!({ "secret": "elsewhere-key", "userId": 1, "deployments": [12] }));
            add("credentials", json!({ "secret": "admin-oauth", "kind": "oauth", "userId": 1 }));
            // What SCIM and user administration may delete without ending a credential.
            add("users", json!({ "id": 8, "email": "someone@example.com" }));
            add("comments", json!({ "id": 1, "dashboardId": 1, "embedTenant": "acme", "userId": 4, "text": "Hi" }));
            add("integrations", json!({ "deploymentId": 7, "dataSourceName": "lakehouse", "version": 1 }));
            let widgets = seed["dashboards"][0]["config"]["widgets"].as_array_mut().unwrap();
            widgets.push(json!({ "id": "ai", "type": "AI", "position": { "x": 0, "y": 9, "w": 1, "h": 1 } }));
        })
        .await;
        sandbox.faults(json!({ "jobs": { "durationMs": 0 } })).await;
        let mut ids = Map::new();
        for line in THINGS.trim().lines() {
            let mut reader = Reader::new(line);
            let (name, caller) = (reader.word(), reader.word());
            let caller = if caller == "ada" {
                sandbox.ada()
            } else {
                sandbox.ben()
            };
            let answer = caller
                .answer("POST", full(reader.word()), reader.value())
                .await;
            assert!(answer.status < 300, "{line}: {}", answer.body);
            let made = answer.json();
            ids.insert(
                name.to_owned(),
                made.get(name).unwrap_or(&made["id"]).clone(),
            );
        }
        let place = json!({ "placementId": "p", "externalWorkbookId": "b", "sheetName": "s", "anchorCell": "A1" });
        sandbox
            .ada()
            .send(
                200,
                "PUT",
                format!("{SEVEN}/reports/31/connect-workbook"),
                place,
            )
            .await;
        let keys = credentials(&sandbox).await;
        Self { sandbox, ids, keys }
    }

    /// What an operation answers to a credential: `ok`, 401, 403 or 404.
    async fn play(
        &self,
        id: &str,
        method: &str,
        path: &str,
        input: &str,
        credential: &str,
    ) -> String {
        let mut reader = Reader::new(input);
        let query = if input.starts_with('?') {
            reader.word()
        } else {
            ""
        };
        let body = (!reader.rest.is_empty()).then(|| filled(reader.value(), &self.ids));
        let path = format!("{}{query}", self.filled(id, path));
        let caller = self.sandbox.by(self.keys[credential].as_str().unwrap());
        let answer = caller.answer(method, path, body).await;
        match answer.status {
            200..300 | 409 => "ok".to_owned(),
            401 | 403 | 404 => answer.status.to_string(),
            other => panic!("{id} as {credential}: {other} {}", answer.body),
        }
    }

    fn filled(&self, id: &str, path: &str) -> String {
        let parts = path.split(['{', '}']).enumerate().map(|(n, part)| {
            if n % 2 == 0 {
                return part.to_owned();
            }
            let fixed = match (part, id) {
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
                (name, _) => return self.ids[name].to_string().replace('"', ""),
            };
            fixed.to_owned()
        });
        parts.collect()
    }
}

/// The text of each kind of credential.
async fn credentials(sandbox: &Sandbox) -> Map<String, Value> {
    let path = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
    let meta = sandbox
        .ada()
        .post(200, path, json!({ "security_context": {} }))
        .await;
    let mut chris = json!({ "embedTenantName": "acme", "externalId": "chris" });
    let embed = sandbox.embed(chris.clone()).await.key;
    chris["creatorMode"] = json!(true);
    let creator = sandbox.embed(chris.clone()).await.key;
    chris["deploymentId"] = json!(12);
    let keys = json!({
        "none": "", "expired": "sandbox-expired-key", "meta": meta["data"]["token"], "admin": ADMIN,
        "oauth-admin": "admin-oauth", "scoped": SCOPED, "elsewhere": "elsewhere-key", "user": USER,
        "viewer": VIEWER, "embed": embed, "creator": creator, "narrow": sandbox.embed(chris).await.key,
        "private": sandbox.private().await.key,
    });
    keys.as_object().unwrap().clone()
}

/// Also what holds for whole columns, whatever the file says.
#[tokio::test]
async fn every_operation_by_every_credential() {
    let operations = include_str!("../../../tests/fixtures/operations.json");
    let operations: Value = serde_json::from_str(operations).unwrap();
    let expected = std::fs::read_to_string(FIXTURE).unwrap();
    let mut lines = expected.lines();
    let head = lines.next().unwrap();
    let credentials: Vec<&str> = head.split_whitespace().skip(1).collect();
    let start = head.find(credentials[0]).unwrap();
    let width = head.len();
    let mut world = World::new().await;
    let mut played = format!("{head}\n");
    for (row, line) in operations["operations"]
        .as_array()
        .unwrap()
        .iter()
        .zip(lines)
    {
        let (id, path) = (text(row, "id"), text(row, "path"));
        let method = text(row, "method").replace('*', "GET");
        let input = line.get(width..).unwrap_or_default().trim();
        let mut cells = format!("{id:<start$}");
        let mut outcomes = Map::new();
        for credential in &credentials {
            let outcome = world.play(&id, &method, &path, input, credential).await;
            if outcome == "ok" && method != "GET" {
                // What it changed must not matter to the next.
                world = World::new().await;
            }
            cells = format!("{cells}{outcome:<width$} ", width = credential.len());
            outcomes.insert((*credential).to_owned(), outcome.into());
        }
        played = format!(
            "{played}{}\n",
            format!("{:<width$} {input}", cells.trim_end()).trim_end()
        );
        assert_eq!(
            [&outcomes["none"], &outcomes["expired"], &outcomes["meta"]],
            ["401", "401", "403"],
            "{id}"
        );
        // A scope takes rights away and gives none, and neither does OAuth.
        for (less, more) in [
            ("scoped", "admin"),
            ("elsewhere", "admin"),
            ("oauth-admin", "admin"),
            ("narrow", "creator"),
        ] {
            assert!(
                outcomes[less] != "ok" || outcomes[more] == "ok",
                "{id}: {less}"
            );
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
