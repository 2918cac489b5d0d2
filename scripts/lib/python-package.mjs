// The Python package: its checks, its tests, and the environment in which the guide's programs run.

import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { venv } from './python.mjs';
import { root, run } from './run.mjs';

const folder = join(root, 'python');
const wheels = join(root, 'target', 'python-wheels');

/**
 * Builds the wheel and installs it, with what its tests and the guide's programs need. Resolves to the
 * path of the environment's programs.
 */
export function pythonPackage() {
  // Two suites use it.
  prepared ??= prepare();
  return prepared;
}

let prepared;

async function prepare() {
  const programs = await venv('python', join(folder, 'tests/requirements.txt'));
  const python = join(programs, 'python3');
  rmSync(wheels, { recursive: true, force: true });
  mkdirSync(wheels, { recursive: true });
  // Without isolation: the environment has the build's own tool, in a version that is pinned.
  const options = ['--wheel', '--no-isolation', '--outdir', wheels];
  await run(python, ['-m', 'build', ...options, folder]);
  const [wheel] = readdirSync(wheels);
  const pip = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--force-reinstall'];
  await run(python, [...pip, join(wheels, wheel)]);
  return programs;
}

/** Formatting, lints and types of the package and of the guide's programs. */
export async function checkPython(programs) {
  const own = ['src', 'tests', ...['fastapi', 'flask', 'django'].map((app) => `../apps/${app}`)];
  const ruff = join(programs, 'ruff');
  const config = ['--config', 'pyproject.toml', '--quiet'];
  await run(ruff, ['format', '--check', ...config, ...own], { cwd: folder });
  await run(ruff, ['check', '--no-cache', ...config, ...own], { cwd: folder });
  const cache = join(root, 'target', 'mypy');
  await run(join(programs, 'mypy'), ['--cache-dir', cache, 'src', 'tests'], { cwd: folder });
}

/** The tests, with the package as it is installed from the wheel. */
export const testPython = (programs, options) =>
  run(join(programs, 'python3'), ['-m', 'pytest', '-p', 'no:cacheprovider', 'tests'], {
    cwd: folder,
    env: { PYTHONDONTWRITEBYTECODE: '1' },
    ...options,
  });
