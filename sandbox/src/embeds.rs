//! The embed pages that are open now: each has a number, and sends a message to its host page when a
//! test says so.

use std::collections::BTreeMap;
use std::sync::Mutex;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use crate::sessions::Surface;
use crate::state::locked;

/// The most messages that wait for one embed.
const MAX_WAITING: usize = 64;

/// What a page sends: a message as its script understands it, and who is notified when it is sent.
#[derive(Debug)]
pub struct Emission {
    /// The message.
    pub message: Value,
    /// Notified when the page has sent it. Dropped if the page is gone.
    pub sent: oneshot::Sender<()>,
}

/// An embed page, as tests see it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Embed {
    /// Its number, counted from 1 since the sandbox started.
    pub n: u64,
    /// What it shows; null if the page does not say.
    pub surface: Option<Surface>,
    /// The dashboard of its address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_id: Option<String>,
}

/// Every open embed page.
#[derive(Debug, Default)]
pub struct Embeds(Mutex<Open>);

#[derive(Debug, Default)]
struct Open {
    last: u64,
    embeds: BTreeMap<u64, (Embed, mpsc::Sender<Emission>)>,
}

impl Embeds {
    /// Adds a page. Returns its number, and what it is to send.
    pub fn open(
        &self,
        surface: Option<Surface>,
        public_id: Option<String>,
    ) -> (u64, mpsc::Receiver<Emission>) {
        let (sender, receiver) = mpsc::channel(MAX_WAITING);
        let mut open = locked(&self.0);
        open.last += 1;
        let n = open.last;
        let embed = Embed {
            n,
            surface,
            public_id,
        };
        open.embeds.insert(n, (embed, sender));
        (n, receiver)
    }

    /// Removes a page.
    pub fn close(&self, n: u64) {
        locked(&self.0).embeds.remove(&n);
    }

    /// The open pages, the oldest first.
    pub fn list(&self) -> Vec<Embed> {
        let open = locked(&self.0);
        open.embeds
            .values()
            .map(|(embed, _)| embed.clone())
            .collect()
    }

    /// Gives a message to one page. `None` if there is no such page, or too much waits for it.
    pub fn send(&self, n: u64, message: Value) -> Option<oneshot::Receiver<()>> {
        let (sent, receiver) = oneshot::channel();
        let open = locked(&self.0);
        let (_, sender) = open.embeds.get(&n)?;
        sender.try_send(Emission { message, sent }).ok()?;
        Some(receiver)
    }
}
