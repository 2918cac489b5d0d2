//! The host origin: the page that embeds, and that page's own backend.

mod backend;
mod control;
mod emit;
mod management;
mod requests;

use std::path::Path;
use std::sync::Arc;

use axum::http::{HeaderValue, header};
use axum::response::Html;
use axum::routing::{get, post};
use axum::{Json, Router, extract, middleware};
use serde_json::{Value, json};
use tower_http::services::ServeDir;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::answers;
use crate::json::Failure;
use crate::loopback;
use crate::state::State;

/// The state of the host origin's handlers.
#[derive(Debug, Clone)]
pub struct Host {
    state: Arc<State>,
    /// The service's routes. The page's backend calls them in process instead of over HTTP.
    service: Router,
    origin: Arc<str>,
    tenant: Arc<str>,
}

/// Every route of the host origin.
pub fn routes(
    state: &Arc<State>,
    service: Router,
    [origin, tenant]: [String; 2],
    (www, dist): (Option<&Path>, &Path),
) -> Router {
    let host = Host {
        state: Arc::clone(state),
        service,
        origin: origin.into(),
        tenant: tenant.into(),
    };
    let needs_token = || middleware::from_fn_with_state(host.clone(), control::require_token);
    let levers = Router::new()
        .route("/control/state", get(control::state))
        .route("/control/clock", post(control::clock))
        .route("/control/faults", post(control::faults))
        .route("/control/emit", post(emit::emit))
        .route("/control/requests", get(requests::requests))
        .route("/control/reset", post(control::reset));
    let levers = levers.route_layer(needs_token());
    let api = Router::new()
        .route("/api/config", get(config))
        .route("/api/embed-session", post(backend::embed_session))
        .merge(levers)
        .layer(loopback::cors())
        .with_state(host.clone());
    // Whoever may not use the levers may not use the key. Without CORS: for this origin's page only.
    let management = Router::new()
        .nest("/api/management", management::routes())
        .layer(needs_token())
        .with_state(host.clone());
    let pages = match www {
        Some(www) => Router::new().fallback_service(ServeDir::new(www)),
        None => Router::new().route("/", get(welcome)).with_state(host),
    };
    // Developers change these files while the sandbox runs, so browsers must not cache them.
    let no_store = SetResponseHeaderLayer::overriding(
        header::CACHE_CONTROL,
        HeaderValue::from_static("no-store"),
    );
    pages
        .nest_service("/dist", ServeDir::new(dist))
        .merge(api)
        .merge(management)
        .layer(no_store)
        .layer(middleware::from_fn(answers::unframed))
}

/// Says what runs here, if no page of one's own is served.
async fn welcome(extract::State(host): extract::State<Host>) -> Html<String> {
    let page = include_str!("welcome.html")
        .replace("{tenant}", &host.tenant)
        .replace("{host}", &host.origin);
    Html(page)
}

/// The values that the page needs to mount an embed.
async fn config(extract::State(host): extract::State<Host>) -> Result<Json<Value>, Failure> {
    let database = &host.state.database;
    let dashboards: Vec<Value> = database
        .embeddable_dashboards(None)?
        .into_iter()
        .map(|dashboard| json!({ "publicId": dashboard.public_id, "title": dashboard.title }))
        .collect();
    Ok(Json(json!({
        "tenant": &*host.tenant,
        "deploymentId": database.first_deployment()?,
        "dashboards": dashboards,
    })))
}
