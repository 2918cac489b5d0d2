//! Scheduled notifications: documents that name exactly one dashboard.

use rusqlite::types::Value as SqlValue;

use super::call::Call;
use super::documents;
use super::exports;
use super::page::List;
use super::reply::{Outcome, Reply};
use super::rows;

/// The query parameters of the list, each with the field of a recipient that it filters.
const RECIPIENT_FILTERS: [(&str, &str); 4] = [
    ("recipientUserId", "userId"),
    ("recipientEmail", "email"),
    ("recipientEmbedTenantName", "embedTenantName"),
    ("recipientExternalId", "externalId"),
];

/// The notifications, filtered by dashboard and by recipient.
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
    Ok(List::new(&sql, params)
        .by_cursor(call, documents::shown)?
        .into())
}

/// Creates a notification. The body names exactly one published dashboard.
pub fn create(call: &Call<'_>) -> Outcome {
    exports::published_dashboard(call)?;
    documents::create(call)
}

/// Replaces a notification. The body names exactly one published dashboard.
pub fn update(call: &Call<'_>) -> Outcome {
    exports::published_dashboard(call)?;
    documents::update(call)
}

/// Deletes a notification: 204.
pub fn delete(call: &Call<'_>) -> Outcome {
    documents::delete(call).map(|_: Reply| Reply::Empty)
}
