// Packages of Debian, for what neither cargo nor npm can bring.

import { readFileSync } from 'node:fs';
import { run, say, which } from './run.mjs';

/**
 * Whether this is a Debian on which packages may be installed. Ubuntu's Chromium is a snap: see
 * `isUbuntu`.
 */
export function canAptInstall() {
  return which('apt-get') !== undefined && process.getuid?.() === 0;
}

/** Whether the system is Ubuntu, whose package of Chromium only points to a snap. */
export function isUbuntu() {
  try {
    return /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

/** Installs packages, or rejects. */
export async function aptInstall(what, packages) {
  say(`${what} is missing: installing ${packages.join(', ')} with apt-get`);
  await run('apt-get', ['update', '-q']);
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}
