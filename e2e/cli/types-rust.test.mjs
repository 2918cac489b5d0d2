// `svc-embed types --rust`: the module that typify makes of the sandbox's own document. What typify is
// given is tested at each change; at night, a crate is compiled with the module.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/cli/index.js');
const typify = process.env.CARGO_TYPIFY ?? join(root, '.tools/bin/cargo-typify');

let folder;

before(() => {
  mkdirSync(join(root, 'target'), { recursive: true });
  folder = mkdtempSync(join(root, 'target/types-rust-'));
});

after(() => rmSync(folder, { recursive: true }));

/** Runs a program. Resolves to its exit code and what it printed. */
function run(program, args, { input, ...options } = {}) {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: root, ...options }, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    );
    child.stdin.on('error', () => {}).end(input);
  });
}

/** Runs the command with a document. */
function types(document, generator) {
  const file = join(folder, 'document.json');
  writeFileSync(file, JSON.stringify(document));
  const args = ['types', '--rust', '--document', file, '--out', join(folder, 'made.rs')];
  return run(process.execPath, [cli, ...args, '--generator', generator]);
}

/** A program in the place of typify, which gives back what it is given. */
function echo() {
  const program = join(folder, 'echo');
  writeFileSync(program, '#!/bin/sh\n[ "$1" = typify ] && cp "$4" "$3"\n', { mode: 0o755 });
  return program;
}

/** What typify is given for a document whose `users.me` answers `me`. */
async function given({ me, schemas = {} }) {
  const json = (schema) => ({ content: { 'application/json': { schema } } });
  const document = {
    openapi: '3.1.0',
    paths: { '/api/v1/users/me': { get: { responses: { 200: json(me) } } } },
    components: { schemas },
  };
  const { code, problem } = await types(document, echo());
  assert.equal(code, 0, problem);
  const text = readFileSync(join(folder, 'made.rs'), 'utf8');
  const [, schema] = /^(\{.*\})$/m.exec(text);
  return JSON.parse(schema).definitions;
}

describe('what typify is given', () => {
  const NAME = {
    type: 'string',
    enum: ['a', 'b'],
    maxLength: 5,
    pattern: '^[ab]$',
    format: 'date',
  };

  test('reads what a service of tomorrow may answer', async () => {
    const me = {
      type: 'object',
      additionalProperties: false,
      required: ['kind', 'absent'],
      properties: {
        kind: NAME,
        count: { type: 'integer', minimum: 1, maximum: 9 },
        either: { oneOf: [{ type: 'string' }, { type: 'object' }] },
        date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'string' }, { type: 'null' }] },
      },
    };
    const definitions = await given({ me });
    assert.deepEqual(definitions.UsersMeAnswer, {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: { type: 'string', description: 'One of `"a"`, `"b"`.' },
        count: { type: 'integer' },
        either: {},
        date: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      },
    });
  });

  test('has names that Rust has, each once, and ends with schemas that hold themselves', async () => {
    const me = {
      type: 'object',
      properties: Object.fromEntries(
        ['URL_thing', 'UrlThing', '2nd', 'Self', 'a~1b', 'gone'].map((name, at) => [
          `p${at}`,
          { $ref: `#/components/schemas/${name}` },
        ]),
      ),
    };
    const own = { type: 'object', properties: { own: { $ref: '#/components/schemas/URL_thing' } } };
    const schemas = {
      URL_thing: own,
      UrlThing: { type: 'string' },
      Self: own,
      '2nd': own,
      'a/b': own,
    };
    const definitions = await given({ me, schemas });
    assert.deepEqual(Object.keys(definitions).sort(), [
      ...['AB', 'Type2nd', 'TypeSelf', 'UrlThing', 'UrlThing2', 'UsersMeAnswer'],
    ]);
    assert.deepEqual(definitions.AB, definitions.Type2nd);
    assert.deepEqual(definitions.UsersMeAnswer.properties.p5, {});
  });
});

test('says what typify said if it fails, and how it is installed', async () => {
  const program = join(folder, 'fails');
  writeFileSync(program, '#!/bin/sh\necho "it is no schema" >&2; exit 3\n', { mode: 0o755 });
  const { code, problem } = await types({ openapi: '3.1.0', paths: {} }, program);
  assert.equal(code, 2);
  assert.match(
    problem,
    /^typify failed \(3\)\. it is no schema It is .* cargo-typify --version \d+\.\d+\.\d+ --locked/,
  );
});
