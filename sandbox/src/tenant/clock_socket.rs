//! The socket of an embed page. It sends the sandbox's time to the page, first when it opens and then
//! at each move of the clock, and the messages that a test has the page send.
//!
//! Not server-sent events, because a browser allows only six open HTTP/1 requests to an origin, and
//! a page may have fifty embeds.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{self, Query};
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};

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
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        let (connected, emissions) = Connected::new(Arc::clone(&state), about);
        serve(socket, &state, emissions).await;
        drop(connected);
    })
}

async fn serve(mut socket: WebSocket, state: &State, mut emissions: mpsc::Receiver<Emission>) {
    let mut clock = state.clock.watch();
    let mut unsent = HashMap::new();
    let mut last = 0_u64;
    let mut next = time(state);
    loop {
        if socket.send(Message::text(next.to_string())).await.is_err() {
            return;
        }
        // `recv` answers pings.
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
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => match text.as_str().strip_prefix("sent ") {
                        Some(id) => notify(&mut unsent, id),
                        // Any other text requests the time.
                        None => break time(state),
                    },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                },
                () = state.ended() => {
                    let frame = CloseFrame { code: close_code::AWAY, reason: "".into() };
                    let _ = socket.send(Message::Close(Some(frame))).await;
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
