//! The assistant. It recognises a few words of a question and computes a deterministic answer from
//! the data. It answers with numbers, which the page puts into a sentence in the viewer's language.

use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::extract;
use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::data::Viewer;
use crate::json::{Body, Failure};
use crate::secret::Secret;
use crate::state::State;
use crate::store::{Dimension, Direction, Filter, Measure, OrderBy, Query, Range, Unit};

/// Long enough for a viewer to see the progress indicator.
const THINKING: Duration = Duration::from_millis(450);

/// How the words for a measure begin, in English and in German. The first that a question has counts.
const MEASURES: [(Measure, &[&str]); 3] = [
    (Measure::AverageValue, &["average", "durchschnitt"]),
    (Measure::Count, &["order", "bestell"]),
    (Measure::Revenue, &["revenue", "umsatz", "sales"]),
];

/// The same for a dimension.
const DIMENSIONS: [(Dimension, &[&str]); 5] = [
    (Dimension::Region, &["region"]),
    (Dimension::Category, &["categor", "kategor"]),
    (Dimension::Product, &["product", "produkt"]),
    (Dimension::Customer, &["customer", "kunde"]),
    (Dimension::Status, &["status"]),
];

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

/// `POST /embed/api/chat`: the measure that the question names, by the dimension that it names, of the
/// last twelve months. Without both, the question was not understood. A question that contains "fail"
/// fails: that is how to see a failure.
pub async fn handle(
    extract::State(state): extract::State<Arc<State>>,
    Viewer(session): Viewer,
    Body(asked): Body<Question>,
) -> Result<Json<Value>, Failure> {
    if !session.grant.allows_ai() {
        return Err(Failure::forbidden("AI is switched off for this session"));
    }
    tokio::time::sleep(THINKING).await;
    if named(&asked.text, &[((), &["fail"])]).is_some() {
        return Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "the assistant could not answer",
        ));
    }
    let chat_id = match asked.chat_id {
        Some(chat_id) => chat_id,
        None => format!("chat-{}", Secret::text()?),
    };
    let dimension = named(&asked.text, &DIMENSIONS);
    let measure = named(&asked.text, &MEASURES).or(dimension.is_some().then_some(Measure::Revenue));
    let rows = match measure {
        None => Vec::new(),
        Some(measure) => {
            let query = Query {
                measures: vec![measure],
                dimensions: dimension.into_iter().collect(),
                granularity: None,
                range: Some(Range {
                    unit: Unit::Month,
                    count: 12,
                    back: 0,
                }),
                filters: asked.filters,
                timezone: asked.timezone,
                order: Some(OrderBy {
                    measure,
                    direction: Direction::Desc,
                }),
                limit: Some(8),
            };
            state.store.query(&query, state.clock.now())?
        }
    };
    Ok(Json(json!({
        "chatId": chat_id,
        "agentId": "analyst",
        "measure": measure,
        "dimension": dimension,
        "rows": rows,
    })))
}

/// The first of these that a word of the text begins like.
fn named<T: Copy>(text: &str, known: &[(T, &[&str])]) -> Option<T> {
    let lower = text.to_lowercase();
    let words = || lower.split(|letter: char| !letter.is_alphanumeric());
    let is_named = |stems: &[&str]| words().any(|word| stems.iter().any(|it| word.starts_with(it)));
    let found = known.iter().find(|(_, stems)| is_named(stems));
    found.map(|(it, _)| *it)
}
