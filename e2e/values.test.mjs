// Random structured-cloneable values from the embed's own window, through the listener of the bridge.
// VALUES=1000000 sends more of them, VALUES_SEED others.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { SESSION_REJECTION, SESSION_REJECTION_CONTEXT } from '../target/npm/ts/core/names.js';
import { inPage, openHostile } from './support/hostile.mjs';
import { testShells } from './support/shells.mjs';

const VALUES = Number(process.env.VALUES ?? 2_000);
const SEED = Number(process.env.VALUES_SEED ?? 7);
/** Few enough for a command of the driver to end in time. */
const AT_ONCE = 20_000;

/** By this an embed refuses an id: then the bridge asks for another one. */
const REJECTION = { message: 'no', name: SESSION_REJECTION, context: SESSION_REJECTION_CONTEXT };

const { events } = JSON.parse(
  readFileSync(new URL('../tests/fixtures/protocol.json', import.meta.url), 'utf8'),
);

/** Runs in the embed's document: posts `times` values, and resolves to how many the browser took. */
async function send(times, seed, events, rejection) {
  let state = seed >>> 0;
  // mulberry32
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = (list) => list[Math.floor(draw() * list.length)];
  const text = () =>
    pick([
      ...['', 'svc-embed', 'event', 'action', 'dashboard', 'signed', 'private', '__proto__'],
      ...['constructor', 'then', 'toJSON', '*', '\ud800', '\0', 'é😀', 'x'.repeat(1000)],
      // Without the name that belongs to it: a whole rejection has another document loaded, which sends
      // nothing. The test's last step is one.
      ...[rejection.context, 'light', '/'],
      String(draw()),
    ]);
  const number = () =>
    pick([0, -0, 1, -1, NaN, Infinity, -Infinity, 2 ** 53, 1e308, 5e-324, Date.now(), draw()]);
  const hostile = () =>
    JSON.parse('{"__proto__":{"member":1},"constructor":{"prototype":{"member":1}},"then":1}');
  const key = () => pick([...Object.keys(good), text(), text()]);
  const many = (make) => Array.from({ length: Math.floor(draw() * 4) }, make);
  const object = (depth) => {
    const made = {};
    for (const name of many(key)) {
      // Also an own property of the name `__proto__`.
      const property = { enumerable: true, configurable: true, writable: true };
      Object.defineProperty(made, name, { value: value(depth + 1), ...property });
    }
    if (draw() < 0.05) made.itself = made;
    return made;
  };
  const value = (depth = 0) => {
    const leaves = [
      ...[() => undefined, () => null, () => draw() < 0.5, number, text, text, number],
      ...[() => BigInt(Math.floor(draw() * 1e9)), () => new Date(number()), () => /a/gi],
      ...[() => Object(text()), () => Object(number()), () => new Error(text())],
      ...[
        () => new ArrayBuffer(8),
        () => new Uint8Array(4),
        () => new DataView(new ArrayBuffer(4)),
      ],
      ...[() => new Blob([text()]), () => new DOMRect(), () => new File([], 'a')],
      ...[() => new ImageData(1, 1), () => new DOMQuad(), () => new DOMException(text())],
      ...[() => new Float64Array(2), () => new BigInt64Array(2), () => Object(7n)],
      ...[() => new Boolean(true), () => Object.assign([], { 9: text() }), () => hostile()],
    ];
    const branches = [
      object,
      object,
      object,
      (depth) => many(() => value(depth + 1)),
      (depth) => new Map(many(() => [value(depth + 1), value(depth + 1)])),
      (depth) => new Set(many(() => value(depth + 1))),
    ];
    return depth < 5 && draw() < 0.5 ? pick(branches)(depth) : pick(leaves)();
  };
  const good = {
    source: 'svc-embed',
    direction: 'event',
    type: '',
    payload: {},
    timestamp: 1,
    surface: 'dashboard',
  };
  const right = {
    string: text,
    number: () => Math.floor(draw() * 1e6),
    boolean: () => draw() < 0.5,
  };
  /** An event of the catalog, or nearly. */
  const event = () => {
    const [name, { payload }] = pick(Object.entries(events));
    const fields = Object.entries(payload).map(([field, { type }]) => [
      field,
      draw() < 0.1 ? value() : (right[type.split('|')[0]] ?? value)(),
    ]);
    const made = { ...good, timestamp: Date.now(), type: `svc:event:${name}` };
    made.payload = Object.fromEntries(fields.filter(() => draw() < 0.97));
    if (draw() < 0.3) made[pick(Object.keys(good))] = value();
    if (draw() < 0.1) delete made[pick(Object.keys(good))];
    return made;
  };
  let sent = 0;
  for (let count = 0; count < times; count++) {
    try {
      parent.postMessage(draw() < 0.6 ? event() : value(), '*');
      sent++;
    } catch {
      // The browser could not clone it.
    }
    if (count % 500 === 499) await new Promise((done) => setTimeout(done));
  }
  return sent;
}

testShells(
  `${VALUES.toLocaleString('en')} random values are dropped or delivered, and nothing else happens`,
  async (t, shell) => {
    t.diagnostic(`seed ${SEED}; VALUES_SEED draws others`);
    const { tenant } = await openHostile(t, [], shell);
    await inPage(async (tenant) => {
      window.reasons = {};
      let minted = 0;
      const getSession = async ({ reason }) => {
        reasons[reason] = (reasons[reason] ?? 0) + 1;
        return `id-${++minted}`;
      };
      window.own = await mountPuppet(tenant, { getSession });
      const counts = (window.counts = {
        delivered: 0,
        dropped: 0,
        wrong: [],
        reasons: {},
        names: {},
      });
      const isObject = (value) =>
        typeof value === 'object' && value !== null && !Array.isArray(value);
      /** What the description of the service says of every event. */
      const isEvent = (message) =>
        isObject(message) &&
        message.source === 'svc-embed' &&
        message.direction === 'event' &&
        /^svc:event:./s.test(message.type) &&
        typeof message.type === 'string' &&
        typeof message.surface === 'string' &&
        Number.isFinite(message.timestamp) &&
        isObject(message.payload);
      own.members.push = own.unknown.push = own.states.push = () => 0;
      own.dropped.push = ({ reason }) => {
        counts.dropped++;
        counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
      };
      own.unknown.pop = () => counts.delivered--;
      own.embed.on('*', (message) => {
        counts.delivered++;
        const { type } = message;
        counts.names[type.slice(0, 40)] = (counts.names[type.slice(0, 40)] ?? 0) + 1;
        if (!isEvent(message)) counts.wrong.push(String(type));
      });
    }, tenant);
    let sent = 0;
    for (let left = VALUES; left > 0; left -= AT_ONCE) {
      sent += await inPage(
        async (send, times, ...rest) => {
          const sent = await command(
            own.embed.iframe.contentWindow,
            `(...args) => (${send})(...args)`,
            times,
            ...rest,
          );
          await own.settle();
          return sent;
        },
        String(send),
        Math.min(left, AT_ONCE),
        SEED + left,
        events,
        REJECTION,
      );
    }
    const { counts, session, errors, polluted, renewed, reasons } = await inPage(
      async (rejection) => {
        const known = Object.keys(counts.names).length;
        // Whatever it has said of its session, this is what holds now.
        const ready = {
          embedTenant: null,
          deploymentId: null,
          mode: 'signed',
          surface: 'dashboard',
        };
        await own.inside((message) => parent.postMessage(message, '*'), good(ready, 'ready'));
        await own.settle();
        const renewed = await Promise.race([own.embed.renew().then(() => 'renewed'), sleep(5000)]);
        // A refused id is followed by another document, in which nobody sends anything any more.
        await own.inside((message) => parent.postMessage(message, '*'), good(rejection, 'error'));
        for (let waits = 0; waits < 100 && !reasons.rejected; waits++) await sleep(50);
        for (let waits = 0; waits < 100 && own.embed.session.lastError; waits++) await sleep(50);
        const polluted = [Object.keys(Object.prototype).length, {}.member ?? null];
        return {
          counts: { ...counts, names: known },
          session: own.embed.session,
          errors: own.errors.slice(0, 5),
          polluted,
          renewed,
          reasons,
        };
      },
      REJECTION,
    );
    t.diagnostic(
      `${sent} sent: ${counts.delivered} delivered, of ${counts.names} types; dropped ${JSON.stringify(counts.reasons)}`,
    );
    assert.deepEqual(counts.wrong, []);
    // The last `ready` and the rejection are two more, and so is the `ready` of a document after it.
    assert.ok([2, 3].includes(counts.delivered + counts.dropped - sent));
    assert.ok(counts.delivered > sent / 10 && counts.dropped > sent / 10);
    assert.deepEqual(Object.keys(counts.reasons).sort(), ['direction', 'envelope', 'payload']);
    assert.deepEqual(errors, []);
    assert.deepEqual(polluted, [0, null]);
    assert.ok(reasons.rejected > 0, `the embed refused no id: ${JSON.stringify(reasons)}`);
    assert.equal(renewed, 'renewed');
    assert.equal(session.status, 'active');
  },
  { timeout: 3_600_000 },
);
