// The languages of the guide's other backends, for the nightly tests.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aptInstall, canAptInstall } from './apt.mjs';
import { Failure, root, run, which } from './run.mjs';

/** The programs, and the packages of Debian and Ubuntu that have them. */
const PROGRAMS = {
  go: ['golang-go'],
  java: ['openjdk-17-jdk-headless'],
  php: ['php-cli', 'php-curl'],
  // Debian has no .NET. Mono runs the same program.
  mcs: ['mono-mcs', 'mono-runtime', 'libmono-system-net-http4.0-cil'],
  puma: ['puma', 'ruby-rack'],
};

/** Installs what is missing, and compiles the programs in Go and C#. Resolves to their paths, by the names of the tests. */
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
  mkdirSync(join(root, 'target'), { recursive: true });
  const go = join(root, 'target', 'go-backend');
  await run('go', ['vet', '.'], { cwd: join(root, 'apps/go') });
  await run('go', ['build', '-o', go, '.'], { cwd: join(root, 'apps/go') });
  const csharp = join(root, 'target', 'csharp-backend.exe');
  const options = ['-langversion:latest', '-warnaserror', '-r:System.Net.Http', `-out:${csharp}`];
  await run('mcs', [...options, 'Program.cs'], { cwd: join(root, 'apps/csharp') });
  return { APPS_GO: go, APPS_CSHARP: csharp };
}
