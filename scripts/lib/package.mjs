// Packs the npm package and checks the tarball.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { bundlesLittle, importsInNode, LINKED, nameOf } from './entries.mjs';
import { Failure, filesIn, npm, output, root, run, stageDir } from './run.mjs';

/** Lists the tarball's files, one per line, so that no file is published by accident. */
const LIST = 'npm/files.txt';

/** What npm runs at an installation, from the registry or from git. */
const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall', 'prepare'];

/** Packs `dist/` as it is now into a folder of its own. Resolves to the tarball's path. */
export async function packTarball(dir = join(stageDir, 'pack')) {
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const name = await outputOf('pack', '--pack-destination', dir);
  return join(dir, name.split('\n').at(-1));
}

/** Runs every step of publishing except the upload. Needs neither a login nor the network. */
export async function publishDryRun(tarball) {
  await outputOf('publish', tarball, '--dry-run', '--offline');
}

/** Runs an npm command. Resolves to its output. */
async function outputOf(command, ...options) {
  const printed = await output(...npm(command, ...options, '--ignore-scripts', '--silent'));
  if (printed === undefined) throw new Failure(`npm ${command} failed. Run it to see why.`);
  return printed;
}

/**
 * Unpacks a tarball into a project's node_modules. Rejects unless
 * - it holds the files of the list, and no others;
 * - Node imports each entry point without printing anything;
 * - a bundler can leave out the code that a page does not use.
 */
export async function packageContents(tarball) {
  const project = join(stageDir, 'pack', 'project');
  const installed = join(project, 'node_modules', 'svc-embed');
  mkdirSync(installed, { recursive: true });
  // Without its own package.json, the project would belong to this repository's package, and
  // `svc-embed` would be imported from dist/.
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);

  const files = filesIn(installed);
  const read = (file) => readFileSync(join(installed, file), 'latin1');
  const manifest = JSON.parse(read('package.json'));
  const listed = readFileSync(join(root, LIST), 'utf8').trim().split('\n');

  const problems = [
    ...files
      .filter((file) => !listed.includes(file))
      .map((file) => `${LIST} does not name ${file}`),
    ...listed
      .filter((file) => !files.includes(file))
      .map((file) => `${LIST} names ${file}, which is not packed`),
    ...files
      .filter((file) => namesThisMachine(read(file)))
      .map((file) => `${file} contains a path of this machine`),
    ...INSTALL_SCRIPTS.filter((name) => manifest.scripts?.[name] !== undefined).map(
      (name) => `the script ${name} would run where the package is installed`,
    ),
  ];
  if (problems.length > 0)
    throw new Failure(`The tarball has the wrong files: ${problems.join('; ')}.`);

  const entries = Object.keys(manifest.exports).filter(
    (name) => !name.endsWith('.json') && name !== LINKED,
  );
  await importsInNode(entries.map(nameOf), project);
  await bundlesLittle(entries, project);
}

function namesThisMachine(text) {
  return (
    [root, homedir()].some((path) => path.length > 1 && text.includes(`${path}/`)) ||
    /registry\/src\//.test(text)
  );
}
