//! The vectors of `tests/fixtures/vectors.json`, which the npm package runs too.

#[path = "../vectors/fixture.rs"]
mod fixture;
#[path = "../vectors/mod.rs"]
mod interpreter;

#[test]
fn every_vector() {
    fixture::check_all();
}
