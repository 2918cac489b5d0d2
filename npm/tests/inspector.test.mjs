// The parts of the inspector that need no page: what it keeps of a day, what it tells of an attempt,
// what it hides, what it saves and reads, and how it plays a file.

import assert from 'node:assert/strict';
import { build } from 'esbuild';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { root } from '../../scripts/lib/run.mjs';

const names = ['attempts', 'format', 'kept', 'list', 'recording', 'replay', 'row', 'selection'];
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
  // What leaves for the clipboard or a file is bounded, too.
  assert.ok(own.write(rows, 0).length < 300_000);
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** The bytes of the heap that are in use. */
function memory() {
  for (let round = 0; round < 3; round++) collectGarbage();
  return process.memoryUsage().heapUsed;
}

test('rows are chosen by kind and by text, a page at a time', () => {
  const kept = new own.Kept(500);
  for (let index = 0; index < 150; index++) kept.add(row({ name: `view-${index}` }));
  kept.add(row({ kind: 'attempt', name: 'failed', facts: { error: 'The backend answered 503.' } }));
  const chosen = (choice) => {
    const all = { kinds: new Set(), text: '', skip: 0, ...choice };
    const { rows, matching } = own.select(kept.rows(), all);
    return [rows.length, matching.length, rows[0]?.name];
  };
  assert.deepEqual(chosen({}), [100, 151, 'failed']);
  assert.deepEqual(chosen({ skip: 100 }), [51, 151, 'view-50']);
  assert.deepEqual(chosen({ kinds: new Set(['attempt']) }), [1, 1, 'failed']);
  assert.deepEqual(chosen({ text: ' ANSWERED 503 ' }), [1, 1, 'failed']);
  assert.deepEqual(chosen({ text: 'view-14' }), [11, 11, 'view-149']);
  assert.deepEqual(chosen({ text: 'Attempt' }), [1, 1, 'failed']);
  assert.deepEqual(chosen({ text: '<b>' }), [0, 0, undefined]);
});

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

test('what was saved is read again', () => {
  const rows = [
    row({ facts: { surface: 'dashboard', sentAt: 5 } }),
    row({ at: 90_000, kind: 'attempt', name: 'failed', note: 'attempt 1 · mint-failed' }),
  ];
  assert.deepEqual(own.read(own.write(rows, 100_000)), rows);
});

const LINK = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md';

test('a file that is not the inspector’s is refused, and its texts are only texts', () => {
  const file = (change) => JSON.stringify({ ...JSON.parse(own.write([row()], 0)), ...change });
  const rows = (...rows) => file({ rows });
  for (const [given, reason] of [
    [undefined, 'is not a text'],
    ['{"secret', 'is not JSON'],
    ['null', 'was not saved by the inspector'],
    ['[]', 'was not saved by the inspector'],
    [file({ format: 'har' }), 'was not saved by the inspector'],
    [file({ version: 2 }), 'has another version than 1'],
    [file({ rows: {} }), 'has no rows'],
    [rows(), 'has no rows'],
    [rows(...Array(10_001).fill(row())), 'has more than 10000 rows'],
    [rows(row(), null), 'is wrong in row 2'],
    [rows(row({ at: 1e300 })), 'is wrong in row 1'],
    [rows(row({ at: '1' })), 'is wrong in row 1'],
    [rows(row({ kind: 'toString' })), 'is wrong in row 1'],
    [rows(row({ name: { toString: 1 } })), 'is wrong in row 1'],
    [rows(row({ facts: [] })), 'is wrong in row 1'],
    [rows(row({ facts: { nested: {} } })), 'is wrong in row 1'],
    [rows(row({ facts: { '<b>': 'x' } })), 'is wrong in row 1'],
    [
      rows(row({ facts: Object.fromEntries([...'abcdefghijklmnopqrstu'].map((n) => [n, 1])) })),
      'is wrong in row 1',
    ],
    [file({}).replace('"facts":{}', '"facts":{"__proto__":{"a":1}}'), 'is wrong in row 1'],
    [' '.repeat(10_000_001), 'has more than 10000000 characters'],
  ]) {
    assert.throws(() => own.read(given), {
      code: 'invalid-option',
      message: `[invalid-option] The inspector's file ${reason}. ${LINK}#invalid-option`,
    });
  }
  const markup = '<img src=x onerror=alert(1)>';
  const [read] = own.read(rows(row({ name: markup, note: 'x'.repeat(1e6), more: 'dropped' })));
  assert.equal(read.name, markup);
  assert.ok(read.note.length <= 500);
  assert.deepEqual(Object.keys(read), ['at', 'kind', 'name', 'note', 'facts']);
});

test('a file is played in its order, with long waits cut, and can be paused and finished', () => {
  const times = [0, 100, 90, 3_600_000, 3_600_010];
  assert.deepEqual(own.waitsOf(times.map((at) => row({ at }))), [0, 100, 0, 700, 10]);
  const day = Array.from({ length: 1_000 }, (_, index) => row({ at: index * 3_600_000 }));
  const sum = own.waitsOf(day).reduce((sum, wait) => sum + wait, 0);
  assert.ok(Math.abs(sum - 20_000) < 1, `${sum}`);

  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const played = [];
    const life = new AbortController();
    const facts = { status: 'active' };
    const rows = times.map((at, index) => row({ at, facts: index === 1 ? facts : {} }));
    const replay = new own.Replay(rows);
    replay.start(
      ({ at }) => played.push(at),
      () => {},
      life.signal,
    );
    mock.timers.tick(0);
    mock.timers.tick(99);
    assert.deepEqual(played, [0]);
    mock.timers.tick(1);
    mock.timers.tick(0);
    assert.deepEqual(played, [0, 100, 90]);
    assert.deepEqual(replay.session(), { facts, at: 90, ahead: 0 });
    replay.pause();
    mock.timers.tick(5_000);
    assert.equal(played.length, 3);
    replay.play();
    mock.timers.tick(700);
    assert.equal(played.length, 4);
    replay.finish();
    assert.deepEqual([played.length, replay.isAtEnd], [5, true]);
    replay.restart();
    life.abort();
    mock.timers.tick(5_000);
    assert.equal(played.length, 5);
  } finally {
    mock.timers.reset();
  }
});
