//! The scripts and styles of the embed pages: those inside the program, or those of a directory while
//! they are being changed.

use std::path::{Path, PathBuf};

use axum::Router;
use axum::extract;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use tower_http::services::ServeDir;

/// A file inside the program.
struct Page {
    name: &'static str,
    /// Changes with the bytes.
    tag: &'static str,
    bytes: &'static [u8],
}

/// Written by `build.rs`; empty if the pages were not bundled before the sandbox was compiled.
static PAGES: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The script that every page loads.
const SCRIPT: &str = "embed.js";

/// Where the scripts and styles are.
#[derive(Debug, Clone)]
pub enum Assets {
    /// Inside the program.
    Inside,
    /// In a directory.
    Directory(PathBuf),
}

impl Assets {
    /// The assets of a directory, or those inside the program. `None` if there are none.
    pub fn find(directory: Option<&Path>) -> Option<Self> {
        match directory {
            Some(directory) => directory
                .join(SCRIPT)
                .is_file()
                .then(|| Self::Directory(directory.to_owned())),
            None => page(SCRIPT).map(|_| Self::Inside),
        }
    }

    /// The routes below the path of the assets.
    pub fn routes(&self) -> Router {
        match self {
            Self::Inside => Router::new().route("/{name}", get(serve)),
            Self::Directory(directory) => Router::new().fallback_service(ServeDir::new(directory)),
        }
    }
}

fn page(name: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.name == name)
}

async fn serve(extract::Path(name): extract::Path<String>, headers: HeaderMap) -> Response {
    let Some(page) = page(&name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let tag = [(header::ETAG, page.tag)];
    let is_known = headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == page.tag.as_bytes());
    if is_known {
        return (StatusCode::NOT_MODIFIED, tag).into_response();
    }
    let media_type = [(header::CONTENT_TYPE, media_type(page.name))];
    (tag, media_type, page.bytes).into_response()
}

fn media_type(name: &str) -> &'static str {
    match Path::new(name)
        .extension()
        .and_then(|ending| ending.to_str())
    {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        _ => "application/octet-stream",
    }
}
