//! SCIM over HTTP: what RFC 7644 says of requests and answers. Filters and patches by themselves are
//! tested where they stand.

use serde_json::{Value, json};

use crate::support::{ADMIN, Sandbox, request, text};

const USERS: &str = "/api/scim/v2/Users";
const GROUPS: &str = "/api/scim/v2/Groups";
const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

async fn user(sandbox: &Sandbox, name: &str) -> Value {
    sandbox
        .expect(
            201,
            ADMIN,
            "POST",
            USERS,
            Some(json!({ "schemas": [USER], "userName": name })),
        )
        .await
}

fn patch(operations: &Value) -> Value {
    json!({ "schemas": [PATCH], "Operations": operations })
}

#[tokio::test]
async fn both_forms_of_the_header_are_accepted() {
    let sandbox = Sandbox::start().await;
    for scheme in ["Bearer", "Api-Key", "api-key"] {
        let authorization = format!("{scheme} {ADMIN}");
        let headers = [("Authorization", authorization.as_str())];
        let answer = request(&sandbox.running.tenant, "GET", USERS, &headers, None).await;
        assert_eq!(answer.status, 200, "{scheme}");
        assert!(
            answer
                .headers
                .contains("content-type: application/scim+json")
        );
    }
}

#[tokio::test]
async fn lists_are_paged_from_1_and_filtered() {
    let sandbox = Sandbox::start().await;
    let list = async |query: &str| sandbox.get(ADMIN, &format!("{USERS}{query}")).await;
    let all = list("").await;
    assert_eq!(
        all["schemas"],
        json!(["urn:ietf:params:scim:api:messages:2.0:ListResponse"])
    );
    assert_eq!(
        (
            &all["totalResults"],
            &all["startIndex"],
            &all["itemsPerPage"]
        ),
        (&json!(3), &json!(1), &json!(3))
    );
    let second = list("?startIndex=2&count=1").await;
    assert_eq!(
        (&second["totalResults"], &second["itemsPerPage"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(second["Resources"][0]["userName"], "ben@example.com");
    assert_eq!(list("?startIndex=0&count=-1").await["itemsPerPage"], 0);
    for empty in ["?count=", "?startIndex=&count=1"] {
        let path = format!("{USERS}{empty}");
        sandbox.expect(400, ADMIN, "GET", &path, None).await;
    }
    assert_eq!(list("?startIndex=9").await["Resources"], json!([]));
    let found = list("?filter=userName%20sw%20%22b%22%20and%20active%20eq%20true").await;
    assert_eq!(
        (&found["totalResults"], &found["Resources"][0]["id"]),
        (&json!(1), &json!("2"))
    );
    let refused = sandbox
        .expect(400, ADMIN, "GET", &format!("{USERS}?filter=userName"), None)
        .await;
    assert_eq!(refused["scimType"], "invalidFilter");
    // Embed users are not users of the console.
    assert!(!all.to_string().contains("acme.example"));
}

#[tokio::test]
async fn a_query_may_be_posted() {
    let sandbox = Sandbox::start().await;
    let body = json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:SearchRequest"],
        "filter": "userName sw \"b\"", "attributes": ["userName"], "startIndex": 1, "count": 10,
    });
    let path = format!("{USERS}/.search");
    let found = sandbox.expect(200, ADMIN, "POST", &path, Some(body)).await;
    assert_eq!(found["totalResults"], 1);
    let user = found["Resources"][0].as_object().unwrap();
    assert_eq!(
        user.keys().collect::<Vec<_>>(),
        ["id", "schemas", "userName"]
    );
}

#[tokio::test]
async fn a_resource_keeps_every_attribute_and_tells_its_address() {
    let sandbox = Sandbox::start().await;
    let extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    let body = json!({
        "schemas": ["urn:ietf:params:scim:schemas:core:2.0:User", extension],
        "username": "eve@example.com", "externalId": "e-1", "name": { "givenName": "Eve", "familyName": "Ex" },
        "emails": [{ "value": "eve@example.com", "type": "work", "primary": true }], "password": "secret",
        extension: { "department": "Tours" },
    });
    let answer = sandbox.tenant("POST", USERS, Some(ADMIN), Some(body)).await;
    assert_eq!(answer.status, 201);
    let made = answer.json();
    let location = text(&made["meta"], "location");
    assert!(
        answer
            .headers
            .contains(&format!("location: {}", location.to_lowercase()))
    );
    assert!(
        !answer.body.contains("secret"),
        "a password is never returned"
    );
    assert_eq!(
        (&made["userName"], &made["externalId"], &made["active"]),
        (&json!("eve@example.com"), &json!("e-1"), &json!(true))
    );
    assert_eq!(
        (&made["emails"][0]["type"], &made[extension]["department"]),
        (&json!("work"), &json!("Tours"))
    );
    assert_eq!(
        made["schemas"],
        json!(["urn:ietf:params:scim:schemas:core:2.0:User", extension])
    );
    assert_eq!(made["meta"]["resourceType"], "User");
    // It is a user of the console like any other.
    let path = format!("/api/v1/users/{}", text(&made, "id"));
    let user = sandbox
        .expect(200, ADMIN, "PUT", &path, Some(json!({})))
        .await;
    assert_eq!(
        (&user["email"], &user["firstName"]),
        (&json!("eve@example.com"), &json!("Eve"))
    );
    // And one that is replaced keeps nothing of before.
    let one = format!("{USERS}/{}", text(&made, "id"));
    let replaced = sandbox
        .expect(
            200,
            ADMIN,
            "PUT",
            &one,
            Some(json!({ "schemas": [USER], "userName": "eve@example.com" })),
        )
        .await;
    assert!(replaced.get("emails").is_none() && replaced.get("name").is_none());
}

#[tokio::test]
async fn attributes_are_chosen_and_left_out() {
    let sandbox = Sandbox::start().await;
    let keys = async |query: &str| -> Vec<String> {
        let user = sandbox.get(ADMIN, &format!("{USERS}/2{query}")).await;
        user.as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(
        keys("?attributes=USERNAME,name.givenName").await,
        ["id", "name", "schemas", "userName"]
    );
    let user = sandbox
        .get(ADMIN, &format!("{USERS}/2?attributes=name.givenName"))
        .await;
    assert_eq!(user["name"], json!({ "givenName": "Ben" }));
    assert_eq!(
        keys("?excludedAttributes=name,groups,id").await,
        ["active", "id", "meta", "schemas", "userName"]
    );
}

#[tokio::test]
async fn errors_are_in_the_form_of_the_rfc() {
    let sandbox = Sandbox::start().await;
    user(&sandbox, "one@example.com").await;
    for (method, path, body, status, scim_type) in [
        (
            "POST",
            USERS,
            json!({ "schemas": [USER], "userName": "ONE@example.com" }),
            409,
            "uniqueness",
        ),
        (
            "POST",
            USERS,
            json!({ "schemas": [USER] }),
            400,
            "invalidValue",
        ),
        (
            "POST",
            USERS,
            json!({ "schemas": [USER], "userName": "two", "emails": [
                { "value": "a@example.com", "primary": true },
                { "value": "b@example.com", "primary": true },
            ] }),
            400,
            "invalidValue",
        ),
        (
            "POST",
            USERS,
            json!({ "schemas": [USER], "userName": "x@example.com", "active": "yes" }),
            400,
            "invalidValue",
        ),
        (
            "POST",
            GROUPS,
            json!({ "schemas": [GROUP], "displayName": "analysts" }),
            409,
            "uniqueness",
        ),
        (
            "POST",
            GROUPS,
            json!({ "schemas": [GROUP], "displayName": "G", "members": [{ "value": "999" }] }),
            400,
            "invalidValue",
        ),
        (
            "PATCH",
            "/api/scim/v2/Users/2",
            json!({ "schemas": [PATCH], "Operations": [{ "op": "remove" }] }),
            400,
            "noTarget",
        ),
        (
            "PATCH",
            "/api/scim/v2/Users/2",
            json!({ "schemas": [PATCH], "Operations": [{ "op": "remove", "path": "userName" }] }),
            400,
            "invalidValue",
        ),
    ] {
        let refused = sandbox
            .expect(status, ADMIN, method, path, Some(body.clone()))
            .await;
        assert_eq!(
            refused["schemas"],
            json!(["urn:ietf:params:scim:api:messages:2.0:Error"])
        );
        assert_eq!(
            (&refused["status"], &refused["scimType"]),
            (&json!(status.to_string()), &json!(scim_type)),
            "{body}"
        );
    }
    for path in [
        "/api/scim/v2/Users/999",
        "/api/scim/v2/Users/x",
        "/api/scim/v2/Things",
    ] {
        let missing = sandbox.expect(404, ADMIN, "GET", path, None).await;
        assert_eq!(missing["status"], "404", "{path}");
    }
}

#[tokio::test]
async fn a_patch_is_whole_or_not_there() {
    let sandbox = Sandbox::start().await;
    let one = format!("{USERS}/2");
    let half = patch(&json!([
        { "op": "replace", "path": "name.givenName", "value": "Half" },
        { "op": "replace", "path": "id", "value": "9" },
    ]));
    let refused = sandbox.expect(400, ADMIN, "PATCH", &one, Some(half)).await;
    assert_eq!(refused["scimType"], "mutability");
    assert_eq!(sandbox.get(ADMIN, &one).await["name"]["givenName"], "Ben");
    let off = patch(&json!([{ "op": "Replace", "value": { "active": false } }]));
    assert_eq!(
        sandbox.expect(200, ADMIN, "PATCH", &one, Some(off)).await["active"],
        false
    );
    sandbox
        .expect(401, "sandbox-user-key", "GET", "/api/v1/users/me", None)
        .await;
}

#[tokio::test]
async fn members_of_a_group_are_added_and_removed() {
    let sandbox = Sandbox::start().await;
    let one = user(&sandbox, "one@example.com").await;
    let two = user(&sandbox, "two@example.com").await;
    let body =
        json!({ "schemas": [GROUP], "displayName": "Pair", "members": [{ "value": one["id"] }] });
    let group = sandbox.expect(201, ADMIN, "POST", GROUPS, Some(body)).await;
    let path = format!("{GROUPS}/{}", text(&group, "id"));
    let change = async |operation: Value| -> Vec<Value> {
        let group = sandbox
            .expect(200, ADMIN, "PATCH", &path, Some(patch(&json!([operation]))))
            .await;
        let members = group["members"].as_array().cloned().unwrap_or_default();
        members
            .iter()
            .map(|member| member["value"].clone())
            .collect()
    };
    let added =
        change(json!({ "op": "add", "path": "members", "value": [{ "value": two["id"] }] })).await;
    assert_eq!(added, [one["id"].clone(), two["id"].clone()]);
    let shown = sandbox
        .get(ADMIN, &format!("{USERS}/{}", text(&two, "id")))
        .await;
    assert_eq!(shown["groups"][0]["display"], "Pair");
    let filter = format!("members[value eq \"{}\"]", text(&one, "id"));
    assert_eq!(
        change(json!({ "op": "remove", "path": filter })).await,
        [two["id"].clone()]
    );
    assert_eq!(
        change(json!({ "op": "replace", "path": "members", "value": [{ "value": one["id"] }] }))
            .await,
        [one["id"].clone()]
    );
    assert!(
        change(json!({ "op": "remove", "path": "members" }))
            .await
            .is_empty()
    );
    // A user that is deleted is no member any more.
    change(json!({ "op": "add", "path": "members", "value": [{ "value": two["id"] }] })).await;
    sandbox
        .expect(
            204,
            ADMIN,
            "DELETE",
            &format!("{USERS}/{}", text(&two, "id")),
            None,
        )
        .await;
    assert!(sandbox.get(ADMIN, &path).await.get("members").is_none());
    let by_name =
        format!("{GROUPS}?filter=displayName%20eq%20%22pair%22&excludedAttributes=members");
    assert_eq!(sandbox.get(ADMIN, &by_name).await["totalResults"], 1);
}

/// RFC 7643, section 2.1: the names of attributes ignore case, also within an attribute.
#[tokio::test]
async fn names_within_an_attribute_ignore_case() {
    let sandbox = Sandbox::start().await;
    let body = json!({
        "SCHEMAS": [USER], "USERNAME": "case@example.com", "Name": { "GIVENNAME": "Cas", "familyname": "E" },
        "emails": [{ "VALUE": "case@example.com", "Type": "work", "PRIMARY": true }],
    });
    let made = sandbox.expect(201, ADMIN, "POST", USERS, Some(body)).await;
    assert_eq!(
        made["name"],
        json!({ "givenName": "Cas", "familyName": "E" })
    );
    let email = json!({ "value": "case@example.com", "type": "work", "primary": true });
    assert_eq!(made["emails"], json!([email]));
    let path = format!("{USERS}/{}", text(&made, "id"));
    for (operation, name) in [
        (
            json!({ "op": "replace", "path": "name", "value": { "GIVENNAME": "A" } }),
            "A",
        ),
        (
            json!({ "op": "add", "path": "NAME.givenname", "value": "B" }),
            "B",
        ),
        (
            json!({ "op": "replace", "value": { "NAME": { "givenname": "C" } } }),
            "C",
        ),
    ] {
        let body = Some(patch(&json!([operation])));
        let user = sandbox.expect(200, ADMIN, "PATCH", &path, body).await;
        assert_eq!(
            user["name"],
            json!({ "givenName": name, "familyName": "E" })
        );
    }
}

#[tokio::test]
async fn what_the_server_can_is_told_to_anybody() {
    let sandbox = Sandbox::start().await;
    for (path, pointer, value) in [
        ("ServiceProviderConfig", "/patch/supported", json!(true)),
        ("ResourceTypes", "/totalResults", json!(2)),
        ("Schemas", "/totalResults", json!(3)),
        (
            "Schemas/urn:ietf:params:scim:schemas:core:2.0:User",
            "/name",
            json!("User"),
        ),
    ] {
        let answer = sandbox
            .tenant("GET", &format!("/api/scim/v2/{path}"), None, None)
            .await;
        assert_eq!(answer.status, 200, "{path}");
        assert_eq!(answer.json().pointer(pointer), Some(&value), "{path}");
    }
}

#[tokio::test]
async fn attributes_have_the_types_of_their_schema_and_what_the_service_sets_is_ignored() {
    let sandbox = Sandbox::start().await;
    for wrong in [
        json!({ "name": 5 }),
        json!({ "name": { "givenName": 5 } }),
        json!({ "EMAILS": "a@b.example" }),
        json!({ "emails": [{ "value": 5 }] }),
        json!({ "emails": ["a@b.example"] }),
        json!({ "displayName": 7 }),
        json!({ "active": "yes" }),
    ] {
        let mut user = json!({ "schemas": [USER], "userName": "typed@example.com" });
        let fields = wrong.as_object().unwrap().clone();
        user.as_object_mut().unwrap().extend(fields);
        let error = sandbox.expect(400, ADMIN, "POST", USERS, Some(user)).await;
        assert_eq!(error["scimType"], "invalidValue", "{wrong}: {error}");
        let operations =
            json!({ "schemas": [PATCH], "Operations": [{ "op": "replace", "value": wrong }] });
        let one = format!("{USERS}/3");
        sandbox
            .expect(400, ADMIN, "PATCH", &one, Some(operations))
            .await;
    }
    let user = json!({ "schemas": [USER], "userName": "typed@example.com", "id": 5, "meta": [], "groups": "none" });
    sandbox.expect(201, ADMIN, "POST", USERS, Some(user)).await;
    // Group 1 and user 1 have the same id, and only the user can be a member.
    for members in [
        json!([{ "value": 3 }]),
        json!([{ "value": "1", "type": "Group" }]),
        json!({}),
        json!("3"),
    ] {
        let group = json!({ "schemas": [GROUP], "displayName": "Typed", "members": members });
        sandbox
            .expect(400, ADMIN, "POST", GROUPS, Some(group))
            .await;
    }
}
