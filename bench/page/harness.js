// The page's side of the bench: opens embeds of one contender, records what arrives, and calls the
// contender's listeners with it. Runs before the contender, so that it sees which listeners that
// adds.

import { messageOf, payloadOf } from './catalog.js';

/** The `message` listeners of the window and of each port. */
const listeners = new Map();

const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
const { onmessage } = Object.getOwnPropertyDescriptors(MessagePort.prototype);
const listenersOf = (target) => {
  if (!listeners.has(target)) listeners.set(target, []);
  return listeners.get(target);
};

function isOfInterest(target, type) {
  return type === 'message' && (target === window || target instanceof MessagePort);
}

EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
  const target = this ?? window;
  if (isOfInterest(target, type)) listenersOf(target).push(listener);
  return add.call(target, type, listener, ...rest);
};

EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
  const target = this ?? window;
  if (isOfInterest(target, type)) {
    const present = listenersOf(target);
    const place = present.indexOf(listener);
    if (place >= 0) present.splice(place, 1);
  }
  return remove.call(target, type, listener, ...rest);
};

Object.defineProperty(MessagePort.prototype, 'onmessage', {
  ...onmessage,
  set(listener) {
    listenersOf(this).push(listener);
    onmessage.set.call(this, listener);
  },
});

/** The contender's timer for the end of a session: the only one that waits for most of an hour. */
let alarm;
const { setTimeout: setTimer } = window;
window.setTimeout = (call, delay, ...rest) => {
  if (delay > 600_000) alarm = call;
  return setTimer(call, delay, ...rest);
};

let contender;
/** The embeds that have loaded: port to the stub, origin, window, own listener if there is one. */
const stubs = [];
let received = 0;
const onEvent = () => void received++;

let sessions = 0;
/** While `getSession` is not to answer: the functions that let each call go on. */
let held;
/** While the backend is down: how often `getSession` was called. */
let failed;
async function getSession() {
  if (failed !== undefined) {
    failed++;
    throw new Error('the backend is down');
  }
  if (held) await new Promise((resolve) => held.push(resolve));
  return `session-${++sessions}`;
}

/** Resolves to the iframe that appears in `target`. */
function frameIn(target) {
  return new Promise((resolve) => {
    const look = () => {
      const iframe = target.querySelector('iframe');
      if (iframe) observer.disconnect();
      if (iframe) resolve(iframe);
    };
    const observer = new MutationObserver(look);
    observer.observe(target, { childList: true, subtree: true });
    look();
  });
}

/** The next message on a port of the bench's own. */
function answer(port) {
  return new Promise((resolve) => {
    const listener = ({ data }) => {
      remove.call(port, 'message', listener);
      resolve(data);
    };
    add.call(port, 'message', listener);
    port.start();
  });
}

async function openOne(origin, isMute) {
  const target = document.createElement('div');
  document.body.append(target);
  const opening = contender.open({ target, origin, onEvent, getSession });
  // A contender with a listener for each embed has added it by now.
  const listener = listenersOf(window).at(-1);
  const iframe = await frameIn(target);
  if (isMute) return opening;
  await new Promise((resolve) => add.call(iframe, 'load', resolve, { once: true }));
  await opening;
  // A way to the stub in the iframe that the contender does not see.
  const { port1, port2 } = new MessageChannel();
  iframe.contentWindow.postMessage({ bench: 'hello' }, origin, [port2]);
  await answer(port1);
  stubs.push({ port: port1, origin, source: iframe.contentWindow, listener });
}

/** Lets waiting tasks run, and microtasks before them. */
function pause() {
  const { port1, port2 } = new MessageChannel();
  const over = answer(port1);
  port2.postMessage(0);
  return over;
}

/** A `navigate` payload, padded to about `size` bytes. */
function padded(number, size) {
  const payload = payloadOf('navigate', number);
  if (size === 0) return payload;
  const filters = Array.from({ length: Math.ceil(size / 100) }, (_, place) => ({
    member: `orders.dimension_${place}`,
    operator: 'equals',
    values: ['Germany', 'France', 'Japan'],
  }));
  return { ...payload, filters };
}

async function until(condition, what) {
  const end = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 1));
  }
}

/** Has the stubs send `count` real events in turn; resolves to what arrived, and on which target. */
async function capture(count, kind) {
  const arrived = [];
  const recorders = [...listeners.keys()].map((target) => {
    const recorder = ({ data, origin, source }) => arrived.push({ target, data, origin, source });
    add.call(target, 'message', recorder);
    return () => remove.call(target, 'message', recorder);
  });
  const before = received;
  for (let number = 0; number < count; number++) {
    stubs[number % stubs.length].port.postMessage({ emit: [payloadOf(kind, number)], kind });
  }
  await until(() => received >= before + count && arrived.length >= count, `${count} ${kind}`);
  recorders.forEach((stop) => stop());
  if (arrived.length !== count) throw new Error(`${arrived.length} messages for ${count} ${kind}`);
  return arrived;
}

const asEvent = ({ data, origin, source }) =>
  new MessageEvent('message', { data, origin, source: source ?? null });

/** More turns of the microtask queue than a renewal takes from its event to the posted id. */
const TURNS = 24;

/** Sets of messages to deliver: each message with the listeners that it goes to. */
const pools = new Map();

function deliver(pool, count) {
  const { entries } = pool;
  for (let turn = 0; turn < count; turn++) {
    const { target, calls, event } = entries[pool.next];
    pool.next = pool.next + 1 === entries.length ? 0 : pool.next + 1;
    for (let place = 0; place < calls.length; place++) calls[place].call(target, event);
  }
}

function expect(kind, wanted, before) {
  const got = received - before;
  if (got !== wanted) throw new Error(`${kind}: the page got ${got} events of ${wanted}`);
}

async function deliverOnce(kind, count) {
  const pool = pools.get(kind);
  const before = received;
  const started = performance.now();
  deliver(pool, count);
  // A handler may leave work to microtasks. That is part of its cost.
  await pause();
  const elapsed = performance.now() - started;
  expect(kind, count * pool.expected, before);
  return (elapsed * 1e6) / count;
}

/** An iframe that belongs to no embed. */
async function frameOf(origin) {
  const iframe = document.createElement('iframe');
  iframe.src = `${origin}/blank`;
  document.body.append(iframe);
  await new Promise((resolve) => add.call(iframe, 'load', resolve, { once: true }));
  return iframe;
}
let stays;

window.bench = {
  /** Opens `count` embeds of what is served at `origin`; mute ones never load. */
  async open(origin, count, isMute = false) {
    await Promise.all(Array.from({ length: count }, () => openOne(origin, isMute)));
    return stubs.length;
  },

  /** Prepares a pool of real events of one kind, from each embed in turn. */
  async prepare(kind, size) {
    const entries = (await capture(size, kind)).map(({ target, ...message }) => ({
      target,
      calls: listenersOf(target),
      event: asEvent(message),
    }));
    pools.set(kind, { entries, next: 0, expected: 1 });
    return { via: entries[0].target === window ? 'window' : 'port' };
  },

  /**
   * Prepares a pool of messages from a window that is no embed's; resolves to the number of
   * listeners on this window.
   */
  async prepareForeign(origin) {
    const iframe = await frameOf(origin);
    const calls = listenersOf(window);
    const entries = Array.from({ length: 64 }, (_, number) => ({
      target: window,
      calls,
      event: asEvent({
        data: { type: 'widget:resize', widget: number, height: 480 + number },
        origin,
        source: iframe.contentWindow,
      }),
    }));
    pools.set('foreign', { entries, next: 0, expected: 0 });
    return calls.length;
  },

  /**
   * Delivers `count` messages of a pool, `tries` times; resolves to the nanoseconds for one in the
   * quickest try, because other work of the machine can only slow a try down.
   */
  async deliver(kind, count, tries) {
    const costs = [];
    for (let turn = 0; turn < tries; turn++) costs.push(await deliverOnce(kind, count));
    return Math.min(...costs);
  },

  /**
   * Delivers one event of a kind to each embed; resolves to the nanoseconds for one, with all that
   * the page does before it waits: a renewal calls `getSession` and posts the id.
   */
  async deliverFirst(kind) {
    const [shared] = listenersOf(window);
    const calls = stubs.map(({ listener = shared, origin, source }) => {
      // The engine gives a copied object another shape than a literal, as it does on arrival.
      const data = structuredClone(messageOf(kind, payloadOf(kind, 0)));
      const event = asEvent({ data, origin, source });
      return () => listener.call(window, event);
    });
    const time = async (calls) => {
      const started = performance.now();
      for (const call of calls) {
        call();
        for (let turn = 0; turn < TURNS; turn++) await null;
      }
      return performance.now() - started;
    };
    const idle = calls.map(() => () => {});
    const empty = [];
    for (let turn = 0; turn < 8; turn++) empty.push(await time(idle));
    const before = received;
    const elapsed = await time(calls);
    expect(kind, calls.length, before);
    return ((elapsed - Math.min(...empty)) * 1e6) / calls.length;
  },

  /** Ends the embed's session, or calls the page's own timer, while the backend is down. */
  failAfterExpiry(byAlarm) {
    failed = 0;
    if (byAlarm) alarm();
    else stubs[0].port.postMessage({ expire: true });
  },

  /** How often `getSession` was called since. */
  failed: () => failed,

  /** Takes the iframe to a page of `origin` that speaks the contender's protocol. */
  async goElsewhere(origin) {
    const iframe = document.querySelector('iframe');
    // The library's parameters. svc-embed's iframe has no `src`: its id is in no attribute.
    const { search } = new URL(iframe.src || origin);
    const loaded = new Promise((resolve) => add.call(iframe, 'load', resolve, { once: true }));
    iframe.src = `${origin}/${search}`;
    await loaded;
    const { port1, port2 } = new MessageChannel();
    iframe.contentWindow.postMessage({ bench: 'hello' }, origin, [port2]);
    await answer(port1);
    stubs[0] = { ...stubs[0], port: port1, origin };
  },

  /** True if the page gets an event that the embed's document sends now. */
  async isHeard() {
    const before = received;
    stubs[0].port.postMessage({ emit: [payloadOf('navigate', 0)], kind: 'navigate' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    return received > before;
  },

  /** True if the embed's document gets a token that the page fetches now. */
  async getsToken(byAlarm) {
    const [{ port }] = stubs;
    const waited = new Promise((resolve) => setTimeout(resolve, 2_000, 'nothing'));
    const armed = answer(port);
    port.postMessage({ expire: true, armed: true });
    await armed;
    const said = answer(port);
    if (byAlarm) alarm();
    return (await Promise.race([said, waited])) === 'renewed';
  },

  /** From now on `getSession` does not answer. */
  holdSessions() {
    held = [];
  },

  /** Lets the calls of `getSession` go on; resolves once the embed has taken its new session. */
  async releaseSessions() {
    const [{ port }] = stubs;
    const listening = answer(port);
    port.postMessage({ takeSession: true, armed: true });
    await listening;
    const taken = answer(port);
    const before = received;
    for (const release of held.splice(0)) release();
    held = undefined;
    if ((await taken) !== 'renewed') throw new Error('nothing was renewed');
    await until(() => received > before, 'the ready of the new session');
  },

  /** Has the embed send `count` events at once; resolves to the milliseconds until the last came. */
  async burst(count, size) {
    const payloads = Array.from({ length: 16 }, (_, number) => padded(number, size));
    const before = received;
    const started = performance.now();
    stubs[0].port.postMessage({ burst: { payloads, count } });
    await until(() => received >= before + count, `${count} events`);
    const elapsed = performance.now() - started;
    expect('burst', count, before);
    return elapsed;
  },

  /**
   * Ends the embed's session; resolves to the milliseconds until the embed had the next one and had
   * reported that to the bench. With `byAlarm`, the page's own timer ends it.
   */
  async renew(byAlarm) {
    const [{ port }] = stubs;
    const before = sessions;
    let started = performance.now();
    let renewed;
    if (byAlarm) {
      const armed = answer(port);
      port.postMessage({ expire: true, armed: true });
      await armed;
      renewed = answer(port);
      started = performance.now();
      alarm();
    } else {
      renewed = answer(port);
      port.postMessage({ expire: true });
    }
    const said = await renewed;
    const elapsed = performance.now() - started;
    if (said !== 'renewed' || sessions !== before + 1) throw new Error('nothing was renewed');
    return elapsed;
  },

  /**
   * Mounts an embed, waits until it is ready, and destroys it, `count` times. Another iframe of the
   * tenant stays on the page, because the browser starts a process for the first one of a site and
   * ends it with the last.
   */
  async cycle(origin, count) {
    stays ??= await frameOf(origin);
    for (let turn = 0; turn < count; turn++) {
      const target = document.createElement('div');
      document.body.append(target);
      let onReady;
      const ready = new Promise((resolve) => (onReady = resolve));
      const own = ({ type }) => type === 'svc:event:ready' && onReady();
      const close = await contender.open({ target, origin, onEvent: own, getSession });
      await ready;
      close();
      target.remove();
    }
    const left = listenersOf(window).length;
    if (left > 0) throw new Error(`${left} listeners are left after ${count} embeds`);
  },
};

export const use = (module) => void (contender = module);
