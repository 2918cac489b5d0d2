// The languages of the guide's other backends, for the nightly tests.

import { join } from 'node:path';
import { aptInstall, canAptInstall } from './apt.mjs';
import { Failure, root, run, which } from './run.mjs';

/** The programs, and the packages of Debian and Ubuntu that have them. */
const PROGRAMS = {
  go: ['golang-go'],
  java: ['openjdk-17-jdk-headless'],
  php: ['php-cli', 'php-curl'],
  puma: ['puma', 'ruby-rack'],
};

/** Installs what is missing, and compiles the program in Go. Resolves to that program's path. */
export async function otherLanguages() {
  const missing = Object.keys(PROGRAMS).filter((name) => which(name) === undefined);
  if (missing.length > 0) {
    if (!canAptInstall())
      throw new Failure(`The backends of the guide need ${missing.join(', ')}. Install them.`);
    await aptInstall(
      missing.join(', '),
      missing.flatMap((name) => PROGRAMS[name]),
    );
  }
  const program = join(root, 'target', 'go-backend');
  await run('go', ['vet', '.'], { cwd: join(root, 'apps/go') });
  await run('go', ['build', '-o', program, '.'], { cwd: join(root, 'apps/go') });
  return program;
}
