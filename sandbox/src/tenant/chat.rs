//! The assistant. It recognises a few words of a question and computes a deterministic answer from
//! the data. It answers with numbers, which the page puts into a sentence in the viewer's language.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::data::Viewer;
use crate::json::{Body, Failure};
use crate::secret::Secret;
use crate::state::State;
use crate::store::{Dimension, Direction, Filter, Measure, OrderBy, Query, Range, Unit};

/// Long enough for a viewer to see the progress indicator.
const THINKING: Duration = Duration::from_millis(450);

/// A question of the viewer.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    #[serde(rename = "question")]
    text: String,
    chat_id: Option<String>,
    #[serde(default)]
    filters: Vec<Filter>,
    timezone: String,
}

/// The kind of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// One number.
    Total,
    /// The largest value of a dimension.
    Top,
    /// All values of a dimension.
    Breakdown,
    /// The question was not understood.
    Help,
}

#[derive(Debug, PartialEq, Eq)]
struct Intent {
    kind: Kind,
    measure: Measure,
    dimension: Option<Dimension>,
    period: Period,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum Period {
    Today,
    LastMonth,
    ThisMonth,
    Last30Days,
    Last12Months,
}

/// `POST /embed/api/chat`. A question that contains "fail" fails: that is how to see a failure.
pub async fn handle(
    extract::State(state): extract::State<Arc<State>>,
    Viewer(session): Viewer,
    Body(question): Body<Question>,
) -> Result<Json<Value>, Failure> {
    if !session.grant.allows_ai() {
        return Err(Failure::new(
            StatusCode::FORBIDDEN,
            "AI is switched off for this session",
        ));
    }
    tokio::time::sleep(THINKING).await;
    if words(&question.text).any(|word| word.starts_with("fail")) {
        return Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "the assistant could not answer",
        ));
    }
    let chat_id = match question.chat_id {
        Some(chat_id) => chat_id,
        None => format!("chat-{}", Secret::text()?),
    };
    let intent = recognise(&question.text);
    let rows = if intent.kind == Kind::Help {
        Vec::new()
    } else {
        let query = intent.query(question.filters, question.timezone);
        state.store.query(&query, state.clock.now())?
    };
    Ok(Json(intent.answer(&chat_id, &rows)))
}

impl Intent {
    fn query(&self, filters: Vec<Filter>, timezone: String) -> Query {
        Query {
            measures: vec![self.measure],
            dimensions: self.dimension.into_iter().collect(),
            granularity: None,
            range: Some(self.period.range()),
            filters,
            timezone,
            order: Some(OrderBy {
                measure: self.measure,
                direction: Direction::Desc,
            }),
            limit: Some(if self.kind == Kind::Top { 3 } else { 8 }),
        }
    }

    fn answer(&self, chat_id: &str, rows: &[Map<String, Value>]) -> Value {
        json!({
            "chatId": chat_id,
            "agentId": "analyst",
            "kind": self.kind,
            "measure": self.measure,
            "dimension": self.dimension,
            "period": self.period,
            "rows": rows,
        })
    }
}

impl Period {
    fn range(self) -> Range {
        let (unit, count, back, whole) = match self {
            Self::Today => (Unit::Day, 1, 0, false),
            Self::LastMonth => (Unit::Month, 1, 1, true),
            Self::ThisMonth => (Unit::Month, 1, 0, false),
            Self::Last30Days => (Unit::Day, 30, 0, false),
            Self::Last12Months => (Unit::Month, 12, 0, false),
        };
        Range {
            unit,
            count,
            back,
            whole,
        }
    }
}

fn recognise(question: &str) -> Intent {
    let words: Vec<String> = words(question).collect();
    let has = |stems: &[&str]| {
        words
            .iter()
            .any(|word| stems.iter().any(|stem| word.starts_with(stem)))
    };
    let measure = [
        (Measure::AverageValue, ["average", "durchschnitt"]),
        (Measure::Count, ["order", "bestell"]),
        (Measure::Revenue, ["revenue", "umsatz"]),
        (Measure::Revenue, ["sales", "sell"]),
    ]
    .into_iter()
    .find_map(|(measure, stems)| has(&stems).then_some(measure));
    let dimension = [
        (Dimension::Region, ["region", "country"]),
        (Dimension::Category, ["categor", "kategor"]),
        (Dimension::Product, ["product", "produkt"]),
        (Dimension::Customer, ["customer", "kunde"]),
        (Dimension::Status, ["status", "state"]),
    ]
    .into_iter()
    .find_map(|(dimension, stems)| has(&stems).then_some(dimension));
    let period = if has(&["today", "heute"]) {
        Period::Today
    } else if has(&["month", "monat"]) {
        if has(&["this", "diese"]) {
            Period::ThisMonth
        } else {
            Period::LastMonth
        }
    } else if has(&["30", "recent"]) {
        Period::Last30Days
    } else {
        Period::Last12Months
    };
    let kind = match (measure, dimension) {
        (None, None) => Kind::Help,
        (_, None) => Kind::Total,
        (_, Some(Dimension::Product | Dimension::Customer)) => Kind::Top,
        (_, Some(_)) if has(&["top", "best", "most", "which", "welche"]) => Kind::Top,
        _ => Kind::Breakdown,
    };
    Intent {
        kind,
        measure: measure.unwrap_or(Measure::Revenue),
        dimension,
        period,
    }
}

/// The words of a text, in lower case.
fn words(text: &str) -> impl Iterator<Item = String> {
    let lower = text.to_lowercase();
    let words = lower.split(|character: char| !character.is_alphanumeric());
    words.map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::{Dimension, Kind, Measure, Period, recognise};

    #[test]
    fn recognises_what_is_asked() {
        use Kind::{Breakdown, Help, Top, Total};
        use Measure::{Count, Revenue};
        use Period::{Last12Months, LastMonth, ThisMonth};
        let (region, category) = (Some(Dimension::Region), Some(Dimension::Category));
        for (question, kind, measure, dimension, period) in [
            (
                "Show revenue by region",
                Breakdown,
                Revenue,
                region,
                Last12Months,
            ),
            (
                "Umsatz nach Region",
                Breakdown,
                Revenue,
                region,
                Last12Months,
            ),
            (
                "What is our top category?",
                Top,
                Revenue,
                category,
                Last12Months,
            ),
            (
                "Welche Kategorie führt?",
                Top,
                Revenue,
                category,
                Last12Months,
            ),
            ("How many orders last month?", Total, Count, None, LastMonth),
            ("Bestellungen diesen Monat", Total, Count, None, ThisMonth),
            ("Hello!", Help, Revenue, None, Last12Months),
        ] {
            let intent = recognise(question);
            let found = (intent.kind, intent.measure, intent.dimension, intent.period);
            assert_eq!(found, (kind, measure, dimension, period), "{question}");
        }
    }
}
