// The page's side: opens an embed of one contender, records its events as they arrive, and delivers the
// records to the contender's listeners again and again. Runs before the contender, so that it sees which
// listeners that adds.

/** How many messages differ from one another. */
const POOL = 64;

/** The `message` listeners of the window and of each port. */
const listeners = new Map();
const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
const { onmessage } = Object.getOwnPropertyDescriptors(MessagePort.prototype);

function listenersOf(target) {
  if (!listeners.has(target)) listeners.set(target, []);
  return listeners.get(target);
}

EventTarget.prototype.addEventListener = function (type, listener, ...rest) {
  const target = this ?? window;
  const isOfInterest = target === window || target instanceof MessagePort;
  if (type === 'message' && isOfInterest) listenersOf(target).push(listener);
  return add.call(target, type, listener, ...rest);
};

EventTarget.prototype.removeEventListener = function (type, listener, ...rest) {
  const target = this ?? window;
  const place = type === 'message' ? (listeners.get(target)?.indexOf(listener) ?? -1) : -1;
  if (place >= 0) listenersOf(target).splice(place, 1);
  return remove.call(target, type, listener, ...rest);
};

Object.defineProperty(MessagePort.prototype, 'onmessage', {
  ...onmessage,
  set(listener) {
    listenersOf(this).push(listener);
    onmessage.set.call(this, listener);
  },
});

/** Resolves at the next event of a type. Uses no listener that would be counted. */
const next = (target, type) =>
  new Promise((resolve) => add.call(target, type, resolve, { once: true }));

/** A way that the contender does not see. */
function channel() {
  const { port1, port2 } = new MessageChannel();
  const heard = next(port1, 'message');
  port1.start();
  return { port1, port2, heard };
}

/** Lets waiting tasks run, and microtasks before them. */
function pause() {
  const { port2, heard } = channel();
  port2.postMessage(0);
  return heard;
}

async function until(found, what) {
  for (const end = performance.now() + 60_000; performance.now() < end;) {
    const value = found();
    if (value) return value;
    await new Promise((done) => setTimeout(done, 1));
  }
  throw new Error(`waited in vain for ${what}`);
}

let received = 0;
/** The messages of each kind, with the listeners that each goes to, and how many events the page gets. */
const pools = {};

const asEvent = ({ data, origin, source }) =>
  new MessageEvent('message', { data, origin, source: source ?? null });

/** Opens the embed, and records real events of it. */
async function record(contender, origin) {
  const target = document.body.appendChild(document.createElement('div'));
  const getSession = async () => 'session-1';
  const opening = contender.open({ target, origin, onEvent: () => void received++, getSession });
  const iframe = await until(() => target.querySelector('iframe'), 'an iframe');
  await next(iframe, 'load');
  await opening;
  const { port1, port2, heard } = channel();
  iframe.contentWindow.postMessage({ bench: 'hello' }, origin, [port2]);
  await heard;
  const emit = (number) => {
    const previousPath = '/dashboard/sales-overview';
    port1.postMessage({ path: `${previousPath}/region/${number}`, previousPath });
  };
  // Once an event has come, the contender has its listeners. Its handshake may still be on its way.
  emit('first');
  await until(() => received > 0, 'the first event');

  const entries = [];
  for (const [target, calls] of [...listeners]) {
    add.call(target, 'message', (event) => {
      if (/\/region\/\d/.test(JSON.stringify(event.data)))
        entries.push({ target, calls, event: asEvent(event) });
    });
  }
  for (let number = 0; number < POOL; number++) emit(number);
  await until(() => received > POOL && entries.length === POOL, `${POOL} events`);
  pools.event = { entries, expected: 1 };
}

/** Makes messages from a window that is no embed's. */
async function makeForeign(origin) {
  const iframe = document.createElement('iframe');
  iframe.src = `${origin}/blank`;
  document.body.append(iframe);
  await next(iframe, 'load');
  const calls = listenersOf(window);
  const source = iframe.contentWindow;
  const entries = Array.from({ length: POOL }, (_, widget) => {
    const data = { type: 'widget:resize', widget, height: 480 + widget };
    return { target: window, calls, event: asEvent({ data, origin, source }) };
  });
  if (calls.length > 0) pools.foreign = { entries, expected: 0 };
}

async function deliver(kind, count) {
  const { entries, expected } = pools[kind];
  const before = received;
  const started = performance.now();
  for (let turn = 0; turn < count; turn++) {
    const { target, calls, event } = entries[turn % POOL];
    for (let place = 0; place < calls.length; place++) calls[place].call(target, event);
  }
  // A handler may leave work to microtasks. That is part of its cost.
  await pause();
  const elapsed = performance.now() - started;
  const [got, wanted] = [received - before, count * expected];
  if (got !== wanted) throw new Error(`${kind}: the page got ${got} events of ${wanted}`);
  return (elapsed * 1e6) / count;
}

export function use(contender) {
  window.bench = {
    /** Resolves to the kinds of messages that reach a listener of the contender's. */
    async open(origin, foreign) {
      await record(contender, origin);
      await makeForeign(foreign);
      return Object.keys(pools);
    },

    /**
     * Delivers `count` messages of a kind, `tries` times. Resolves to the nanoseconds for one in the quickest
     * try, because other work of the machine can only slow a try down.
     */
    async deliver(kind, count, tries) {
      const costs = [];
      for (let turn = 0; turn < tries; turn++) costs.push(await deliver(kind, count));
      return Math.min(...costs);
    },
  };
}
