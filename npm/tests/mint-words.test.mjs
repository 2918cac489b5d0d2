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

test('of an answer in the text of an error, only the status is said', () => {
  for (const [words, said] of [
    ['The backend answered 403: {"error":"no access"}', 'The backend answered 403'],
    [`403 {"sessionId":"s-1"}`, '403'],
    [`HTTP 403: "${TOKEN}"`, 'HTTP 403'],
  ])
    assert.ok(meaningOf(new Error(words))?.startsWith(`: ${said}: the backend refuses`), words);
  // A status in the words of the backend is not that of its answer.
  for (const words of ['400 {"error":"limit of 500 rows"}', '{"error":"403"}', 'no backend', ''])
    assert.equal(meaningOf(new Error(words)), undefined, words);
});

test('a response that was thrown is named by its status', () => {
  const said = meaningOf(new Response(null, { status: 404 }));
  assert.ok(
    said.startsWith(': getSession threw a response with the status 404: the backend has nothing'),
  );
});

test('what has no words has no sentence', () => {
  for (const cause of [undefined, null, 403, Object.create(null), Symbol('403'), new TypeError()])
    assert.equal(meaningOf(cause), undefined);
});
