//! The socket that sends the sandbox's time to an embed page, first when it opens and then at each
//! move of the clock.
//!
//! Not server-sent events, because a browser allows only six open HTTP/1 requests to an origin, and
//! a page may have fifty embeds.

use std::sync::Arc;

use axum::extract;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use serde_json::json;

use crate::state::State;

/// The largest message that an embed page sends. It only asks for the time.
const MAX_MESSAGE: usize = 4 * 1024;

/// `GET /embed/api/clock`.
pub async fn handle(
    extract::State(state): extract::State<Arc<State>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        let _connected = Connected::new(Arc::clone(&state));
        tell_time(socket, &state).await;
    })
}

async fn tell_time(mut socket: WebSocket, state: &State) {
    let mut clock = state.clock.watch();
    loop {
        let now = json!({ "now": state.clock.now() }).to_string();
        if socket.send(Message::text(now)).await.is_err() {
            return;
        }
        // `recv` answers pings. Any text from the page requests the time.
        loop {
            tokio::select! {
                changed = clock.changed() => match changed {
                    Ok(()) => break,
                    Err(_) => return,
                },
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(_))) => break,
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                },
                () = state.ended() => {
                    let frame = CloseFrame { code: close_code::AWAY, reason: "".into() };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    return;
                }
            }
        }
    }
}

/// Counts an embed while its socket is open.
struct Connected(Arc<State>);

impl Connected {
    fn new(state: Arc<State>) -> Self {
        state.world().counts.embeds_connected += 1;
        Self(state)
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut world = self.0.world();
        world.counts.embeds_connected = world.counts.embeds_connected.saturating_sub(1);
    }
}
