//! Users, their settings and attributes; the tenant; plain documents.

use serde_json::{Value, json};

use crate::support::{ADMIN, Sandbox, USER, VIEWER, text};

const USERS: &str = "/api/v1/users/";

#[tokio::test]
async fn the_current_user_includes_its_policies() {
    let sandbox = Sandbox::start().await;
    let me = sandbox.get(USER, "/api/v1/users/me").await;
    assert_eq!(
        (&me["email"], &me["role"]),
        (&json!("ben@example.com"), &json!("AI BI User"))
    );
    let policies = me["userPolicies"].as_array().unwrap();
    assert!(
        policies.contains(&json!({ "resourceType": "FOLDER", "resourceId": 21, "action": "edit" }))
    );
    assert!(policies.contains(&json!({ "resourceType": "TENANT", "action": "SchemaUpdate" })));
}

#[tokio::test]
async fn own_settings_are_merged_and_sheets_field_by_field() {
    let sandbox = Sandbox::start().await;
    let set = async |body: Value| {
        sandbox
            .expect(
                200,
                VIEWER,
                "PATCH",
                "/api/v1/users/me/settings",
                Some(body),
            )
            .await
    };
    set(json!({ "theme": "dark", "sheets": { "host": "excel", "zoom": 1 } })).await;
    let merged = set(json!({ "sheets": { "zoom": 2 }, "lastSeenChangelogId": 7 })).await;
    assert_eq!(
        merged,
        json!({ "theme": "dark", "sheets": { "host": "excel", "zoom": 2 } })
    );
    // An explicit null clears it.
    let cleared = set(json!({ "sheets": null })).await;
    assert_eq!(cleared, json!({ "theme": "dark", "sheets": null }));
    assert_eq!(
        set(json!({ "sheets": { "zoom": 3 } })).await["sheets"],
        json!({ "zoom": 3 })
    );
    assert_eq!(
        sandbox.get(VIEWER, "/api/v1/users/me").await["settings"]["theme"],
        "dark"
    );
}

#[tokio::test]
async fn users_are_made_changed_and_deleted() {
    let sandbox = Sandbox::start().await;
    let body = json!({ "email": "new@example.com", "firstName": "Nia", "team": "North" });
    let made = sandbox
        .expect(201, ADMIN, "POST", USERS, Some(body.clone()))
        .await;
    assert_eq!(
        (&made["team"], &made["role"], &made["active"]),
        (&json!("North"), &json!("AI BI User"), &json!(true))
    );
    sandbox
        .expect(
            409,
            ADMIN,
            "POST",
            USERS,
            Some(json!({ "email": "NEW@example.com" })),
        )
        .await;
    sandbox
        .expect(400, ADMIN, "POST", USERS, Some(json!({})))
        .await;
    let path = format!("{USERS}{}", made["id"]);
    sandbox
        .expect(400, ADMIN, "PUT", &path, Some(json!({ "role": "King" })))
        .await;
    sandbox
        .expect(
            409,
            ADMIN,
            "PUT",
            &path,
            Some(json!({ "email": "ada@example.com" })),
        )
        .await;
    let changed = sandbox
        .expect(200, ADMIN, "PUT", &path, Some(json!({ "role": "Viewer" })))
        .await;
    assert_eq!(
        (&changed["role"], &changed["firstName"]),
        (&json!("Viewer"), &json!("Nia"))
    );
    sandbox.expect(200, ADMIN, "DELETE", &path, None).await;
    sandbox.expect(404, ADMIN, "DELETE", &path, None).await;
    // A path that ends in a slash is found without it.
    sandbox
        .expect(201, ADMIN, "POST", "/api/v1/users", Some(body))
        .await;
}

#[tokio::test]
async fn bulk_actions_report_each_user_that_failed() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/users/bulk";
    let bulk = async |action: &str, ids: Value| {
        let body = json!({ "action": action, "userIds": ids });
        sandbox.expect(200, ADMIN, "POST", path, Some(body)).await
    };
    let done = bulk("DEACTIVATE", json!([2, 1, 999, "3"])).await;
    assert_eq!(done["succeeded"], json!([{ "id": 2 }, { "id": "3" }]));
    assert_eq!(
        (&done["failed"][0]["id"], &done["failed"][0]["status"]),
        (&json!(1), &json!(400)),
        "one's own account"
    );
    assert_eq!(
        (&done["failed"][1]["id"], &done["failed"][1]["status"]),
        (&json!(999), &json!(404))
    );
    sandbox
        .expect(401, USER, "GET", "/api/v1/users/me", None)
        .await;
    bulk("ACTIVATE", json!([2])).await;
    sandbox.get(USER, "/api/v1/users/me").await;
    bulk("DELETE", json!([2])).await;
    sandbox
        .expect(401, USER, "GET", "/api/v1/users/me", None)
        .await;
    for body in [
        json!({ "action": "PROMOTE", "userIds": [2] }),
        json!({ "action": "DELETE" }),
    ] {
        sandbox.expect(400, ADMIN, "POST", path, Some(body)).await;
    }
}

#[tokio::test]
async fn attribute_values_are_of_their_definitions_type() {
    let sandbox = Sandbox::start().await;
    let definitions = "/api/v1/user-attributes/";
    let values = "/api/v1/user-attribute-values/";
    for (kind, right, wrong) in [
        ("string", json!("a"), json!(1)),
        ("number", json!(1.5), json!("1.5")),
        ("boolean", json!(true), json!("true")),
        ("string_array", json!(["a"]), json!([1])),
        ("number_array", json!([1]), json!(1)),
    ] {
        let definition = json!({ "name": kind, "type": kind });
        let made = sandbox
            .expect(201, ADMIN, "POST", definitions, Some(definition))
            .await;
        let set = |value: &Value| json!({ "userId": 2, "attributeId": made["id"], "value": value });
        sandbox
            .expect(400, ADMIN, "POST", values, Some(set(&wrong)))
            .await;
        sandbox
            .expect(200, ADMIN, "POST", values, Some(set(&right)))
            .await;
        let kept = sandbox
            .expect(200, ADMIN, "POST", values, Some(set(&right)))
            .await;
        let of_kind = kept["items"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|value| value["attributeId"] == made["id"]);
        assert_eq!(
            of_kind.map(|value| &value["value"]).collect::<Vec<_>>(),
            [&right]
        );
    }
    sandbox
        .expect(
            400,
            ADMIN,
            "POST",
            definitions,
            Some(json!({ "type": "date" })),
        )
        .await;
    assert_eq!(sandbox.get(ADMIN, &format!("{values}2")).await["count"], 5);
    sandbox
        .expect(404, ADMIN, "GET", &format!("{values}999"), None)
        .await;
}

#[tokio::test]
async fn what_is_not_shown_keeps_what_it_was_given() {
    let sandbox = Sandbox::start().await;
    for path in [
        "/api/v1/oauth-integrations/",
        "/api/v1/user-oauth-tokens/",
        "/api/v1/oidc-token-configs/",
    ] {
        let given = json!({ "name": "one", "nested": { "list": [1, null, "x"] }, "nothing": null });
        let made = sandbox
            .expect(201, ADMIN, "POST", path, Some(given.clone()))
            .await;
        let one = format!("{path}{}", made["id"]);
        let read = sandbox.get(ADMIN, &one).await;
        assert_eq!(read, made);
        for (name, value) in given.as_object().unwrap() {
            assert_eq!(read.get(name), Some(value), "{name}");
        }
        let put = sandbox
            .expect(200, ADMIN, "PUT", &one, Some(json!({ "name": "two" })))
            .await;
        assert_eq!((&put["name"], put.get("nested")), (&json!("two"), None));
        assert_eq!(put["createdAt"], made["createdAt"]);
        sandbox.expect(200, ADMIN, "DELETE", &one, None).await;
        for method in ["GET", "PUT", "DELETE"] {
            sandbox
                .expect(404, ADMIN, method, &one, Some(json!({})))
                .await;
        }
        assert_eq!(sandbox.get(ADMIN, path).await["count"], 0);
    }
}

#[tokio::test]
async fn any_method_works_below_the_repository_host() {
    let sandbox = Sandbox::start().await;
    let path = "/api/v1/github/installations/1/repositories";
    sandbox
        .expect(201, ADMIN, "POST", path, Some(json!({ "name": "shop" })))
        .await;
    assert_eq!(sandbox.get(ADMIN, path).await["items"][0]["name"], "shop");
    let put = sandbox
        .expect(200, ADMIN, "PUT", path, Some(json!({ "name": "other" })))
        .await;
    assert_eq!(put["name"], "other");
    sandbox
        .expect(200, ADMIN, "PATCH", path, Some(json!({ "name": "third" })))
        .await;
    assert_eq!(sandbox.get(ADMIN, path).await["count"], 1);
    sandbox.expect(200, ADMIN, "DELETE", path, None).await;
    assert_eq!(sandbox.get(ADMIN, path).await["count"], 0);
}

#[tokio::test]
async fn the_application_reads_its_theme_and_configuration() {
    let sandbox = Sandbox::start().await;
    let config = sandbox.get(VIEWER, "/api/v1/app-config").await;
    let names: Vec<&str> = config
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(names.len(), 7);
    let body =
        json!({ "appTheme": { "palette": { "primary": "teal" }, "light": { "logo": "old" } } });
    sandbox
        .expect(200, ADMIN, "PUT", "/api/v1/tenant/settings", Some(body))
        .await;
    let theme = sandbox.get(VIEWER, "/api/v1/app-theme").await;
    assert_eq!(
        theme,
        json!({ "palette": { "primary": "teal" }, "logoUrl": null, "light": { "logo": "old" }, "dark": null })
    );
    let settings = sandbox.get(ADMIN, "/api/v1/tenant/settings").await;
    assert_eq!(
        settings["plan"]["name"], "enterprise",
        "omitted fields are left alone"
    );
    let regions = sandbox.get(VIEWER, "/api/v1/regions/").await;
    assert_eq!(text(&regions["items"][0], "id"), "eu-central");
}
