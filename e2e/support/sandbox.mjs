// Starts the sandbox that cargo has built, for a test run.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox as start } from 'svc-embed/testing';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built program: SVC_SANDBOX, which `npm test` sets, else the path where cargo builds it. */
const program =
  process.env.SVC_SANDBOX ??
  join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug', 'svc-sandbox');

/**
 * Starts a sandbox on free ports. Its host origin serves the pages of `www` and the package in
 * `dist`, which are paths of the repository. `seed` is the path of a file, instead of the demonstration
 * data.
 */
export function startSandbox({
  www = 'e2e/pages',
  dist = 'dist',
  seed,
  isStrict = Boolean(process.env.E2E_STRICT),
} = {}) {
  return start({ program, www: join(root, www), dist: join(root, dist), seed, strict: isStrict });
}

/**
 * Writes the demonstration data with only one chart, on the dashboard `fulfilment`, and returns the
 * file's path. Hundreds of tests load a dashboard, and its charts take a browser a third of that time.
 */
export function seedWithOneChart() {
  const data = JSON.parse(readFileSync(join(root, 'sandbox/seed.json'), 'utf8'));
  for (const { publicId, config } of data.dashboards) {
    const isKept = ({ id, config }) =>
      config.kind !== 'vega' || (publicId === 'fulfilment' && id === 'orders-by-status');
    config.widgets = config.widgets.filter(isKept);
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-embed-seed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'seed.json');
  writeFileSync(path, JSON.stringify(data));
  return path;
}
