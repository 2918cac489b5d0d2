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
  [
    { baseUrl: 'acme.example.com' },
    'invalid-base-url',
    "It is 'acme.example.com'. Did you mean 'https://acme.example.com'?",
  ],
  [
    { baseUrl: 'http://acme.example.com/a' },
    'invalid-base-url',
    "Did you mean 'https://acme.example.com/a'?",
  ],
  [
    { baseUrl: 'https://acme.example.com/?x=1' },
    'invalid-base-url',
    "It is 'https://acme.example.com/…'. Did you mean 'https://acme.example.com'?",
  ],
  [
    { baseUrl: 'http://acme.example.com/a/embed/dashboard/sales?session=an-id' },
    'invalid-base-url',
    "Did you mean 'https://acme.example.com/a'?",
  ],
  [
    { baseUrl: 'http://127.0.0.1:8080/embed/chat?sessionId=an-id' },
    'invalid-base-url',
    "Did you mean 'http://127.0.0.1:8080'?",
  ],
  [{ baseUrl: undefined }, 'invalid-base-url', 'It is undefined.'],
  [{ baseUrl: '' }, 'invalid-base-url', 'It is empty.'],
  [
    { baseURL: 'https://acme.example.com', baseUrl: none },
    'invalid-base-url',
    "There is no 'baseURL'. Did you mean 'baseUrl'?",
  ],
  [{ url: 'https://acme.example.com', baseUrl: none }, 'invalid-base-url', 'It is undefined.'],
  [
    // As React hands it over.
    { baseURL: 'https://acme.example.com', baseUrl: undefined },
    'invalid-base-url',
    "There is no 'baseURL'. Did you mean 'baseUrl'?",
  ],
  [{ surface: undefined }, 'invalid-option', 'It is undefined.'],
  [
    { surface: { kind: 'dashbord', publicId: 'x' } },
    'invalid-option',
    "Its kind is 'dashbord'. Did you mean 'dashboard'?",
  ],
  [{ surface: { knd: 'chat' } }, 'invalid-option', "There is no 'knd'. Did you mean 'kind'?"],
  [{ surface: {} }, 'invalid-option', 'It has no kind.'],
  [
    { surface: { kind: 'dashboard', publicID: 'x' } },
    'invalid-option',
    "There is no 'publicID'. Did you mean 'publicId'?",
  ],
  [{ surface: { kind: 'dashboard' } }, 'invalid-option', 'surface has no publicId.'],
  [{ surface: { kind: 'dashboard', publicId: 7 } }, 'invalid-option', 'It is 7.'],
  [{ surface: { kind: 'app', deploymentId: '7' } }, 'invalid-option', "It is '7'."],
  [
    { readyTimeoutMs: -1 },
    'invalid-option',
    'readyTimeoutMs must be a number that is not negative. It is -1.',
  ],
  [
    { renewal: { spreadMs: '5' } },
    'invalid-option',
    "spreadMs must be a number that is not negative. It is '5'.",
  ],
  [{ renewal: [] }, 'invalid-option', 'It is an array.'],
  [
    { renewal: { onExhausted: 'reloaded' } },
    'invalid-option',
    "It is 'reloaded'. Did you mean 'reload'?",
  ],
  [{ title: 7 }, 'invalid-option', 'It is 7.'],
  [{ params: 'a=1' }, 'invalid-option', ': params is a text.'],
  [{ attributes: { allow: ['x'] } }, 'invalid-option', ': attributes.allow is an array.'],
  [{ getSession: 'an-id' }, 'invalid-option', 'It is a text.'],
  [
    { getSession: Promise.resolve('an-id') },
    'invalid-option',
    'It is a promise: pass the function itself, without calling it.',
  ],
  [
    { filters: '[{' },
    'invalid-filter',
    'It is a text that is not JSON: names and texts need double quotes.',
  ],
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

test('options in place of the element are named', async () => {
  const { message } = await refusal({ baseUrl: none }, { target: '#dashboard', ...good });
  assert.match(message, /The options are the second argument, after the element\./);
});

test('no message repeats what may be a secret', async () => {
  const secret = 'secret-session-id';
  for (const options of [
    { baseUrl: `https://acme.example.com/?session=${secret}` },
    { baseUrl: `https://user:${secret}@acme.example.com` },
    { baseUrl: `acme.example.com?session=${secret}` },
    { baseUrl: `https://acme.example.com/#${secret}` },
    { getSession: secret },
    { surface: { kind: 'dashboard', publicId: '', session: secret } },
  ]) {
    const { message } = await refusal(options);
    assert.ok(!message.includes(secret), message);
  }
});

test('a filter without a value and an operator is refused, and its fields are named', async () => {
  for (const [filter, shown] of [
    [{ member: 'orders.status', values: ['completed'] }, 'member: orders.status, values: object'],
    [{ member: 'orders.status' }, 'member: orders.status'],
  ]) {
    const fields = `{ ${shown} } is no filter.`;
    assert.throws(() => own.filterParameter(filter), { message: new RegExp(`^\\S+ ${fields}`) });
    const { code, message } = await refusal({ filters: [filter] });
    assert.equal(code, 'invalid-filter');
    assert.ok(message.includes(`filters[0]: ${fields}`), message);
  }
});

test('a name that is no event is asked about: by its beginning, or by all events', () => {
  for (const [given, near] of [
    ['drildown', 'drilldown'],
    ['svc:event:ready', 'ready'],
    ['dashboardLoaded', 'dashboard-loaded'],
    ['session_expired', "session-expiring', 'session-expired"],
    ['click', Object.keys(own.EVENTS).join("', '")],
  ])
    assert.equal(own.nearEvents(given), near, given);
  const words = `'drildown'. Did you mean '${own.nearEvents('drildown')}'`;
  assert.match(
    own.embedError(own.UNKNOWN_EVENT, undefined, words).message,
    /^\[invalid-option\] There is no event 'drildown'\. Did you mean 'drilldown'\? https:/,
  );
});
