// What the report says of each measurement: a text, a table, a plot.

import { contenders, FLOOR, NAMES, OURS, RENEWERS } from '../contenders/index.mjs';
import { bars, lines } from './plot.mjs';
import { count, number, spread, table, times, titleOf } from './text.mjs';

const rows = (found, cells) => Object.entries(found).map(([name, own]) => cells(name, own));
const each = (found, pick) =>
  Object.fromEntries(Object.entries(found).map(([name, own]) => [name, pick(own)]));

/** Whether a limit holds, said plainly. */
const verdict = (what, value, limit) =>
  `${what}: **${number(value)}×**, the limit is ${limit}×: ${value <= limit ? 'met' : '**not met**'}.`;

function events({ good, foreign }) {
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
    text: `## 1. A good event

From the listener that gets the message to the page's callback: a real event of a real embed, taken down as it arrived and given to the contender's own listener again and again. What a handler leaves to microtasks counts: penpal, comlink and Power BI answer each message. The floor is a listener written by hand. The work is the same each time, so the quickest round is the one that nothing disturbed: the limits are held against that.

${table(columns, rows(good, cost(good)))}

${verdict('svc-embed to the floor, the quickest of each', least(good, OURS), 4)} It aims for 2.5×. No peer checks each message's window and origin and the payload besides. Of those that check both at the handshake, and then trust whoever holds the port, Looker takes ${number(good.looker.least)} ns and penpal ${number(good.penpal.least)} ns.

![What a message costs](benchmarks/events.svg)

## 2. A foreign message

The same, for a message from a window that is no embed's, with an origin that is no tenant's.

${table(columns, [...rows(foreign, cost(foreign)), ...deaf.map((name) => [titleOf(name), 'hears none: a port alone', '–', '–', '–', '–'])])}

${verdict('svc-embed to the floor, the quickest of each', least(foreign, OURS), 4)}`,
    plots: {
      events: bars([
        { title: 'A good event, ns', rows: good },
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

${count(sent)} real messages through a real iframe of another site, sent in one go: how many arrive each second, and how long the page's main thread is at work for one, in time of the thread. Most of it is the platform's: the task, the copy of the data. A large event's payload has 10 kB.

${table(
  ['', 'small, /s', 'µs each', 'to the floor', '10 kB, /s', 'µs each', 'to the floor'],
  NAMES.map((name) => [titleOf(name), ...cells(name)]),
)}

![Main-thread time of an event](benchmarks/bursts.svg)`,
    plots: {
      bursts: bars([
        { title: 'Main-thread time of a small event, µs', rows: each(small, (own) => own.thread) },
        { title: 'Of one with 10 kB, µs', rows: each(large, (own) => own.thread) },
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

The same as 1 with more embeds on the page: the messages come from the embeds in turn. Memory is what each embed after the first adds to the page's process, once the garbage is out: JavaScript, the iframe's own part of the DOM, WebAssembly, and the harness's port to the embed. By hand each embed has a listener of its own, as such pages do. Of a thousand embeds a hundred have loaded, and speak; the others wait for their documents. Peers stop at a hundred.

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
  plain: 'an iframe alone',
  [`${OURS}-preload`]: 'svc-embed, preloaded',
};

function start({ cold, warm }) {
  const renamed = (found) =>
    Object.fromEntries(Object.entries(found).map(([name, own]) => [STARTS[name] ?? name, own]));
  const cells = (name, own) => [
    STARTS[name] ?? titleOf(name),
    ...[own, cold[name]].flatMap(({ asked, script }) => [
      number(asked.median),
      spread(asked),
      number(script.median),
    ]),
  ];
  const asked = (found) => each(renamed(found), (own) => own.asked);
  return {
    text: `## 5. The start

Until the iframe's \`src\` is set: from when the page asks for the contender's script, and from that script's first statement. The session id is there at once. Warm: all in the browser's cache, compiled code too. Cold: an empty cache, the processor slowed down fourfold, 1.6 Mbit/s and 150 ms to the server. Scripts are bundled, minified, and sent with brotli. "Preloaded" is a page with \`<link rel="preload" as="fetch" crossorigin>\` for the WebAssembly in its head.

${table(['', 'warm, ms', 'quartiles', 'script alone', 'cold, ms', 'quartiles', 'script alone'], rows(warm, cells))}

![Until the iframe loads](benchmarks/start.svg)`,
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
  penpal: 'no sessions: it carries calls',
  comlink: 'no sessions: it carries calls',
  quicksight: 'no renewal: the page embeds anew',
};

function renewal({ stubs, sandbox }) {
  const unable = Object.entries(NO_RENEWAL).map(([name, why]) => [titleOf(name), why, '–', '–']);
  return {
    text: `## 6. A renewal

From the end of a session to the next one in the iframe, with a backend that answers at once: from the harness's order to the embed, over the embed's word and the page's call to its backend, to the embed's word that it has the new session. Where the page's timer renews, Superset's own or one that Power BI's user writes, the clock starts with the timer: those save a way, and an embed that expires early waits. The embeds are stubs that speak each contender's protocol.

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

Against the sandbox, with its backend behind \`fetch\` and its embed page, which exchanges the id and mounts its view anew, and until the page's \`session\` says that it is active: ${number(sandbox.all.median)} ms (${spread(sandbox.all)}). Of these the bridge takes ${number(sandbox.asked.median)} until it calls \`getSession\`, and the backend ${number(sandbox.minted.median)}; the rest is the exchange. (The sandbox is built without optimisation.)

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
    // The first tenth still holds what the run before has left.
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

In Node, against a service in a process of its own that answers at once from memory: a real service takes longer, and the client's share is smaller. Each task is done by twelve processes of each client, one after the other, since where a process's memory happens to lie decides a twentieth of its time; each clone is of another workbook. Time by the clock, and of the client's process alone. Memory is what is in use after the garbage is out, at each tenth of the run after the first.

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

/** Who checks what; no measurement. */
export const checks = (versions) =>
  table(
    ['', 'version:', 'events come by:', 'window:', 'origin:', 'envelope:'],
    NAMES.map((name) => {
      const { title, way, window, origin, envelope } = contenders[name];
      return [title, versions[name] ?? '–', way, window, origin, envelope];
    }),
  );

export const sections = { events, bursts, embeds, start, renewal, management };
