//! The worlds of one process: each has its own database, clock, faults, counters, journal and keys, on
//! origins of its own, so that tests can run at the same time.

use std::collections::BTreeMap;
use std::pin::Pin;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use crate::server::{Kept, Plan, Port, Running, StartError};
use crate::state::locked;

/// The most worlds at a time.
pub const MAX_WORLDS: usize = 200;

/// How long nobody may ask a world for anything before it is closed, unless its opener says otherwise.
pub const IDLE: Duration = Duration::from_secs(10 * 60);

/// Every open world but the first, which lives as long as the process.
#[derive(Debug)]
pub struct Worlds {
    plan: Plan,
    /// The seeded database. With a database in a file, it is made when the first world is opened.
    image: OnceLock<Arc<[u8]>>,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    last: u64,
    worlds: BTreeMap<u64, Running>,
}

/// A world that has just been opened.
#[derive(Debug)]
pub struct Opened {
    /// Its number.
    pub id: u64,
    /// Its host origin, with its levers.
    pub host: String,
    /// Its tenant origin.
    pub tenant: String,
}

/// Why no world was opened.
#[derive(Debug)]
pub enum NotOpened {
    /// There are [`MAX_WORLDS`].
    TooMany,
    /// It could not be started.
    Start(StartError),
}

/// What opens a world. Boxed, because a world has the routes of this one.
type Opening<'a> = Pin<Box<dyn Future<Output = Result<Opened, NotOpened>> + Send + 'a>>;

impl Worlds {
    /// No worlds.
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            image: OnceLock::new(),
            open: Mutex::default(),
        }
    }

    /// Learns the seeded database, so that the first world is opened as fast as any other.
    pub fn learn(&self, image: Arc<[u8]>) {
        // An image that is known already is the same.
        let _ = self.image.set(image);
    }

    /// What all worlds have in common.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Opens a world. It is closed when nobody has asked it for anything for `idle`.
    pub fn open(self: &Arc<Self>, idle: Duration) -> Opening<'_> {
        Box::pin(async move {
            if locked(&self.open).worlds.len() >= MAX_WORLDS {
                return Err(NotOpened::TooMany);
            }
            let kept = Kept::Copy(self.image().map_err(NotOpened::Start)?);
            let free = [Port::Exactly(0); 2];
            let running = self.plan.run(free, &kept, None).await;
            let running = running.map_err(NotOpened::Start)?;
            let (host, tenant) = (running.host.clone(), running.tenant.clone());
            let id = {
                let mut open = locked(&self.open);
                open.last += 1;
                let id = open.last;
                open.worlds.insert(id, running);
                id
            };
            tokio::spawn(close_when_idle(Arc::clone(self), id, idle));
            Ok(Opened { id, host, tenant })
        })
    }

    /// Closes a world. False if there is none of this number.
    pub async fn close(&self, id: u64) -> bool {
        let world = locked(&self.open).worlds.remove(&id);
        match world {
            Some(world) => {
                world.end().await;
                true
            }
            None => false,
        }
    }

    /// Closes every world.
    pub async fn close_all(&self) {
        let worlds = std::mem::take(&mut locked(&self.open).worlds);
        let mut closing = tokio::task::JoinSet::new();
        for (_, world) in worlds {
            closing.spawn(world.end());
        }
        while closing.join_next().await.is_some() {}
    }

    /// The numbers and origins of the open worlds.
    pub fn list(&self) -> Vec<Opened> {
        let open = locked(&self.open);
        let worlds = open.worlds.iter().map(|(id, world)| Opened {
            id: *id,
            host: world.host.clone(),
            tenant: world.tenant.clone(),
        });
        worlds.collect()
    }

    fn image(&self) -> Result<Arc<[u8]>, StartError> {
        if let Some(image) = self.image.get() {
            return Ok(Arc::clone(image));
        }
        let image = self.plan.image().map_err(StartError::Database)?;
        Ok(Arc::clone(self.image.get_or_init(|| image)))
    }

    /// How long a world has been idle; `None` if it is closed.
    fn idle_of(&self, id: u64) -> Option<Duration> {
        let open = locked(&self.open);
        let idle = open.worlds.get(&id)?.idle_ms();
        Some(Duration::from_millis(u64::try_from(idle).unwrap_or(0)))
    }
}

async fn close_when_idle(worlds: Arc<Worlds>, id: u64, most: Duration) {
    while let Some(idle) = worlds.idle_of(id) {
        if idle >= most {
            worlds.close(id).await;
            return;
        }
        tokio::time::sleep(most.saturating_sub(idle).max(Duration::from_millis(10))).await;
    }
}
