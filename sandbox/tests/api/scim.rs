//! SCIM over HTTP: what RFC 7644 says of requests and answers. Filters and patches by themselves are
//! tested where they stand.

use serde_json::{Value, json};

use crate::assert_has;
use crate::support::{ADMIN, Sandbox, each, request, text};

const USERS: &str = "/api/scim/v2/Users";
const GROUPS: &str = "/api/scim/v2/Groups";
const USER: &str = "urn:ietf:params:scim:schemas:core:2.0:User";
const GROUP: &str = "urn:ietf:params:scim:schemas:core:2.0:Group";
const PATCH: &str = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

async fn user(sandbox: &Sandbox, name: &str) -> Value {
    let body = json!({ "schemas": [USER], "userName": name });
    sandbox.ada().post(201, USERS, body).await
}

/// An object with these fields, too.
fn with_fields(mut object: Value, fields: &Value) -> Value {
    let fields = fields.as_object().unwrap().clone();
    object.as_object_mut().unwrap().extend(fields);
    object
}

/// A body that changes a resource by one operation, or by several.
fn patch(operations: Value) -> Value {
    let is_list = operations.is_array();
    let operations = if is_list {
        operations
    } else {
        json!([operations])
    };
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
        assert!(answer.has("content-type: application/scim+json"));
    }
}

#[tokio::test]
async fn lists_are_paged_from_1_and_filtered() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let list = async |query: &str| ada.get(format!("{USERS}{query}")).await;
    let all = list("").await;
    let schema = "urn:ietf:params:scim:api:messages:2.0:ListResponse";
    assert_eq!(all["schemas"], json!([schema]));
    assert_has!(all, { "totalResults": 3, "startIndex": 1, "itemsPerPage": 3 });
    let second = list("?startIndex=2&count=1").await;
    assert_has!(second, { "totalResults": 3, "itemsPerPage": 1 });
    assert_eq!(second["Resources"][0]["userName"], "ben@example.com");
    assert_eq!(list("?startIndex=0&count=-1").await["itemsPerPage"], 0);
    for empty in ["?count=", "?startIndex=&count=1"] {
        ada.refused(400, format!("{USERS}{empty}")).await;
    }
    assert_eq!(list("?startIndex=9").await["Resources"], json!([]));
    let found = list("?filter=userName%20sw%20%22b%22%20and%20active%20eq%20true").await;
    assert_eq!(each(&found["Resources"], "id"), json!(["2"]));
    assert_eq!(found["totalResults"], 1);
    let refused = ada.refused(400, format!("{USERS}?filter=userName")).await;
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
    let found = sandbox.ada().post(200, path, body).await;
    assert_eq!(found["totalResults"], 1);
    let keys = found["Resources"][0].as_object().unwrap().keys();
    assert!(keys.eq(["id", "schemas", "userName"]));
}

#[tokio::test]
async fn a_resource_keeps_every_attribute_and_tells_its_address() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
    let body = json!({
        "schemas": [USER, extension],
        "username": "eve@example.com", "externalId": "e-1", "name": { "givenName": "Eve", "familyName": "Ex" },
        "emails": [{ "value": "eve@example.com", "type": "work", "primary": true }], "password": "secret",
        extension: { "department": "Tours" },
    });
    let answer = ada.answer("POST", USERS, body).await;
    assert_eq!(answer.status, 201);
    let made = answer.json();
    let location = text(&made["meta"], "location");
    assert!(answer.has(&format!("location: {}", location.to_lowercase())));
    let is_silent = !answer.body.contains("secret");
    assert!(is_silent, "a password is never returned");
    assert_has!(made, { "userName": "eve@example.com", "externalId": "e-1", "active": true });
    assert_eq!(made["emails"][0]["type"], "work");
    assert_eq!(made[extension]["department"], "Tours");
    assert_eq!(made["schemas"], json!([USER, extension]));
    assert_eq!(made["meta"]["resourceType"], "User");
    // It is a user of the console like any other.
    let id = text(&made, "id");
    let path = format!("/api/v1/users/{id}");
    let user = ada.put(200, path, json!({})).await;
    assert_has!(user, { "email": "eve@example.com", "firstName": "Eve" });
    // And one that is replaced keeps nothing of before.
    let bare = json!({ "schemas": [USER], "userName": "eve@example.com" });
    let replaced = ada.put(200, format!("{USERS}/{id}"), bare).await;
    assert!(replaced.get("emails").is_none() && replaced.get("name").is_none());
}

#[tokio::test]
async fn attributes_are_chosen_and_left_out() {
    let sandbox = Sandbox::start().await;
    let user = async |query: &str| sandbox.ada().get(format!("{USERS}/2{query}")).await;
    let chosen = user("?attributes=USERNAME,name.givenName").await;
    let keys = chosen.as_object().unwrap().keys();
    assert!(keys.eq(["id", "name", "schemas", "userName"]));
    assert_eq!(chosen["name"], json!({ "givenName": "Ben" }));
    let left = user("?excludedAttributes=name,groups,id").await;
    let keys = left.as_object().unwrap().keys();
    assert!(keys.eq(["active", "id", "meta", "schemas", "userName"]));
}

#[tokio::test]
async fn errors_are_in_the_form_of_the_rfc() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    user(&sandbox, "one@example.com").await;
    let user = |fields: Value| with_fields(json!({ "schemas": [USER] }), &fields);
    let group = |fields: Value| with_fields(json!({ "schemas": [GROUP] }), &fields);
    let two_primaries = user(json!({ "userName": "two", "emails": [
        { "value": "a@example.com", "primary": true },
        { "value": "b@example.com", "primary": true },
    ] }));
    let taken = user(json!({ "userName": "ONE@example.com" }));
    let taken_group = group(json!({ "displayName": "analysts" }));
    let stranger = group(json!({ "displayName": "G", "members": [{ "value": "999" }] }));
    // Section 3.3: `schemas` is required in a resource, and in a PATCH (3.5.2).
    let named = json!({ "userName": "new@example.com" });
    let named_patch = with_fields(patch(json!([])), &named);
    let remove = json!({ "op": "remove", "path": "userName" });
    let maybe = json!({ "op": "replace", "path": "active", "value": "maybe" });
    let unnamed = json!({ "Operations": [maybe] });
    let ben = "/api/scim/v2/Users/2";
    for (method, path, body, status, scim_type) in [
        ("POST", USERS, taken, 409, "uniqueness"),
        ("POST", USERS, user(json!({})), 400, "invalidValue"),
        ("POST", USERS, two_primaries, 400, "invalidValue"),
        ("POST", USERS, named, 400, "invalidSyntax"),
        ("POST", USERS, named_patch, 400, "invalidSyntax"),
        ("PATCH", ben, unnamed, 400, "invalidSyntax"),
        ("POST", GROUPS, taken_group, 409, "uniqueness"),
        ("POST", GROUPS, stranger, 400, "invalidValue"),
        (
            "PATCH",
            ben,
            patch(json!({ "op": "remove" })),
            400,
            "noTarget",
        ),
        ("PATCH", ben, patch(remove), 400, "invalidValue"),
        ("PATCH", ben, patch(maybe), 400, "invalidValue"),
    ] {
        let refused = ada.send(status, method, path, &body).await;
        let schema = "urn:ietf:params:scim:api:messages:2.0:Error";
        assert_eq!(refused["schemas"], json!([schema]));
        assert_eq!(refused["status"], status.to_string(), "{body}");
        assert_eq!(refused["scimType"], scim_type, "{body}");
    }
    for path in ["Users/999", "Users/x", "Things"] {
        let missing = ada.refused(404, format!("/api/scim/v2/{path}")).await;
        assert_eq!(missing["status"], "404", "{path}");
    }
}

#[tokio::test]
async fn a_patch_is_whole_or_not_there() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let one = format!("{USERS}/2");
    let half = json!([
        { "op": "replace", "path": "name.givenName", "value": "Half" },
        { "op": "replace", "path": "id", "value": "9" },
    ]);
    let refused = ada.patch(400, &one, patch(half)).await;
    assert_eq!(refused["scimType"], "mutability");
    assert_eq!(ada.get(&one).await["name"]["givenName"], "Ben");
}

/// Azure sends booleans as texts.
#[tokio::test]
async fn a_deactivated_user_is_not_let_in() {
    let sandbox = Sandbox::start().await;
    let (ada, ben) = (sandbox.ada(), sandbox.ben());
    let one = format!("{USERS}/2");
    let replace = json!({ "schemas": [USER], "userName": "ben@example.com" });
    let is_active = async |operation: Value, expected: Value| {
        let user = ada.patch(200, &one, patch(operation)).await;
        assert_eq!(user["active"], expected);
        let status = if expected == true { 200 } else { 401 };
        ben.send(status, "GET", "/api/v1/users/me", ()).await;
        // What does not say whether the user is active leaves that as it was.
        let user = ada.put(200, &one, &replace).await;
        assert_eq!(user["active"], expected == true);
        ben.send(status, "GET", "/api/v1/users/me", ()).await;
    };
    let value = |op: &str, value: Value| json!({ "op": op, "path": "active", "value": value });
    is_active(value("replace", json!(false)), json!(false)).await;
    is_active(json!({ "op": "remove", "path": "active" }), Value::Null).await;
    is_active(value("replace", json!(true)), json!(true)).await;
    is_active(value("Replace", json!("False")), json!(false)).await;
    let on = json!({ "op": "Add", "value": { "active": "TRUE" } });
    is_active(on, json!(true)).await;
    let off = json!({ "op": "Replace", "value": { "active": false } });
    is_active(off, json!(false)).await;
}

#[tokio::test]
async fn members_of_a_group_are_added_and_removed() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let one = &user(&sandbox, "one@example.com").await["id"];
    let two = &user(&sandbox, "two@example.com").await["id"];
    let body = json!({ "schemas": [GROUP], "displayName": "Pair", "members": [{ "value": one }] });
    let group = ada.post(201, GROUPS, body).await;
    let path = format!("{GROUPS}/{}", text(&group, "id"));
    let change = async |op: &str, path_in: &str, member: Option<&Value>| {
        let mut operation = json!({ "op": op, "path": path_in });
        if let Some(member) = member {
            operation["value"] = json!([{ "value": member }]);
        }
        let group = ada.patch(200, &path, patch(operation)).await;
        group.get("members").map(|members| each(members, "value"))
    };
    let added = change("add", "members", Some(two)).await;
    assert_eq!(added, Some(json!([one, two])));
    let second = format!("{USERS}/{}", two.as_str().unwrap());
    let shown = ada.get(&second).await;
    assert_eq!(shown["groups"][0]["display"], "Pair");
    let left = change("remove", &format!("members[value eq {one}]"), None).await;
    assert_eq!(left, Some(json!([two])));
    let replaced = change("replace", "members", Some(one)).await;
    assert_eq!(replaced, Some(json!([one])));
    assert_eq!(change("remove", "members", None).await, None);
    // A user that is deleted is no member any more.
    change("add", "members", Some(two)).await;
    ada.delete(204, &second).await;
    assert!(ada.get(&path).await.get("members").is_none());
    let by_name = "?filter=displayName%20eq%20%22pair%22&excludedAttributes=members";
    let found = ada.get(format!("{GROUPS}{by_name}")).await;
    assert_eq!(found["totalResults"], 1);
}

/// What the public documentation of each provider shows, one exchange after the other: the request, the
/// answer, and the resource of the request as it is then stored.
#[tokio::test]
async fn identity_providers_are_understood() {
    let rows: Vec<Value> = include_str!("../fixtures/scim_providers.jsonl")
        .lines()
        .map(|row| serde_json::from_str(row).expect("a row is JSON"))
        .collect();
    let mut wrong = Vec::new();
    for rows in rows.chunk_by(|one, other| one["from"] == other["from"]) {
        let sandbox = Sandbox::start().await;
        let mut names: Vec<(String, String)> = Vec::new();
        for row in rows {
            let said = names.iter().fold(row.to_string(), |said, (name, id)| {
                said.replace(&format!("<{name}>"), id)
            });
            let named: Value = serde_json::from_str(&said).unwrap();
            let [method, path] = [0, 1].map(|at| named["request"][at].as_str().unwrap());
            let body = match &named["request"][2] {
                Value::Array(operations) => patch(operations.clone().into()),
                body => body.clone(),
            };
            let url = path.replace(' ', "%20").replace('"', "%22");
            let url = format!("/api/scim/v2/{url}");
            let answer = sandbox.ada().answer(method, &url, body).await;
            let status = answer.status;
            let answer: Value = serde_json::from_str(&answer.body).unwrap_or_default();
            let mut check = |is_right: bool, found: &Value| {
                if !is_right {
                    wrong.push(format!("{row}\n  {status} {found}"));
                }
            };
            let expected = named.get("answer");
            let is_answered = expected.is_none_or(|expected| has(&answer, expected));
            check(status == row["status"] && is_answered, &answer);
            if let Some(name) = row["as"].as_str() {
                names.push((name.to_owned(), text(&answer, "id")));
            }
            let url = match answer["id"].as_str() {
                Some(id) if method == "POST" => format!("{url}/{id}"),
                _ => url,
            };
            if method == "DELETE" {
                sandbox.ada().refused(404, url).await;
            } else if let Some(stored) = named.get("stored") {
                let kept = sandbox.ada().get(url).await;
                check(has(&kept, stored), &kept);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// True if the value has each of these parts. A part that is null is missing, and a list has as many
/// values as its part.
fn has(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (_, Value::Object(parts)) => parts.iter().all(|(name, part)| has(&value[name], part)),
        (Value::Array(values), Value::Array(parts)) => {
            values.len() == parts.len()
                && values
                    .iter()
                    .zip(parts)
                    .all(|(value, part)| has(value, part))
        }
        (value, part) => value == part,
    }
}

/// RFC 7643, section 2.1: the names of attributes ignore case, also within an attribute.
#[tokio::test]
async fn names_within_an_attribute_ignore_case() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    let body = json!({
        "SCHEMAS": [USER], "USERNAME": "case@example.com", "Name": { "GIVENNAME": "Cas", "familyname": "E" },
        "emails": [{ "VALUE": "case@example.com", "Type": "work", "PRIMARY": true }],
    });
    let made = ada.post(201, USERS, body).await;
    let name = |given: &str| json!({ "givenName": given, "familyName": "E" });
    assert_eq!(made["name"], name("Cas"));
    let email = json!({ "value": "case@example.com", "type": "work", "primary": true });
    assert_eq!(made["emails"], json!([email]));
    let path = format!("{USERS}/{}", text(&made, "id"));
    let whole = json!({ "op": "replace", "path": "name", "value": { "GIVENNAME": "A" } });
    let part = json!({ "op": "add", "path": "NAME.givenname", "value": "B" });
    let without_path = json!({ "op": "replace", "value": { "NAME": { "givenname": "C" } } });
    for (operation, given) in [(whole, "A"), (part, "B"), (without_path, "C")] {
        let user = ada.patch(200, &path, patch(operation)).await;
        assert_eq!(user["name"], name(given));
    }
}

#[tokio::test]
async fn what_the_server_can_is_told_to_anybody() {
    let sandbox = Sandbox::start().await;
    for (path, pointer, value) in [
        ("ServiceProviderConfig", "/patch/supported", json!(true)),
        ("ResourceTypes", "/totalResults", json!(2)),
        ("Schemas", "/totalResults", json!(3)),
        (&format!("Schemas/{USER}"), "/name", json!("User")),
    ] {
        let told = sandbox.nobody().get(format!("/api/scim/v2/{path}")).await;
        assert_eq!(told.pointer(pointer), Some(&value), "{path}");
    }
}

#[tokio::test]
async fn attributes_have_the_types_of_their_schema_and_what_the_service_sets_is_ignored() {
    let sandbox = Sandbox::start().await;
    let ada = sandbox.ada();
    for wrong in [
        json!({ "name": 5 }),
        json!({ "name": { "givenName": 5 } }),
        json!({ "EMAILS": "a@b.example" }),
        json!({ "emails": [{ "value": 5 }] }),
        json!({ "emails": ["a@b.example"] }),
        json!({ "displayName": 7 }),
        json!({ "active": "yes" }),
    ] {
        let user = json!({ "schemas": [USER], "userName": "typed@example.com" });
        let error = ada.post(400, USERS, with_fields(user, &wrong)).await;
        assert_eq!(error["scimType"], "invalidValue", "{wrong}: {error}");
        let operation = json!({ "op": "replace", "value": wrong });
        ada.patch(400, format!("{USERS}/3"), patch(operation)).await;
    }
    let user = json!({ "schemas": [USER], "userName": "typed@example.com", "id": 5, "meta": [], "groups": "none" });
    ada.post(201, USERS, user).await;
    // Group 1 and user 1 have the same id, and only the user can be a member.
    for members in [
        json!([{ "value": 3 }]),
        json!([{ "value": "1", "type": "Group" }]),
        json!({}),
        json!("3"),
    ] {
        let group = json!({ "schemas": [GROUP], "displayName": "Typed", "members": members });
        ada.post(400, GROUPS, group).await;
    }
}
