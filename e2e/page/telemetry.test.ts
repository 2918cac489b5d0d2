// Every span of OpenTelemetry's own package that starts ends once, whatever the sandbox's faults do, and none says
// what it must not.

import * as api from '@opentelemetry/api';
import { BasicTracerProvider, type ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { mount, type Embed, type MountOptions } from 'svc-embed';
import { telemetry } from 'svc-embed/telemetry';
import { deepEqual, equal, match, ok, sleep, until } from './support/assert.js';
import { advance, control, faults, getSession, QUICK, target } from './support/embed.js';
import { origins, test } from './support/test.js';

const started: ReadableSpan[] = [];
const ends = new Map<ReadableSpan, number>();
api.trace.setGlobalTracerProvider(
  new BasicTracerProvider({
    spanProcessors: [
      {
        onStart: (span) => void started.push(span),
        onEnd: (span) => void ends.set(span, (ends.get(span) ?? 0) + 1),
        forceFlush: async () => {},
        shutdown: async () => {},
      },
    ],
  }),
);
// A span that ends twice, or that is written to after its end, is a complaint.
const complaints: string[] = [];
const complain = (...words: unknown[]) => void complaints.push(words.join(' '));
api.diag.setLogger({ error: complain, warn: complain, info() {}, debug() {}, verbose() {} });

const named = (name: string) => started.filter((span) => span.name === `svc-embed.${name}`);
const parentOf = ({ parentSpanContext: parent }: ReadableSpan) =>
  started.find((span) => span.spanContext().spanId === parent?.spanId)?.name ?? null;
const outcomeOf = ({ attributes }: ReadableSpan) => attributes['svc_embed.outcome'];

let ids: string[];
let embed: Embed;

interface Watching {
  fault?: object;
  kind?: 'dashboard' | 'chat';
  readyTimeoutMs?: number;
}

/** Mounts an embed that is watched, under these faults of a new sandbox. */
async function watchEmbed({ fault, kind = 'chat', ...more }: Watching = {}): Promise<void> {
  await control('reset', {});
  if (fault) await faults(fault);
  started.length = 0;
  ids = [];
  performance.clearMeasures();
  const { mint, watch } = telemetry({ api });
  const minted = mint(async (request) => {
    const id = await getSession(request);
    ids.push(id);
    return id;
  });
  embed = watch(
    await mount(target(), {
      ...{ baseUrl: origins.sandbox, logger: false, getSession: minted, ...more },
      surface: kind === 'chat' ? { kind } : { kind, publicId: 'sales-overview' },
      renewal: { ...QUICK, maxAttempts: 2 },
    } as MountOptions),
  );
}

/** Waits for a span that has ended with this outcome. */
const ended = (name: string, outcome: string) =>
  until(`${name}: ${outcome}`, () =>
    named(name).find((span) => ends.has(span) && outcomeOf(span) === outcome),
  );

/** After the embed has ended: each span once, and none has an id, a path or a query. */
async function allOnce(): Promise<void> {
  embed.destroy();
  await sleep(50);
  for (const span of started) {
    deepEqual([ends.get(span), span.events.length, span.links.length], [1, 0, 0], span.name);
    for (const value of Object.values(span.attributes)) match(String(value), /^[\w-]+$/);
  }
  deepEqual(complaints, []);
  const measures = performance.getEntriesByType('measure');
  const told = JSON.stringify([
    started.map(({ name, attributes }) => [name, attributes]),
    measures,
  ]);
  // The wrong ones may be a number or nothing, which other things are, too.
  for (const id of ids.filter((id) => typeof id === 'string' && id.length > 8))
    ok(!told.includes(id), told);
  equal(measures.filter(({ name }) => name.startsWith('svc-embed.')).length, started.length);
}

test('a start: the mint, the load, ready and the dashboard, one after the other', async () => {
  await watchEmbed({ kind: 'dashboard' });
  await ended('start', 'ok');
  const steps = started.map((span) => `${span.name} ${parentOf(span)} ${span.status.code}`);
  deepEqual(
    steps.filter((step) => !step.includes('.ready ')),
    [
      'svc-embed.start null 0',
      ...['mint', 'load', 'dashboard'].map((step) => `svc-embed.${step} svc-embed.start 0`),
    ],
  );
  equal(started[1].attributes['svc_embed.cause'], 'mount');
  await allOnce();
});

test('renewals: the cause, the mints, and how each ended', async () => {
  await watchEmbed();
  // Other surfaces end their start with ready.
  equal((await ended('start', 'ok')).attributes['svc_embed.surface'], 'chat');
  await embed.renew();
  const { attributes } = await ended('renewal', 'ok');
  deepEqual([attributes['svc_embed.cause'], attributes['svc_embed.attempts']], ['manual', 1]);
  equal(parentOf(named('mint').at(-1)!), 'svc-embed.renewal');
  await advance({ hours: 22, minutes: 40 });
  await until('a second', () => named('renewal').filter((span) => ends.has(span)).length === 2);
  await faults({ backend: { mode: 'down' } });
  await embed.renew().catch(() => {});
  await ended('renewal', 'mint-failed');
  await allOnce();
});

test('an embed that ends before it has started, a user who is signed out, a session that ends at once', async () => {
  await watchEmbed({ fault: { backend: { mode: 'hang' } } });
  await until('a mint', () => named('mint').length > 0);
  await allOnce();
  equal(outcomeOf(named('start')[0]), 'destroyed');
  await watchEmbed({ fault: { backend: { mode: 'signed-out' } } });
  equal((await ended('start', 'signed-out')).status.code, 2);
  await ended('mint', 'failed');
  await allOnce();
  await watchEmbed({ fault: { lapseAtOnce: 3 }, kind: 'dashboard' });
  await until('a renewal', () => named('renewal').length > 0);
  await allOnce();
});

/** Faults, and how the start ends if that is known. */
const FAULTS: [object, ('chat' | 'dashboard')?, string?][] = [
  // What `getSession` throws, and what it returns that is no new id.
  ...['down', 'number', 'repeat'].map((mode): [object, 'chat', string] => [
    { backend: { mode, times: 1 } },
    'chat',
    'ok',
  ]),
  [{ embed: { page: 'error', times: 1 } }],
  [{ rejectExchanges: 1 }, 'dashboard', 'ok'],
  [{ embed: { page: 'slow', delayMs: 500 } }, 'dashboard', 'ok'],
  [{ embed: { page: 'refused', times: 1 } }],
  [{ strict: true }, 'dashboard', 'ok'],
  [{ embed: { loadDelayMs: 500 }, rejectExchanges: 1 }],
  [{ embed: { readyEachSession: true } }, 'dashboard', 'ok'],
  [{ embed: { documents: true } }, 'dashboard', 'ok'],
];

test('every span ends once, whatever the backend and the service do', async () => {
  for (const [fault, kind = 'dashboard', outcome] of FAULTS) {
    // Whatever becomes ready may take as long as a busy machine needs.
    await watchEmbed({ fault, kind, ...(!outcome && { readyTimeoutMs: 1_000 }) });
    if (outcome) await ended('start', outcome);
    else await until('the end of the start', () => ends.has(named('start')[0]));
    await embed.renew().catch(() => {});
    await allOnce();
  }
});
