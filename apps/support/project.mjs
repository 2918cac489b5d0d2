// The apps as projects of people who have installed the package: copied to target/apps/, with
// their tools and the packed tarball in one node_modules.

import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packTarball } from '../../scripts/lib/package.mjs';
import { appsDir, root, run } from '../../scripts/lib/run.mjs';

const source = join(root, 'apps');
const installed = join(appsDir, 'node_modules', 'svc-embed');

let prepared;

/** Copies the apps again, and installs the package that is packed now: once for all tests. */
export function prepare() {
  prepared ??= copyAndInstall();
  return prepared;
}

async function copyAndInstall() {
  // Without what was built before: each is built as for the first time.
  const caches = ['node_modules/.cache', 'node_modules/.vite'];
  for (const name of [...caches, ...readdirSync(source)]) {
    rmSync(join(appsDir, name), { recursive: true, force: true });
  }
  cpSync(source, appsDir, { recursive: true });
  const tarball = await packTarball(join(appsDir, 'pack'));
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
}
