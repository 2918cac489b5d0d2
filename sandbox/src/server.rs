//! Binds, serves and ends the two listeners.

use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;
use std::sync::{Arc, MutexGuard};
use std::time::Duration;

use axum::{Extension, middleware};
use rusqlite::Connection;
use serde_json::Value;
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::api::{self, Database, DatabaseError};
use crate::clock::Clock;
use crate::limits::{self, Limits};
use crate::secret::Secret;
use crate::state::{AtStart, State};
use crate::tenant::assets::Assets;
use crate::{answers, host, loopback, tenant};

/// How long running requests may take when the process must end.
const GRACE: Duration = Duration::from_secs(1);

/// How many ports are tried after one that is taken.
const PORTS_TRIED: u16 = 100;

/// Where a listener is to listen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Port {
    /// This port and no other; 0 takes any free one.
    Exactly(u16),
    /// This port, or the next one that is free.
    From(u16),
}

/// The options of the sandbox.
#[derive(Debug, Clone)]
pub struct Options {
    /// The address to listen on.
    pub listen: IpAddr,
    /// Allows an address that is not loopback. Anyone who can reach it can use the sandbox then,
    /// except for its levers.
    pub allow_remote: bool,
    /// What `/control/` requires as a bearer token. If it is `None`, no token is required on loopback,
    /// and a random one elsewhere.
    pub control_token: Option<String>,
    /// Port of the host origin.
    pub host_port: Port,
    /// Port of the tenant origin.
    pub tenant_port: Port,
    /// Directory served at the root of the host origin; `None` means a page that says what runs.
    pub www: Option<PathBuf>,
    /// Directory served at `/dist/` of the host origin.
    pub dist: PathBuf,
    /// Directory of the bundled embed pages; `None` means those inside the program.
    pub ui: Option<PathBuf>,
    /// The database file of the API; `None` means in memory.
    pub database: Option<PathBuf>,
    /// The seed of an empty database; `None` means the demonstration data.
    pub seed: Option<Value>,
    /// Starts with the fault `strict`, also after a reset.
    pub strict: bool,
    /// Each viewer is signed in to the service, also after a reset. Otherwise a private embed asks for a
    /// sign-in.
    pub signed_in: bool,
    /// What callers may ask at most.
    pub limits: Limits,
}

impl Default for Options {
    /// Free ports of loopback, and the demonstration data in memory.
    fn default() -> Self {
        Self {
            listen: Ipv4Addr::LOCALHOST.into(),
            allow_remote: false,
            control_token: None,
            host_port: Port::Exactly(0),
            tenant_port: Port::Exactly(0),
            www: None,
            dist: "dist".into(),
            ui: None,
            database: None,
            seed: None,
            strict: false,
            signed_in: false,
            limits: Limits::default(),
        }
    }
}

/// A running sandbox.
#[derive(Debug)]
pub struct Running {
    /// The origin of the page that embeds.
    pub host: String,
    /// The origin of the service.
    pub tenant: String,
    /// What `/control/` requires as a bearer token, if anything.
    pub control_token: Option<String>,
    state: Arc<State>,
    servers: JoinSet<()>,
}

/// Why the sandbox did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum StartError {
    /// The address is not loopback, and nobody has allowed that.
    Remote(IpAddr),
    /// A port is taken.
    PortTaken {
        /// The port.
        port: u16,
        /// The option that chooses another port.
        option: &'static str,
    },
    /// A port cannot be bound.
    Listen(io::Error),
    /// The API's database cannot be created or read.
    Database(DatabaseError),
    /// There are no embed pages.
    NoPages(Option<PathBuf>),
    /// The operating system gives no random numbers.
    Random(getrandom::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Remote(address) => write!(
                formatter,
                "{address} is not a loopback address: whoever reaches it can use the sandbox with its well-known keys. \
                 Inside a container, or in a network that you trust, allow it with --allow-remote."
            ),
            Self::PortTaken { port, option } => write!(
                formatter,
                "port {port} is taken: stop what listens there, or choose another with {option} (0 takes any free one)."
            ),
            Self::Listen(error) => write!(formatter, "cannot listen: {error}"),
            Self::Database(error) => write!(formatter, "cannot open the database: {error}"),
            Self::NoPages(Some(directory)) => write!(
                formatter,
                "there are no embed pages in {}: run `node sandbox/ui/build.mjs`.",
                directory.display()
            ),
            Self::NoPages(None) => formatter.write_str(
                "this program was compiled without its embed pages: run `npm run build`, and compile it again."
            ),
            Self::Random(error) => write!(formatter, "no random numbers: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// Binds both listeners and serves.
///
/// # Errors
///
/// If there are no embed pages, a port cannot be bound, the address is not loopback and
/// `allow_remote` is false, or the data cannot be created.
pub async fn start(options: Options) -> Result<Running, StartError> {
    let is_remote = !options.listen.is_loopback();
    if is_remote && !options.allow_remote {
        return Err(StartError::Remote(options.listen));
    }
    let assets = Assets::find(options.ui.as_deref()).ok_or(StartError::NoPages(options.ui))?;
    let host_listener = bind(options.listen, options.host_port, "--host-port").await?;
    let tenant_listener = bind(options.listen, options.tenant_port, "--tenant-port").await?;
    let host = format!("http://localhost:{}", port_of(&host_listener)?);
    let tenant = format!("http://127.0.0.1:{}", port_of(&tenant_listener)?);

    let api_key = Secret::random().map_err(StartError::Random)?;
    let clock = Clock::default();
    let seed = options.seed.unwrap_or_else(api::demonstration);
    let database = Database::open(
        options.database.as_deref(),
        seed,
        api_key.clone(),
        clock.now(),
    );
    let control_token = control_token(options.control_token, is_remote)?;
    let at_start = AtStart {
        strict: options.strict,
        signed_in: options.signed_in,
    };
    let limits = options.limits;
    let state = Arc::new(State::new(
        clock,
        database.map_err(StartError::Database)?,
        api_key,
        at_start,
        control_token.clone(),
        limits,
    ));
    let tenant_routes = tenant::routes(&state, &assets, &host);
    let host_routes = host::routes(
        &state,
        tenant_routes.clone(),
        [host.clone(), tenant.clone()],
        (options.www.as_deref(), &options.dist),
    );
    let mut servers = JoinSet::new();
    for (listener, routes) in [
        (host_listener, host_routes),
        (tenant_listener, tenant_routes),
    ] {
        let routes = routes
            .layer(middleware::from_fn(loopback::guard))
            .layer(middleware::from_fn(answers::complete))
            .layer(Extension(limits));
        servers.spawn(limits::serve(listener, routes, Arc::clone(&state)));
    }
    Ok(Running {
        host,
        tenant,
        control_token: control_token.map(|token| token.reveal().to_owned()),
        state,
        servers,
    })
}

impl Running {
    /// The database of the API. A test keeps it, and puts it back.
    #[doc(hidden)]
    pub fn database(&self) -> MutexGuard<'_, Connection> {
        self.state.database.lock()
    }

    /// Ends both listeners. Closes the sockets, and gives running requests a moment to finish.
    pub async fn stop(mut self) {
        self.state.ending.send_replace(true);
        let finished = async { while self.servers.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(GRACE, finished).await;
    }
}

/// The token of the levers: the given one, or a random one where others reach them.
pub fn control_token(given: Option<String>, is_remote: bool) -> Result<Option<Secret>, StartError> {
    match given {
        None if is_remote => Ok(Some(Secret::random().map_err(StartError::Random)?)),
        given => Ok(given.as_deref().map(Secret::presented)),
    }
}

async fn bind(
    address: IpAddr,
    port: Port,
    option: &'static str,
) -> Result<TcpListener, StartError> {
    let (port, last) = match port {
        Port::Exactly(port) => (port, port),
        Port::From(port) => (port, port.saturating_add(PORTS_TRIED)),
    };
    for port in port..=last {
        match TcpListener::bind((address, port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            result => return result.map_err(StartError::Listen),
        }
    }
    Err(StartError::PortTaken { port, option })
}

fn port_of(listener: &TcpListener) -> Result<u16, StartError> {
    Ok(listener.local_addr().map_err(StartError::Listen)?.port())
}
