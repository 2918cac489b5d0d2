//! What a request may be at most, and the loop that accepts connections.
//!
//! The bounds of filters are where filters are read: `api/scim/scan.rs` and `store/query.rs`.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::state::State;

/// The pause after a connection that could not be accepted, for example because the process has as
/// many files open as it may.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The bounds of a request.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// The bytes of a request's line and headers.
    pub head_bytes: usize,
    /// How long a request's line and headers may take, and how long a connection may stay without
    /// one.
    pub head_time: Duration,
    /// How long a body may take.
    pub body_time: Duration,
    /// The bytes of a body that is not an upload.
    pub body_bytes: usize,
    /// The bytes of an upload.
    pub upload_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            head_bytes: 64 * 1024,
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(60),
            body_bytes: 4 * 1024 * 1024,
            upload_bytes: 64 * 1024 * 1024,
        }
    }
}

/// Accepts connections until the process must end, and then lets running requests finish.
pub async fn serve(listener: TcpListener, routes: Router, state: Arc<State>) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(state.limits.head_time)
        .max_buf_size(state.limits.head_bytes);
    let mut connections = JoinSet::new();
    loop {
        let stream = tokio::select! {
            accepted = listener.accept() => accepted,
            Some(_) = connections.join_next() => continue,
            () = state.ended() => break,
        };
        let Ok((stream, _)) = stream else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        let service = TowerToHyperService::new(routes.clone());
        let connection = http.serve_connection(TokioIo::new(stream), service);
        let connection = connection.with_upgrades();
        let state = Arc::clone(&state);
        connections.spawn(async move {
            let mut connection = pin!(connection);
            tokio::select! {
                // A connection that breaks concerns nobody else.
                _ = connection.as_mut() => return,
                () = state.ended() => connection.as_mut().graceful_shutdown(),
            }
            let _ = connection.await;
        });
    }
    drop(listener);
    connections.join_all().await;
}
