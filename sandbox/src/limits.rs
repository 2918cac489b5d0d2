//! What a caller may ask of the sandbox at most, and the loop that accepts connections within it.
//!
//! The bounds of filters are where filters are read: `api/scim/scan.rs` and `store/query.rs`.

use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::state::State;

/// The pause after a connection that could not be accepted, for example because the process has as
/// many files open as it may.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The bounds of a request and of all requests together.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Connections at a time, of both origins together, with the sockets of embeds. Further ones wait
    /// in the operating system's queue. The default leaves room below 1,024, the number of files that
    /// a process may have open on many systems.
    pub connections: usize,
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
    /// Uploads that are read at a time.
    pub uploads: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connections: 900,
            head_bytes: 64 * 1024,
            head_time: Duration::from_secs(30),
            body_time: Duration::from_secs(60),
            body_bytes: 4 * 1024 * 1024,
            upload_bytes: 64 * 1024 * 1024,
            uploads: 4,
        }
    }
}

/// Accepts connections until the process must end, and then lets running requests finish. `places`
/// are those of [`Limits::connections`].
///
/// # Errors
///
/// If `places` was closed, which nobody does.
pub async fn serve(
    listener: TcpListener,
    routes: Router,
    state: Arc<State>,
    places: Arc<Semaphore>,
) -> io::Result<()> {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(state.limits.head_time)
        .max_buf_size(state.limits.head_bytes);
    let accepting = async {
        loop {
            let place = Arc::clone(&places).acquire_owned().await;
            let place = place.map_err(io::Error::other)?;
            let Ok((stream, _)) = listener.accept().await else {
                tokio::time::sleep(ACCEPT_PAUSE).await;
                continue;
            };
            let held = TokioIo::new(Held {
                stream,
                _place: place,
            });
            let routes = routes.clone();
            let service = TowerToHyperService::new(routes);
            let connection = http.serve_connection(held, service).with_upgrades();
            let state = Arc::clone(&state);
            tokio::spawn(async move {
                let mut connection = pin!(connection);
                tokio::select! {
                    // A connection that breaks concerns nobody else.
                    _ = connection.as_mut() => return,
                    () = state.ended() => connection.as_mut().graceful_shutdown(),
                }
                let _ = connection.await;
            });
        }
    };
    let ended: io::Result<()> = tokio::select! {
        failed = accepting => failed,
        () = state.ended() => Ok(()),
    };
    drop(listener);
    // Every connection has given its place back when it has ended.
    let all = u32::try_from(state.limits.connections).unwrap_or(u32::MAX);
    let _all = places.acquire_many(all).await;
    ended
}

/// A connection with its place. The socket of an embed keeps it for as long as it is open, although
/// its request has long been answered.
struct Held {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
}

impl AsyncRead for Held {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Held {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
