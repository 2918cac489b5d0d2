// Checks blocks of shell: each command must be known here, and the files and options it names must
// exist.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { driver, sandbox } from '../../support/world.mjs';
import { control } from '../../support/embed.mjs';
import { waitFor } from '../../support/page.mjs';
import { root } from './pages.mjs';

const exec = promisify(execFile);
const {
  scripts,
  name: packageName,
  homepage,
} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository = homepage.replace('#readme', '');

/** The packages that the pages have people install: of this repository, each has one at least. */
const packages = [packageName, 'svc-sandbox'];

/** Checks the arguments of each program. `run` means that the command itself is run. */
const programs = {
  npm: ([verb, ...rest]) => {
    if (verb === 'create') return assert.equal(rest[0], 'vite@latest');
    if (['install', 'i'].includes(verb))
      return assert.ok(rest.some((name) => packages.includes(name)));
    const script = verb === 'run' ? rest[0] : verb;
    assert.ok(scripts[script], `package.json has no script "${script}"`);
  },
  cargo: async ([verb, ...rest]) => {
    if (verb === 'add') return assert.ok(rest.some((name) => name === packageName));
    assert.ok(['run', 'doc', 'install', 'build'].includes(verb), `cargo ${verb} is not known here`);
    const split = rest.indexOf('--');
    const own = split < 0 ? rest : rest.slice(0, split);
    const at = own.findIndex((word) => word === '-p');
    if (at >= 0) assert.equal(own[at + 1], 'svc-sandbox');
    const path = own.findIndex((word) => word === '--path');
    if (path >= 0) assert.ok(existsSync(join(root, own[path + 1], 'Cargo.toml')));
    if (split >= 0) await hasOptions(rest.slice(split + 1));
  },
  'svc-sandbox': hasOptions,
  node: ([file], page) => isThere(file, page),
  pip: ([verb]) => assert.equal(verb, 'install'),
  uvicorn: ([app, option, folder], page) => {
    assert.deepEqual([app, option], ['main:app', '--app-dir']);
    isThere(`${folder}/main.py`, page);
  },
  npx: async ([tool, command, ...rest]) => {
    if (tool === 'svc-sandbox') return hasOptions([command, ...rest]);
    if (tool !== packageName) return assert.ok(['playwright', 'vite'].includes(tool));
    const own = join(root, 'dist/cli/index.js');
    const { stdout } = await exec(process.execPath, [own, command, '--help']);
    const options = rest.filter((word) => word.startsWith('--'));
    for (const option of options) assert.ok(stdout.includes(` ${option} `), option);
  },
  git: (words) => assert.deepEqual(words, ['clone', repository]),
  cd: () => {},
  // What is copied is in the published package.
  cp: ([, file]) => isThere(file.replace(`node_modules/${packageName}/`, ''), 'README.md'),
  docker: (words, page) => {
    const file = words.indexOf('--file');
    if (file >= 0) isThere(words[file + 1], page);
  },
  export: () => {},
  curl: 'run',
};

/** Checks that a file exists, relative to the page's folder or to the repository's root. */
function isThere(file, page) {
  const own = join(dirname(page), basename(page, '.md'));
  const found = [dirname(page), own, '.'].some((folder) => existsSync(join(root, folder, file)));
  assert.ok(found, `there is no ${file}`);
}

/** Checks that the sandbox has the options of a command line. */
async function hasOptions(words) {
  const { stdout } = await exec(process.env.SVC_SANDBOX, ['--help']);
  for (const option of words.filter((word) => word.startsWith('--'))) {
    assert.ok(stdout.includes(` ${option}`), `the sandbox has no option ${option}`);
  }
}

/** Checks a block. Runs its `curl` and `export` commands in one shell against the sandbox. */
export async function checkShell({ page, text }) {
  const commands = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/(^|\s)#.*/, '').trim())
    .filter(Boolean);
  const runnable = [];
  for (const command of commands) {
    const words = command.split(/\s+/).filter((word) => !/^[A-Z_]+=/.test(word));
    const program = words[0] && basename(words[0]);
    const args = words.slice(1);
    // The command only sets variables.
    if (!program) continue;
    const check = programs[program];
    assert.ok(check, `\`${program}\` is not known to support/shell.mjs`);
    if (check !== 'run') await check(args, page);
    // A command with a part that the reader must fill in cannot be run.
    if (command.includes('…')) continue;
    if (check === 'run' || program === 'export') runnable.push(command);
  }
  if (runnable.some((command) => command.startsWith('curl'))) await runAgainstSandbox(runnable);
}

async function runAgainstSandbox(commands) {
  const { host, tenant } = sandbox;
  const script = commands
    .map((command) => command.replace(/^curl/, 'curl --silent --show-error --fail'))
    .join('\n')
    .replaceAll('http://localhost:4600', host)
    .replaceAll('localhost:4600', host)
    .replaceAll('http://127.0.0.1:4601', tenant);
  await control('reset', {});
  // The chat is opened without an id.
  await control('faults', { signedIn: true });
  const embed = script.includes('/control/emit') ? await openEmbed() : 1;
  try {
    await exec('sh', [
      '-euc',
      `export TENANT=${tenant} KEY=sandbox-admin-key\n${script.replace('"embed": 1', `"embed": ${embed}`)}`,
    ]);
  } finally {
    await control('reset', {});
  }
}

/** Opens an embed that can send events. Resolves to its number. */
async function openEmbed() {
  await driver.get(`${sandbox.tenant}/embed/chat`);
  return waitFor('the embed', async () => {
    const { embeds } = await (await fetch(`${sandbox.host}/control/state`)).json();
    return embeds.find(({ surface }) => surface === 'chat')?.n;
  });
}
