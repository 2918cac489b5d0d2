// Checks the files of the Rust crate as it would be published, and that its build can be repeated.

import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { compileCore } from '../build.mjs';
import { Failure, output, root, run } from './run.mjs';

const DOCUMENTS = ['Cargo.toml', 'README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE'];
/** The files that cargo adds. It adds the last one only in a git checkout. */
const OF_CARGO = ['Cargo.lock', 'Cargo.toml.orig', '.cargo_vcs_info.json'];

/** Rejects unless the crate's package holds the documents, `src/`, and no other file. */
export async function crateContents() {
  const listed = await output('cargo', [
    ...['package', '--list', '--allow-dirty', '--quiet', '-p', 'svc-embed'],
  ]);
  if (listed === undefined)
    throw new Failure('`cargo package --list -p svc-embed` failed. Run it to see why.');
  const files = listed.split('\n').filter((name) => !/^src[\\/]/.test(name));
  const missing = DOCUMENTS.filter((name) => !files.includes(name));
  const others = files.filter((name) => ![...DOCUMENTS, ...OF_CARGO].includes(name));
  if (missing.length + others.length > 0)
    throw new Failure(`The crate lacks: ${missing.join()}. It should not have: ${others.join()}.`);
}

/**
 * What cargo reads to compile the crate: its sources, and of each member of the workspace that it is there.
 * Paths are relative to the root.
 */
async function filesToCompile() {
  const text = await output('cargo', ['metadata', '--no-deps', '--format-version', '1']);
  if (text === undefined) throw new Failure('`cargo metadata` failed. Run it to see why.');
  const members = JSON.parse(text).packages.flatMap(({ manifest_path, targets }) => [
    manifest_path,
    ...targets.map(({ src_path }) => src_path),
  ]);
  const own = ['Cargo.toml', 'Cargo.lock', 'rust-toolchain.toml', 'src'];
  return [...own, ...members.map((path) => relative(root, path))];
}

/**
 * Rejects unless a copy of the sources in another folder, with a target directory of its own, gives the
 * same WebAssembly. Whoever doubts the published file can so build it. The steps after the compiler
 * (wasm-opt, wasm2js) read no paths.
 */
export async function sameElsewhere() {
  const copy = mkdtempSync(join(tmpdir(), 'svc-embed-elsewhere-'));
  try {
    for (const path of await filesToCompile())
      cpSync(join(root, path), join(copy, path), { recursive: true });
    const [here, there] = [await compileCore(root), await compileCore(copy)].map((path) =>
      createHash('sha256').update(readFileSync(path)).digest('hex'),
    );
    if (here !== there)
      throw new Failure(
        `The WebAssembly depends on the folder: ${here} here, ${there} in ${copy}.`,
      );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The oldest version of wasm-bindgen that the crate's other dependencies can be resolved with. */
const OLDEST_BINDGEN = '0.2.114';

/**
 * Rejects unless an app that holds wasm-bindgen at another version than our lockfile can use the crate:
 * a web app has one version of it, which all its dependencies must share.
 */
export async function besideAnotherBindgen() {
  const app = join(root, 'target/beside');
  mkdirSync(join(app, 'src'), { recursive: true });
  writeFileSync(join(app, 'src/lib.rs'), 'pub use svc_embed::*;\n');
  writeFileSync(
    join(app, 'Cargo.toml'),
    `[package]
name = "beside"
version = "0.0.0"
edition = "2024"

[workspace]

[dependencies]
svc-embed = { path = ${JSON.stringify(root)} }
wasm-bindgen = "=${OLDEST_BINDGEN}"
`,
  );
  rmSync(join(app, 'Cargo.lock'), { force: true });
  await run('cargo', ['check', '--quiet', '--target', 'wasm32-unknown-unknown'], { cwd: app });
}
