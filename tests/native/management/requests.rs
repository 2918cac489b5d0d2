//! Paths and queries, beside those of the exchanges.

use proptest::prelude::*;
use serde_json::json;

use super::{build, operation};
use crate::protocol_properties::decode;
use svc_embed::management::request::{Input, target};

/// Found by fuzzing: a `?` in a parameter's name was taken for the beginning of a query.
#[test]
fn the_query_of_an_own_path_is_continued() {
    let path_of = |path| {
        let query = json!({ "q": "x" });
        let input = Input {
            path: Some(path),
            parameters: &[json!("a?b")],
            query: query.as_object().unwrap(),
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
        match build("embedTenants.delete", &[json!(value)], json!({})) {
            Err(error) => prop_assert_eq!(error.field, "embedTenantName"),
            Ok(target) => {
                let segment = target.strip_prefix("/api/v1/embed-tenants/").unwrap();
                prop_assert!(!segment.contains(['/', '?', '#', '\\']));
                prop_assert!(!matches!(segment, "" | "." | ".."));
                prop_assert_eq!(decode(segment), value);
            }
        }
    }
}
