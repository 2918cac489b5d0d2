//! Paths and queries, beside those of the exchanges.

use proptest::prelude::*;
use serde_json::json;

use super::build;
use crate::protocol_properties::decode;

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
