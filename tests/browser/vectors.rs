//! The vectors of `tests/fixtures/vectors.json`, in the crate's WebAssembly.

use wasm_bindgen_test::wasm_bindgen_test;

#[path = "../vectors/fixture.rs"]
mod fixture;
#[path = "../vectors/mod.rs"]
mod interpreter;

#[wasm_bindgen_test]
fn every_vector() {
    fixture::check_all();
}
