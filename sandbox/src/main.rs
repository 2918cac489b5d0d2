//! The `svc-sandbox` command.

use std::process::ExitCode;

use clap::Parser as _;
use svc_sandbox::cli::Cli;

#[tokio::main]
async fn main() -> ExitCode {
    Cli::parse().run().await
}
