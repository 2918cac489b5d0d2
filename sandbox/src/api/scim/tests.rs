//! Filters, by the examples of RFC 7644. Patches are in `tests/fixtures/scim.json`.

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
        (r#"meta.lastModified ge "2011-05-13T04:42:34Z""#, true),
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
