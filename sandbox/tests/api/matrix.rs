//! Every operation by every kind of credential. `fixtures/rights.txt` says who gets through, and every
//! line of it is played. To write the file again, run
//! `UPDATE_RIGHTS=1 cargo test -p svc-sandbox --test api matrix`. Read the difference before you keep
//! it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{ADMIN, SCOPED, SEVEN, Sandbox, USER, VIEWER, text};

const FIXTURE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/rights.txt");

/// The columns of the table, in its order.
const CREDENTIALS: [&str; 13] = [
    "none",
    "expired",
    "meta",
    "admin",
    "oauth-admin",
    "scoped",
    "elsewhere",
    "user",
    "viewer",
    "embed",
    "creator",
    "narrow",
    "private",
];

/// A sandbox in which everything that a path names exists, with every kind of credential.
struct World {
    sandbox: Sandbox,
    ids: BTreeMap<&'static str, String>,
    keys: BTreeMap<&'static str, String>,
}

/// A sandbox with more credentials, and with what no call of the API can make.
async fn seeded() -> Sandbox {
    let sandbox = Sandbox::seeded(|seed| {
            let more = json!([
                { "secret": "elsewhere-key", "userId": 1, "deployments": [12] },
                { "secret": "admin-oauth", "kind": "oauth", "userId": 1 },
            ]);
            let all = seed["credentials"].as_array_mut().unwrap();
            all.extend(more.as_array().unwrap().iter().cloned());
            // What SCIM and user administration may delete without ending a credential.
            let user = json!({ "id": 8, "email": "someone@example.com" });
            seed["users"].as_array_mut().unwrap().push(user);
            seed["comments"] = json!([{ "id": 1, "dashboardId": 1, "embedTenant": "acme", "userId": 4, "text": "Hi" }]);
            seed["integrations"] = json!([{ "deploymentId": 7, "dataSourceName": "lakehouse", "version": 1 }]);
            let widgets = seed["dashboards"][0]["config"]["widgets"].as_array_mut().unwrap();
            widgets.push(json!({ "id": "ai", "type": "AI", "position": { "x": 0, "y": 9, "w": 1, "h": 1 } }));
        })
        .await;
    sandbox.jobs_last(0).await;
    sandbox
}

/// Makes one of each kind of thing that a path names. Resolves to their ids.
async fn things(sandbox: &Sandbox) -> BTreeMap<&'static str, String> {
    let (ada, ben) = (sandbox.ada(), sandbox.ben());
    let dashboard = json!({ "dashboardPublicId": "sales-overview" });
    let files = json!({ "output": "files" });
    let mut ids = BTreeMap::new();
    for (name, caller, path, body) in [
        (
            "jobId",
            &ada,
            "api/v1/deployments/7/dashboard-exports",
            dashboard.clone(),
        ),
        (
            "notificationId",
            &ada,
            "api/v1/deployments/7/notifications",
            dashboard,
        ),
        (
            "syncJobId",
            &ada,
            "api/v1/deployments/7/transform-sync",
            files,
        ),
        (
            "previewId",
            &ada,
            "api/v1/deployments/7/lakehouse-metric-view-previews",
            json!({}),
        ),
        ("attributeId", &ada, "api/v1/user-attributes/", json!({})),
        (
            "integrationId",
            &ada,
            "api/v1/oauth-integrations/",
            json!({}),
        ),
        ("configId", &ada, "api/v1/oidc-token-configs/", json!({})),
        ("tokenId", &ben, "api/v1/user-oauth-tokens/", json!({})),
        (
            "devMode",
            &ben,
            "build/api/v1/deployments/7/dev-mode",
            json!({}),
        ),
        (
            "uploadId",
            &ben,
            "build/api/v1/deployments/7/data-model/upload/start",
            json!({}),
        ),
    ] {
        let answer = caller.answer("POST", format!("/{path}"), body).await;
        assert!(answer.status < 300, "{path}: {}", answer.body);
        let made = answer.json();
        let id = made.get(name).unwrap_or(&made["id"]);
        let id = id.as_str().map_or_else(|| id.to_string(), str::to_owned);
        ids.insert(name, id);
    }
    let place = json!({ "placementId": "p", "externalWorkbookId": "b", "sheetName": "s", "anchorCell": "A1" });
    let path = format!("{SEVEN}/reports/31/connect-workbook");
    ada.put(200, path, place).await;
    ids
}

/// The text of each kind of credential.
async fn credentials(sandbox: &Sandbox) -> BTreeMap<&'static str, String> {
    let path = format!("{SEVEN}/environments/1/tokens-for-meta-sync");
    let body = json!({ "security_context": {} });
    let meta = sandbox.ada().post(200, path, body).await;
    let narrow = json!({ "embedTenantName": "acme", "externalId": "chris", "creatorMode": true, "deploymentId": 12 });
    [
        ("none", String::new()),
        ("expired", "sandbox-expired-key".to_owned()),
        ("meta", text(&meta["data"], "token")),
        ("admin", ADMIN.to_owned()),
        ("oauth-admin", "admin-oauth".to_owned()),
        ("scoped", SCOPED.to_owned()),
        ("elsewhere", "elsewhere-key".to_owned()),
        ("user", USER.to_owned()),
        ("viewer", VIEWER.to_owned()),
        ("embed", sandbox.viewer("acme", "chris").await.key),
        ("creator", sandbox.creator().await.key),
        ("narrow", sandbox.embed(narrow).await.key),
        ("private", sandbox.private().await.key),
    ]
    .into()
}

impl World {
    async fn new() -> Self {
        let sandbox = seeded().await;
        let ids = things(&sandbox).await;
        let keys = credentials(&sandbox).await;
        Self { sandbox, ids, keys }
    }

    /// What an operation answers to a credential: `ok`, 401, 403 or 404.
    async fn play(&self, id: &str, method: &str, path: &str, credential: &str) -> String {
        let (query, body) = self.input(id);
        let path = format!("{}{query}", self.filled(id, path));
        let caller = self.sandbox.by(&self.keys[credential]);
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
                (name, _) => &self.ids[name],
            };
            fixed.to_owned()
        });
        parts.collect()
    }

    /// The query and the body with which an operation succeeds for whoever may call it.
    fn input(&self, id: &str) -> (&'static str, Option<Value>) {
        let placement = json!({ "placementId": "p" });
        let dashboard = json!({ "dashboardPublicId": "sales-overview" });
        let file = json!({ "path": "model/orders.yml", "content": "", "branchName": "dev-ben" });
        let branch = json!({ "branchName": "returns" });
        let body = match id {
            "reports.connectWorkbook"
            | "reports.disconnectWorkbook"
            | "reports.refreshPlacement" => placement,
            "workbooks.setAiWidgetThread" => json!({ "widgetId": "ai", "threadId": "t" }),
            "workspace.bulkDelete" | "workspace.bulkMove" => json!({ "items": [] }),
            "dashboardExports.create" | "notifications.create" | "notifications.update" => {
                dashboard
            }
            "environments.createMetaSyncToken" => json!({ "security_context": {} }),
            "branches.setStagingEnvironment" => json!({ "enabled": true, "branchName": "release" }),
            "dataModel.putFile" | "dataModel.deleteFile" => file,
            "dataModel.renameFile" => {
                json!({ "path": "model/orders.yml", "newPath": "model/o.yml", "branchName": "dev-ben" })
            }
            "dataModel.startUpload" => json!({ "branchName": "dev-ben" }),
            "dataModel.uploadFile" => {
                json!({ "uploadId": self.ids["uploadId"], "path": "a", "content": "" })
            }
            "dataModel.finishUpload" => json!({ "uploadId": self.ids["uploadId"] }),
            "branches.commit" | "branches.pull" | "branches.merge" | "branches.mergeToDefault" => {
                branch
            }
            "metricViewIntegrations.upsert" => json!({ "expectedConfigurationVersion": 1 }),
            "branches.create" | "embedTenants.createGroup" => json!({ "name": "new" }),
            "embedTenants.addGroupUsers" | "embedTenants.removeGroupUsers" => {
                json!({ "userIds": [4] })
            }
            "embedDashboards.setSignedEmbedding" => json!({ "allowEmbed": true }),
            "embedDashboards.createComment" | "embedDashboards.updateComment" => {
                json!({ "text": "x" })
            }
            "users.create" => json!({ "email": "new@example.com" }),
            "users.bulk" => json!({ "action": "ACTIVATE", "userIds": [8] }),
            "userAttributeValues.set" => json!({ "userId": 8, "values": [] }),
            "scim.users.create" | "scim.users.replace" => {
                json!({ "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User"], "userName": "scim@example.com" })
            }
            "scim.groups.create" | "scim.groups.replace" => {
                json!({ "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Group"], "displayName": "Scim" })
            }
            "scim.users.patch" => {
                json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [{ "op": "add", "path": "title", "value": "Dr" }] })
            }
            "scim.groups.patch" => {
                json!({ "schemas": ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], "Operations": [{ "op": "add", "path": "externalId", "value": "x" }] })
            }
            "branches.delete" => return ("?branchName=returns", None),
            _ => return ("", None),
        };
        ("", Some(body))
    }
}

#[tokio::test]
async fn every_operation_by_every_credential() {
    let operations: Value =
        serde_json::from_str(include_str!("../../../tests/fixtures/operations.json")).unwrap();
    let operations = operations["operations"].as_array().unwrap();
    let mut world = World::new().await;
    let mut lines = vec![line("operation", &CREDENTIALS)];
    for row in operations {
        let (id, path) = (text(row, "id"), text(row, "path"));
        let method = text(row, "method").replace('*', "GET");
        let mut outcomes = Vec::new();
        for credential in CREDENTIALS {
            let outcome = world.play(&id, &method, &path, credential).await;
            if outcome == "ok" && method != "GET" {
                // What it changed must not matter to the next.
                world = World::new().await;
            }
            outcomes.push(outcome);
        }
        let outcomes: Vec<&str> = outcomes.iter().map(String::as_str).collect();
        lines.push(line(&id, &outcomes));
    }
    let played = format!("{}\n", lines.join("\n"));
    if std::env::var_os("UPDATE_RIGHTS").is_some() {
        std::fs::write(FIXTURE, &played).unwrap();
    }
    let expected = std::fs::read_to_string(FIXTURE).unwrap();
    for (played, expected) in played.lines().zip(expected.lines()) {
        assert_eq!(played, expected);
    }
    assert_eq!(played.lines().count(), expected.lines().count());
}

fn line(name: &str, cells: &[&str]) -> String {
    let cells: Vec<String> = CREDENTIALS
        .iter()
        .zip(cells)
        .map(|(column, cell)| format!("{cell:<width$}", width = column.len()))
        .collect();
    format!("{name:<38}{}", cells.join(" "))
        .trim_end()
        .to_owned()
}

/// What holds for whole columns, whatever the file says.
#[test]
fn the_table_lets_nobody_in_without_a_credential_of_the_api() {
    let table = std::fs::read_to_string(FIXTURE).unwrap();
    let mut lines = table.lines();
    let columns: Vec<&str> = lines.next().unwrap().split_whitespace().skip(1).collect();
    assert_eq!(columns, CREDENTIALS);
    let at = |name: &str| columns.iter().position(|column| *column == name).unwrap();
    for line in lines {
        let cells: Vec<&str> = line.split_whitespace().collect();
        let (id, cells) = cells.split_first().unwrap();
        for name in ["none", "expired"] {
            assert_eq!(cells[at(name)], "401", "{id}");
        }
        assert_eq!(cells[at("meta")], "403", "{id}");
        // A scope takes rights away and gives none, and neither does OAuth.
        for (less, more) in [
            ("scoped", "admin"),
            ("elsewhere", "admin"),
            ("oauth-admin", "admin"),
            ("narrow", "creator"),
        ] {
            if cells[at(less)] == "ok" {
                assert_eq!(cells[at(more)], "ok", "{id}");
            }
        }
    }
}
