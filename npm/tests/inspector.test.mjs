// The parts of the inspector that need no page: what it keeps of a day, what it tells of an attempt,
// and what it hides.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { root } from '../../scripts/lib/run.mjs';

const names = ['attempts', 'format', 'kept', 'row'];
const bundle = await build({
  stdin: {
    contents: [...names, 'text'].map((name) => `export * from './${name}.ts';`).join('\n'),
    resolveDir: join(root, 'npm/src/inspector'),
  },
  bundle: true,
  format: 'esm',
  write: false,
});
const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
const own = await import(`data:text/javascript;base64,${text}`);

const CALM = {
  mode: 'signed',
  status: 'active',
  renewal: 'idle',
  attempt: 0,
  renewals: 0,
  expiresAt: null,
  nextAttemptAt: null,
  lastError: null,
};
const row = (more) => ({ at: 0, kind: 'event', name: 'view', note: '', facts: {}, ...more });

test('a renewal that fails once is told attempt by attempt, with causes and times', () => {
  const attempts = new own.Attempts(CALM);
  const lastError = {
    code: 'mint-failed',
    message: 'getSession failed: The backend answered 503.',
  };
  let clock = 0;
  let state = CALM;
  const told = [];
  const after = (ms, change) => {
    clock += ms;
    state = { ...state, ...change };
    const rows = attempts.change(state, { wall: 1e12 + clock, monotonic: clock });
    told.push(...rows.map(({ kind, name, note }) => [kind, name, note].join(' ')));
    return rows;
  };
  const [scheduled] = after(0, {
    status: 'expiring',
    renewal: 'scheduled',
    expiresAt: 1e12 + 1_800_000,
    nextAttemptAt: 1e12 + 90_000,
  });
  after(90_000, { renewal: 'minting', attempt: 1, nextAttemptAt: null });
  const [failed] = after(80, {
    renewal: 'backing-off',
    nextAttemptAt: 1e12 + 94_080,
    lastError,
  });
  after(4_000, { renewal: 'minting', attempt: 2, nextAttemptAt: null });
  after(120, { renewal: 'confirming' });
  after(3_000, { ...CALM, renewals: 1 });
  assert.deepEqual(told, [
    'attempt scheduled next in 1 min 30 s',
    `session expiring signed · ends at ${own.clockTime(1e12 + 1_800_000)}`,
    'attempt started attempt 1',
    'attempt failed attempt 1 · after 80 ms · mint-failed · next in 4.0 s',
    'attempt started attempt 2',
    'attempt minted attempt 2 · after 120 ms',
    'attempt confirmed attempt 2 · after 3.0 s · 7.2 s in all',
    'session active signed',
  ]);
  assert.equal(scheduled.facts.nextAttemptAt, 1e12 + 90_000);
  assert.deepEqual(
    [failed.at, failed.facts.tookMs, failed.facts.error],
    [1e12 + 90_080, 80, 'getSession failed: The backend answered 503.'],
  );
});

test('an id that loads the iframe is minted, and needs no confirmation', () => {
  const minting = { ...CALM, renewal: 'minting', attempt: 1 };
  for (const [before, after] of [
    [
      { ...minting, status: 'starting' },
      { ...CALM, status: 'starting' },
    ],
    [minting, { ...CALM, status: 'starting' }],
    [{ ...minting, status: 'starting' }, CALM],
  ]) {
    const [row] = new own.Attempts(before).change(after, { wall: 5, monotonic: 5 });
    assert.equal(row.name, 'minted');
  }
});

test('a renewal that gives up says why, and one whose beginning nobody saw has no time', () => {
  const under = { ...CALM, status: 'starting', renewal: 'minting', attempt: 1 };
  const signedOut = { code: 'signed-out', message: 'The user is signed out.' };
  const end = (more) =>
    new own.Attempts(under)
      .change({ ...CALM, status: 'stopped', ...more }, { wall: 5, monotonic: 5 })
      .map(({ name, note, facts }) => [name, note, facts.tookMs]);
  assert.deepEqual(end({ lastError: signedOut })[0], [
    'gave up',
    'attempt 1 · signed-out',
    undefined,
  ]);
  assert.deepEqual(end({})[0], ['ended', 'attempt 1', undefined]);
});

test('a day of ten events a second is kept in bounds, with all of its renewals', () => {
  const limit = 1_000;
  const kept = new own.Kept(limit);
  const before = memory();
  for (let index = 0; index < 864_000; index++) {
    kept.add(row({ at: index, facts: { sentAt: index, payload: `member: string` } }));
    if (index % 100_000 === 0) kept.add(row({ at: index, kind: 'attempt', name: 'started' }));
  }
  const grown = memory() - before;
  assert.ok(grown < 4_000_000, `${grown} bytes`);
  const rows = kept.rows();
  assert.equal(kept.seen, 864_009);
  assert.equal(rows.length, limit + 9);
  assert.equal(rows.filter(({ name }) => name === 'started').length, 9);
  assert.equal(rows[0].at, 863_999);
  assert.ok(rows.every(({ number }, index) => index === 0 || number < rows[index - 1].number));
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** The bytes of the heap that are in use. */
function memory() {
  for (let round = 0; round < 3; round++) collectGarbage();
  return process.memoryUsage().heapUsed;
}

const OWN_LINK =
  'See https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#mint-failed';

test('texts of others show no secret, nothing invisible, and little of what is long', () => {
  const id = 'f3b9c1d2-77aa-4e0b-9d3e-5a6b7c8d9e0f';
  for (const [given, shown] of [
    ['The backend answered 503.', 'The backend answered 503.'],
    [`The id ${id} was refused.`, 'The id … was refused.'],
    ['session=short', 'session= …'],
    ['sessionId: short, retry', 'sessionId: … retry'],
    ['Authorization: Bearer ab.cd', 'Authorization: … …'],
    ['GET https://acme.example.com/a?k=short#x failed', 'GET https://acme.example.com/a… failed'],
    // Either by itself: an id may be in a fragment, too.
    ['GET https://acme.example.com/a#short failed', 'GET https://acme.example.com/a… failed'],
    ['GET https://acme.example.com/a?k=short failed', 'GET https://acme.example.com/a… failed'],
    ['GET https://acme.example.com/#/a?k=short failed', 'GET https://acme.example.com/… failed'],
    // The links of our own errors stay whole.
    [OWN_LINK, OWN_LINK],
    [`${OWN_LINK}?k=short`, OWN_LINK.replace(/#.*/, '…')],
    ['a'.repeat(40), '…'],
    ['one\u0000\n\u202etwo', 'one two'],
  ]) {
    assert.equal(own.shownText(given), shown);
  }
  assert.equal(own.shownText('word '.repeat(1e6)).length, 500);
  assert.ok(!own.shownText(`${'word '.repeat(59)} ${id}`).includes(id.slice(0, 8)));
});

test('a row has the names of a payload’s fields, and none of its values', () => {
  const payload = { member: 'secret', value: [1], nothing: null, 'secret-7': 1 };
  const event = { type: 'svc:event:drilldown', timestamp: 90, surface: 'dashboard', payload };
  assert.deepEqual(own.eventRow(100, event), {
    at: 100,
    kind: 'event',
    name: 'drilldown',
    note: '',
    facts: {
      surface: 'dashboard',
      sentAt: 90,
      onTheWayMs: 10,
      payload: 'member: string, value: list, nothing: null, …: number',
    },
  });
  const odd = { type: 'a secret', timestamp: NaN, surface: 'a secret', payload: 'secret' };
  const dropped = { reason: 'origin', origin: 'https://evil.example', data: odd };
  const all = JSON.stringify([own.eventRow(1, odd), own.droppedRow(1, dropped)]);
  assert.ok(!all.includes('secret'), all);
  assert.ok(all.includes('origin https://evil.example'));
  const many = Object.fromEntries(Array.from({ length: 1e5 }, (_, index) => [`k${index}`, 1]));
  assert.ok(own.shapeOf(many).length < 300);
});
