//! The program `wasm-bindgen` of wasm-bindgen.

use std::env;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    Ok(wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(
        env::args_os(),
    )?)
}
