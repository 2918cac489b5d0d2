//! What both sides of the sandbox share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::watch;

use crate::api::{Database, DatabaseError};
use crate::clock::Clock;
use crate::faults::Faults;
use crate::secret::Secret;
use crate::sessions::Sessions;
use crate::store::Store;

/// What both routers hold.
#[derive(Debug)]
pub struct State {
    /// The sandbox's time.
    pub clock: Clock,
    /// The data behind the dashboards.
    pub store: Store,
    /// What the API keeps.
    pub database: Database,
    /// What the page's backend holds and the tenant's API asks for.
    pub api_key: Secret,
    /// Turns true when the process is to end.
    pub ending: watch::Sender<bool>,
    world: Mutex<World>,
}

/// What requests change, and what `/control/reset` empties.
#[derive(Debug, Default)]
pub struct World {
    /// The sessions.
    pub sessions: Sessions,
    /// The faults.
    pub faults: Faults,
    /// The counters.
    pub counts: Counts,
    /// The last id the backend answered with, for the fault that repeats it.
    pub last_id: Option<Secret>,
}

/// What a test can count.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Ids that were minted.
    pub mints: u64,
    /// Requests to the page's backend, answered well or not.
    pub mint_requests: u64,
    /// Ids that were exchanged.
    pub exchanges: u64,
    /// Ids that were refused.
    pub rejected_exchanges: u64,
    /// Embed pages with an open clock socket.
    pub embeds_connected: u64,
}

impl State {
    /// A fresh state around what is kept.
    pub fn new(clock: Clock, database: Database, api_key: Secret) -> Self {
        Self {
            clock,
            store: Store::default(),
            database,
            api_key,
            ending: watch::Sender::new(false),
            world: Mutex::default(),
        }
    }

    /// The changeable part, locked. Never held across an await.
    pub fn world(&self) -> MutexGuard<'_, World> {
        locked(&self.world)
    }

    /// Back to the start: no offset, no faults, no sessions, the database as it was seeded; embeds
    /// that are connected stay counted.
    ///
    /// # Errors
    ///
    /// When the database cannot be filled again.
    pub fn reset(&self) -> Result<(), DatabaseError> {
        {
            let mut world = self.world();
            let embeds_connected = world.counts.embeds_connected;
            *world = World::default();
            world.counts.embeds_connected = embeds_connected;
        }
        self.clock.set_offset(0);
        self.database.reset(self.clock.now())
    }

    /// Resolves when the process is to end.
    pub async fn ended(&self) {
        // An error means that the sender is gone, and with it the process.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }
}

/// Locks, also after a panic elsewhere: no lock here is held over a half-made change.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
