//! Filters and patches, by the examples of RFC 7644.

#![allow(clippy::expect_used, clippy::panic)]

use serde_json::{Value, json};

use super::filter::Filter;
use super::patch::apply;

fn resource() -> Value {
    json!({
        "id": "Ab1",
        "userName": "bjensen@example.com",
        "active": true,
        "name": { "familyName": "O'Malley" },
        "emails": [
            { "type": "work", "value": "bjensen@example.com", "primary": true },
            { "type": "home", "value": "babs@jensen.org" },
        ],
        "meta": { "lastModified": "2011-05-13T04:42:34Z" },
        "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { "department": "Tours" },
    })
}

#[test]
fn filters_of_section_3_4_2_2() {
    for (filter, passes) in [
        (r#"userName eq "BJensen@example.com""#, true),
        (r#"USERNAME Eq "bjensen@example.com""#, true),
        (r#"id eq "ab1""#, false),
        (r#"name.familyName co "O'Malley""#, true),
        (r#"userName sw "b""#, true),
        (r#"userName ew ".org""#, false),
        (
            r#"urn:ietf:params:scim:schemas:core:2.0:User:userName sw "b""#,
            true,
        ),
        (
            r#"urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "tours""#,
            true,
        ),
        ("title pr", false),
        ("emails pr", true),
        (r#"meta.lastModified gt "2011-05-13T04:42:33Z""#, true),
        (r#"meta.lastModified lt "2011-05-13T04:42:34Z""#, false),
        (r#"meta.lastModified le "2011-05-13T04:42:34Z""#, true),
        ("active eq true", true),
        ("active ne true", false),
        ("title eq null", true),
        (r#"title pr and userName sw "b" or active eq true"#, true),
        (r#"title pr and (userName sw "b" or active eq true)"#, false),
        (r#"not (userName sw "b")"#, false),
        (r#"emails eq "babs@jensen.org""#, true),
        (r#"emails.type eq "home""#, true),
        (
            r#"emails[type eq "work" and value co "@example.com"]"#,
            true,
        ),
        (
            r#"emails[type eq "home" and value co "@example.com"]"#,
            false,
        ),
    ] {
        let read = Filter::parse(filter).unwrap_or_else(|failure| panic!("{filter}: {failure:?}"));
        assert_eq!(read.passes(&resource()), passes, "{filter}");
    }
}

#[test]
fn a_long_or_deeply_nested_filter_is_refused_and_a_reasonable_one_is_not() {
    let deep = |depth: usize| format!("{}title pr{}", "(".repeat(depth), ")".repeat(depth));
    let nots = |depth: usize| format!("{}title pr{}", "not (".repeat(depth), ")".repeat(depth));
    let inside = |depth: usize| format!("{}type pr{}", "emails[".repeat(depth), "]".repeat(depth));
    for nested in [deep, nots, inside] {
        assert!(Filter::parse(&nested(16)).is_ok());
        for depth in [17, 100, 500, 100_000] {
            let refused = Filter::parse(&nested(depth)).expect_err("it is too deep or too long");
            assert_eq!(refused.scim_type, Some("invalidFilter"), "{depth}");
        }
    }
    // Brackets that are not closed, and many filters in a row.
    assert!(Filter::parse(&"(".repeat(1_000)).is_err());
    for word in ["or", "and"] {
        let row = |count: usize| format!("title pr{}", format!(" {word} title pr").repeat(count));
        let filter = Filter::parse(&row(300)).expect("it is a filter");
        assert!(!filter.passes(&resource()));
        assert!(Filter::parse(&row(1_000)).is_err());
    }
    let mut user = resource();
    for path in [
        format!("emails[{}].value", deep(1_000)),
        "a".repeat(5_000),
        format!("a{}", ".b".repeat(2_500)),
    ] {
        let body = json!({ "Operations": [{ "op": "add", "path": path, "value": "x" }] });
        let refused = apply(&mut user, &body).expect_err("it is refused");
        assert_eq!(refused.scim_type, Some("invalidFilter"));
    }
}

#[test]
fn what_is_no_filter_is_refused() {
    for filter in [
        "",
        "userName",
        "userName eq",
        r#"userName is "b""#,
        r#"(userName eq "b""#,
        r#"userName eq "b"#,
        r#"userName eq "b" extra"#,
        "active gt true",
        "userName eq b",
    ] {
        let failure = Filter::parse(filter).expect_err(filter);
        assert_eq!(failure.scim_type, Some("invalidFilter"), "{filter}");
    }
}

fn patched(operations: &Value) -> Value {
    let mut changed = resource();
    let body = json!({ "Operations": operations });
    apply(&mut changed, &body).unwrap_or_else(|failure| panic!("{body}: {failure:?}"));
    changed
}

#[test]
fn add_replace_and_remove_of_section_3_5_2() {
    let changed = patched(&json!([
        { "op": "add", "path": "nickName", "value": "Babs" },
        { "op": "Add", "path": "emails", "value": [{ "type": "other", "value": "b@example.org" }] },
        { "op": "replace", "path": "name.familyName", "value": "Jensen" },
        { "op": "replace", "path": "emails[type eq \"work\"].value", "value": "b@work.example" },
        { "op": "remove", "path": "emails[type eq \"home\"]" },
        { "op": "replace", "value": { "active": false, "name": { "givenName": "Barbara" } } },
        { "op": "add", "value": { "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User": { "costCenter": "1" } } },
    ]));
    assert_eq!(changed.pointer("/nickName"), Some(&json!("Babs")));
    assert_eq!(
        changed.pointer("/name"),
        Some(&json!({ "familyName": "Jensen", "givenName": "Barbara" }))
    );
    assert_eq!(changed.pointer("/active"), Some(&json!(false)));
    assert_eq!(
        changed.pointer("/emails/0/value"),
        Some(&json!("b@work.example"))
    );
    assert_eq!(changed.pointer("/emails/1/type"), Some(&json!("other")));
    assert_eq!(changed.pointer("/emails/2"), None);
    assert_eq!(
        changed.get("urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"),
        Some(&json!({ "department": "Tours", "costCenter": "1" }))
    );
}

#[test]
fn one_address_added_twice_is_there_once() {
    let email = json!({ "type": "work", "value": "bjensen@example.com", "primary": true });
    let changed = patched(&json!([{ "op": "add", "path": "emails", "value": email }]));
    assert_eq!(
        changed
            .pointer("/emails")
            .and_then(Value::as_array)
            .map(Vec::len),
        Some(2)
    );
}

/// The addresses that are primary after a patch.
fn primaries(operations: &Value) -> Vec<String> {
    let changed = patched(operations);
    let emails = changed.get("emails").and_then(Value::as_array);
    let primary = |email: &&Value| email.get("primary") == Some(&json!(true));
    let address = |email: &Value| email.get("value")?.as_str().map(str::to_owned);
    let emails = emails.into_iter().flatten();
    emails.filter(primary).filter_map(address).collect()
}

#[test]
fn a_new_primary_value_takes_the_place_of_the_former() {
    let new = json!({ "value": "b@example.org", "primary": true });
    for (operation, primary) in [
        (
            json!({ "op": "add", "path": "emails", "value": [new] }),
            "b@example.org",
        ),
        (
            json!({ "op": "add", "value": { "emails": [new] } }),
            "b@example.org",
        ),
        (
            json!({ "op": "replace", "path": "emails[type eq \"home\"].primary", "value": true }),
            "babs@jensen.org",
        ),
        (
            json!({ "op": "replace", "path": "emails[type eq \"home\"]", "value": { "primary": true } }),
            "babs@jensen.org",
        ),
        // None of these makes another value primary.
        (
            json!({ "op": "replace", "path": "emails[type eq \"work\"].value", "value": "new@work.example" }),
            "new@work.example",
        ),
        (
            json!({ "op": "add", "path": "emails", "value": [{ "value": "b@example.org" }] }),
            "bjensen@example.com",
        ),
        (
            json!({ "op": "replace", "path": "emails", "value": [new] }),
            "b@example.org",
        ),
    ] {
        assert_eq!(primaries(&json!([operation])), [primary], "{operation}");
    }
}

#[test]
fn what_cannot_be_patched_is_named() {
    for (operation, scim_type) in [
        (json!({ "op": "move", "path": "title" }), "invalidSyntax"),
        (json!({ "op": "remove" }), "noTarget"),
        (
            json!({ "op": "replace", "path": "emails[type eq \"fax\"].value", "value": "x" }),
            "noTarget",
        ),
        (
            json!({ "op": "replace", "path": "id", "value": "x" }),
            "mutability",
        ),
        (
            json!({ "op": "replace", "path": "emails[type eq", "value": "x" }),
            "invalidPath",
        ),
        (
            json!({ "op": "replace", "path": "emails[type eq]", "value": "x" }),
            "invalidFilter",
        ),
        (json!({ "op": "add", "path": "title" }), "invalidValue"),
        (json!({ "op": "add", "value": "x" }), "invalidValue"),
        (
            json!({ "op": "add", "path": "emails", "value": [
                { "value": "a@example.org", "primary": true },
                { "value": "b@example.org", "primary": true },
            ] }),
            "invalidValue",
        ),
        (
            json!({ "op": "replace", "path": "emails", "value": [
                { "type": "work", "value": "bjensen@example.com", "primary": true },
                { "value": "b@example.org", "primary": true },
            ] }),
            "invalidValue",
        ),
    ] {
        let body = json!({ "Operations": [operation] });
        let failure = apply(&mut resource(), &body).expect_err("it is refused");
        assert_eq!(failure.scim_type, Some(scim_type), "{body}");
    }
}
