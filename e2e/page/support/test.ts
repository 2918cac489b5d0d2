// The tests of a file, which run in the page. e2e/support/in-page.mjs opens a new page for each of them, starts it
// by its name, and does what only a driver can do.

import { equal } from './assert.js';

type Body = () => void | Promise<void>;
interface Answer {
  value?: unknown;
  error?: string;
}
type Report =
  { end: { message: string; stack: string } | null } | { ask: string; args: unknown[] } | object;

interface Options {
  /** The engines that can play it. Default: all. */
  in?: readonly string[];
}

const tests = new Map<string, { body: Body; engines: readonly string[] }>();
const search = new URLSearchParams(location.search);
const given = (name: string) => search.get(name) ?? '';

/** The engine's name. */
export const engine = given('engine');
export const isNight = given('isNight') !== '';
/** The origins: of the sandbox's tenant, and of two servers that answer as a test says (`serve`). */
export const origins = {
  sandbox: given('sandbox'),
  tenant: given('tenant'),
  stranger: given('stranger'),
};
/** The shells that are tested: the names of their entry points. */
const shells = given('shells').split(',');

export function test(name: string, options: Options | Body, body?: Body): void {
  if (tests.has(name)) throw new Error(`Two tests have the name: ${name}`);
  const [{ in: engines = [engine] }, run] =
    typeof options === 'function' ? [{} as Options, options] : [options, body!];
  tests.set(name, { body: run, engines });
}

/** A test for each shell. `load` imports its entry point. */
export function testShells(
  name: string,
  body: (load: () => Promise<typeof import('svc-embed')>, entry: string) => Promise<void>,
): void {
  for (const entry of shells)
    test(`${name}: ${entry}`, () => body(() => import(`/dist/${entry}.js`), entry));
}

/** What nobody caught so far. A test fails if it leaves some: `uncaught.splice(0)` takes what it has caused. */
export const uncaught: string[] = [];

const describe = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);
addEventListener('error', ({ error, message }) => {
  // The browser says so when a size changes while it reports sizes.
  if (!message.startsWith('ResizeObserver')) uncaught.push(error ? describe(error) : message);
});
addEventListener('unhandledrejection', ({ reason }) => uncaught.push(describe(reason)));

const reports: Report[] = [];
let report: ((next: Report) => void) | undefined;
let answered: ((answer: Answer) => void) | undefined;
let turn: Promise<unknown> = Promise.resolve();
const { setTimeout: later } = window;

function send(next: Report): void {
  if (report) report(next);
  else reports.push(next);
  report = undefined;
}

/** Has the driver do something by a name of `COMMANDS` in e2e/support/in-page.mjs. */
export function driver(ask: string, ...args: unknown[]): Promise<never> {
  const mine = turn.then(async () => {
    const answer = new Promise<Answer>((resolve) => (answered = resolve));
    send({ ask, args });
    const { value, error } = await answer;
    if (error !== undefined) throw new Error(`${ask}: ${error}`);
    return value as never;
  });
  turn = mine.catch(() => {});
  return mine;
}

let framed: HTMLIFrameElement | undefined;

/** As `driver`, inside a frame. */
export function inside(frame: HTMLIFrameElement, ask: string, ...args: unknown[]): Promise<never> {
  return driver('inside', (framed = frame) && ask, ...args);
}

/** On a machine under load, too. */
const LIMIT_MS = 120_000;
const overdue = new Error(`It has not ended within ${LIMIT_MS} ms.`);

async function run({ body }: { body: Body }): Promise<void> {
  // In a task of the page: WebKit runs microtasks in the middle of what WebDriver calls.
  await new Promise((done) => later(done));
  try {
    await Promise.race([body(), new Promise((_, reject) => later(reject, LIMIT_MS, overdue))]);
    // A rejection is reported when the task has ended.
    await new Promise((done) => later(done));
    equal(uncaught.join('\n'), '', 'uncaught');
    send({ end: null });
  } catch (error) {
    const stack = (error instanceof Error && error.stack) || '';
    const message = [describe(error), ...uncaught.map((text) => `uncaught: ${text}`)].join('\n');
    send({ end: { message, stack } });
  }
}

Object.assign(window, {
  inPage: {
    names: () => [...tests].map(([name, { engines }]) => [name, engines.includes(engine)]),
    start: (name: string) => void run(tests.get(name)!),
    /** Resolves to what comes next, or to nothing after a while: a command of the driver has a limit. */
    next(answer?: Answer): Promise<Report> {
      if (answer) answered?.(answer);
      const next = reports.shift();
      if (next) return Promise.resolve(next);
      return new Promise((resolve) => {
        report = resolve;
        later(() => report === resolve && send({}), 20_000);
      });
    },
    frame: () => framed,
  },
});
