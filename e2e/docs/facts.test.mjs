// The tables of the guide list every code, reason, status and default of the types.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { test } from '../support/test.mjs';
import { root } from './support/pages.mjs';

const exec = promisify(execFile);
const read = (path) => readFileSync(join(root, path), 'utf8');
const guide = read('docs/guide/renewal.md');
const errors = read('docs/guide/errors.md');
const types = read('npm/src/types.ts');

/** The rows of the table whose first column has this heading, each a list of cells. */
function table(heading) {
  const [, rows] = guide.match(
    new RegExp(`^\\| ${heading} +\\|.*\\n\\|[ -|]+\\n((?:\\|.*\\n)+)`, 'm'),
  );
  return rows
    .trim()
    .split('\n')
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

/** The first cell of each row, without backticks. */
const names = (heading) => table(heading).map(([name]) => name.replaceAll('`', ''));

/** The strings of a union of literals. */
const literals = (text) => [...text.matchAll(/'([\w-]+)'/g)].map(([, literal]) => literal);

const unionOf = (source, start) => literals(source.split(start)[1].split(';')[0]);

/** The headings of the errors page that are code: `### `mint-failed``. */
const explained = [...errors.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);

test('every code of an EmbedError has an anchor, and so has every class of the client', () => {
  const codes = unionOf(read('npm/src/core/errors.ts'), 'type EmbedErrorCode =');
  assert.ok(codes.length > 15);
  const classes = [...read('npm/src/management/errors.ts').matchAll(/^export class (\w+)/gm)].map(
    ([, name]) => name,
  );
  assert.ok(classes.length > 10);
  // `AbortError` is the platform's, and `ManagementError` the base of the others.
  const others = classes.filter((name) => name !== 'ManagementError');
  assert.deepEqual([...explained].sort(), [...codes, ...others, 'AbortError'].sort());
});

test("the README's sizes are the limits", () => {
  const budgets = JSON.parse(read('size-budgets.json'));
  const kilobytes = (entry) => `${Math.ceil(budgets[entry].brotli / 100) / 10} kB`;
  const readme = read('README.md');
  assert.ok(readme.includes(`${kilobytes('svc-embed, its core included')} compressed`));
  assert.ok(readme.includes(`${kilobytes('svc-embed/element')} more for the element`));
  assert.ok(readme.includes(`${kilobytes('svc-embed/react')} for React`));
});

test('the README can be read in two minutes, and says first what it is for and what not', () => {
  const readme = read('README.md');
  const prose = readme
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/!\[[^\]]+\]\([^)]+\)/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\]\([^)]*\)/g, ']');
  const words = prose.match(/[\w'./@-]*\w/g);
  assert.ok(words.length <= 350, `${words.length} words`);
  const [first] = readme.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.match(first, /one analytics service.*does not work with other iframes/);
});

test('each path that CONTRIBUTING and the page about tests name is there', () => {
  const text = read('CONTRIBUTING.md') + read('docs/testing.md');
  const named = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path]) => path);
  assert.ok(named.length > 40, `${named.length} paths`);
  const built = ['node_modules/', '.tools/', 'target/'];
  assert.deepEqual(
    named.filter((path) => !built.includes(path) && !existsSync(join(root, path))),
    [],
  );
});

test('every command that is a script says what it does, with --help', async () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = Object.values(scripts).filter((command) => /^node \S+$/.test(command));
  assert.ok(commands.length > 8);
  // The sandbox answers for `npm start`, which builds it first.
  for (const command of commands.filter((command) => command !== scripts.start)) {
    const [, path] = command.split(' ');
    const { stdout } = await exec(process.execPath, [path, '--help'], {
      cwd: root,
      timeout: 30_000,
    });
    assert.match(stdout, /npm (run \S+|test)\b/, command);
  }
});

test('each file of tests that the threat model names is there', () => {
  const [, promises] = read('docs/security.md').split('## What is promised');
  const named = [...promises.matchAll(/\((`[^)]+)\)$/gm)].flatMap(([, names]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  assert.ok(named.length > 40);
  const endings = ['', '.test.mjs', '.test.ts', '.test.tsx'];
  const isThere = (name) =>
    ['', 'tests/', 'e2e/', 'e2e/page/'].some((folder) =>
      endings.some((ending) => existsSync(join(root, folder, `${name}${ending}`))),
    );
  assert.deepEqual(
    named.filter((name) => !isThere(name)),
    [],
  );
});

test('the README has the commands of a clone on its first screens, each by itself', () => {
  const start = read('README.md').split('\n').slice(0, 45).join('\n');
  for (const command of ['npm install svc-embed', 'npm start', 'npm test'])
    assert.ok(start.includes(`\`\`\`sh\n${command}\n\`\`\``), command);
});

test('every reason for a mint, every status, every reason for a dropped message', () => {
  assert.deepEqual(names('`reason`').sort(), unionOf(types, 'type SessionReason =').sort());
  assert.deepEqual(names('`status`'), unionOf(types, 'readonly status:'));
  const dropped = errors.split('## A message that was dropped')[1];
  for (const reason of unionOf(types, 'readonly reason: Open<')) {
    assert.ok(dropped.includes(`| \`${reason}\``), reason);
  }
});

test('every option of a renewal, with its default', () => {
  const [, body] = types.match(/interface RenewalOptions \{([^}]+)\}/);
  const declared = [...body.matchAll(/Default (\S+?)[.: ][^]*?\n  (\w+)\?:/g)];
  const defaults = Object.fromEntries(declared.map(([, value, name]) => [name, value]));
  const told = table('option').map(([name, value]) => [name.replaceAll('`', ''), value]);
  const clean = (value) => value.replaceAll('`', '');
  assert.equal(declared.length, 9);
  assert.deepEqual(
    Object.fromEntries(told.map(([name, value]) => [name, clean(value)])),
    Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, clean(value)])),
  );
});

test('every option and every prop has an example in its hover text', () => {
  const interfaces = {
    'npm/src/types.ts': ['ConnectOptions', 'MountOptions'],
    'npm/src/component/controller.ts': ['EmbedOptions'],
    'npm/src/core/react-handlers.ts': ['MessageHandlers'],
    'npm/src/react/types.ts': ['EmbedHandlers', 'SvcEmbedProps'],
  };
  const missing = [];
  let count = 0;
  for (const [path, names] of Object.entries(interfaces)) {
    for (const name of names) {
      const [, body] = read(path).match(
        new RegExp(`interface ${name}\\b[^]*?\\{\\n([^]*?)\\n}\\n`),
      );
      for (const [, text, member] of body.matchAll(/( {2}\/\*\*[^]*?\*\/\n) {2}\[?(\w+)/g)) {
        count++;
        if (!text.includes('@example')) missing.push(`${name}.${member}`);
      }
    }
  }
  assert.ok(count > 35, `${count} members`);
  assert.deepEqual(missing, []);
});
