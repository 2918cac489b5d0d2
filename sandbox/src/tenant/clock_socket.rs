//! The socket of an embed page. It sends the sandbox's time to the page, first when it opens and then
//! at each move of the clock, and the messages that a test has the page send.
//!
//! Not server-sent events, because a browser allows only six open HTTP/1 requests to an origin, and
//! a page may have fifty embeds.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{self, Query, Request};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_websockets::{CloseCode, Limits, Message, ServerBuilder, WebSocketStream};

use crate::embeds::Emission;
use crate::sessions::Surface;
use crate::state::State;

/// The largest message that an embed page sends. It asks for the time, or says what it has sent.
const MAX_MESSAGE: usize = 4 * 1024;

/// What the page says of itself.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct About {
    surface: Option<Surface>,
    public_id: Option<String>,
}

/// `GET /embed/api/clock`.
pub async fn handle(
    extract::State(state): extract::State<Arc<State>>,
    Query(about): Query<About>,
    mut request: Request,
) -> Response {
    // hyper puts it there if the request has the header `Upgrade`.
    let upgraded = request.extensions_mut().remove::<OnUpgrade>();
    let key = request.headers().get(header::SEC_WEBSOCKET_KEY);
    let (Some(upgraded), Some(key)) = (upgraded, key) else {
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    let headers = [
        (header::CONNECTION, "upgrade".to_owned()),
        (header::UPGRADE, "websocket".to_owned()),
        (header::SEC_WEBSOCKET_ACCEPT, accept(key)),
    ];
    tokio::spawn(async move {
        let Ok(upgraded) = upgraded.await else { return };
        let limits = Limits::default().max_payload_len(Some(MAX_MESSAGE));
        let socket = ServerBuilder::new()
            .limits(limits)
            .serve(TokioIo::new(upgraded));
        let (connected, emissions) = Connected::new(Arc::clone(&state), about);
        serve(socket, &state, emissions).await;
        drop(connected);
    });
    (StatusCode::SWITCHING_PROTOCOLS, headers).into_response()
}

/// What shows a client that the server speaks this protocol (RFC 6455, 4.2.2).
fn accept(key: &HeaderValue) -> String {
    let words = [key.as_bytes(), b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"].concat();
    STANDARD.encode(sha1_smol::Sha1::from(words).digest().bytes())
}

async fn serve(
    mut socket: WebSocketStream<TokioIo<Upgraded>>,
    state: &State,
    mut emissions: mpsc::Receiver<Emission>,
) {
    let mut clock = state.clock.watch();
    let mut unsent = HashMap::new();
    let mut last = 0_u64;
    let mut next = time(state);
    loop {
        if socket.send(Message::text(next.to_string())).await.is_err() {
            return;
        }
        // `next` answers pings.
        next = loop {
            tokio::select! {
                changed = clock.changed() => match changed {
                    Ok(()) => break time(state),
                    Err(_) => return,
                },
                Some(Emission { message, sent }) = emissions.recv() => {
                    last += 1;
                    unsent.insert(last, sent);
                    break json!({ "emit": message, "id": last });
                }
                message = socket.next() => {
                    let Some(Ok(message)) = message else { return };
                    let Some(text) = message.as_text() else { continue };
                    match text.strip_prefix("sent ") {
                        Some(id) => notify(&mut unsent, id),
                        // Any other text requests the time.
                        None => break time(state),
                    }
                }
                () = state.ended() => {
                    let _ = socket.send(Message::close(Some(CloseCode::GOING_AWAY), "")).await;
                    return;
                }
            }
        };
    }
}

fn time(state: &State) -> Value {
    json!({ "now": state.clock.now() })
}

/// Notifies the test that a message was sent.
fn notify(unsent: &mut HashMap<u64, oneshot::Sender<()>>, id: &str) {
    let sent = id.parse().ok().and_then(|id: u64| unsent.remove(&id));
    if let Some(sent) = sent {
        // The test may have gone away.
        let _ = sent.send(());
    }
}

/// Counts an embed while its socket is open.
struct Connected {
    state: Arc<State>,
    n: u64,
}

impl Connected {
    fn new(state: Arc<State>, about: About) -> (Self, mpsc::Receiver<Emission>) {
        state.world().counts.embeds_connected += 1;
        let (n, emissions) = state.embeds.open(about.surface, about.public_id);
        (Self { state, n }, emissions)
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        self.state.embeds.close(self.n);
        let mut world = self.state.world();
        world.counts.embeds_connected = world.counts.embeds_connected.saturating_sub(1);
    }
}
