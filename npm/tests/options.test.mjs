// The options of `mount` and `connect`, the errors, and what only JavaScript can pass to an action:
// what the vectors, which Rust runs too, cannot have.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { root } from '../../scripts/lib/run.mjs';

const core = ['core/errors', 'core/option-errors'];
const names = ['shell/actions', 'shell/check', 'errors', 'shell/options', 'shell/url', ...core];
const bundle = await build({
  stdin: {
    contents: [
      ...names.map((name) => `export * from './${name}.ts';`),
      "export { NAMES, ON_EXHAUSTED } from './core/setting.ts';",
    ].join('\n'),
    resolveDir: join(root, 'npm/src'),
  },
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
const own = await import(`data:text/javascript;base64,${text}`);

const baseUrl = 'https://acme.example.com';
const surface = { kind: 'chat' };

/** The name of the mistake for which a call is refused, or the message and the code of its error. */
function refusal(call) {
  try {
    call();
  } catch (thrown) {
    // `mistakes.test.mjs` has what is said of each.
    if (thrown instanceof own.Mistake)
      return Object.keys(own).find((name) => name !== 'FIRST' && own[name] === thrown.number);
    assert.ok(own.isEmbedError(thrown), String(thrown));
    return [thrown.message, thrown.code];
  }
  return 'accepted';
}
const LINK = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md';
function refuses(call, name, detail = '') {
  const [code, sentence] = own.ERRORS[own[name] - 1] ?? [];
  const message = `[${code}] ${sentence?.replace('{}', detail)} ${LINK}#${code}`;
  assert.deepEqual(refusal(call), sentence ? [message, code] : name);
}
const mount = (options) => own.readOptions({ baseUrl, surface, mode: 'private', ...options }, true);
const connect = (options) => own.readOptions({ baseUrl, ...options }, false);

test('options that a page leaves out have their defaults', () => {
  const read = own.readOptions({ baseUrl: new URL('https://acme.example.com/tenant') }, false);
  assert.deepEqual(read, {
    base: 'https://acme.example.com/tenant',
    origin: 'https://acme.example.com',
    getSession: undefined,
    signal: undefined,
    numbers: [],
    actions: [],
    logger: undefined,
    unused: [],
    url: undefined,
    allowed: undefined,
    wait: 60_000,
    title: 'Analytics',
    attributes: [],
    loading: 'eager',
  });
  const { url, title, attributes } = mount({});
  assert.deepEqual([url, title, attributes], [`${baseUrl}/embed/chat`, 'Chat', []]);
  assert.equal(mount({ surface: { kind: 'dashboard', publicId: 'x' } }).title, 'Dashboard');
  assert.equal(mount({ surface: { kind: 'app', deploymentId: 7 } }).title, 'Analytics');
  assert.equal(mount({ surface: { kind: 'constructor', path: '/' } }).title, 'Analytics');
});

test('null counts as left out', () => {
  const nothing = { getSession: null, signal: null, renewal: null, readyTimeoutMs: null };
  const actions = { colorScheme: null, theme: null, locale: null, timezone: null };
  const rest = { title: null, attributes: null, params: null, filters: null };
  const numbers = { renewal: { mintTimeoutMs: null, maxAttempts: null, onExhausted: null } };
  assert.deepEqual(mount({ ...nothing, ...actions, ...rest }), mount({}));
  assert.deepEqual(mount(numbers), mount({}));
  assert.deepEqual(mount({ surface: { kind: 'chat', path: null } }), mount({}));
});

const dashboard = (publicId) => ({ surface: { kind: 'dashboard', publicId } });
const app = (deploymentId) => ({ surface: { kind: 'app', deploymentId } });
const renewal = (name) => (value) =>
  name === 'readyTimeoutMs' ? { [name]: value } : { renewal: { [name]: value } };
/** The settings that are numbers, and the numbers of those that cannot have every one. */
const NUMBERS = own.NAMES.filter((name) => name !== 'onExhausted');
const GOOD = {
  ...{ retryMinMs: [0, 1.5, 60_000], retryMaxMs: [1_000, Infinity] },
  ...{ maxAttempts: [1, 1.5, Infinity], lifetimeMs: [0.5, 7, Infinity] },
};
const only = (name) => (value) => ({ [name]: value });
const TEXTS = [
  7,
  'text',
  true,
  () => {},
  [[]],
  { a: null },
  { b: 1, a: {} },
  new Map([['a', null]]),
];
const NO_LIST = [7, 'f_a.b=1', {}, { length: 0 }, true];

/** Each mistake, with the options and the values that are refused for it. */
const REFUSED = [
  ['INVALID_BASE_URL', only('baseUrl'), [undefined, 7, null, {}, Symbol('x')]],
  ['INVALID_GET_SESSION', only('getSession'), [7, 'text', {}, true, 0, '']],
  [
    'INVALID_SURFACE',
    only('surface'),
    [undefined, null, 7, 'chat', {}, { kind: 'sales' }, { kind: ['chat'] }],
  ],
  ['INVALID_SURFACE', (path) => ({ surface: { kind: 'chat', path } }), [7, {}, true, ['/x']]],
  ['INVALID_PUBLIC_ID', dashboard, [undefined, null, 7, {}, ['x'], '']],
  ['INVALID_DEPLOYMENT_ID', app, [undefined, null, '7', -1, 1.5, NaN, Infinity, 2 ** 53, 7n, {}]],
  ['INVALID_TEXTS', only('params'), TEXTS],
  ['INVALID_TEXTS', only('attributes'), TEXTS],
  ['SESSION_IN_PARAMS', only('params'), [{ session: 'x' }, new URLSearchParams('session=x')]],
  ['INVALID_FILTERS', only('filters'), NO_LIST],
  ['INVALID_TITLE', only('title'), [7, {}, true, ['x']]],
  ['INVALID_RENEWAL', only('renewal'), [7, 'text', true, []]],
  ['INVALID_ON_EXHAUSTED', renewal('onExhausted'), ['', 'Stop', 7, {}]],
  ...NUMBERS.map((name) => ['INVALID_DURATION', renewal(name), [-1, NaN, '7', true, {}, 7n]]),
  ['INVALID_POLICY', renewal('maxAttempts'), [0, 0.5]],
  ['INVALID_POLICY', renewal('lifetimeMs'), [0]],
  ['INVALID_POLICY', renewal('retryMinMs'), [60_001, Infinity]],
  ['INVALID_POLICY', renewal('retryMaxMs'), [0, 999]],
  ['INVALID_POLICY', only('renewal'), [{ retryMinMs: 2, retryMaxMs: 1 }]],
  ['INVALID_SIGNAL', only('signal'), [7, {}, 'text', true, { aborted: 1 }, { aborted: true }]],
  ['INVALID_COLOR_SCHEME', only('colorScheme'), ['sepia']],
  ['INVALID_LOCALE', only('locale'), ['']],
  ['INVALID_TIMEZONE', only('timezone'), ['Europe/Nowhere']],
];
/** `connect` leaves these out. */
const OF_MOUNT = /^(INVALID_(SURFACE|PUBLIC|DEPLOYMENT|TEXTS|FILTERS|TITLE)|SESSION_IN)/;

test('options that are wrong are refused, each as its mistake', () => {
  for (const [name, options, values] of REFUSED)
    for (const value of values) {
      refuses(() => mount(options(value)), name);
      if (!OF_MOUNT.test(name)) refuses(() => connect(options(value)), name);
    }
  for (const none of [undefined, null, {}])
    refuses(() => own.readOptions(none, false), 'INVALID_BASE_URL');
  refuses(() => own.readOptions({ surface }, true), 'INVALID_BASE_URL');
  refuses(() => connect({ params: { a: 1 } }), 'INVALID_SURFACE');
  refuses(() => connect({ theme: 'dark' }), 'INVALID_PAYLOAD', 'string');
});

/** Options, and what becomes of them. */
const READ = [
  [{ params: { a: 'x', b: 1.5, c: false } }, { url: '?a=x&b=1.5&c=false' }],
  [{ params: new Map(Object.entries({ a: 'x', b: 2 })) }, { url: '?a=x&b=2' }],
  [{ params: new URLSearchParams('a=x&b=2') }, { url: '?a=x&b=2' }],
  [{ params: new URLSearchParams('a=1&a=2') }, { url: '?a=1&a=2' }],
  [{ params: new Map([[7, 'x']]) }, { url: '?7=x' }],
  [{ params: { a: undefined, b: 1 } }, { url: '?b=1', unused: ['params.a'] }],
  [
    { filters: [{ member: 'a.b', value: 1 }, 'f_c.d=2'] },
    { url: '?f_a.b=%7B%22value%22%3A1%7D&f_c.d=2' },
  ],
  [{ attributes: { a: 'x', b: 1.5 } }, { attributes: Object.entries({ a: 'x', b: '1.5' }) }],
  [{ attributes: new Map([['id', 'x']]) }, { attributes: [['id', 'x']] }],
  [{ attributes: { id: undefined } }, { attributes: [], unused: ['attributes.id'] }],
  [{ title: '' }, { title: '' }],
  [{ renewal: { onExhausted: 'stop' } }, { numbers: [[own.ON_EXHAUSTED, 1]] }],
  [{ renewal: { onExhausted: 'reload' } }, { numbers: [[own.ON_EXHAUSTED, 2]] }],
  ...NUMBERS.flatMap((name) =>
    (GOOD[name] ?? [0, 1.5, 7, Infinity]).map((good) => [
      renewal(name)(good),
      { numbers: [[own.NAMES.indexOf(name) + 1, good]] },
    ]),
  ),
  // What has no effect.
  [{ getsession: () => 's' }, { unused: ['getsession'] }],
  [{ spreadMs: 7 }, { unused: ['spreadMs'] }],
  [{ renewal: { maxRetries: 7 } }, { unused: ['renewal.maxRetries'] }],
  [{ renewal: { readyTimeoutMs: 7 } }, { unused: ['renewal.readyTimeoutMs'] }],
  [{ params: new Map([['a', undefined]]) }, { unused: ['params.a'] }],
  [{ mode: undefined }, { unused: ['mode'] }],
  [{ mode: 'signed' }, { unused: ['mode'] }],
  [{ getSession: () => 's' }, { unused: ['mode'] }],
  [{ mode: null, getSession: () => 's' }, { unused: [] }],
];

test('options are read as the table says', () => {
  for (const [options, wanted] of READ) {
    const read = mount(options);
    for (const [name, value] of Object.entries(wanted))
      assert.deepEqual(read[name], name === 'url' ? `${baseUrl}/embed/chat${value}` : value);
  }
});

test('a signed embed has a place for its session', () => {
  const getSession = () => 's';
  const read = mount({ mode: undefined, getSession, params: { allowExport: true, page: 2 } });
  assert.equal(read.getSession, getSession);
  assert.equal(
    own.withSession(read.url, 's 1'),
    `${baseUrl}/embed/chat?sessionId=s%201&allowExport=true&page=2`,
  );
});

test('an option of the one function has no effect in the other', () => {
  const settings = Object.fromEntries(NUMBERS.map((name) => [name, 7]));
  const { readyTimeoutMs, ...rest } = { ...settings, onExhausted: 'stop' };
  const known = { logger: false, readyTimeoutMs, renewal: rest, params: { a: 1 }, filters: [] };
  const ofMount = { attributes: { id: 'x' }, title: 'x' };
  assert.deepEqual(mount({ ...known, ...ofMount }).unused, []);
  assert.deepEqual(connect({ ...known, surface }).unused, []);
  for (const [name, value] of Object.entries(ofMount)) {
    assert.deepEqual(connect({ [name]: value }).unused, [name]);
    assert.deepEqual(connect({ [name]: null }).unused, []);
  }
});

test('a signal may be from another window', () => {
  const { signal } = new AbortController();
  const other = { aborted: true, addEventListener() {} };
  assert.equal(connect({ signal }).signal, signal);
  assert.equal(own.readSignal({ signal: other }), other);
  assert.equal(own.readSignal(undefined), undefined);
});

test('what is set from the start is sent in a fixed order', () => {
  const given = { timezone: 'UTC', locale: 'de', theme: { a: 1 }, colorScheme: 'dark' };
  const types = connect(given).actions.map(({ type }) => type.replace('svc:action:set-', ''));
  assert.deepEqual(types, ['color-scheme', 'theme', 'locale', 'timezone']);
});

test('a payload is a copy of a plain object', () => {
  const theme = { a: { b: 1 } };
  const { payload } = own.actionOf('set-theme', theme);
  theme.a.b = 2;
  assert.deepEqual(payload, { a: { b: 1 } });
  const reactive = new Proxy({ a: new Proxy([{ b: 1 }], {}), at: new Date(0) }, {});
  assert.deepEqual(own.actionOf('set-theme', reactive).payload, { a: [{ b: 1 }], at: new Date(0) });
  refuses(() => own.actionOf('set-theme', new Proxy({ a() {} }, {})), 'INVALID_PAYLOAD', 'object');
  for (const plain of [Object.create(null), runInNewContext('({})'), new (class Own {})()]) {
    assert.deepEqual(own.actionOf('set-theme', plain).payload, {});
  }
  const strange = [new Map(), new Date(), [], () => {}, { a() {} }, Symbol('x'), 7n, undefined];
  for (const wrong of strange)
    refuses(() => own.actionOf('set-theme', wrong), 'INVALID_PAYLOAD', typeof wrong);
  assert.deepEqual(own.readAction('of-tomorrow', undefined).payload, {});
  for (const wrong of [undefined, null, 7, {}]) {
    refuses(() => own.readAction(wrong, {}), 'INVALID_ACTION_NAME');
  }
});

test('a session id is not sent again', () => {
  const { payload, key, lasts } = own.sessionAction('s');
  assert.deepEqual([payload, key, lasts], [{ sessionId: 's' }, undefined, false]);
});

test('a filter has a value that JSON can express', () => {
  const filter = (value, operator) => own.filterParameter({ member: 'a.b', value, operator });
  assert.equal(filter(undefined, 'set'), 'f_a.b={"operator":"set"}');
  assert.equal(filter(new Date(0)), 'f_a.b={"value":"1970-01-01T00:00:00.000Z"}');
  assert.equal(filter('\ud800'), 'f_a.b={"value":"\\ud800"}');
  const cycle = {};
  cycle.cycle = cycle;
  for (const wrong of [() => {}, Symbol('x'), NaN, Infinity, 7n, cycle, new Date(NaN)]) {
    refuses(() => filter(wrong), 'INVALID_FILTER');
    // Without its value, it would be another filter.
    refuses(() => filter(wrong, 'equals'), 'INVALID_FILTER');
  }
  refuses(() => filter(undefined), 'INVALID_FILTER');
});

test('an option with a wrong filter names its place, and no value', () => {
  for (const wrong of [
    { member: 'status', value: 'a secret' },
    { member: ['orders.status'], value: 'a secret' },
    { member: undefined, value: null },
    { member: 'f_orders.status="a secret"', value: 1 },
    'f_orders.status',
    'orders.status="a secret"',
    { field: 'orders.status', equals: 'a secret' },
  ])
    refuses(() => own.filterParameter(wrong, 2), 'INVALID_FILTER', 'filters[2]: ');
});

test('numbers that are not finite, and values without JSON, are no fields of events', () => {
  const message = (payload, changes) => ({
    ...{ source: 'svc-embed', direction: 'event', surface: 'app', timestamp: 1 },
    ...{ type: 'svc:event:dashboard-loaded', payload, ...changes },
  });
  assert.equal(own.checkEvent(message({ widgetCount: 1 })).name, 'dashboard-loaded');
  assert.equal(own.checkEvent(message({ widgetCount: undefined })).name, 'dashboard-loaded');
  for (const wrong of [NaN, Infinity, 7n, new Date(0), () => {}]) {
    assert.equal(own.checkEvent(message({ widgetCount: wrong })), 'payload');
    assert.equal(own.checkEvent(message({}, { timestamp: wrong })), 'envelope');
  }
  assert.equal(own.checkEvent(Object.assign([], message({}))), 'envelope');
  assert.equal(own.checkEvent(message(Object.assign([], {}))), 'payload');
});

test('a sentence names what the page threw, if that has a text', () => {
  const sentence = (cause) => own.embedError(own.MINT_FAILED, cause).message;
  const link = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#mint-failed';
  const failed = (why) =>
    `[mint-failed] getSession failed${why}. Check its code and your backend. ${link}`;
  assert.equal(sentence(new Error('no backend.')), failed(': no backend'));
  assert.equal(sentence('no backend'), failed(': no backend'));
  assert.equal(sentence(runInNewContext('new Error("no")')), failed(': no'));
  const address = 'Nothing answers at https://acme.example.com/api';
  assert.equal(sentence(address), failed(`: ${address}`));
  const cause = own.embedError(own.DESTROYED);
  assert.equal(sentence(cause), failed(': The embed was destroyed. Mount a new one'));
  const throwing = {
    get message() {
      throw new Error('a getter');
    },
  };
  for (const silent of [
    undefined,
    null,
    7,
    '',
    new Error(''),
    { message: 7 },
    throwing,
    Symbol('x'),
  ]) {
    assert.equal(sentence(silent), failed(''));
  }
});

test('an error is recognised across copies of the package', () => {
  const error = own.embedError(own.MINT_FAILED, 'the cause');
  assert.ok(error instanceof own.EmbedError && error instanceof Error);
  assert.deepEqual(
    [error.name, error.code, error.cause],
    ['EmbedError', 'mint-failed', 'the cause'],
  );
  assert.equal('cause' in own.embedError(own.DESTROYED), false);
  assert.ok(own.isEmbedError(error));
  assert.ok(own.isEmbedError({ [Symbol.for('svc-embed.EmbedError')]: true }));
  for (const other of [undefined, null, 7, 'text', {}, new Error('x'), { code: 'mint-failed' }]) {
    assert.equal(own.isEmbedError(other), false);
  }
  const signedOut = new own.SignedOutError(undefined, { cause: 7 });
  assert.deepEqual([signedOut.name, signedOut.cause], ['SignedOutError', 7]);
  assert.equal(own.isEmbedError(signedOut), false);
});

test('the codes are those of the contract, of a missing file, and of a core that has failed', () => {
  const codes = new Set([...own.ERRORS, ...own.OPTION_ERRORS].map(([code]) => code));
  assert.deepEqual([...codes].sort(), [
    'bridge-failed',
    ...['destroyed', 'exchange-rejected', 'file-unavailable', 'frame-blocked', 'invalid-base-url'],
    ...['invalid-filter', 'invalid-option'],
    ...['invalid-path', 'invalid-target', 'invalid-timezone', 'mint-failed', 'mint-invalid'],
    ...['mint-repeated', 'mint-stale', 'mint-timeout', 'not-a-browser', 'not-allowed'],
    ...['ready-timeout'],
    ...['reserved-action', 'session-lapsed', 'signed-out', 'wasm-unavailable'],
  ]);
});
