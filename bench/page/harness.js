// The page's side of the bench: opens embeds of one contender, takes down what arrives, and calls
// the contender's listeners with it. Loaded before the contender, so that it sees its listeners.

/** The `message` listeners of the window and of each port. */
const listeners = new Map();
/** The memories of the contender's WebAssembly. */
const memories = [];

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

for (const name of ['instantiate', 'instantiateStreaming']) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const result = await original.apply(WebAssembly, args);
    const { exports } = result.instance ?? result;
    memories.push(...Object.values(exports).filter((value) => value instanceof WebAssembly.Memory));
    return result;
  };
}

/** What waits for an hour or so: a contender's own idea of when a session ends. */
let alarm;
const { setTimeout: setTimer } = window;
window.setTimeout = (call, delay, ...rest) => {
  if (delay > 600_000) alarm = call;
  return setTimer(call, delay, ...rest);
};

let contender;
const stubs = [];
let received = 0;
const onEvent = () => void received++;
let sessions = 0;
const getSession = () => Promise.resolve(`session-${++sessions}`);

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
  const iframe = await frameIn(target);
  if (isMute) return opening;
  await new Promise((resolve) => add.call(iframe, 'load', resolve, { once: true }));
  await opening;
  // A way to the stub in the iframe that the contender does not hear of.
  const { port1, port2 } = new MessageChannel();
  iframe.contentWindow.postMessage({ bench: 'hello' }, origin, [port2]);
  await answer(port1);
  stubs.push({ port: port1 });
}

/** Lets tasks that wait, and microtasks before them, run. */
function pause() {
  const { port1, port2 } = new MessageChannel();
  const over = answer(port1);
  port2.postMessage(0);
  return over;
}

/** An event's payload: what a dashboard says when its viewer goes to another page of it. */
function payload(number, size = 0) {
  const previousPath = '/dashboard/sales-overview';
  const filters = Array.from({ length: Math.ceil(size / 100) }, (_, place) => ({
    member: `orders.dimension_${place}`,
    operator: 'equals',
    values: ['Germany', 'France', 'Japan'],
  }));
  const path = `${previousPath}/region/${number}`;
  return size > 0 ? { path, previousPath, filters } : { path, previousPath };
}

async function until(condition, what) {
  const end = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((done) => setTimeout(done, 1));
  }
}

/** Real events of the stubs, in turn: what arrived, and on which target. */
async function capture(count) {
  const arrived = [];
  const recorders = [...listeners.keys()].map((target) => {
    const recorder = ({ data, origin, source }) => arrived.push({ target, data, origin, source });
    add.call(target, 'message', recorder);
    return () => remove.call(target, 'message', recorder);
  });
  const before = received;
  for (let number = 0; number < count; number++) {
    stubs[number % stubs.length].port.postMessage({ emit: [payload(number)] });
  }
  await until(() => received >= before + count && arrived.length >= count, `${count} events`);
  recorders.forEach((stop) => stop());
  if (arrived.length !== count) throw new Error(`${arrived.length} messages for ${count} events`);
  return arrived;
}

const asEvent = ({ data, origin, source }) =>
  new MessageEvent('message', { data, origin, source: source ?? null });

/** Sets of messages to deliver: each with the listeners that it goes to. */
const pools = new Map();

function deliver(pool, count) {
  const { entries } = pool;
  for (let turn = 0; turn < count; turn++) {
    const { target, calls, event } = entries[pool.next];
    pool.next = pool.next + 1 === entries.length ? 0 : pool.next + 1;
    for (let place = 0; place < calls.length; place++) calls[place].call(target, event);
  }
}

async function deliverOnce(pool, count) {
  const before = received;
  const started = performance.now();
  deliver(pool, count);
  // What a handler leaves to microtasks is part of its cost.
  await pause();
  const elapsed = performance.now() - started;
  const got = received - before;
  if (got !== count * pool.expected) {
    throw new Error(`the page got ${got} events of ${count * pool.expected}`);
  }
  return (elapsed * 1e6) / count;
}

window.bench = {
  /** Opens `count` embeds of what is served at `origin`; mute ones never load. */
  async open(origin, count, isMute = false) {
    await Promise.all(Array.from({ length: count }, () => openOne(origin, isMute)));
    return stubs.length;
  },

  /** Prepares the pool of good events: real ones, from each embed in turn. */
  async prepareGood(size) {
    const entries = (await capture(size)).map(({ target, ...message }) => ({
      target,
      calls: listenersOf(target),
      event: asEvent(message),
    }));
    pools.set('good', { entries, next: 0, expected: 1 });
    return { via: entries[0].target === window ? 'window' : 'port' };
  },

  /** Prepares messages of a window that is no embed's; resolves to how many listeners they meet. */
  async prepareForeign(origin) {
    const iframe = document.createElement('iframe');
    iframe.src = `${origin}/blank`;
    document.body.append(iframe);
    await new Promise((resolve) => add.call(iframe, 'load', resolve, { once: true }));
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
   * Delivers `count` messages, `tries` times; resolves to what one cost in the quickest, in
   * nanoseconds. Whatever else the machine does can only make it slower.
   */
  async deliver(name, count, tries) {
    const costs = [];
    for (let turn = 0; turn < tries; turn++) costs.push(await deliverOnce(pools.get(name), count));
    return Math.min(...costs);
  },

  /** Has the embed send `count` events in one go; resolves to the milliseconds until the last came. */
  async burst(count, size) {
    const payloads = Array.from({ length: 16 }, (_, number) => payload(number, size));
    const before = received;
    const started = performance.now();
    stubs[0].port.postMessage({ burst: { payloads, count } });
    await until(() => received >= before + count, `${count} events`);
    const elapsed = performance.now() - started;
    if (received !== before + count) throw new Error(`${received - before} events of ${count}`);
    return elapsed;
  },

  /**
   * Has the embed say that its session is over; resolves to the milliseconds until it had the next
   * one, and had told the bench. Where `byAlarm`, it is the page's timer that says so.
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

  wasmBytes: () => memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0),
};

export const use = (module) => void (contender = module);
