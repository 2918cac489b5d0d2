// Debian packages, for tools that neither cargo nor npm can install.

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, run, say, which } from './run.mjs';

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
  await aptUpdate();
  await run('apt-get', ['install', ...QUIETLY, ...packages], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

/** Another suite may be installing something: it is waited for. */
const QUIETLY = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=600'];

let updated;

/** Once for all, because it waits for nobody. */
const aptUpdate = () => (updated ??= run('apt-get', ['update', '-q']));

/** Installs Debian's `packages` of a program that is missing. Rejects with `advice` if it then still is. */
export async function ensureOfSystem(what, isThere, packages, { advice, isSnapOnUbuntu = false }) {
  if (await isThere()) return;
  if (canAptInstall() && !(isSnapOnUbuntu && isUbuntu())) await aptInstall(what, packages);
  if (!(await isThere())) throw new Failure(advice);
}

/** Unpacks Debian packages into a folder. They are not installed. */
export async function unpackDebian(cwd, ...names) {
  if (!which('apt-get'))
    throw new Failure(`This needs apt-get, which unpacks Debian's ${names.join(' and ')}.`);
  rmSync(cwd, { recursive: true, force: true });
  mkdirSync(cwd, { recursive: true });
  if (canAptInstall()) await aptUpdate();
  await run('apt-get', ['download', '-q', ...names], { cwd });
  for (const archive of readdirSync(cwd).filter((file) => file.endsWith('.deb'))) {
    await run('dpkg-deb', ['-x', archive, '.'], { cwd });
    rmSync(join(cwd, archive));
  }
}
