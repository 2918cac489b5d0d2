//! Scheduled notifications: documents that name exactly one dashboard and belong to who created them.

use rusqlite::params_from_iter;
use rusqlite::types::Value as SqlValue;
use serde_json::Value;

use super::call::Call;
use super::reply::{Outcome, Reply};
use super::rights::{Granted, Manage, Notification, Read, Workbook};
use super::{documents, exports, page, rows};
use crate::json::Failure;

/// The query parameters of the list, each with the field of a recipient that it filters.
const RECIPIENT_FILTERS: [(&str, &str); 4] = [
    ("recipientUserId", "userId"),
    ("recipientEmail", "email"),
    ("recipientEmbedTenantName", "embedTenantName"),
    ("recipientExternalId", "externalId"),
];

/// The notifications that exist for the caller, filtered by dashboard and by recipient.
pub fn list(call: &Call<'_>) -> Outcome {
    let mut sql = "SELECT * FROM document_view d WHERE collection = 'notifications' AND scope = ?1
        AND (?2 IS NULL OR \"rest:rest\" ->> '$.dashboardPublicId' = ?2
             OR (\"rest:rest\" ->> '$.dashboardId') = (SELECT id FROM dashboards WHERE public_id = ?2))"
        .to_owned();
    let optional = |name: &str| call.query(name).map_or(SqlValue::Null, rows::text);
    let mut params = vec![
        rows::text(call.path("deploymentId")),
        optional("dashboardPublicId"),
    ];
    for (parameter, field) in RECIPIENT_FILTERS {
        params.push(optional(parameter));
        let n = params.len();
        sql = format!(
            "{sql} AND (?{n} IS NULL OR EXISTS (SELECT 1 FROM json_each(\"rest:rest\", '$.recipients') r
               WHERE CAST(r.value ->> '$.{field}' AS TEXT) = ?{n}))"
        );
    }
    let mut visible = Vec::new();
    for mut notification in call.all(&format!("{sql} ORDER BY id"), params_from_iter(params))? {
        let id = notification.get("id").and_then(Value::as_i64);
        let granted: Result<Granted<Notification, Read>, Failure> =
            Granted::to(call, id.unwrap_or_default());
        if granted.is_ok() {
            notification
                .as_object_mut()
                .map(documents::shown)
                .transpose()?;
            visible.push(notification);
        }
    }
    Ok(page::of_values(call, &visible)?.into())
}

/// Creates a notification. The body names exactly one published dashboard, whose workbook the caller
/// may read.
pub fn create(call: &Call<'_>) -> Outcome {
    readable_dashboard(call)?;
    documents::create_owned(call)
}

/// One notification.
pub fn retrieve(call: &Call<'_>, notification: &Granted<Notification, Read>) -> Outcome {
    documents::one(call, notification.id())
}

/// Replaces a notification. The body names exactly one published dashboard, whose workbook the
/// caller may read.
pub fn update(call: &Call<'_>, notification: &Granted<Notification, Manage>) -> Outcome {
    readable_dashboard(call)?;
    documents::replace(call, notification.id(), call.object()?)
}

/// Deletes a notification: 204.
pub fn delete(call: &Call<'_>, notification: &Granted<Notification, Manage>) -> Outcome {
    documents::remove(call, notification.id()).map(|_: Reply| Reply::Empty)
}

fn readable_dashboard(call: &Call<'_>) -> Result<(), Failure> {
    let (_, workbook) = exports::published_dashboard(call)?;
    let _readable: Granted<Workbook, Read> = Granted::to(call, workbook)?;
    Ok(())
}
