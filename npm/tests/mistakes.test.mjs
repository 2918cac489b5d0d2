// What is said of a mistake in the options: what was given, and what was probably meant.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../scripts/lib/run.mjs';

const names = [
  'errors',
  'shell/options',
  'shell/actions',
  'shell/check',
  'core/errors',
  'core/events',
];
const bundle = await build({
  stdin: {
    contents: names.map((name) => `export * from './${name}.ts';`).join('\n'),
    resolveDir: join(root, 'npm/src'),
  },
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
const own = await import(`data:text/javascript;base64,${text}`);

const good = { baseUrl: 'https://acme.example.com', surface: { kind: 'chat' } };

/** Stands for an option that is not there. */
const none = Symbol('none');

async function refusal(given, target) {
  const all = Object.entries({ ...good, ...given }).filter(([, value]) => value !== none);
  const options = Object.fromEntries(all);
  try {
    own.readOptions(options, true);
  } catch (thrown) {
    return own.explained(thrown, options, target);
  }
  throw new Error(`not refused: ${JSON.stringify(options)}`);
}

/** Each mistake with the code, and what the message says besides what holds for all. */
const MISTAKES = [
  [{ baseUrl: 'acme.example.com' }, 'invalid-base-url', "It is 'acme.example.com'."],
  [{ baseUrl: 'https://a.example/?x=1' }, 'invalid-base-url', "It is 'https://a.example/…'."],
  [{ baseUrl: undefined }, 'invalid-base-url', 'It is undefined.'],
  [{ baseUrl: '' }, 'invalid-base-url', 'It is empty.'],
  [
    // As React hands it over.
    { baseURL: 'https://acme.example.com', baseUrl: undefined },
    'invalid-base-url',
    "There is no 'baseURL'. Did you mean 'baseUrl'?",
  ],
  [{ url: 'https://acme.example.com', baseUrl: none }, 'invalid-base-url', 'It is undefined.'],
  [{ surface: undefined }, 'invalid-option', 'It is undefined.'],
  [{ surface: { kind: 'dashbord', publicId: 'x' } }, 'invalid-option', "It is 'dashbord'."],
  [{ surface: { knd: 'chat' } }, 'invalid-option', "There is no 'knd'. Did you mean 'kind'?"],
  [{ surface: {} }, 'invalid-option', 'It is undefined.'],
  [
    { surface: { kind: 'dashboard', publicID: 'x' } },
    'invalid-option',
    "There is no 'publicID'. Did you mean 'publicId'?",
  ],
  [{ surface: { kind: 'dashboard' } }, 'invalid-option', 'It is undefined.'],
  [{ surface: { kind: 'dashboard', publicId: 7 } }, 'invalid-option', 'It is 7.'],
  [{ surface: { kind: 'app', deploymentId: '7' } }, 'invalid-option', "It is '7'."],
  [{ readyTimeoutMs: -1 }, 'invalid-option', 'readyTimeoutMs is -1.'],
  [{ renewal: { spreadMs: '5' } }, 'invalid-option', 'spreadMs is a text.'],
  [{ renewal: [] }, 'invalid-option', 'It is an array.'],
  [{ renewal: { onExhausted: 'reloaded' } }, 'invalid-option', "It is 'reloaded'."],
  [{ title: 7 }, 'invalid-option', 'It is 7.'],
  [{ params: 'a=1' }, 'invalid-option', 'params is a text.'],
  [{ attributes: { allow: ['x'] } }, 'invalid-option', 'attributes.allow is an array.'],
  [{ getSession: 'an-id' }, 'invalid-option', 'It is a text.'],
  [{ getSession: Promise.resolve('an-id') }, 'invalid-option', 'It is an object.'],
  [{ filters: '[{' }, 'invalid-filter', "It is '[{'."],
  [{ filters: { member: 'a.b' } }, 'invalid-filter', 'It is an object.'],
];

for (const [options, code, words] of MISTAKES) {
  test(`a mistake is named: ${words}`, async () => {
    const error = await refusal(options);
    assert.equal(error.code, code);
    assert.ok(error.message.startsWith(`[${code}] `), error.message);
    assert.ok(error.message.endsWith(`/docs/guide/errors.md#${code}`), error.message);
    assert.ok(error.message.includes(words), error.message);
  });
}

test('no message repeats what may be a secret', async () => {
  const secret = 'secret-session-id';
  for (const options of [
    { baseUrl: `https://acme.example.com/?session=${secret}` },
    { baseUrl: `https://user:${secret}@acme.example.com` },
    { baseUrl: `acme.example.com?session=${secret}` },
    { baseUrl: `https://acme.example.com/#${secret}` },
    { getSession: secret },
    { surface: { kind: 'dashboard', publicId: '', session: secret } },
    { params: `session=${secret}` },
  ]) {
    const { message } = await refusal(options);
    assert.ok(!message.includes(secret), message);
  }
});

test('a filter without a value and an operator is refused, and its place is named', async () => {
  for (const filter of [
    { member: 'orders.status', values: ['completed'] },
    { member: 'orders.status' },
  ]) {
    assert.throws(() => own.filterParameter(filter), { message: /^\S+ A filter is / });
    const { code, message } = await refusal({ filters: [filter] });
    assert.equal(code, 'invalid-filter');
    assert.ok(message.includes('filters[0]: A filter is '), message);
  }
});
