//! `GET /`: a page for people, with the levers, the open embeds and the journal as it grows.

use axum::response::Html;
use axum::routing::get;
use axum::{Router, middleware};

use crate::answers;

/// The route of the page, whose levers are at `host`.
pub fn routes(host: &str) -> Router {
    let page = Html(
        include_str!("people/page.html")
            .replace("{host}", host)
            .replace("/* style */", include_str!("people/page.css"))
            .replace("/* script */", include_str!("people/page.js")),
    );
    Router::new()
        .route("/", get(move || async { page }))
        .layer(middleware::from_fn(answers::unframed))
}
