// The tables of the guide list every code, reason, status and default of the types.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nightlyTest, test } from '../support/test.mjs';
import { NIGHTLY_FILES, NIGHTLY_SUITES } from '../../scripts/lib/nightly.mjs';
import { missingTests, pageOf, statementsOf, testsIn } from '../../scripts/service-rules.mjs';
import { root } from './support/pages.mjs';

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
  assert.ok(readme.includes(`${kilobytes('svc-embed')} compressed`));
  assert.ok(readme.includes(`${kilobytes('svc-embed/element')} more for the element`));
  assert.ok(readme.includes(`${kilobytes('svc-embed/react')} for React`));
});

test('the README can be read in two minutes, and says first what it is for and what not', () => {
  const readme = read('README.md');
  const prose = readme
    .replace(/^```[^]*?^```$/gm, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\]\([^)]*\)/g, ']');
  const words = prose.match(/[\w'./@-]*\w/g);
  assert.ok(words.length <= 350, `${words.length} words`);
  const [first] = readme.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  assert.match(first, /one analytics service.*does not work with other iframes/);
});

test('each suite and each file that only the nightly run plays is listed', () => {
  const [, after] = read('CONTRIBUTING.md').split('Only the nightly run has:\n\n');
  const [list] = after.split('\n\n');
  const listed = (name) => list.includes(`\`${name}\``);
  assert.deepEqual(
    [...NIGHTLY_SUITES, ...NIGHTLY_FILES].filter((name) => !listed(name)),
    [],
  );
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
    'npm/src/controller.ts': ['EmbedOptions'],
    'npm/src/react-types.ts': ['EmbedHandlers', 'SvcEmbedProps'],
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

const rules = read('docs/service-rules.md');

test('the tests that the rules of the service name exist', () => {
  assert.deepEqual(missingTests(testsIn(rules)), []);
});

nightlyTest('the rules of the service are the statements of its description', async () => {
  const statements = statementsOf(read('tests/fixtures/description.md'));
  assert.ok(statements.length > 380);
  assert.equal(rules, await pageOf(statements, testsIn(rules)));
});
