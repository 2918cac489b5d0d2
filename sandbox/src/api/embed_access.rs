//! Access of embed users to a workbook's dashboard: single tenants, or all.

use serde_json::{Value, json};

use super::call::Call;
use super::reply::Outcome;
use super::rights::{Granted, Manage, Read, Workbook};
use crate::json::Failure;

/// `{ items: [{ embedTenantName, action }], allEmbedUsers }`, with actions `read` and `none`.
pub fn retrieve(call: &Call<'_>, workbook: &Granted<Workbook, Read>) -> Outcome {
    shown(call, workbook.id())
}

/// Sets the access of the tenants that the body names, in the same form. `none` removes access.
pub fn set(call: &Call<'_>, workbook: &Granted<Workbook, Manage>) -> Outcome {
    if let Some(action) = call.field("allEmbedUsers") {
        allow(call, workbook, None, action)?;
    }
    let items = call.field("items").and_then(Value::as_array);
    for item in items.into_iter().flatten() {
        let action = item.get("action").unwrap_or(&Value::Null);
        if item.get("allEmbedUsers") == Some(&Value::Bool(true)) {
            allow(call, workbook, None, action)?;
            continue;
        }
        let tenant = item
            .get("embedTenantName")
            .and_then(Value::as_str)
            .ok_or_else(|| Failure::internal("embedTenantName"))?;
        let sql = "SELECT id FROM embed_tenants WHERE name = ?1";
        call.must_exist("embed tenant", sql, [tenant])?;
        allow(call, workbook, Some(tenant), action)?;
    }
    shown(call, workbook.id())
}

/// Grants (`read`) or removes (`none`) the access of one tenant or of all embed users.
fn allow(
    call: &Call<'_>,
    workbook: &Granted<Workbook, Manage>,
    tenant: Option<&str>,
    action: &Value,
) -> Result<(), Failure> {
    call.write(
        "DELETE FROM policies WHERE kind = 'WORKBOOK' AND item_id = ?1
         AND embed_tenant IS ?2 AND all_embed = (?2 IS NULL)",
        (workbook.id(), tenant),
    )?;
    if action == "read" {
        call.write(
            "INSERT INTO policies (kind, item_id, action, embed_tenant, all_embed)
             VALUES ('WORKBOOK', ?1, 'read', ?2, ?2 IS NULL)",
            (workbook.id(), tenant),
        )?;
    }
    Ok(())
}

fn shown(call: &Call<'_>, workbook: i64) -> Outcome {
    let sql = "SELECT embed_tenant AS embedTenantName, 'read' AS action FROM policies
               WHERE kind = 'WORKBOOK' AND item_id = ?1 AND embed_tenant IS NOT NULL ORDER BY 1";
    let items = call.all(sql, [workbook])?;
    let sql = "SELECT 1 FROM policies WHERE kind = 'WORKBOOK' AND item_id = ?1 AND all_embed";
    let is_for_all = call.exists(sql, [workbook])?;
    let all = if is_for_all { "read" } else { "none" };
    Ok(json!({ "items": items, "allEmbedUsers": all }).into())
}
