//! `svc-bindgen INPUT DIR [NAME]`: what wasm-bindgen's command line does with `--target web`. Writes the
//! WebAssembly file `INPUT` to `DIR` without wasm-bindgen's descriptions in it, and the glue for a
//! browser beside it, both under `NAME`.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(input), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: svc-bindgen INPUT DIR [NAME]".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(input)
        .web(true)?
        .typescript(false)
        // The glue finds the file beside it.
        .omit_default_module_path(false);
    if let Some(name) = arguments.next() {
        bindgen.out_name(&name);
    }
    bindgen.generate(folder)?;
    Ok(())
}
