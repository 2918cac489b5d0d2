//! The command line. Prints the addresses, and ends the service on SIGINT or SIGTERM.

use std::fs;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

use crate::server::{Options, Port, Running, start};

const HOST_PORT: u16 = 4600;
const TENANT_PORT: u16 = 4601;

/// What `--help` shows below the options.
const EXAMPLES: &str = "\
Examples:
  svc-sandbox                          on the ports 4600 and 4601
  svc-sandbox --www my-page            your page at http://localhost:4600/
  svc-sandbox --host-port 0 --tenant-port 0 --json
                                       on free ports, for a test that reads one line of JSON

While it runs:
  curl localhost:4600/control/clock --json '{\"advanceMs\": 86400000}'     a day passes
  curl localhost:4600/control/faults --json '{\"backend\": {\"mode\": \"down\"}}'
  curl -X POST localhost:4600/control/reset

The API key of the demonstration data: sandbox-admin-key";

/// A local stand-in for the analytics service: embeds, sessions and the full API, with a clock you can
/// move and faults you can inject
#[derive(Debug, clap::Parser)]
#[command(name = "svc-sandbox", version, after_help = EXAMPLES)]
pub struct Cli {
    /// Port of the page that embeds, http://localhost:N; 0 takes any free one [default: 4600, or the next free one]
    #[arg(long, value_name = "N")]
    host_port: Option<u16>,
    /// Port of the service, http://127.0.0.1:N; 0 takes any free one [default: 4601, or the next free one]
    #[arg(long, value_name = "N")]
    tenant_port: Option<u16>,
    /// Directory of your page, served at / [default: ./www if it exists, else a page of help]
    #[arg(long, value_name = "DIR")]
    www: Option<PathBuf>,
    /// Directory served at /dist/
    #[arg(long, value_name = "DIR", default_value = "dist")]
    dist: PathBuf,
    /// File that keeps the API's data [default: data is lost at the end]
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// JSON file that fills an empty database [default: demonstration data]
    #[arg(long, value_name = "FILE")]
    seed: Option<PathBuf>,
    #[command(flatten)]
    service: Service,
    /// Print the two addresses as one line of JSON
    #[arg(long)]
    json: bool,
    /// Address to listen on. One that is not loopback needs --allow-remote
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Listen where others can reach the sandbox, as a container must. Its keys are well known; the
    /// levers need the control token
    #[arg(long)]
    allow_remote: bool,
    /// Bearer token of the levers under /control/ [default: none on loopback, else a random one, which
    /// is printed]
    #[arg(long, value_name = "TOKEN")]
    control_token: Option<String>,
    /// Directory of the bundled embed pages, while they are being changed [default: inside the program]
    #[arg(long, value_name = "DIR")]
    ui: Option<PathBuf>,
}

// What the service does that its description leaves open. No doc comment: clap would take it for the program's.
#[derive(Debug, clap::Args)]
struct Service {
    /// Consume the session id when the embed page is requested, instead of when its script runs
    #[arg(long)]
    strict: bool,
    /// Take each viewer for signed in, so that an embed without a session id is shown. Otherwise it asks
    /// for a sign-in, as the service does
    #[arg(long)]
    signed_in: bool,
}

impl Cli {
    /// Starts the service, prints its addresses, and serves until a signal ends it.
    pub async fn run(self) -> ExitCode {
        let json = self.json;
        let usual = [
            self.host_port.is_none().then_some(HOST_PORT),
            self.tenant_port.is_none().then_some(TENANT_PORT),
        ];
        let options = match self.into_options() {
            Ok(options) => options,
            Err(message) => {
                eprintln!("svc-sandbox: {message}");
                return ExitCode::FAILURE;
            }
        };
        let running = match start(options).await {
            Ok(running) => running,
            Err(error) => {
                eprintln!("svc-sandbox: {error}");
                return ExitCode::FAILURE;
            }
        };
        announce(&running, json, usual);
        signalled().await;
        running.stop().await;
        ExitCode::SUCCESS
    }

    fn into_options(self) -> Result<Options, String> {
        if let Some(www) = self.www.as_deref().filter(|www| !www.is_dir()) {
            return Err(format!("there is no directory {}", www.display()));
        }
        let seed = self.seed.as_deref().map(read_seed).transpose()?;
        Ok(Options {
            listen: self.listen,
            allow_remote: self.allow_remote,
            control_token: self.control_token,
            host_port: port(self.host_port, HOST_PORT),
            tenant_port: port(self.tenant_port, TENANT_PORT),
            www: self.www.or_else(default_www),
            dist: self.dist,
            ui: self.ui,
            database: self.database,
            seed,
            strict: self.service.strict,
            signed_in: self.service.signed_in,
            ..Options::default()
        })
    }
}

/// The port that was asked for, or else the usual one or the next that is free.
fn port(wanted: Option<u16>, usual: u16) -> Port {
    wanted.map_or(Port::From(usual), Port::Exactly)
}

/// The demo page, if the sandbox starts in a clone of its repository.
fn default_www() -> Option<PathBuf> {
    Some(PathBuf::from("www")).filter(|www| www.is_dir())
}

fn read_seed(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not JSON: {error}", file.display()))
}

/// Prints the addresses. `usual` are the ports of the page and of the service that were tried first,
/// unless the user chose others.
fn announce(running: &Running, json: bool, usual: [Option<u16>; 2]) {
    if json {
        let origins = [("host", &running.host), ("tenant", &running.tenant)];
        let token = running.control_token.as_ref();
        let line: serde_json::Map<_, _> = (origins.into_iter())
            .chain(token.map(|token| ("controlToken", token)))
            .map(|(name, text)| (name.to_owned(), text.as_str().into()))
            .collect();
        println!("{}", Value::Object(line));
        return;
    }
    println!();
    println!("  The sandbox is running.");
    println!();
    let rows = [("Your page", &running.host), ("Service", &running.tenant)];
    for ((name, origin), usual) in rows.into_iter().zip(usual) {
        let taken = usual
            .filter(|port| !origin.ends_with(&format!(":{port}")))
            .map_or_else(String::new, |port| format!("   (port {port} is taken)"));
        println!("    {name:<9}  {origin}/{taken}");
    }
    if let Some(token) = &running.control_token {
        println!("    Levers     Authorization: Bearer {token}");
    }
    println!();
    println!("  Ctrl+C stops it.");
    println!();
}

#[cfg(unix)]
async fn signalled() {
    use tokio::signal::unix::{SignalKind, signal};

    // If SIGTERM is not available, Ctrl+C still ends the service.
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        let _ = tokio::signal::ctrl_c().await;
        return;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => {}
        _ = terminate.recv() => {}
    }
}

#[cfg(not(unix))]
async fn signalled() {
    let _ = tokio::signal::ctrl_c().await;
}
