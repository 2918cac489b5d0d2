//! The command line. Prints the addresses, and ends the service on SIGINT or SIGTERM.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use serde_json::Value;

use crate::server::{Options, Running, start};

/// A local stand-in for the analytics service: embed pages, sessions, a clock and faults to turn.
#[derive(Debug, clap::Parser)]
#[command(name = "svc-sandbox")]
pub struct Cli {
    /// Port of the page that embeds, http://localhost:PORT (0: any free one)
    #[arg(long, value_name = "N", default_value_t = 4600)]
    host_port: u16,
    /// Port of the service itself, http://127.0.0.1:PORT (0: any free one)
    #[arg(long, value_name = "N", default_value_t = 4601)]
    tenant_port: u16,
    /// Directory served at the root of the host origin
    #[arg(long, value_name = "DIR", default_value = "www")]
    www: PathBuf,
    /// Directory served at /dist/ of the host origin
    #[arg(long, value_name = "DIR", default_value = "dist")]
    dist: PathBuf,
    /// Directory of the built embed pages
    #[arg(long, value_name = "DIR", default_value = "sandbox/ui/dist")]
    ui: PathBuf,
    /// File that keeps what the API keeps; without it everything is in memory
    #[arg(long, value_name = "FILE")]
    database: Option<PathBuf>,
    /// JSON file that an empty database is filled from, in place of the demonstration data
    #[arg(long, value_name = "FILE")]
    seed: Option<PathBuf>,
    /// Redeem the session id of a page when the page is asked for
    #[arg(long)]
    strict: bool,
    /// Print the two addresses as one line of JSON
    #[arg(long)]
    json: bool,
}

impl Cli {
    /// Starts the service, prints its addresses, and serves until a signal ends it.
    pub async fn run(self) -> ExitCode {
        let json = self.json;
        if !self.ui.join("embed.js").is_file() {
            eprintln!(
                "svc-sandbox: no embed pages in {}: run `npm run build` (or `node sandbox/ui/build.mjs`).",
                self.ui.display()
            );
        }
        let seed = match self.seed.as_deref().map(read_seed).transpose() {
            Ok(seed) => seed,
            Err(message) => {
                eprintln!("svc-sandbox: {message}");
                return ExitCode::FAILURE;
            }
        };
        let running = match start(self.into_options(seed)).await {
            Ok(running) => running,
            Err(error) => {
                eprintln!("svc-sandbox: {error}");
                return ExitCode::FAILURE;
            }
        };
        announce(&running, json);
        signalled().await;
        running.stop().await;
        ExitCode::SUCCESS
    }

    fn into_options(self, seed: Option<Value>) -> Options {
        Options {
            host_port: self.host_port,
            tenant_port: self.tenant_port,
            www: self.www,
            dist: self.dist,
            ui: self.ui,
            database: self.database,
            seed,
            strict: self.strict,
        }
    }
}

fn read_seed(file: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{} is not JSON: {error}", file.display()))
}

fn announce(running: &Running, json: bool) {
    if json {
        println!(
            "{}",
            serde_json::json!({ "host": running.host, "tenant": running.tenant })
        );
        return;
    }
    println!();
    println!("  The sandbox is running.");
    println!();
    println!("    Demo page  {}/", running.host);
    println!("    Service    {}/", running.tenant);
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
