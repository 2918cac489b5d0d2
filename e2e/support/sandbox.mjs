// Starts the sandbox that cargo has built, for a test run.

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
 * `dist`, which are paths of the repository.
 */
export function startSandbox({
  www = 'e2e/pages',
  dist = 'dist',
  isStrict = Boolean(process.env.E2E_STRICT),
} = {}) {
  return start({ program, www: join(root, www), dist: join(root, dist), strict: isStrict });
}
