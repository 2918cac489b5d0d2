//! Runs tests that are compiled to WebAssembly: the program `wasm-bindgen-test-runner` of wasm-bindgen.

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    Ok(wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(env::args_os())?)
}
