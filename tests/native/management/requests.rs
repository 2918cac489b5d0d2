//! Paths and queries.

use proptest::prelude::*;
use serde_json::{Value, json};

use svc_embed::management::request::{self, Template};
use svc_embed::management::{OPERATIONS, Traits};

use super::build;

fn path_of(id: &str, path: &[Value], query: Value) -> String {
    build(id, path, query, None).unwrap().path
}

#[test]
fn parameters_take_their_places_in_order() {
    let path = path_of("workbooks.duplicate", &[json!(7), json!("42")], json!({}));
    assert_eq!(path, "/api/v1/deployments/7/workbooks/42/duplicate");
}

#[test]
fn names_are_percent_encoded() {
    let path = path_of("embedTenants.delete", &[json!("Käse & Co?#%")], json!({}));
    assert_eq!(path, "/api/v1/embed-tenants/K%C3%A4se%20%26%20Co%3F%23%25");
}

#[test]
fn a_parameter_that_would_change_the_path_is_refused_by_name() {
    for wrong in ["", ".", "..", "a/b", "../x", "a\\b", "a\nb", "\u{0}"] {
        let error = build("embedTenants.delete", &[json!(wrong)], json!({}), None).unwrap_err();
        assert_eq!(error.field, "embedTenantName", "{wrong:?}");
    }
    for wrong in [json!(null), json!({}), json!([1])] {
        let error = build("embedTenants.delete", &[wrong], json!({}), None).unwrap_err();
        assert_eq!(error.field, "embedTenantName");
    }
    let error = build("workbooks.duplicate", &[json!(7)], json!({}), None).unwrap_err();
    assert_eq!(error.field, "workbookId");
}

#[test]
fn a_sub_path_keeps_its_slashes_and_nothing_else() {
    let path = path_of("github.request", &[json!("/repos/a b/branches")], json!({}));
    assert_eq!(path, "/api/v1/github/repos/a%20b/branches");
    for wrong in ["", "a//b", "a/../b", "..", "a/"] {
        let error = build("github.request", &[json!(wrong)], json!({}), None).unwrap_err();
        assert_eq!(error.field, "path", "{wrong:?}");
    }
}

#[test]
fn a_query_is_encoded_and_null_is_left_out() {
    let query = json!({ "first": 20, "search": "a&b=c", "folderId": null, "x": [1, "two", true] });
    let path = path_of("reports.list", &[json!(7)], query);
    assert_eq!(
        path,
        "/api/v1/deployments/7/reports?first=20&search=a%26b%3Dc&x=1&x=two&x=true"
    );
}

#[test]
fn a_query_value_that_is_no_scalar_is_refused_by_name() {
    let query = json!({ "search": { "a": 1 } });
    let error = build("reports.list", &[json!(7)], query, None).unwrap_err();
    assert_eq!(error.field, "search");
}

/// What each check of an input finds fault with.
fn faulty() -> Value {
    json!({
        "name": "x".repeat(256),
        "title": "x".repeat(256),
        "dashboardDraft": { "app": { "entry": "x".repeat(256) } },
        "dashboardPublished": { "widgets": [{}] },
        "expiresIn": 1,
        "sortBy": "lastViewedAt",
        "after": "1",
        "ephemeralTtlSeconds": 1,
        "startIndex": 0,
        "lastSeenChangelogId": 1,
        "dashboardId": 1,
        "dashboardPublicId": "a",
    })
}

#[test]
fn where_a_call_may_be_plain_no_input_is_looked_into() {
    let mut plain = 0;
    for operation in OPERATIONS {
        let found = request::plain(&Template::from(operation));
        let mut input = faulty();
        if let Some(field) = found.and_then(|plain| plain.without) {
            input.as_object_mut().unwrap().remove(field);
        }
        let parameters = vec![json!("a-1"); operation.path.matches('{').count()];
        let built = build(operation.id, &parameters, json!({}), Some(input));
        let untouched = built.is_ok_and(|target| target.deprecation.is_none());
        assert_eq!(found.is_some(), untouched, "{}", operation.id);
        plain += usize::from(untouched);
    }
    assert!(plain > 80, "{plain} of {} are plain", OPERATIONS.len());
}

#[test]
fn no_call_is_plain_by_a_path_that_is_none() {
    for path in ["", "api", "/a b", "/a/../b", "/a#b", "/a}b{c}"] {
        let template = Template {
            path: path.to_owned(),
            needs: String::new(),
            traits: Traits(0),
        };
        assert_eq!(request::plain(&template), None, "{path}");
    }
}

proptest! {
    /// Whatever a parameter holds, it is refused, or stays one segment that decodes to itself.
    #[test]
    fn a_segment_stays_one_segment(value in any::<String>()) {
        match build("embedTenants.delete", &[json!(value)], json!({}), None) {
            Err(error) => prop_assert_eq!(error.field, "embedTenantName"),
            Ok(target) => {
                let segment = target.path.strip_prefix("/api/v1/embed-tenants/").unwrap();
                prop_assert!(!segment.contains(['/', '?', '#', '\\']));
                prop_assert!(!matches!(segment, "" | "." | ".."));
                prop_assert_eq!(decode(segment), value);
            }
        }
    }
}

fn decode(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next().unwrap(), rest.next().unwrap()];
            let digits = std::str::from_utf8(&digits).unwrap().to_owned();
            bytes.push(u8::from_str_radix(&digits, 16).unwrap());
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).unwrap()
}
