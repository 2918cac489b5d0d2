// The checks that `npm run check` and `npm test` share. Each adds its steps to a tally.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { crateContents } from './crate.mjs';
import { packageContents, packTarball, publishDryRun } from './package.mjs';
import { node, root, run } from './run.mjs';

const present = (path) => existsSync(join(root, path));

/** The checks that need no build: formatting and lints. */
export async function lint(tally) {
  await tally.step('Rust formatting (cargo fmt)', async () => {
    await run('cargo', ['fmt', '--all', '--check']);
    await run('cargo', ['fmt', '--manifest-path', 'examples/leptos/Cargo.toml', '--check']);
  });
  await tally.step('Formatting of the rest (prettier)', () =>
    node('node_modules/prettier/bin/prettier.cjs', ['--check', '--log-level', 'warn', '.']),
  );
  await tally.step("The sandbox's Dockerfile (dockerfile-utils)", () =>
    node('node_modules/dockerfile-utils/bin/dockerfile-utils', ['lint', 'sandbox/Dockerfile']),
  );
  await tally.step('Lints (clippy)', () => clippy(['--workspace', '--all-targets']));

  const wasm = ['-p', 'svc-embed', '--target', 'wasm32-unknown-unknown'];
  const npm = ['--no-default-features', '--features', 'npm'];
  await tally.step('Lints of the WebAssembly (clippy)', () => clippy([...wasm, ...npm, '--lib']));
  for (const feature of ['management', 'fetch']) {
    await tally.step(`Lints of the feature ${feature} (clippy)`, () =>
      clippy([...wasm, '--no-default-features', '--features', feature, '--lib']),
    );
  }
  if (present('tests/browser/main.rs')) {
    await tally.step('Lints of the browser tests (clippy)', () =>
      clippy([...wasm, '--features', 'fetch', '--tests']),
    );
  }
  // Only with the features that users of the crate choose. `npm` is internal.
  await tally.step('Documentation of the crate (rustdoc)', () =>
    run('cargo', ['doc', '--quiet', '--no-deps', ...wasm, '--features', 'fetch'], {
      env: { RUSTDOCFLAGS: '-D warnings' },
    }),
  );
}

/** The published types, as a strict user's compiler sees them. */
export function publishedTypes(tally) {
  return tally.step('The published types (npm/tests)', () => tsc('npm/tsconfig.tests.json'));
}

/** Type checks against the built package. */
export async function types(tally) {
  await publishedTypes(tally);
  for (const year of ['ES2018', 'ES2020']) {
    await tally.step(`The published types, with the libraries ${year} and DOM`, () =>
      tsc('npm/tsconfig.tests.older.json', '--target', year, '--lib', `${year},DOM`),
    );
  }
  await tally.step('The published types, with TypeScript 5.0', () =>
    tsc50('npm/tsconfig.tests.older.json', '--lib', 'ES2022,DOM,DOM.Iterable'),
  );
  for (const [where, lib, types] of [
    ['in Node', 'ES2022', ['--types', 'node']],
    ['in a worker', 'ES2022,WebWorker', []],
  ]) {
    const options = ['npm/tsconfig.tests.management.json', '--lib', lib, ...types];
    await tally.step(`The types of the management client ${where}`, async () => {
      await tsc(...options);
      await tsc50(...options);
    });
  }
  if (present('sandbox/ui/tsconfig.json')) {
    await tally.step("The sandbox's embed pages", () => tsc('sandbox/ui/tsconfig.json'));
  }
}

/** Checks the crate and the npm package as they would be published. */
export async function packaging(tally) {
  await tally.step('The files of the crate', crateContents);
  // `--allow-dirty`, because changes are tested before they are committed.
  await tally.step('Publishing the crate (cargo publish --dry-run)', () =>
    run('cargo', [
      ...['publish', '--dry-run', '--allow-dirty', '--quiet', '-p', 'svc-embed'],
      ...['--target', 'wasm32-unknown-unknown', '--features', 'fetch'],
    ]),
  );
  let tarball;
  await tally.step('Packing (npm pack)', async () => {
    tarball = await packTarball();
  });
  if (!tarball) return;
  await tally.step('The files of the tarball', () => packageContents(tarball));
  await tally.step('Publishing the package (npm publish --dry-run)', () => publishDryRun(tarball));
  await tally.step('publint', () =>
    node('node_modules/publint/src/cli.js', ['run', tarball, '--strict']),
  );
  // The package has ES modules only.
  await tally.step('Are the types wrong? (attw)', () =>
    node('node_modules/@arethetypeswrong/cli/dist/index.js', [
      ...[tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-summary'],
    ]),
  );
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
