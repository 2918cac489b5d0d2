//! Comments of embed users: who may write, read and change them.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{Caller, Sandbox};

const COMMENTS: &str = "/api/v1/embed/dashboard/sales-overview/comments";

/// Chris and Dana of one tenant.
async fn fellows(sandbox: &Sandbox) -> (Caller<'_>, Caller<'_>) {
    let chris = sandbox.viewer("acme", "chris").await.at(COMMENTS);
    (chris, sandbox.viewer("acme", "dana").await.at(COMMENTS))
}

#[tokio::test]
async fn comments_need_a_signed_session_scoped_to_an_embed_tenant() {
    let sandbox = Sandbox::start().await;
    let unscoped = json!({ "externalId": "chris" });
    let off = json!({ "embedTenantName": "acme", "externalId": "chris", "settings": { "enableDashboardComments": false } });
    for caller in [
        sandbox.ada(),
        sandbox.private().await,
        sandbox.embed(unscoped).await,
        sandbox.embed(off).await,
    ] {
        let caller = caller.at(COMMENTS);
        for (method, path) in [
            ("GET", ""),
            ("POST", ""),
            ("GET", "/mentionable-users"),
            ("PATCH", "/1"),
            ("DELETE", "/1"),
            ("POST", "/1/resolve"),
        ] {
            caller.send(403, method, path, ()).await;
        }
    }
}

#[tokio::test]
async fn threads_have_replies_and_stay_within_their_tenant() {
    let sandbox = Sandbox::start().await;
    let (chris, dana) = fellows(&sandbox).await;
    let why = json!({ "text": "Why?", "widgetId": "kpi-revenue" });
    let thread = chris.post(201, "", why).await;
    let because = json!({ "text": "Because.", "parentId": thread["id"] });
    let reply = dana.post(201, "", because).await;
    let deeper = json!({ "text": "Deeper", "parentId": reply["id"] });
    chris.post(400, "", deeper).await;
    chris.post(400, "", json!({ "text": "" })).await;
    let list = dana.get("").await;
    assert_eq!(list["count"], 1);
    assert_has!(list["items"][0], { "text": "Why?", "widgetId": "kpi-revenue" });
    let author = &list["items"][0]["replies"][0]["author"];
    assert_eq!(author["displayName"], "Dana");
    let other = sandbox.viewer("globex", "gil").await.at(COMMENTS);
    assert_eq!(other.get("").await["count"], 0);
    let mine = json!({ "text": "Mine" });
    other.patch(404, format!("/{}", thread["id"]), mine).await;
    let others = chris.get("/mentionable-users").await;
    assert_eq!(others["count"], 1);
    assert_eq!(others["items"][0]["externalId"], "dana");
}

#[tokio::test]
async fn only_its_author_edits_deletes_and_resolves_a_comment() {
    let sandbox = Sandbox::start().await;
    let (chris, dana) = fellows(&sandbox).await;
    let thread = chris.post(201, "", json!({ "text": "Why?" })).await;
    let anyone = json!({ "text": "Anyone?", "parentId": thread["id"] });
    let reply = chris.post(201, "", &anyone).await;
    let path = format!("/{}", thread["id"]);
    let resolve = format!("{path}/resolve");
    for (method, path) in [("PATCH", &path), ("DELETE", &path), ("POST", &resolve)] {
        let no = json!({ "text": "No" });
        dana.send(403, method, path, no).await;
    }
    let edited = chris.patch(200, &path, json!({ "text": "Why so?" })).await;
    assert_eq!(edited["text"], "Why so?");
    for (body, is_resolved) in [(Value::Null, true), (json!({ "resolved": false }), false)] {
        let thread = chris.post(200, &resolve, body).await;
        assert_eq!(thread["resolved"], is_resolved);
    }
    let of_reply = format!("/{}/resolve", reply["id"]);
    chris.post(400, of_reply, ()).await;
    // Deleted softly: it keeps its place and its replies, and loses its text.
    let gone = chris.delete(200, &path).await;
    assert_eq!(gone["text"], Value::Null);
    assert!(gone["deletedAt"].is_string());
    chris.post(404, "", anyone).await;
    let list = dana.get("").await;
    assert_eq!(list["items"][0]["replies"].as_array().unwrap().len(), 1);
    assert_eq!(list["items"][0]["replies"][0]["text"], "Anyone?");
    assert!(!list.to_string().contains("Why so?"));
    let again = json!({ "text": "Again" });
    chris.patch(404, &path, again).await;
}
