// Bundles the package for the pages of the tests, as the build of an app does. Requests for its thirty
// modules took a fifth of a test's time. The pages of `policy.mjs` load the modules as they are published, in
// every engine.

import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { rustShell } from './shells.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** What pages of the tests import: the entry points for browsers, and four internal modules. */
const ENTRIES = [
  ...[
    'index',
    'no-wasm',
    'element',
    'inspector',
    'export',
    'keep',
    'link',
    'management/index',
    'telemetry',
    'testing/index',
  ],
  ...['shell/embed', 'shell/loading', 'diagnose/diagnostics', 'core/events', 'core/translated'],
];

const { SVC_PLANT: PLANT } = process.env;

let bundled;

/** Resolves to a folder that has the entry points under their own names, and the modules they share. */
export function bundledPackage() {
  bundled ??= bundle();
  return bundled;
}

async function bundle() {
  const folder = mkdtempSync(join(tmpdir(), 'svc-embed-dist-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await build({
    entryPoints: ENTRIES.map((name) => join(dist, `${name}.js`)),
    outbase: dist,
    outdir: folder,
    bundle: true,
    splitting: true,
    format: 'esm',
    // A page has no environment: `npm run planted` chooses a mistake there, too.
    banner: PLANT ? { js: `globalThis.SVC_PLANT = '${PLANT}';` } : {},
    // `svc-embed/testing` starts the sandbox with these, in Node only.
    external: ['node:*'],
    logLevel: 'warning',
  });
  if (existsSync(rustShell)) cpSync(rustShell, join(folder, 'rust'), { recursive: true });
  return folder;
}
