// Debian packages, for tools that neither cargo nor npm can install.

import { readFileSync } from 'node:fs';
import { run, say, which } from './run.mjs';

/** True if apt-get exists and this process may install packages with it. */
export function canAptInstall() {
  return which('apt-get') !== undefined && process.getuid?.() === 0;
}

/** True on Ubuntu. Its Chromium package is unusable for tests, because it only installs a snap. */
export function isUbuntu() {
  try {
    return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

export async function aptInstall(what, packages) {
  say(`${what} is missing: installing ${packages.join(', ')} with apt-get`);
  await run('apt-get', ['update', '-q']);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}
