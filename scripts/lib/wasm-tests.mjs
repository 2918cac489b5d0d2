// How cargo runs the browser tests of the crate.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { browserPaths } from './browser.mjs';
import { FOR_PAGES } from './cargo.mjs';
import { root, stageDir } from './run.mjs';

/**
 * What cargo selects for the browser tests of the crate, and for the Rust shell of the other tests: both at once, so
 * that they have the same features and all that they need is compiled once.
 */
export const FOR_BROWSERS = [
  ...['-p', 'svc-embed', '-p', 'svc-rust-shell', '--features', 'svc-embed/fetch'],
  ...['--target', 'wasm32-unknown-unknown'],
];

/** The files of the browser tests. */
export const FILES = ['browser', 'browser_management'];

/** The environment in which `cargo test` for WebAssembly runs in Chromium. */
export function runInBrowser() {
  const { chrome, chromedriver } = browserPaths();
  return {
    // As the Rust shell for the pages of the tests is compiled, so that they share the dependencies.
    ...FOR_PAGES,
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: 'wasm-bindgen-test-runner',
    CHROMEDRIVER: chromedriver,
    WASM_BINDGEN_TEST_ONLY_WEB: '1',
    // In seconds, for all tests of a file. They take 25 s on a machine without other work, and 100 s
    // beside six busy processes.
    WASM_BINDGEN_TEST_TIMEOUT: '900',
    WASM_BINDGEN_TEST_DRIVER_TIMEOUT: '60',
    WASM_BINDGEN_TEST_WEBDRIVER_JSON: capabilitiesFor(chrome),
  };
}

/** Writes a copy of webdriver.json that names the browser. Returns its path. */
function capabilitiesFor(chrome) {
  const capabilities = JSON.parse(readFileSync(join(root, 'webdriver.json'), 'utf8'));
  const { HEADLESS_SHELL: shell } = process.env;
  capabilities['goog:chromeOptions'].binary = shell || chrome;
  if (shell) capabilities.browserName = 'chrome-headless-shell';
  const path = join(stageDir, 'webdriver.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(capabilities));
  return path;
}
