// The npm package as a tarball, and what it must hold.

import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, posix } from 'node:path';
import { bundlesLittle, importsInNode, nameOf } from './entries.mjs';
import { Failure, output, root, run, stageDir } from './run.mjs';

/** The tarball's files, one in a line: nothing is published by accident. */
const LIST = 'npm/files.txt';

const ALWAYS = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE'];

/** Packs what `dist/` holds now; resolves to the tarball's path. */
export async function packTarball() {
  const dir = join(stageDir, 'pack');
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const name = await npm('pack', '--pack-destination', dir);
  return join(dir, name.split('\n').at(-1));
}

/** Does all of publishing but the upload: it needs neither a login nor the network. */
export async function publishDryRun(tarball) {
  await npm('publish', tarball, '--dry-run', '--offline');
}

/** Runs npm on what is built; resolves to what it prints. */
async function npm(command, ...options) {
  const args = [command, ...options, '--ignore-scripts', '--silent'];
  const program = process.env.npm_execpath;
  const printed = program?.endsWith('.js')
    ? await output(process.execPath, [program, ...args])
    : await output('npm', args);
  if (printed === undefined) throw new Failure(`npm ${command} failed: run it to see why.`);
  return printed;
}

/**
 * Unpacks a tarball as a project's node_modules would hold it, and rejects unless it holds the
 * documents, what the exports lead to and what that imports, and nothing else; unless importing it in
 * Node works, in silence; and unless a bundler can leave out what a page does not use.
 */
export async function packageContents(tarball) {
  const project = join(stageDir, 'pack', 'project');
  const installed = join(project, 'node_modules', 'svc-embed');
  mkdirSync(installed, { recursive: true });
  // Else the project would be a part of this package, and import it from dist/.
  writeFileSync(join(project, 'package.json'), '{ "private": true }');
  await run('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);

  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(installed.length + 1)
        .replaceAll('\\', '/'),
    );
  const read = (file) => readFileSync(join(installed, file), 'latin1');
  const manifest = JSON.parse(read('package.json'));
  const listed = readFileSync(join(root, LIST), 'utf8').trim().split('\n');

  const needed = reachable([...ALWAYS, ...exported(manifest.exports, files)], files, read);
  const problems = [
    ...[...needed].filter((file) => !files.includes(file)).map((file) => `it lacks ${file}`),
    ...files.filter((file) => !needed.has(file)).map((file) => `nothing in it needs ${file}`),
    ...files
      .filter((file) => !listed.includes(file))
      .map((file) => `${LIST} does not name ${file}`),
    ...listed.filter((file) => !files.includes(file)).map((file) => `${LIST} names ${file}`),
    ...files
      .filter((file) => namesThisMachine(read(file)))
      .map((file) => `${file} holds a path of this machine`),
  ];
  if (problems.length > 0) throw new Failure(`The tarball is not right: ${problems.join('; ')}.`);

  const entries = Object.keys(manifest.exports).filter((name) => !/\.(wasm|json)$/.test(name));
  await importsInNode(entries.map(nameOf), project);
  await bundlesLittle(entries, project);
}

/** The files that the exports lead to. */
function exported(target, files) {
  if (typeof target === 'object')
    return Object.values(target).flatMap((value) => exported(value, files));
  const path = target.replace('./', '');
  if (!path.includes('*')) return [path];
  const [start, end] = path.split('*');
  return files.filter((file) => file.startsWith(start) && file.endsWith(end));
}

/**
 * The files, with all that their code refers to by a relative path, and the types beside each of
 * them.
 */
function reachable(entries, files, read) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!files.includes(file) || !/\.(js|ts)$/.test(file)) return;
    for (const [, path] of read(file).matchAll(
      /(?:\bfrom|\bimport|\bimport\(|new URL\()\s*['"](\.{1,2}\/[^'"]+)['"]/g,
    )) {
      const to = posix.join(posix.dirname(file), path);
      visit(file.endsWith('.d.ts') ? to.replace(/\.js$/, '.d.ts') : to);
    }
    const types = file.replace(/\.js$/, '.d.ts');
    if (files.includes(types)) visit(types);
  };
  entries.forEach(visit);
  return seen;
}

function namesThisMachine(text) {
  return (
    [root, homedir()].some((path) => path.length > 1 && text.includes(`${path}/`)) ||
    /registry\/src\//.test(text)
  );
}
