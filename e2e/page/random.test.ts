// Random operations on eight embeds, faster than any of them can be done. In the end every embed is active or says
// why not. Then a month of faults, after each day of which every session is active.

import type { Embed } from 'svc-embed';
import { deepEqual, ok, sleep, until } from './support/assert.js';
import { chanceFrom } from './support/chance.js';
import { control, faults, getSession, iframes, QUICK, target } from './support/embed.js';
import { inside, origins, test } from './support/test.js';

const OPERATIONS = 300;
const DAYS = 10;
const HOUR = 3_600_000;
/** How the page's backend fails. */
const MODES = ['down', 'slow', 'hang', 'junk', 'number', 'empty', 'repeat'];
/** Another seed draws other operations. */
const { below, draw, pick } = chanceFrom(7);

/** How far the page's clocks are ahead. */
const shift = { wall: 0, monotonic: 0 };
const [wall, monotonic] = [Date.now, performance.now.bind(performance)];
Date.now = () => wall() + shift.wall;
performance.now = () => monotonic() + shift.monotonic;
/** A copy that is loaded after that: svc-embed keeps the clocks that it has found. */
const copy: Promise<typeof import('svc-embed')> = import(`/copy/${'index'}.js`);

interface Slot {
  place: HTMLElement;
  embed: Embed;
  failures: number;
  asked: number;
  mints: number;
}

/** What ran at the same time, and what an embed was told. */
const seen = { mints: 0, most: 0, mostOfOne: 0, dropped: 0, usedTwice: 0 };

async function start(slot: Slot): Promise<void> {
  const { mount } = await copy;
  slot.embed = await mount(slot.place, {
    baseUrl: origins.sandbox,
    surface: { kind: 'chat' },
    logger: false,
    renewal: { ...QUICK, mintTimeoutMs: 400 },
    async getSession(request) {
      if (slot.failures-- > 0) throw new Error('the backend is down');
      seen.most = Math.max(seen.most, ++seen.mints);
      seen.mostOfOne = Math.max(seen.mostOfOne, ++slot.mints);
      let isOver = false;
      const end = () => {
        if (!isOver) (seen.mints--, slot.mints--);
        isOver = true;
      };
      // A mint ends when it is aborted, although its request rejects a moment later.
      request.signal.addEventListener('abort', end);
      return getSession(request).finally(end);
    },
  });
  slot.embed.on('dropped', () => seen.dropped++);
  slot.embed.on('error', ({ payload }) => {
    if (/already been used/.test(payload.message)) seen.usedTwice++;
  });
}

async function startAll(): Promise<Slot[]> {
  const slots = Array.from({ length: 8 }, () => {
    const place = target().appendChild(document.createElement('div'));
    place.style.height = '100px';
    return { place, failures: 0, asked: 0, mints: 0 } as unknown as Slot;
  });
  await Promise.all(slots.map(start));
  return slots;
}

const again = (slot: Slot) => (slot.embed.destroy(), start(slot));

function ask(slot: Slot, promise: Promise<unknown>): void {
  slot.asked++;
  const answered = () => slot.asked--;
  promise.then(answered, answered);
}

let moves = 0;
function move({ embed, place }: Slot): void {
  moves++;
  (embed.iframe.parentNode ?? place).append(embed.iframe);
}

// The page counts as hidden, or as seen, as the operations say.
let isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => isHidden });
function hide(state: boolean): void {
  isHidden = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const operations: ((slot: Slot) => unknown)[] = [
  ...[again, again, move],
  ...Array(2).fill((slot: Slot) => ask(slot, slot.embed.renew())),
  (slot) => ask(slot, slot.embed.reload()),
  () => hide(!isHidden),
  (slot) => (slot.failures = 2),
];

async function operate(slots: Slot[], times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    await pick(operations)(pick(slots));
    if (draw() < 0.5) await sleep(below(30));
  }
}

/** The backend is up again, and somebody looks. */
function recover(slots: Slot[]): void {
  for (const slot of slots) slot.failures = 0;
  hide(false);
}

const isActive = ({ asked, embed: { session } }: Slot) =>
  asked === 0 && session.status === 'active' && session.renewal === 'idle';

test('random operations on eight embeds end well', async () => {
  const slots = await startAll();
  await operate(slots, OPERATIONS);
  recover(slots);
  const hasStopped = ({ asked, embed: { session } }: Slot) =>
    asked === 0 && session.status === 'stopped' && session.lastError !== null;
  const isOver = (slot: Slot) => isActive(slot) || hasStopped(slot);
  await until('the end of all embeds', () => slots.every(isOver), 60_000);
});

async function live(): Promise<void> {
  const slots = await startAll();
  await until('all embeds', () => slots.every(isActive));
  const sandbox = async () => (await fetch('/control/state')).json();
  for (let day = 1; day <= DAYS; day++) {
    await operate(slots, below(4));
    const backend = { mode: pick(MODES), times: 1 + below(12), delayMs: 50 + below(750) };
    await faults({ backend, rejectExchanges: below(3) });
    // A session lives for 23 hours, and half an hour before its end the service says so.
    const ms = (22 + draw() * 4) * HOUR;
    shift.wall += ms;
    // On a machine that slept the monotonic clock stands still.
    if (draw() < 0.5) shift.monotonic += ms;
    await control('clock', { advanceMs: Math.round(ms) });
    await operate(slots, below(12));
    await faults({ backend: { mode: 'ok' }, rejectExchanges: 0 });
    recover(slots);
    // Some embeds have not heard yet that the service's clock was moved.
    await until(
      `day ${day}`,
      async () => {
        const { sessions } = await sandbox();
        const usable = sessions.filter(({ status }: any) => /^(active|expiring)$/.test(status));
        return slots.every(isActive) && usable.length >= slots.length;
      },
      60_000,
    ).catch((error) => {
      throw new Error(
        `${error.message} ${JSON.stringify(slots.map(({ embed }) => embed.session))}`,
      );
    });
    // The bridge's view can be wrong, so the embeds are asked too.
    for (const { embed } of slots)
      await until(
        `the session of an embed on day ${day}`,
        async () => (await inside(embed.iframe, 'dataset'))['sessionState'] === 'active',
      ).catch((error) => {
        throw new Error(`${error.message} ${JSON.stringify([embed.session, ms / HOUR, shift])}`);
      });
    const { counts } = await sandbox();
    // The browser presents the old id of an iframe that was moved once more.
    ok(counts.exchanges + counts.rejectedExchanges <= counts.mints + moves, `day ${day}`);
    ok(seen.usedTwice <= moves, `${seen.usedTwice} ids were used twice, with ${moves} moves`);
  }
  deepEqual([iframes(), seen.dropped, seen.mostOfOne], [8, 0, 1]);
  ok(seen.most <= 4, `${seen.most} mints ran at the same time`);
}

for (const part of ['first', 'second', 'last'])
  test(
    `no session of eight embeds is lost: the ${part} ten days of a month`,
    { in: ['chromium'] },
    live,
  );
