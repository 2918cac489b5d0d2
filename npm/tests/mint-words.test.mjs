// What is said of a failure of `getSession`, without what may be an id in it.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const bundle = await build({
  entryPoints: [join(root, 'npm/src/mint-words.ts')],
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
    ['HTTP 401 {"code":"E1","message":"login required"}', 'HTTP 401: login required'],
    ['403 {"error":{"message":"nested"}}', '403'],
    [`403 {"error":"the token ${TOKEN} is not valid"}`, '403'],
    [`403 {"error":"${'many words '.repeat(30)}"}`, '403'],
    ['403 {"error":"line\\nbreak"}', '403'],
    ['403 {"sessionId":"s-1"}', '403'],
    ['403 of /users/{id}', '403 of /users/{id}'],
  ])
    assert.ok(meaningOf(new Error(words))?.startsWith(`: ${said}: the backend `), words);
});

test('a text that quotes something, or says nothing that is known, is left as it is', () => {
  for (const words of ['403 for "s-1"', '{"sessionId":"s-1"}', 'no backend', ''])
    assert.equal(meaningOf(new Error(words)), undefined, words);
});

test('of an error that is only a JSON answer, too', () => {
  assert.equal(meaningOf(new Error('{"error":"no access"}')), ': no access');
});

test('a response that was thrown is named by its status', () => {
  const said = meaningOf(new Response(null, { status: 404 }));
  assert.ok(said?.startsWith(': getSession threw a response with the status 404: the backend '));
});
