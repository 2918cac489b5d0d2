//! Single orders, for tables.

use rusqlite::params_from_iter;
use serde::{Deserialize, Serialize};

use super::query::{check_filters, where_clause};
use super::time;
use super::{Filter, Range, Store, StoreError};
use crate::clock::EpochMs;

const MAX_ORDERS: u32 = 500;

/// Selects the orders to list, latest first.
#[derive(Debug, Clone, Deserialize)]
pub struct OrdersRequest {
    #[serde(default)]
    range: Option<Range>,
    #[serde(default)]
    filters: Vec<Filter>,
    #[serde(default = "super::query::utc")]
    timezone: String,
    limit: u32,
    #[serde(default)]
    offset: u32,
}

/// An order.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    number: String,
    created_at: EpochMs,
    customer: String,
    region: String,
    category: String,
    product: String,
    status: String,
    amount: f64,
}

impl Store {
    /// The selected orders as of `now`, and their total number.
    pub fn orders(
        &self,
        request: &OrdersRequest,
        now: EpochMs,
    ) -> Result<(Vec<Order>, i64), StoreError> {
        check_filters(&request.filters)?;
        let zone = time::zone(&request.timezone)?;
        let bounds = match request.range {
            Some(range) => range.bounds(now, &zone)?,
            None => (EpochMs::MIN, now + 1),
        };
        let (condition, values) = where_clause(bounds, &request.timezone, &request.filters);
        let limit = request.limit.min(MAX_ORDERS);
        self.with(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "SELECT number, created_at, customer, region, category, product, status, amount / 100.0
                 FROM orders WHERE {condition}
                 ORDER BY created_at DESC, id DESC LIMIT {limit} OFFSET {}",
                request.offset
            ))?;
            let orders = statement
                .query_map(params_from_iter(&values), |row| {
                    Ok(Order {
                        number: row.get(0)?,
                        created_at: row.get(1)?,
                        customer: row.get(2)?,
                        region: row.get(3)?,
                        category: row.get(4)?,
                        product: row.get(5)?,
                        status: row.get(6)?,
                        amount: row.get(7)?,
                    })
                })?
                .collect::<Result<_, _>>()?;
            let total = connection
                .prepare_cached(&format!("SELECT COUNT(*) FROM orders WHERE {condition}"))?
                .query_row(params_from_iter(&values), |row| row.get(0))?;
            Ok((orders, total))
        })
    }
}
