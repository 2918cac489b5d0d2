//! The build API: branches, dev mode, files, uploads, compilation, the staging environment.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{BUILD, Caller, Sandbox, USER, raw_request, text};

const FILES: &str = "/data-model/files";
const STAGING: &str = "/branches/staging-environment";

fn named(branch: &str) -> Value {
    json!({ "branchName": branch })
}

/// What a list has at this place; null if it is not there.
fn found(list: &Value, field: &str, value: &str) -> Value {
    let mut items = list["items"].as_array().unwrap().iter();
    items
        .find(|item| item[field] == value)
        .cloned()
        .unwrap_or_default()
}

async fn branch(sandbox: &Sandbox, name: &str) -> Value {
    let list = sandbox.ada().at(BUILD).get("/branches").await;
    found(&list, "name", name)
}

/// The content of a file of a branch; null if it has none.
async fn content(caller: &Caller<'_>, branch: &str, file: &str) -> Value {
    let path = format!("{FILES}?first=100&branchName={branch}");
    found(&caller.get(path).await, "path", file)["content"].clone()
}

#[tokio::test]
async fn a_staging_environment_is_kept_active_and_listed() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    let on = json!({ "enabled": true, "branchName": "release" });
    let on = ben.put(200, STAGING, on).await;
    let release = json!({ "id": 2, "name": "release", "parentBranch": "main", "lastHash": "4d5f1c2", "isStagingEnvironmentEnabled": true });
    assert_eq!(on["data"], release);
    // It stays staging in dev mode.
    ben.post(200, "/dev-mode", named("release")).await;
    let listed = "/api/v1/deployments/7/environments?type=staging";
    for user in [sandbox.ada(), sandbox.ben()] {
        let list = user.get(listed).await;
        assert_eq!(list["data"]["environments"][0]["name"], "release");
        assert_eq!(list["pagination"]["total"], 1);
    }
    let off = json!({ "enabled": false, "branchId": 2 });
    ben.put(200, STAGING, off).await;
    let list = sandbox.ada().get(listed).await;
    assert_eq!(list["pagination"]["total"], 0);
}

#[tokio::test]
async fn only_shared_branches_have_a_staging_environment() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    for (body, status) in [
        (json!({ "enabled": true, "branchName": "main" }), 409),
        (json!({ "enabled": true, "branchName": "dev-ben" }), 409),
        (
            json!({ "enabled": true, "branchName": "release", "branchId": 2 }),
            400,
        ),
        (
            json!({ "enabled": true, "branchName": "release", "branchId": null }),
            400,
        ),
        (json!({ "enabled": true }), 400),
        (json!({ "branchName": "release" }), 400),
        (json!({ "enabled": true, "branchName": "unknown" }), 404),
        // A branch of another deployment.
        (json!({ "enabled": true, "branchId": 5 }), 404),
    ] {
        ben.put(status, STAGING, body).await;
    }
}

#[tokio::test]
async fn deleting_a_branch_re_parents_its_children() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    assert_eq!(branch(&sandbox, "returns").await["parentBranch"], "release");
    let path = "/branches?branchName=release&removeOnUpstream=true";
    ben.delete(200, path).await;
    assert_eq!(branch(&sandbox, "returns").await["parentBranch"], "main");
    assert_eq!(branch(&sandbox, "release").await, Value::Null);
    for (query, status) in [
        ("", 400),
        ("?branchName=main", 409),
        ("?branchName=release", 404),
    ] {
        ben.delete(status, format!("/branches{query}")).await;
    }
}

#[tokio::test]
async fn files_are_written_on_branches_in_dev_mode_alone() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    let body = json!({ "path": "model/new.yml", "content": "cubes: []\n" });
    ben.put(403, FILES, &body).await;
    let started = ben.post(200, "/dev-mode", json!({})).await;
    assert_eq!(started["branch"]["name"], "dev-ben", "Ben has one already");
    ben.put(200, FILES, &body).await;
    let mut elsewhere = body.clone();
    elsewhere["branchName"] = json!("release");
    ben.put(403, FILES, elsewhere).await;
    for (new, status) in [("orders", 409), ("newer", 200), ("other", 404)] {
        let rename = json!({ "path": "model/new.yml", "newPath": format!("model/{new}.yml") });
        ben.post(status, "/data-model/files/rename", rename).await;
    }
    let newer = format!("{FILES}?path=model/newer.yml");
    ben.delete(200, &newer).await;
    ben.delete(404, &newer).await;
    ben.delete(200, "/dev-mode").await;
    ben.put(403, FILES, body).await;
    ben.post(409, "/dev-mode", named("main")).await;
}

#[tokio::test]
async fn dev_mode_is_listed_as_a_development_environment() {
    let sandbox = Sandbox::start().await;
    sandbox.ben().at(BUILD).post(200, "/dev-mode", ()).await;
    let listed = "/api/v1/deployments/7/environments?type=development";
    let own = sandbox.ben().get(listed).await;
    assert_eq!(own["data"]["environments"][0]["name"], "dev-ben");
    let others = sandbox.ada().get(listed).await;
    assert_eq!(others["pagination"]["total"], 0);
}

// "Compile ... Compilation errors come back as a 200 response with `valid: false`."
#[tokio::test]
async fn a_compilation_error_is_a_result() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    let validate = "/data-model/validate";
    assert_eq!(ben.get(validate).await["valid"], true);
    ben.post(200, "/dev-mode", ()).await;
    for (name, content, line) in [
        ("smile.yml", "title: \"smile :)\"\n", None),
        ("smile.js", "const title = ':)';", None),
        ("flow.yml", "a: 1\nb: [1, 2\n", Some(3)),
        ("indent.yml", "a:\n  - 1\n - 2\n", Some(3)),
        ("tab.yaml", "a:\n\tb: 1\n", Some(2)),
        ("quote.yml", "a: \"open\n", Some(1)),
        ("broken.json", "{\n\"a\": }", Some(2)),
    ] {
        let file = json!({ "path": name, "content": content });
        ben.put(200, FILES, file).await;
        let compiled = ben.get(validate).await;
        assert_has!(compiled, { "valid": line.is_none(), "branchName": "dev-ben" });
        if let Some(line) = line {
            assert_has!(compiled["errors"][0], { "fileName": name, "line": line });
        }
        let other = format!("{validate}?branchName=release");
        assert_eq!(ben.get(other).await["valid"], true);
        ben.delete(200, format!("{FILES}?path={name}")).await;
    }
    ben.refused(404, format!("{validate}?branchName=unknown"))
        .await;
}

#[tokio::test]
async fn an_upload_takes_chunks_and_forms_with_text_of_several_bytes() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    let [start, file, finish] =
        ["start", "file", "finish"].map(|verb| format!("/data-model/upload/{verb}"));
    ben.post(403, &start, ()).await;
    ben.post(200, "/dev-mode", ()).await;
    let upload = text(&ben.post(201, &start, ()).await, "uploadId");
    let send = async |query: &str, headers: &[(&str, &str)], body: &[u8]| {
        let path = format!("{BUILD}{file}{query}");
        let bearer = format!("Bearer {USER}");
        let headers = [&[("Authorization", bearer.as_str())], headers].concat();
        raw_request(&sandbox.running.tenant, "POST", &path, &headers, body).await
    };
    // Each byte is a chunk of its own, so each chunk ends in the middle of a character.
    let content = "name: größe – 数\n";
    let query = format!("?uploadId={upload}&path=model/bytes.yml");
    let bytes = [("Content-Type", "application/octet-stream")];
    for byte in content.as_bytes() {
        let answer = send(&query, &bytes, &[*byte]).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    // In the chunks of HTTP, the same.
    let (head, tail) = content.as_bytes().split_at(9);
    let chunk =
        |bytes: &[u8]| [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat();
    let body = [chunk(head), chunk(tail), b"0\r\n\r\n".to_vec()].concat();
    let query = format!("?uploadId={upload}&path=model/http.yml");
    let plain = ("Content-Type", "text/plain");
    let answer = send(&query, &[plain, ("Transfer-Encoding", "chunked")], &body).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    // As a form.
    let form = format!(
        "--b\r\nContent-Disposition: form-data; name=\"uploadId\"\r\n\r\n{upload}\r\n\
         --b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"model/form.yml\"\r\n\
         Content-Type: text/yaml\r\n\r\n{content}\r\n--b--\r\n"
    );
    let is_form = [("Content-Type", "multipart/form-data; boundary=b")];
    let answer = send("", &is_form, form.as_bytes()).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert_eq!(answer.json()["size"], content.len());
    assert_eq!(send("", &is_form, b"--b").await.status, 400);
    // And as JSON.
    for part in ["name: größe", " – 数\n"] {
        let body = json!({ "uploadId": upload, "path": "model/json.yml", "content": part });
        ben.post(200, &file, body).await;
    }
    let end = json!({ "uploadId": upload });
    let done = ben.post(200, &finish, &end).await;
    assert_eq!(done["files"], 4);
    for name in ["bytes", "http", "form", "json"] {
        let file = format!("model/{name}.yml");
        assert_eq!(
            self::content(&ben, "dev-ben", &file).await,
            content,
            "{name}"
        );
    }
    ben.post(404, &finish, end).await;
    // A file that is not text is refused at the end of the upload, when all of it is there.
    let upload = text(&ben.post(201, &start, ()).await, "uploadId");
    let query = format!("?uploadId={upload}&path=model/bad.yml");
    assert_eq!(send(&query, &[plain], b"\xff").await.status, 200);
    ben.post(400, &finish, json!({ "uploadId": upload })).await;
}

#[tokio::test]
async fn work_goes_from_a_branch_to_its_parent_and_to_production() {
    let sandbox = Sandbox::start().await;
    let ben = sandbox.ben().at(BUILD);
    let work = json!({ "name": "work", "parentBranch": "release" });
    ben.post(201, "/branches", &work).await;
    ben.post(409, "/branches", &work).await;
    ben.post(409, "/commit", json!({})).await;
    ben.post(200, "/dev-mode", named("work")).await;
    let body = json!({ "path": "model/work.yml", "content": "a: 1\n" });
    ben.put(200, FILES, body).await;
    let message = json!({ "message": "Work" });
    let committed = ben.post(200, "/commit", message).await;
    assert_ne!(committed["lastHash"], "4d5f1c2");
    let has = async |branch: &str| {
        let path = format!("/data-model/file-hashes?branchName={branch}");
        let hashes = ben.get(path).await;
        hashes["files"].get("model/work.yml").is_some()
    };
    assert!(!has("release").await);
    let merged = ben.post(200, "/merge", json!({})).await;
    assert_eq!(merged["name"], "release");
    assert!(has("release").await && !has("main").await);
    ben.post(200, "/merge-to-default", named("work")).await;
    assert!(has("main").await && !has("returns").await);
    ben.post(200, "/pull", named("returns")).await;
    assert!(has("returns").await);
}

// "Branch operations": a pull and a merge take what one side has changed, and say what both have.
#[tokio::test]
async fn pull_and_merge_are_of_three_versions() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada().at(BUILD);
    let write = async |branch: &str, files: &[(&str, Option<&str>)]| {
        ada.post(200, "/dev-mode", named(branch)).await;
        for (name, content) in files {
            let file = json!({ "path": name, "content": content });
            let method = if content.is_some() { "PUT" } else { "DELETE" };
            ada.send(200, method, FILES, file).await;
        }
        ada.post(200, "/commit", named(branch)).await;
    };
    let holds = async |branch: &str, files: &[(&str, Value)]| {
        for (name, expected) in files {
            let content = content(&ada, branch, name).await;
            assert_eq!(&content, expected, "{name} of {branch}");
        }
    };
    ada.post(201, "/branches", json!({ "name": "base" })).await;
    let first = [
        ("a.yml", Some("a: 1")),
        ("b.yml", Some("b: 1")),
        ("c.yml", Some("c: 1")),
    ];
    write("base", &first).await;
    let work = json!({ "name": "work", "parentBranch": "base" });
    ada.post(201, "/branches", work).await;

    // Each side changes a file and deletes one. A pull keeps the branch's work and takes a deletion along.
    write("work", &[("a.yml", Some("a: 2")), ("c.yml", None)]).await;
    write("base", &[("b.yml", None), ("d.yml", Some("d: 1"))]).await;
    ada.post(200, "/pull", named("work")).await;
    let (a, d) = (json!("a: 2"), json!("d: 1"));
    let pulled = [
        ("a.yml", a.clone()),
        ("b.yml", Value::Null),
        ("d.yml", d.clone()),
    ];
    holds("work", &pulled).await;
    ada.post(200, "/merge", named("work")).await;
    holds(
        "base",
        &[("a.yml", a), ("c.yml", Value::Null), ("d.yml", d)],
    )
    .await;

    // Both sides change the same file.
    write("work", &[("a.yml", Some("a: 3"))]).await;
    write("base", &[("a.yml", Some("a: 4"))]).await;
    for path in ["/pull", "/merge"] {
        let refused = ada.post(409, path, named("work")).await;
        assert!(text(&refused, "error").contains("a.yml"), "{refused}");
    }
    holds("work", &[("a.yml", json!("a: 3"))]).await;
    holds("base", &[("a.yml", json!("a: 4"))]).await;
    write("work", &[("a.yml", Some("a: 4"))]).await;
    ada.post(200, "/pull", named("work")).await;
}
