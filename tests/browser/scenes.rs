//! The scenes of `tests/fixtures/scenes.json`, which the npm package plays too.

use js_sys::{JSON, Promise};
use serde_json::Value;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;

use crate::shell::{GetSession, Shell};

const SCENES: &str = include_str!("../fixtures/scenes.json");

#[wasm_bindgen(module = "/tests/fixtures/scenes.js")]
extern "C" {
    fn play(scene: &JsValue, shell: Shell, beginnings: &JsValue) -> Promise;
}

async fn play_all(get_session: GetSession) {
    let file: Value = serde_json::from_str(SCENES).unwrap();
    let to_js = |value: &Value| JSON::parse(&value.to_string()).unwrap();
    let beginnings = to_js(&file["beginnings"]);
    let mut failures = Vec::new();
    for scene in file["scenes"].as_array().unwrap() {
        if scene["needsFunction"] == true && get_session == GetSession::Closure {
            continue;
        }
        let outcome = play(&to_js(scene), Shell::new(get_session), &beginnings);
        if let Err(error) = JsFuture::from(outcome).await {
            let message = js_sys::Error::from(error).message();
            failures.push(format!("{}\n    {message}", scene["name"]));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[wasm_bindgen_test]
async fn every_scene_with_a_closure() {
    play_all(GetSession::Closure).await;
}

#[wasm_bindgen_test]
async fn every_scene_with_a_function() {
    play_all(GetSession::Function).await;
}
