//! Paths and queries.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{build, operation};
use crate::protocol_properties::decode;
use svc_embed::management::request::{Input, target};

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
    let path = path_of("embedTenants.delete", &[json!("R&D / EMEA")], json!({}));
    assert_eq!(path, "/api/v1/embed-tenants/R%26D%20%2F%20EMEA");
    let path = path_of("embedTenants.delete", &[json!("..x\\y...")], json!({}));
    assert_eq!(path, "/api/v1/embed-tenants/..x%5Cy...");
}

#[test]
fn a_parameter_that_would_change_the_path_is_refused_by_name() {
    let steps = [".", "..", "../x", "..\\x", "a/../x", "a\\..", "./x", "a/."];
    for wrong in ["", "a\nb", "\u{0}", "\u{85}"].into_iter().chain(steps) {
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

/// Found by fuzzing: a `?` in a parameter's name was taken for the beginning of a query.
#[test]
fn the_query_of_an_own_path_is_continued() {
    let path_of = |path| {
        let query = json!({ "q": "x" });
        let input = Input {
            path: Some(path),
            parameters: &[json!("a?b")],
            query: query.as_object().unwrap(),
            body: None,
        };
        target(&operation("reports.list"), input).unwrap()
    };
    assert_eq!(path_of("/own"), "/own?q=x");
    assert_eq!(path_of("/own?y=1"), "/own?y=1&q=x");
    assert_eq!(path_of("/own/{name?}/z"), "/own/a%3Fb/z?q=x");
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
