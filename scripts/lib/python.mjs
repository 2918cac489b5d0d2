// Python packages for tests, each set in its own virtual environment under target/.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureOfSystem } from './apt.mjs';
import { output, root, run, say } from './run.mjs';

/**
 * Creates the environment `target/<name>` with the packages of a requirements file, unless it
 * exists and the file has not changed. Resolves to the path of its programs.
 */
export async function venv(name, requirements) {
  await ensureOfSystem('Python 3', hasVenv, ['python3', 'python3-venv'], {
    advice:
      'This needs Python 3 with its module venv. Debian, Ubuntu: apt-get install python3-venv. ' +
      'Fedora: dnf install python3. macOS: brew install python.',
  });
  const dir = join(root, 'target', name);
  const programs = join(dir, process.platform === 'win32' ? 'Scripts' : 'bin');
  const wanted = createHash('sha256').update(readFileSync(requirements)).digest('hex');
  const stamp = join(dir, '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return programs;
  say(`Installing the Python packages of ${requirements.slice(root.length + 1)}`);
  rmSync(dir, { recursive: true, force: true });
  await run('python3', ['-m', 'venv', dir]);
  await run(join(programs, 'python3'), ['-m', 'pip', 'install', '--quiet', '-r', requirements]);
  writeFileSync(stamp, wanted);
  return programs;
}

async function hasVenv() {
  return (await output('python3', ['-c', 'import venv, ensurepip'])) !== undefined;
}
