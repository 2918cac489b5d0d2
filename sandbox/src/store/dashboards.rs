//! The dashboards: what there is, and what stands on each.

use rusqlite::{Connection, OptionalExtension as _, params};
use serde::Serialize;
use serde_json::{Value, json};

use super::{Store, StoreError};
use crate::state::DEPLOYMENT_ID;

/// A dashboard as a list shows it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DashboardSummary {
    /// Its id in URLs.
    pub public_id: String,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub description: Option<String>,
}

/// A dashboard with its configuration.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Dashboard {
    /// What a list shows.
    #[serde(flatten)]
    pub summary: DashboardSummary,
    /// Its widgets, as a `DashboardConfig`.
    pub config: Value,
}

impl Store {
    /// Every dashboard.
    pub fn dashboards(&self) -> Result<Vec<DashboardSummary>, StoreError> {
        self.with(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT public_id, title, description FROM dashboards ORDER BY id",
            )?;
            let rows = statement.query_map([], |row| {
                Ok(DashboardSummary {
                    public_id: row.get(0)?,
                    title: row.get(1)?,
                    description: row.get(2)?,
                })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        })
    }

    /// One dashboard, if it exists.
    pub fn dashboard(&self, public_id: &str) -> Result<Option<Dashboard>, StoreError> {
        self.with(|connection| {
            let found = connection
                .query_row(
                    "SELECT public_id, title, description, config FROM dashboards WHERE public_id = ?1",
                    [public_id],
                    |row| {
                        let summary = DashboardSummary {
                            public_id: row.get(0)?,
                            title: row.get(1)?,
                            description: row.get(2)?,
                        };
                        Ok((summary, row.get::<_, String>(3)?))
                    },
                )
                .optional()?;
            Ok(found.map(|(summary, config)| Dashboard {
                summary,
                config: serde_json::from_str(&config).unwrap_or(Value::Null),
            }))
        })
    }
}

/// Makes the dashboards of the demonstration.
pub fn seed(connection: &Connection) -> Result<(), rusqlite::Error> {
    let dashboards = [
        (
            "sales-overview",
            "Sales overview",
            "Revenue, orders and customers of the online shop",
            sales_overview(),
        ),
        (
            "fulfilment",
            "Fulfilment",
            "How fast orders leave the warehouse, and what comes back",
            fulfilment(),
        ),
    ];
    for (id, (public_id, title, description, config)) in (1_i64..).zip(dashboards) {
        connection.execute(
            "INSERT INTO dashboards (id, public_id, deployment_id, title, description, config)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![
                id,
                public_id,
                DEPLOYMENT_ID,
                title,
                description,
                config.to_string()
            ],
        )?;
    }
    Ok(())
}

fn sales_overview() -> Value {
    classic(&json!([
        kpi("kpi-revenue", 0, "orders.revenue", "up"),
        kpi("kpi-orders", 3, "orders.count", "up"),
        kpi("kpi-average", 6, "orders.averageValue", "up"),
        kpi("kpi-customers", 9, "orders.customers", "up"),
        chart(
            "revenue-over-time",
            (0, 2, 12, 4),
            "area",
            "orders.revenue",
            "orders.createdAt"
        ),
        chart(
            "revenue-by-category",
            (0, 6, 7, 4),
            "bar",
            "orders.revenue",
            "orders.category"
        ),
        chart(
            "revenue-by-region",
            (7, 6, 5, 4),
            "donut",
            "orders.revenue",
            "orders.region"
        ),
        table("recent-orders", (0, 10, 12, 5)),
    ]))
}

fn fulfilment() -> Value {
    classic(&json!([
        kpi("kpi-shipping", 0, "orders.averageShipHours", "down"),
        kpi("kpi-completed", 3, "orders.completionRate", "up"),
        kpi("kpi-returned", 6, "orders.returnRate", "down"),
        kpi("kpi-volume", 9, "orders.count", "up"),
        chart(
            "orders-over-time",
            (0, 2, 12, 4),
            "area",
            "orders.count",
            "orders.createdAt"
        ),
        chart(
            "orders-by-status",
            (0, 6, 7, 4),
            "bar",
            "orders.count",
            "orders.status"
        ),
        chart(
            "orders-by-region",
            (7, 6, 5, 4),
            "donut",
            "orders.count",
            "orders.region"
        ),
        table("recent-orders", (0, 10, 12, 5)),
    ]))
}

fn classic(widgets: &Value) -> Value {
    json!({ "kind": "CLASSIC", "widgets": widgets })
}

/// `good` says which way is good news.
fn kpi(id: &str, x: u8, measure: &str, good: &str) -> Value {
    let config = json!({ "kind": "kpi", "measure": measure, "good": good });
    widget(id, (x, 0, 3, 2), &config)
}

fn chart(id: &str, position: (u8, u8, u8, u8), mark: &str, measure: &str, by: &str) -> Value {
    let config = json!({ "kind": "vega", "mark": mark, "measure": measure, "by": by });
    widget(id, position, &config)
}

fn table(id: &str, position: (u8, u8, u8, u8)) -> Value {
    widget(id, position, &json!({ "kind": "table" }))
}

fn widget(id: &str, (x, y, w, h): (u8, u8, u8, u8), config: &Value) -> Value {
    json!({
        "id": id,
        "type": "CHART",
        "position": { "x": x, "y": y, "w": w, "h": h },
        "config": config,
    })
}
