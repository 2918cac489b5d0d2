//! The tenant origin: the service. Its API is in [`crate::api`]. The modules here serve the embed
//! pages and their requests.

pub mod assets;
mod chat;
mod clock_socket;
mod data;
mod exchange;
mod page_faults;
mod pages;
pub mod requests;

use std::sync::Arc;

use axum::Router;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware;
use axum::response::Redirect;
use axum::routing::{any, get, post};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::api;
use crate::secret::Secret;
use crate::state::State;

use assets::Assets;

/// Every route of the tenant origin. Its root leads to `host`, the origin of the page.
pub fn routes(state: &Arc<State>, assets: &Assets, host: &str) -> Router {
    let pages = Router::new()
        .route("/embed/dashboard/{public_id}", get(pages::dashboard))
        .route("/embed/d/{deployment_id}/app", get(pages::app))
        .route("/embed/chat", get(pages::chat))
        .route("/embed/elsewhere", get(page_faults::elsewhere));
    let internal = Router::new()
        .route("/embed/api/session", post(exchange::handle))
        .route("/embed/api/dashboards", get(data::dashboards))
        .route("/embed/api/dashboards/{public_id}", get(data::dashboard))
        .route("/embed/api/query", post(data::query))
        .route("/embed/api/orders", post(data::orders))
        .route("/embed/api/chat", post(chat::handle));
    // What the sandbox itself asks for is not noted.
    let own = Router::new()
        .route("/embed/api/late/{delay}", get(pages::late))
        .route("/embed/api/clock", any(clock_socket::handle));
    let noted = middleware::from_fn_with_state(Arc::clone(state), requests::noted);
    // Browsers revalidate each time and get 304, so that fifty embeds of one page share one copy.
    let assets = Router::new()
        .nest("/embed/assets", assets.routes())
        .layer(header_layer(header::CACHE_CONTROL, "no-cache"));
    Router::new()
        .merge(api::routes(state))
        .merge(
            pages
                .merge(internal)
                .layer(noted)
                .merge(own)
                .layer(header_layer(header::CACHE_CONTROL, "no-store")),
        )
        .with_state(Arc::clone(state))
        .route("/", get(Redirect::temporary(host)))
        .merge(assets)
        // The URL of an embed page contains its session id, which other sites must not learn.
        .layer(header_layer(header::REFERRER_POLICY, "no-referrer"))
        .layer(header_layer(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
}

fn header_layer(
    name: header::HeaderName,
    value: &'static str,
) -> SetResponseHeaderLayer<HeaderValue> {
    SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
}

/// The credential of `Authorization: Bearer …`, if it is well formed.
pub fn bearer(headers: &HeaderMap) -> Option<Secret> {
    api::credential(headers, api::Api::Management)
}
