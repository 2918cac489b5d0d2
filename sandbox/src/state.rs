//! The state that both origins of the sandbox share.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tokio::sync::watch;

use crate::api::{Database, DatabaseError};
use crate::clock::{self, Clock};
use crate::embeds::Embeds;
use crate::faults::Faults;
use crate::journal::Journal;
use crate::limits::Limits;
use crate::secret::Secret;
use crate::sessions::Sessions;
use crate::store::Store;

/// The state of both routers.
#[derive(Debug)]
pub struct State {
    /// The sandbox's time.
    pub clock: Clock,
    /// The data behind the dashboards.
    pub store: Store,
    /// The database of the API.
    pub database: Database,
    /// The API key: the page's backend has it, and the tenant's API requires it.
    pub api_key: Secret,
    /// Becomes true when the process must end.
    pub ending: watch::Sender<bool>,
    /// What `/control/` requires, if anything.
    pub control_token: Option<Secret>,
    /// What callers may ask at most.
    pub limits: Limits,
    /// The open embed pages.
    pub embeds: Embeds,
    world: Mutex<World>,
    at_start: AtStart,
}

/// The state that requests change and `/control/reset` clears.
#[derive(Debug, Default)]
pub struct World {
    /// The sessions.
    pub sessions: Sessions,
    /// The faults.
    pub faults: Faults,
    /// The counters.
    pub counts: Counts,
    /// The last id that the backend returned, for the fault that repeats it.
    pub last_id: Option<Secret>,
    /// What was asked of the service.
    pub journal: Journal,
}

/// Counters for tests.
#[derive(Debug, Clone, Copy, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Minted ids.
    pub mints: u64,
    /// Requests to the page's backend, including failed ones.
    pub mint_requests: u64,
    /// Exchanged ids.
    pub exchanges: u64,
    /// Refused ids.
    pub rejected_exchanges: u64,
    /// Embed pages with an open clock socket.
    pub embeds_connected: u64,
}

/// What a world begins with, also after a reset.
#[derive(Debug, Clone, Copy, Default)]
pub struct AtStart {
    /// The fault `strict`.
    pub strict: bool,
    /// Each viewer is signed in to the service.
    pub signed_in: bool,
}

impl World {
    fn new(at_start: AtStart) -> Self {
        let mut world = Self::default();
        world.faults.strict = at_start.strict;
        world.faults.signed_in = at_start.signed_in;
        world
    }
}

impl State {
    /// A new state around the databases.
    pub fn new(
        clock: Clock,
        database: Database,
        api_key: Secret,
        at_start: AtStart,
        control_token: Option<Secret>,
        limits: Limits,
    ) -> Self {
        Self {
            clock,
            store: Store::default(),
            database,
            api_key,
            ending: watch::Sender::new(false),
            control_token,
            limits,
            embeds: Embeds::default(),
            world: Mutex::new(World::new(at_start)),
            at_start,
        }
    }

    /// Locks the mutable part. The lock must not be held across an await.
    pub fn world(&self) -> MutexGuard<'_, World> {
        locked(&self.world)
    }

    /// Resets everything: the seeded database, no offset, no faults except those it started
    /// with, and no sessions. Connected embeds stay counted. No request sees a part of it.
    ///
    /// If the database cannot be filled again. Nothing has changed then.
    pub fn reset(&self) -> Result<(), DatabaseError> {
        self.database.reset(clock::wall(), || {
            let mut world = self.world();
            let embeds_connected = world.counts.embeds_connected;
            *world = World::new(self.at_start);
            world.counts.embeds_connected = embeds_connected;
            self.clock.set_offset(0);
        })
    }

    /// Resolves when the process must end.
    pub async fn ended(&self) {
        // An error means that the sender was dropped, so the process is ending.
        let _ = self.ending.subscribe().wait_for(|ending| *ending).await;
    }
}

/// Locks even after a panic of another thread. No change is left half-made under these locks.
pub fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
