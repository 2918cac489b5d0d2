// The sections of the report: a text, tables and a plot for each measurement.

import {
  contenders,
  FLOOR,
  FRAME,
  NAMES,
  OURS,
  PLAIN,
  RENEWERS,
  SAME_SITE,
  SAME_SITE_WITHOUT,
  WITHOUT_PRECONNECT,
} from '../contenders/index.mjs';
import { BEFORE } from './before.mjs';
import { bars, lines } from './plot.mjs';
import { count, number, range, spread, table, times, titleOf } from './text.mjs';

const rows = (found, cells) => Object.entries(found).map(([name, own]) => cells(name, own));
const each = (found, pick) =>
  Object.fromEntries(Object.entries(found).map(([name, own]) => [name, pick(own)]));

/** Says whether a value keeps its limit. */
const verdict = (what, value, limit, unit = '×') =>
  `${what}: **${number(value)}${unit}**. The limit is ${limit}${unit}: ${value <= limit ? 'met' : '**not met**'}.`;

/** The most that a message may take, in times of the listener written by hand. */
const MESSAGE_LIMIT = 3;

/** The events that a session decides on. They come a few times a day, and may take so many nanoseconds. */
const OF_SESSION = ['ready', 'session-expiring', 'session-expired', 'rejection'];
const SESSION_LIMIT = 5_000;

/** The kinds of messages that are no event's name. */
const KINDS = {
  rejection: '`error` that rejects a session id',
  foreign: 'a foreign message',
  'next-expired': '`session-expired`',
};
const kindOf = (kind) => KINDS[kind] ?? `\`${kind}\``;

const STATES = {
  ready: 'ready',
  renewing: 'renewal under way',
  renewed: 'renewed',
  rejected: 'an id refused',
};

/** What the first event of its kind brings about in svc-embed. */
const CHANGES = {
  'session-expiring': 'a renewal starts: `getSession` is called, the id is posted',
  ready: 'the renewal is confirmed',
  'next-expired': 'the next session has ended: `getSession` is called, the id is posted',
  rejection: 'the id is refused: the next attempt is planned',
};

function catalog({ repeated, first, embeds }) {
  const isOfSession = ({ kind }) => OF_SESSION.includes(kind);
  const isOver = (row) =>
    isOfSession(row) ? row[OURS].least > SESSION_LIMIT : row.ratio.median > MESSAGE_LIMIT;
  const largest = (rows, of) => rows.reduce((most, row) => (of(row) > of(most) ? row : most));
  const worst = largest(
    repeated.filter((row) => !isOfSession(row)),
    (row) => row.ratio.median,
  );
  const slowest = largest(repeated.filter(isOfSession), (row) => row[OURS].least);
  const over = repeated.filter(isOver);
  const micros = ({ least, median }) => [number(least / 1000), number(median / 1000)];
  return `Every event of the catalog, beside a listener written by hand. The listener compares the window and the origin, looks at \`source\` and \`direction\`, and finds the handler in a table by \`type\`; for the two session events the handler also starts one renewal for each expiry. svc-embed checks each field of the envelope and of the payload as well. The events are real: the harness records them as they arrive from an embed with a signed session, and delivers the records to the page's own listener again and again. Every optional field is present.

An event is repeated in a state of the embed that it does not change:

- **ready**: the embed has reported \`ready\`, and no renewal is due. The events of a viewer are measured in this state.
- **renewal under way**: the first \`session-expiring\` has started a renewal, and \`getSession\` has not answered. A session's events can arrive more than once; these are the repetitions.
- **renewed**: the embed has the next session, and an event of the session before arrives late.
- **an id refused**: the embed has refused an id, and refuses it again before the next one is there.

${table(
  ['event', 'state:', 'by hand, ns', 'svc-embed, ns', 'to the floor', 'pages', 'before', ':'],
  repeated.map((row) => [
    kindOf(row.kind),
    STATES[row.state],
    number(row[FLOOR].least),
    number(row[OURS].least),
    times(row.ratio),
    range(row.ratio),
    before(row),
    isOver(row) ? '**over the limit**' : '',
  ]),
)}

A page's figure is its quickest try, and the table shows the quickest page. "To the floor" is the median over ${worst.ratio.samples} pairs of pages: the engine does not compile the same code in the same way on every page. "Pages" is the range of the pairs. "Before" is the ratio of the shape that this one replaced (commit ${BEFORE.commit}), measured with the same harness.

${verdict(`The highest, ${kindOf(worst.kind)} (${STATES[worst.state]})`, worst.ratio.median, MESSAGE_LIMIT)} ${verdict(`Of the events that a session decides on, the highest, ${kindOf(slowest.kind)} (${STATES[slowest.state]})`, slowest[OURS].least / 1000, SESSION_LIMIT / 1000, ' µs')}${over.length > 0 ? ` Rows over the limit: ${over.length} of ${repeated.length}.` : ''}

The first event of its kind does more, and each session has it once. Measured on ${embeds} embeds of a page, each of which gets the event once, until the page waits for something. The code is not warm, as in a real page. \`spreadMs\` is 0, so that a renewal starts at once. There is no limit for these.

${table(
  ['event', 'effect in svc-embed:', 'by hand, µs', 'median', 'svc-embed, µs', 'median'],
  first.map((row) => [
    kindOf(row.kind),
    CHANGES[row.kind],
    ...micros(row[FLOOR]),
    ...micros(row[OURS]),
  ]),
)}`;
}

/** The ratio of the replaced shape. */
function before({ kind, state }) {
  const ratio = BEFORE.events[`${kind} ${state}`];
  return ratio === undefined ? '–' : `${number(ratio)}×`;
}

function events({ catalog: found, good, foreign }) {
  const least = (found, name) => found[name].least / found[FLOOR].least;
  const cost = (found) => (name, own) => [
    titleOf(name),
    number(own.least),
    `${number(least(found, name))}×`,
    number(own.median),
    spread(own),
    times(own.ratio),
  ];
  const columns = ['', 'quickest, ns', 'to the floor', 'median', 'quartiles', 'to the floor'];
  const deaf = NAMES.filter((name) => !foreign[name]);
  return {
    text: `## 1. The events

From the listener that receives the message to the page's callback.

${catalog(found)}

### Beside other libraries

One event that every library can carry: a viewer's navigation, with two texts. Work that a handler leaves to microtasks counts: penpal, comlink and Power BI answer each message. Here each contender has one page.

${table(columns, rows(good, cost(good)))}

No peer checks each message's window, origin and payload. Looker and penpal check the window and the origin at the handshake and then trust every message on the port: Looker takes ${number(good.looker.least)} ns and penpal ${number(good.penpal.least)} ns.

![The time of a message](benchmarks/events.svg)

## 2. A foreign message

The same for a message from a window that is no embed's, with an origin that is no tenant's.

${table(columns, [...rows(foreign, cost(foreign)), ...deaf.map((name) => [titleOf(name), 'receives none: it has a port only', '–', '–', '–', '–'])])}

${verdict('svc-embed to the floor, the quickest of each', least(foreign, OURS), MESSAGE_LIMIT)}`,
    plots: {
      events: bars([
        { title: "A viewer's navigation, ns", rows: good },
        { title: 'A foreign message, ns', rows: foreign },
      ]),
    },
  };
}

function bursts({ count: sent, small, large }) {
  const cells = (name) =>
    [small[name], large[name]].flatMap(({ perSecond, thread }) => [
      number(perSecond.median),
      number(thread.median),
      times(thread.ratio),
    ]);
  return {
    text: `## 3. Bursts

The embed sends ${count(sent)} real messages at once, through a real iframe of another site. The table shows how many arrive each second, and how long the page's main thread works for one, in the thread's own time. The platform takes most of it, for the task and the copy of the data. A large event has a payload of 10 kB.

${table(
  ['', 'small, /s', 'µs each', 'to the floor', '10 kB, /s', 'µs each', 'to the floor'],
  NAMES.map((name) => [titleOf(name), ...cells(name)]),
)}

![Main-thread time of an event](benchmarks/bursts.svg)`,
    plots: {
      bursts: bars([
        { title: 'Main-thread time of a small event, µs', rows: each(small, (own) => own.thread) },
        {
          title: 'Main-thread time of an event with 10 kB, µs',
          rows: each(large, (own) => own.thread),
        },
      ]),
    },
  };
}

function embeds({ messages, memory }) {
  const sizes = Object.keys(messages[OURS]).map(Number);
  const last = sizes.at(-1);
  const cells = (name, own) => [
    titleOf(name),
    ...sizes.map((size) => (own[size] ? number(own[size].median) : '')),
    times(Object.values(own).at(-1).ratio),
    number(memory[name].each / 1024),
  ];
  const medians = each(messages, (own) => each(own, ({ median }) => median));
  return {
    text: `## 4. Many embeds

A viewer's navigation again, with more embeds on the page; the embeds send messages in turn. Memory is what each embed after the first adds to the page's process after garbage collection: JavaScript, the iframe's own part of the DOM, and the harness's port to the embed. (The memory of svc-embed's WebAssembly has a fixed size.) By hand, each embed has a listener of its own, as such pages usually do. Of a thousand embeds, a hundred have loaded and send messages; the others wait for their documents. Peers are measured with up to a hundred.

${table(
  ['', ...sizes.map((size) => `${count(size)}, ns`), 'the most to 1', 'kB each'],
  rows(messages, cells),
)}

${verdict(`A message of svc-embed among ${count(last)} embeds to one of a single embed`, messages[OURS][last].ratio.median, 1.1)}

![What a message costs among many embeds](benchmarks/embeds.svg)`,
    plots: { embeds: lines('A good event, by the embeds on the page', 'ns', medians) },
  };
}

const STARTS = {
  [PLAIN]: 'a plain iframe',
  'no-wasm': 'svc-embed/no-wasm',
};

/** How much later than a plain iframe svc-embed may load its own, in milliseconds. */
const START_LIMITS = { warm: 10, cold: 130 };

function start(found) {
  const { cold, warm } = found;
  const nameOf = (name) => STARTS[name] ?? titleOf(name);
  const cells = (name, own) => [
    nameOf(name),
    ...[own, cold[name]].flatMap(({ asked, later }) => [
      number(asked.median),
      ...(name === PLAIN ? ['–', '–'] : [number(later.median), spread(later)]),
    ]),
  ];
  const verdicts = Object.entries(START_LIMITS).map(([how, limit]) =>
    verdict(
      `svc-embed's request later than a plain iframe's, ${how}`,
      found[how][OURS].later.median,
      limit,
      ' ms',
    ),
  );
  const columns = (how) => [`${how}, ms`, 'later by', 'quartiles'];
  const asked = (found) =>
    Object.fromEntries(Object.entries(found).map(([name, own]) => [nameOf(name), own.asked]));
  return {
    text: `## 5. The start

How long until the service is asked for the embed's page, from when the page asks for the contender's script. "Later by" is the difference to a plain iframe of the same round. The session id is available at once. Warm: the browser's cache has everything, compiled code included. Cold: an empty cache, a processor slowed down fourfold, 1.6 Mbit/s and 150 ms to the server and back. Scripts are bundled, minified, and sent with brotli.

${table(['', ...columns('warm'), ...columns('cold')], rows(warm, cells))}

${verdicts.join('\n\n')}

![Until the service is asked](benchmarks/start.svg)`,
    plots: {
      start: bars([
        { title: 'Warm, ms from asking for the script', rows: asked(warm) },
        { title: 'Cold, ms from asking for the script', rows: asked(cold) },
      ]),
    },
  };
}

const BY = { event: "the embed's event", timer: "the page's timer" };
const NO_RENEWAL = {
  penpal: 'no sessions: it carries calls only',
  comlink: 'no sessions: it carries calls only',
  quicksight: 'no renewal: the page embeds again',
};

function renewal({ stubs, sandbox }) {
  const unable = Object.entries(NO_RENEWAL).map(([name, why]) => [titleOf(name), why, '–', '–']);
  return {
    text: `## 6. A renewal

From the end of a session until the iframe has the next one, with a backend that answers at once. The time includes the harness's order to the embed, the embed's event, the page's call to its backend, and the embed's report that it has the new session. In Superset and Power BI a timer of the page renews; the time then starts with the timer. That saves one message, but an embed whose session ends early waits. The embeds are stubs that speak each contender's protocol.

${table(
  ['', 'renews by:', 'ms', 'quartiles'],
  [
    ...rows(stubs, (name, own) => [
      titleOf(name),
      BY[RENEWERS[name]],
      number(own.median),
      spread(own),
    ]),
    ...unable,
  ],
)}

With the sandbox instead of a stub: its backend behind \`fetch\`, and its embed page, which exchanges the id and mounts its view again. Until the page's \`session\` is active, a renewal takes ${number(sandbox.all.median)} ms (${spread(sandbox.all)}): ${number(sandbox.asked.median)} until the bridge calls \`getSession\`, ${number(sandbox.minted.median)} in the backend, and the rest in the exchange. (The sandbox is built without optimisation.)

![A renewal](benchmarks/renewal.svg)`,
    plots: { renewal: bars([{ title: 'A renewal with a stub, ms', rows: stubs }]) },
  };
}

const TASKS = {
  list: '10,000 items over 100 pages',
  clone: 'one clone',
  download: 'one download of 50 MB',
};

function management(found) {
  const kb = (bytes) => number(bytes / 1024);
  const cells = (task, name, { elapsed, cpu, memory }) => [
    TASKS[task],
    name,
    number(elapsed.median),
    times(elapsed.ratio),
    number(cpu.median),
    times(cpu.ratio),
    // The first tenth still holds memory of the run before.
    memory.length > 0
      ? `${kb(Math.min(...memory.slice(1)))}–${kb(Math.max(...memory.slice(1)))}`
      : '–',
  ];
  const tasks = Object.keys(TASKS);
  const verdicts = tasks.map((task) =>
    verdict(
      `svc-embed to bare \`fetch\`, ${TASKS[task]}`,
      found[task][OURS].elapsed.ratio.median,
      1.1,
    ),
  );
  return {
    text: `## 7. The management client

In Node, with a service in a process of its own that answers at once from memory. A real service takes longer, and the client's share is smaller. Twelve processes of each client do each task, one after the other, because the position of a process in memory changes its time by a twentieth. Each clone is of another workbook. The table shows elapsed time and the processor time of the client's process. Memory is what is in use after garbage collection, at each tenth of the run after the first.

${table(
  ['task', 'client:', 'ms', 'to `fetch`', 'ms of CPU', 'to `fetch`', 'kB in use'],
  tasks.flatMap((task) => rows(found[task], (name, own) => cells(task, name, own))),
)}

${verdicts.join('\n\n')}

![The management client](benchmarks/management.svg)`,
    plots: {
      management: bars(
        tasks.map((task) => ({
          title: `${TASKS[task]}, ms`,
          rows: each(found[task], (own) => own.elapsed),
        })),
      ),
    },
  };
}

const COUNTED = ['nodes', 'listeners', 'documents'];

function mounts({ found }) {
  const [first, last] = [found[OURS].looks[0].mounts, found[OURS].looks.at(-1).mounts];
  const kb = (bytes) => number(bytes / 1024);
  const cells = (name) =>
    found[name].looks.map(({ mounts, heap, objects, ...own }) => [
      titleOf(name),
      count(mounts),
      kb(heap),
      count(objects),
      ...COUNTED.map((what) => count(own[what])),
    ]);
  const { growth } = found[OURS];
  const each = (name) => number(found[name].growth.heap / found[name].growth.mounts);
  return {
    text: `## 8. Ten thousand mounts

The page mounts an embed, waits until it is ready, and destroys it, ${count(last)} times. The table shows what the page holds after garbage collection. By hand, the page removes its listener and its iframe. The browser's driver leaves one object for each script that it runs, and a script mounts up to a hundred embeds. (The memory of svc-embed's WebAssembly has a fixed size.)

${table(
  ['', 'mounts', 'heap, kB', 'objects', ...COUNTED],
  [FLOOR, OURS].flatMap((name) => cells(name)),
)}

From mount ${count(first)} to mount ${count(last)} the page with svc-embed holds ${COUNTED.map((what) => `${count(growth[what])} more ${what}`).join(', ')} and ${count(growth.objects)} more objects. The heap grows by ${each(OURS)} bytes for each mount; by hand by ${each(FLOOR)}, which has nothing of the library in it.`,
    plots: {},
  };
}

const yesOrNo = (value) => (value === undefined ? 'cannot be asked' : value ? 'yes' : 'no');

function claims({ watchedMs, failures, elsewhere }) {
  return {
    text: `## 9. What the guide says of others

[Migrating](guide/migrating.md) says what each library does in two situations. This measurement does them, with the versions above, and fails if the page is not true.

The backend is down when a session ends. The table shows how often the page's callback is called in the next ${watchedMs / 1000} seconds.

${table(
  ['', 'calls'],
  rows(failures, (name, calls) => [titleOf(name), count(calls)]),
)}

The iframe goes to a page of another origin, which speaks the library's protocol. Does the host page take its events, and does it hand the next token to it?

${table(
  ['', 'takes its events:', 'hands it the token:'],
  rows(elsewhere, (name, { isHeard, getsToken }) => [
    titleOf(name),
    yesOrNo(isHeard),
    yesOrNo(getsToken),
  ]),
)}`,
    plots: {},
  };
}

/** Which contender checks what. */
export const checks = (versions) =>
  table(
    ['', 'version:', 'events come by:', 'window:', 'origin:', 'envelope:'],
    NAMES.map((name) => {
      const { title, way, window, origin, envelope } = contenders[name];
      return [title, versions[name] ?? '–', way, window, origin, envelope];
    }),
  );

const ARRIVALS = {
  ...STARTS,
  [FRAME]: 'svc-embed, the frame comes with the page',
  [WITHOUT_PRECONNECT]: 'svc-embed, without preconnect',
  [SAME_SITE_WITHOUT]: 'svc-embed, same site, without preconnect',
  [SAME_SITE]: 'svc-embed, same site',
};

function arrival(found) {
  const { fast, slow } = found;
  const nameOf = (name) => ARRIVALS[name] ?? titleOf(name);
  const cells = (name, own) => [
    nameOf(name),
    ...[own, slow[name]].flatMap(({ asked, later }) => [
      number(asked.median),
      spread(asked),
      name === PLAIN ? '–' : number(later.median),
    ]),
  ];
  const columns = (how) => [`${how}, ms`, 'quartiles', 'later by'];
  const asked = (found) =>
    Object.fromEntries(Object.entries(found).map(([name, own]) => [nameOf(name), own.asked]));
  return {
    text: `## 10. The first picture, over a network

How long until the service is asked for the embed's page, from when the viewer asks for the page around it. The page, its script, its backend and the service are each 100 ms away, to there and back, over TLS; nothing is in a cache, and no connection is open. The page's backend mints at once. "Later by" is the difference to a plain iframe that a script makes once it has the id. [The frame that comes with the page](guide/first-picture.md#with-the-page) waits for no script and no mint: its server has minted before. "Same site": page and tenant are of one site, so that Chromium loads the iframe over the connection that [svc-embed has asked for](guide/first-picture.md); otherwise it opens its own. Slow: a processor slowed down fourfold, and 1.6 Mbit/s.

${table(['', ...columns('fast'), ...columns('slow')], rows(fast, cells))}

![Until the service is asked, over a network](benchmarks/arrival.svg)`,
    plots: {
      arrival: bars([
        { title: 'Fast, ms from asking for the page', rows: asked(fast) },
        { title: 'Slow, ms from asking for the page', rows: asked(slow) },
      ]),
    },
  };
}

export const sections = {
  ...{ events, bursts, embeds, start, renewal, management, mounts, claims, arrival },
};
