// What is said of a failure of `getSession`, without what may be an id in it.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const bundle = await build({
  entryPoints: [join(root, 'npm/src/diagnose/mint-words.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
const { meaningOf } = await import(`data:text/javascript;base64,${text}`);

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0';

test('of a JSON answer in the text of an error, its sentence is said', () => {
  for (const [words, said] of [
    ['The backend answered 403: {"error":"no access"}', 'The backend answered 403: no access'],
    ['HTTP 403 {"code":"E1","message":"Login required."}', 'HTTP 403: Login required'],
    ['403 {"error":"you may see 12 of these, no more"}', '403: you may see 12 of these, no more'],
    ['403 {"error":{"message":"nested"}}', '403'],
    ['403 of /users/{id}', '403 of /users/{id}'],
  ])
    assert.ok(meaningOf(new Error(words))?.startsWith(`: ${said}: the backend refuses`), words);
});

test('nothing is said that may be an id, a token or an address', () => {
  for (const error of [
    `the token ${TOKEN} is not valid`,
    'session 7f3a9c2e41b0d9 was redeemed',
    'key sk_live_4eC39HqL is wrong',
    's-1',
    'bob@acme.com may not see this',
    '12345678',
    'many words '.repeat(30),
    'line\nbreak',
    '\u001b[31mred',
  ])
    assert.match(meaningOf(new Error(`403 ${JSON.stringify({ error })}`)), /^: 403: the backend/);
  for (const name of ['sessionId', 'token'])
    assert.match(
      meaningOf(new Error(`403 ${JSON.stringify({ [name]: 'a', error: 'no access' })}`)),
      /^: 403: the backend/,
    );
});

test('a status in the words of the backend is not that of its answer', () => {
  const said = meaningOf(new Error('The backend answered 400: {"error":"limit of 500 rows"}'));
  assert.equal(said, ': The backend answered 400: limit of 500 rows');
});

test('a text that quotes something, or says nothing that is known, is left as it is', () => {
  for (const words of ['403 for "s-1"', '{"sessionId":"s-1"}', 'no backend', ''])
    assert.equal(meaningOf(new Error(words)), undefined, words);
  assert.equal(meaningOf(new TypeError()), undefined);
});

test('of an error that is only a JSON answer, too', () => {
  assert.equal(meaningOf(new Error('{"error":"No access."}')), ': No access');
});

test('a response that was thrown is named by its status', () => {
  const said = (status) => meaningOf(new Response(null, { status }));
  const named = ': getSession threw a response with the status';
  assert.ok(said(404).startsWith(`${named} 404: the backend has nothing at this address`));
  assert.equal(said(400), `${named} 400`);
});

test('what throws when it is read has no sentence', () => {
  const strange = {
    get status() {
      throw new Error('no');
    },
  };
  assert.equal(meaningOf(strange), undefined);
  assert.equal(meaningOf(Object.create(null)), undefined);
  assert.equal(meaningOf(Symbol('403')), undefined);
});
