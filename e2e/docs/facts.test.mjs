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
const readme = read('README.md');

/** What a pattern finds in a text: its first group. */
const found = (text, pattern) => [...text.matchAll(pattern)].map(([, one]) => one);

/** The rows of the table whose first column has this heading, each a list of cells without backticks. */
function table(heading) {
  const [rows] = found(
    guide,
    new RegExp(`^\\| ${heading} +\\|.*\\n\\|[ -|]+\\n((?:\\|.*\\n)+)`, 'gm'),
  );
  const cells = (row) => row.split('|').map((cell) => cell.replaceAll('`', '').trim());
  return rows
    .trim()
    .split('\n')
    .map((row) => cells(row).slice(1, -1));
}

/** The first cell of each row. */
const names = (heading) => table(heading).map(([name]) => name);

/** The strings of a union of literals. */
const unionOf = (source, start) => found(source.split(start)[1].split(';')[0], /'([\w-]+)'/g);

const isThere = (path) => existsSync(join(root, path));

test('every code of an EmbedError has an anchor, and so has every class of the client', () => {
  const codes = unionOf(read('npm/src/core/errors.ts'), 'type EmbedErrorCode =');
  assert.ok(codes.length > 15);
  const classes = found(read('npm/src/management/errors.ts'), /^export class (\w+)/gm);
  assert.ok(classes.length > 10);
  // `AbortError` is the platform's, and `ManagementError` the base of the others.
  const others = classes.filter((name) => name !== 'ManagementError');
  // A heading that is code: ### `mint-failed`
  const explained = found(errors, /^### `(.+)`$/gm);
  assert.deepEqual(explained.sort(), [...codes, ...others, 'AbortError'].sort());
});

test("the README's sizes are the limits", () => {
  const budgets = JSON.parse(read('size-budgets.json'));
  for (const [entry, words] of [
    ['svc-embed, its core included', 'compressed'],
    ['svc-embed/element', 'more for the element'],
    ['svc-embed/react', 'for React'],
  ]) {
    const kilobytes = Math.ceil(budgets[entry].brotli / 100) / 10;
    assert.ok(readme.includes(`${kilobytes} kB ${words}`), entry);
  }
});

test('the README can be read in two minutes, says first what it is for and what not, and has the commands of a clone', () => {
  const prose = readme
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/!\[[^\]]+\]\([^)]+\)/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\]\([^)]*\)/g, ']');
  const words = prose.match(/[\w'./@-]*\w/g);
  assert.ok(words.length <= 350, `${words.length} words`);
  const lines = readme.split('\n');
  const first = lines.find((line) => line !== '' && !line.startsWith('#'));
  assert.match(first, /one analytics service.*does not work with other iframes/);
  const start = lines.slice(0, 45).join('\n');
  for (const command of ['npm install svc-embed', 'npm start', 'npm test'])
    assert.ok(start.includes(`\`\`\`sh\n${command}\n\`\`\``), command);
});

test('each path that CONTRIBUTING and the page about tests name is there', () => {
  const named = found(read('CONTRIBUTING.md') + read('docs/testing.md'), /`([\w.-]+\/[\w./-]*)`/g);
  assert.ok(named.length > 40, `${named.length} paths`);
  const built = ['node_modules/', '.tools/', 'target/'];
  assert.deepEqual(
    named.filter((path) => !built.includes(path) && !isThere(path)),
    [],
  );
});

test('each file of tests that the threat model names is there', () => {
  const [, promises] = read('docs/security.md').split('## What is promised');
  const named = found(promises, /\((`[^)]+)\)$/gm).flatMap((names) => found(names, /`([^`]+)`/g));
  assert.ok(named.length > 40);
  const places = ['', 'tests/', 'e2e/', 'e2e/page/'].flatMap((folder) =>
    ['', '.test.mjs', '.test.ts', '.test.tsx'].map((ending) => [folder, ending]),
  );
  assert.deepEqual(
    named.filter((name) => !places.some(([folder, ending]) => isThere(folder + name + ending))),
    [],
  );
});

test('every command that is a script says what it does, with --help', async () => {
  const { scripts } = JSON.parse(read('package.json'));
  const commands = Object.values(scripts).filter((command) => /^node \S+$/.test(command));
  assert.ok(commands.length > 8);
  // The sandbox answers for `npm start`, which builds it first.
  for (const command of commands.filter((command) => command !== scripts.start)) {
    const args = [command.split(' ')[1], '--help'];
    const { stdout } = await exec(process.execPath, args, { cwd: root, timeout: 30_000 });
    assert.match(stdout, /npm (run \S+|test)\b/, command);
  }
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
  const [body] = found(types, /interface RenewalOptions \{([^}]+)\}/g);
  const declared = [...body.matchAll(/Default (\S+?)[.: ][^]*?\n  (\w+)\?:/g)].map(
    ([, value, name]) => [name, value.replaceAll('`', '')],
  );
  assert.equal(declared.length, 9);
  const told = table('option').map(([name, value]) => [name, value]);
  assert.deepEqual(told.sort(), declared.sort());
});

test('every option and every prop has an example in its hover text', () => {
  const missing = [];
  let count = 0;
  for (const [path, name] of [
    ['npm/src/types.ts', 'ConnectOptions'],
    ['npm/src/types.ts', 'MountOptions'],
    ['npm/src/component/controller.ts', 'EmbedOptions'],
    ['npm/src/core/react-handlers.ts', 'MessageHandlers'],
    ['npm/src/react/types.ts', 'EmbedHandlers'],
    ['npm/src/react/types.ts', 'SvcEmbedProps'],
  ]) {
    const [body] = found(
      read(path),
      new RegExp(`interface ${name}\\b[^]*?\\{\\n([^]*?)\\n}\\n`, 'g'),
    );
    for (const [, text, member] of body.matchAll(/( {2}\/\*\*[^]*?\*\/\n) {2}\[?(\w+)/g)) {
      count++;
      if (!text.includes('@example')) missing.push(`${name}.${member}`);
    }
  }
  assert.ok(count > 35, `${count} members`);
  assert.deepEqual(missing, []);
});
