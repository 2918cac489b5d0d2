//! Queries about orders, in the members of the semantic view: measures by dimensions.
//!
//! Members and operators are enums that return their SQL, and every value is bound. So no text of a
//! request becomes SQL.

use rusqlite::types::{Value as SqlValue, ValueRef};
use rusqlite::{Connection, Row, params_from_iter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::time::{self, Bounds};
use super::{Range, Store, StoreError, Unit};
use crate::clock::EpochMs;

/// The member of the time buckets in answers.
pub const CREATED_AT: &str = "orders.createdAt";
const MAX_ROWS: u32 = 1_000;
/// The maximum number of columns of a query, and of filters and of their values.
const MAX_COLUMNS: usize = 32;
const MAX_FILTERS: usize = 32;
const MAX_VALUES: usize = 500;

/// Members of the data model: an enumeration in which each has its name and its SQL.
macro_rules! members {
    ($(#[$about:meta])* $members:ident: $($(#[$doc:meta])* $member:ident = $name:literal, $sql:literal;)*) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
        pub enum $members {
            $($(#[$doc])* #[serde(rename = $name)] $member,)*
        }

        impl $members {
            /// The name of each.
            pub const NAMES: &[&str] = &[$($name),*];

            fn sql(self) -> (&'static str, &'static str) {
                match self {
                    $(Self::$member => ($name, $sql),)*
                }
            }
        }
    };
}

members! {
    /// A measure.
    Measure:
    /// The revenue.
    Revenue = "orders.revenue", "COALESCE(SUM(amount), 0) / 100.0";
    /// The number of orders.
    Count = "orders.count", "COUNT(*)";
    /// The revenue per order.
    AverageValue = "orders.averageValue", "COALESCE(AVG(amount), 0) / 100.0";
    /// The number of different customers.
    Customers = "orders.customers", "COUNT(DISTINCT customer)";
    /// The share of completed orders.
    CompletionRate = "orders.completionRate", "COALESCE(AVG(status = 'completed'), 0)";
    /// The share of returned orders.
    ReturnRate = "orders.returnRate", "COALESCE(AVG(status = 'returned'), 0)";
    /// Hours from order to shipment.
    AverageShipHours = "orders.averageShipHours", "COALESCE(AVG(ship_hours), 0)";
}

members! {
    /// A dimension, for grouping and for filters.
    Dimension:
    /// The region.
    Region = "orders.region", "region";
    /// The category.
    Category = "orders.category", "category";
    /// The order's status.
    Status = "orders.status", "status";
    /// The product.
    Product = "orders.product", "product";
    /// The customer.
    Customer = "orders.customer", "customer";
}

/// How a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Operator {
    /// Is one of the values.
    Equals,
    /// Is none of the values.
    NotEquals,
    /// Contains one of the values, whatever the case.
    Contains,
    /// Contains none of the values.
    NotContains,
}

/// A condition on the orders.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Filter {
    /// The dimension.
    pub member: Dimension,
    /// The operator.
    pub operator: Operator,
    /// The values. A filter without values has no effect.
    pub values: Vec<String>,
}

/// The direction of an order.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Smallest first.
    Asc,
    /// Largest first.
    Desc,
}

/// The order of the rows.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct OrderBy {
    /// The measure.
    pub measure: Measure,
    /// The direction.
    pub direction: Direction,
}

/// A query.
#[derive(Debug, Clone, Deserialize)]
pub struct Query {
    /// The measures.
    pub measures: Vec<Measure>,
    /// The dimensions.
    #[serde(default)]
    pub dimensions: Vec<Dimension>,
    /// The granularity of time buckets.
    #[serde(default)]
    pub granularity: Option<Unit>,
    /// The period; all data if absent.
    #[serde(default)]
    pub range: Option<Range>,
    /// The filters.
    #[serde(default)]
    pub filters: Vec<Filter>,
    /// The time zone of the buckets.
    #[serde(default = "utc")]
    pub timezone: String,
    /// The order of the rows; by the dimensions if absent.
    #[serde(default)]
    pub order: Option<OrderBy>,
    /// The maximum number of rows.
    #[serde(default)]
    pub limit: Option<u32>,
}

pub fn utc() -> String {
    "UTC".to_owned()
}

/// The answer. A row is an object of members.
pub type Rows = Vec<Map<String, Value>>;

impl Store {
    /// Answers a query as of `now`. Later orders of the seed do not exist yet.
    pub fn query(&self, query: &Query, now: EpochMs) -> Result<Rows, StoreError> {
        check_filters(&query.filters)?;
        if query.measures.len() + query.dimensions.len() > MAX_COLUMNS {
            return Err(StoreError::Invalid("a query has at most 32 columns"));
        }
        let zone = time::zone(&query.timezone)?;
        let bounds = match query.range {
            Some(range) => range.bounds(now, &zone)?,
            None => (EpochMs::MIN, now + 1),
        };
        let rows = self.with(|connection| run(connection, query, bounds))?;
        // Adds empty buckets, so that a line over time falls to zero when nothing was sold.
        match (query.granularity, query.range) {
            (Some(granularity), Some(_)) if query.dimensions.is_empty() => {
                let names = time::buckets(bounds, granularity, &zone)
                    .ok_or(StoreError::Invalid("unknown period"))?;
                Ok(filled(&rows, &query.measures, names))
            }
            _ => Ok(rows),
        }
    }
}

/// Each value becomes a part of the statement, and its parts are nested.
pub fn check_filters(filters: &[Filter]) -> Result<(), StoreError> {
    let values: usize = filters.iter().map(|filter| filter.values.len()).sum();
    if filters.len() > MAX_FILTERS || values > MAX_VALUES {
        return Err(StoreError::Invalid(
            "a query has at most 32 filters, with 500 values in all",
        ));
    }
    Ok(())
}

fn run(connection: &Connection, query: &Query, bounds: Bounds) -> Result<Rows, StoreError> {
    let mut groups: Vec<(&str, String)> = Vec::new();
    if let Some(granularity) = query.granularity {
        let granularity = match granularity {
            Unit::Day => "day",
            Unit::Month => "month",
        };
        groups.push((
            CREATED_AT,
            format!("local_bucket(created_at, ?3, '{granularity}')"),
        ));
    }
    for dimension in &query.dimensions {
        let (name, sql) = dimension.sql();
        groups.push((name, sql.to_owned()));
    }
    let measures = query.measures.iter().map(|measure| measure.sql());
    let columns: Vec<(&str, String)> = groups
        .iter()
        .cloned()
        .chain(measures.map(|(name, sql)| (name, sql.to_owned())))
        .collect();
    if columns.is_empty() {
        return Err(StoreError::Invalid("a query needs a measure"));
    }

    let (condition, values) = where_clause(bounds, &query.timezone, &query.filters);
    let select = list(columns.iter().map(|(_, sql)| sql.as_str()));
    let by = list(groups.iter().map(|(_, sql)| sql.as_str()));
    let grouping = match query.order {
        _ if groups.is_empty() => String::new(),
        None => format!("GROUP BY {by} ORDER BY {by}"),
        Some(OrderBy { measure, direction }) => {
            let direction = match direction {
                Direction::Asc => "ASC",
                Direction::Desc => "DESC",
            };
            format!(
                "GROUP BY {by} ORDER BY {} {direction}, {by}",
                measure.sql().1
            )
        }
    };
    let limit = query.limit.unwrap_or(MAX_ROWS).min(MAX_ROWS);
    let sql = format!("SELECT {select} FROM orders WHERE {condition} {grouping} LIMIT {limit}");

    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query_map(params_from_iter(values), |row| as_object(row, &columns))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The condition and its bound values: ?1 and ?2 are the period, ?3 is the time zone, and the others
/// are the filters' values.
pub fn where_clause(
    (from, to): Bounds,
    timezone: &str,
    filters: &[Filter],
) -> (String, Vec<SqlValue>) {
    // The time zone is always bound, even if no bucket uses it, so that the numbering stays the
    // same.
    let mut conditions = vec!["created_at >= ?1 AND created_at < ?2 AND ?3 IS NOT NULL".to_owned()];
    let mut values = vec![
        SqlValue::Integer(from),
        SqlValue::Integer(to),
        SqlValue::Text(timezone.to_owned()),
    ];
    for filter in filters.iter().filter(|filter| !filter.values.is_empty()) {
        let column = filter.member.sql().1;
        let mut alternatives = Vec::new();
        for value in &filter.values {
            values.push(SqlValue::Text(value.clone()));
            let index = values.len();
            alternatives.push(match filter.operator {
                Operator::Equals | Operator::NotEquals => format!("{column} = ?{index}"),
                Operator::Contains | Operator::NotContains => {
                    format!("instr(lower({column}), lower(?{index})) > 0")
                }
            });
        }
        let negation = match filter.operator {
            Operator::Equals | Operator::Contains => "",
            Operator::NotEquals | Operator::NotContains => "NOT ",
        };
        conditions.push(format!("{negation}({})", alternatives.join(" OR ")));
    }
    (conditions.join(" AND "), values)
}

fn as_object(row: &Row<'_>, columns: &[(&str, String)]) -> rusqlite::Result<Map<String, Value>> {
    columns
        .iter()
        .enumerate()
        .map(|(index, (name, _))| {
            let value = match row.get_ref(index)? {
                ValueRef::Integer(number) => Value::from(number),
                ValueRef::Real(number) => Value::from(number),
                ValueRef::Text(text) => Value::from(String::from_utf8_lossy(text)),
                ValueRef::Null | ValueRef::Blob(_) => Value::Null,
            };
            Ok(((*name).to_owned(), value))
        })
        .collect()
}

fn filled(rows: &Rows, measures: &[Measure], names: Vec<String>) -> Rows {
    names
        .into_iter()
        .map(|name| {
            let found = rows
                .iter()
                .find(|row| row.get(CREATED_AT).and_then(Value::as_str) == Some(&name));
            found.cloned().unwrap_or_else(|| {
                let zeros = measures
                    .iter()
                    .map(|measure| (measure.sql().0.to_owned(), Value::from(0)));
                [(CREATED_AT.to_owned(), Value::from(name))]
                    .into_iter()
                    .chain(zeros)
                    .collect()
            })
        })
        .collect()
}

fn list<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}
