// The apps as projects of people who have installed the package: copied to target/apps/, with
// their tools and the packed tarball in one node_modules.

import { cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { packTarball } from '../../scripts/lib/package.mjs';
import { appsDir, root, run } from '../../scripts/lib/run.mjs';

const source = join(root, 'apps');
const installed = join(appsDir, 'node_modules', 'svc-embed');

/** Copies the apps anew, without what was built before, and installs the package as it is packed. */
export async function prepare() {
  for (const name of readdirSync(source)) {
    // An app's own caches go with it: each is built as for the first time.
    const to = join(appsDir, name);
    rmSync(to, { recursive: true, force: true });
    cpSync(join(source, name), to, { recursive: true });
  }
  const tarball = await packTarball();
  rmSync(installed, { recursive: true, force: true });
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
}
