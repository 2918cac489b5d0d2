//! Comments of embed users: who may write, read and change them.

use serde_json::{Value, json};

use crate::support::{ADMIN, Sandbox, text, viewer};

const SALES: &str = "/api/v1/embed/dashboard/sales-overview";

async fn comment(sandbox: &Sandbox, key: &str, body: Value) -> Value {
    sandbox
        .expect(201, key, "POST", &format!("{SALES}/comments"), Some(body))
        .await
}

#[tokio::test]
async fn comments_need_a_signed_session_scoped_to_an_embed_tenant() {
    let sandbox = Sandbox::start().await;
    let private = json!({ "surface": "dashboard" });
    let private = sandbox
        .tenant("POST", "/embed/api/session", None, Some(private))
        .await
        .json();
    let unscoped = sandbox.embed(json!({ "externalId": "chris" })).await;
    let off = json!({ "embedTenantName": "acme", "externalId": "chris", "settings": { "enableDashboardComments": false } });
    let off = sandbox.embed(off).await;
    for key in [ADMIN, &text(&private, "token"), &unscoped, &off] {
        for (method, path) in [
            ("GET", "comments"),
            ("POST", "comments"),
            ("GET", "comments/mentionable-users"),
            ("PATCH", "comments/1"),
            ("DELETE", "comments/1"),
            ("POST", "comments/1/resolve"),
        ] {
            sandbox
                .expect(403, key, method, &format!("{SALES}/{path}"), None)
                .await;
        }
    }
}

#[tokio::test]
async fn threads_have_replies_and_stay_within_their_tenant() {
    let sandbox = Sandbox::start().await;
    let (chris, dana) = (
        viewer(&sandbox, "acme", "chris").await,
        viewer(&sandbox, "acme", "dana").await,
    );
    let thread = comment(
        &sandbox,
        &chris,
        json!({ "text": "Why?", "widgetId": "kpi-revenue" }),
    )
    .await;
    let reply = comment(
        &sandbox,
        &dana,
        json!({ "text": "Because.", "parentId": thread["id"] }),
    )
    .await;
    let path = format!("{SALES}/comments");
    sandbox
        .expect(
            400,
            &chris,
            "POST",
            &path,
            Some(json!({ "text": "Deeper", "parentId": reply["id"] })),
        )
        .await;
    sandbox
        .expect(400, &chris, "POST", &path, Some(json!({ "text": "" })))
        .await;
    let list = sandbox.get(&dana, &path).await;
    assert_eq!(list["count"], 1);
    assert_eq!(
        (&list["items"][0]["text"], &list["items"][0]["widgetId"]),
        (&json!("Why?"), &json!("kpi-revenue"))
    );
    assert_eq!(
        list["items"][0]["replies"][0]["author"]["displayName"],
        "Dana"
    );
    let other = viewer(&sandbox, "globex", "gil").await;
    assert_eq!(sandbox.get(&other, &path).await["count"], 0);
    let foreign = format!("{path}/{}", thread["id"]);
    sandbox
        .expect(
            404,
            &other,
            "PATCH",
            &foreign,
            Some(json!({ "text": "Mine" })),
        )
        .await;
    let fellows = sandbox
        .get(&chris, &format!("{path}/mentionable-users"))
        .await;
    assert_eq!(
        (&fellows["count"], &fellows["items"][0]["externalId"]),
        (&json!(1), &json!("dana"))
    );
}

#[tokio::test]
async fn only_its_author_edits_deletes_and_resolves_a_comment() {
    let sandbox = Sandbox::start().await;
    let (chris, dana) = (
        viewer(&sandbox, "acme", "chris").await,
        viewer(&sandbox, "acme", "dana").await,
    );
    let thread = comment(&sandbox, &chris, json!({ "text": "Why?" })).await;
    let reply = comment(
        &sandbox,
        &chris,
        json!({ "text": "Anyone?", "parentId": thread["id"] }),
    )
    .await;
    let path = format!("{SALES}/comments/{}", thread["id"]);
    let resolve = format!("{path}/resolve");
    for (method, path) in [("PATCH", &path), ("DELETE", &path), ("POST", &resolve)] {
        sandbox
            .expect(403, &dana, method, path, Some(json!({ "text": "No" })))
            .await;
    }
    let edited = sandbox
        .expect(
            200,
            &chris,
            "PATCH",
            &path,
            Some(json!({ "text": "Why so?" })),
        )
        .await;
    assert_eq!(edited["text"], "Why so?");
    assert_eq!(
        sandbox.expect(200, &chris, "POST", &resolve, None).await["resolved"],
        true
    );
    let open = sandbox
        .expect(
            200,
            &chris,
            "POST",
            &resolve,
            Some(json!({ "resolved": false })),
        )
        .await;
    assert_eq!(open["resolved"], false);
    let of_reply = format!("{SALES}/comments/{}/resolve", reply["id"]);
    sandbox.expect(400, &chris, "POST", &of_reply, None).await;
    // Deleted softly: it keeps its place and its replies, and loses its text.
    let gone = sandbox.expect(200, &chris, "DELETE", &path, None).await;
    assert_eq!(gone["text"], Value::Null);
    assert!(gone["deletedAt"].is_string());
    let list = sandbox.get(&dana, &format!("{SALES}/comments")).await;
    assert_eq!(list["items"][0]["replies"][0]["text"], "Anyone?");
    assert!(!list.to_string().contains("Why so?"));
    sandbox
        .expect(
            404,
            &chris,
            "PATCH",
            &path,
            Some(json!({ "text": "Again" })),
        )
        .await;
}
