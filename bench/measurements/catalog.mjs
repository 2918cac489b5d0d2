// Measurement 1, for each event of the catalog: svc-embed beside the listener written by hand.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/run.mjs';
import { FLOOR, OURS } from '../contenders/index.mjs';
import { closeAll, openEmbeds, roundsOf } from '../lib/pages.mjs';
import { summary } from '../lib/statistics.mjs';
import { EVENTS } from '../page/events.js';

/** How many messages differ from one another. */
const POOL = 64;

/** How many embeds of a page get each event once. */
const FIRSTS = 64;

/**
 * Each step of an embed's life, in order: how the embed comes to it, and the events that change
 * nothing in it. Such an event can be delivered millions of times, and each time costs the same.
 */
const STATES = {
  // A signed embed that has reported `ready`.
  ready: {
    enter: () => {},
    kinds: EVENTS.filter((name) => !name.startsWith('session-')),
  },
  // The first `session-expiring` has started a renewal, and `getSession` has not answered yet.
  renewing: {
    enter: (page) => page.run(() => bench.holdSessions()),
    kinds: ['session-expiring', 'session-expired'],
  },
  // The embed has the next session, and an event of the session before arrives late.
  renewed: {
    enter: (page) => page.run(() => bench.releaseSessions()),
    kinds: ['session-expiring', 'session-expired'],
  },
  // The embed has refused an id, and the next one is still to come. A rejection of an id that nobody has
  // posted would have the embed loaded again, so this is the last state.
  rejected: {
    enter: (page) => page.run(() => bench.holdSessions()),
    kinds: ['rejection'],
  },
};

/** Events that do change the embed's state if they come in this order. */
const CHANGES = ['session-expiring', 'ready', 'next-expired', 'rejection'];

export async function measureCatalog(world) {
  checkNames();
  // Several pages, because the engine does not compile the same code in the same way on each.
  const [trials, effort] = world.quick
    ? [1, { warmMs: 10, rounds: 1 }]
    : [7, { warmMs: 100, rounds: 4 }];
  const embeds = world.quick ? 2 : FIRSTS;
  const repeated = new Map();
  const first = new Map(CHANGES.map((kind) => [kind, pairs()]));
  for (let trial = 0; trial < trials; trial++) {
    await repeat(world, effort, repeated);
    await change(world, embeds, first);
  }
  return {
    embeds,
    repeated: [...repeated.values()].map(({ kind, state, ...own }) => ({
      kind,
      state,
      ...compared(own),
    })),
    first: [...first].map(([kind, own]) => ({
      kind,
      [FLOOR]: summary(own[FLOOR]),
      [OURS]: summary(own[OURS]),
    })),
  };
}

/** Throws if the catalog has an event that is not measured. */
function checkNames() {
  const page = readFileSync(join(root, 'docs/protocol.md'), 'utf8');
  const events = page.split(/^## /m).find((part) => part.startsWith('Events\n')) ?? '';
  const names = [...events.matchAll(/^### `(.+)`$/gm)].map(([, name]) => name);
  if (names.sort().join() !== [...EVENTS].sort().join()) {
    throw new Error(`docs/protocol.md lists the events ${names}; the benchmark has ${EVENTS}`);
  }
}

const pairs = () => ({ [FLOOR]: [], [OURS]: [] });

/** Takes one page of each contender through all states; records each page's quickest sample. */
async function repeat(world, effort, found) {
  const pages = await openEmbeds(world, [FLOOR, OURS], 1);
  for (const [state, { enter, kinds }] of Object.entries(STATES)) {
    for (const [name, page] of pages) {
      await enter(page);
      for (const kind of kinds) await page.run((...args) => bench.prepare(...args), kind, POOL);
      if (state === 'ready') {
        await page.run((origin) => bench.prepareForeign(origin), world.tenant('foreign'));
      }
    }
    const measured = state === 'ready' ? [...kinds, 'foreign'] : kinds;
    const samples = await roundsOf(world, pages, measured, effort);
    for (const [kind, own] of samples) {
      const key = `${kind} ${state}`;
      if (!found.has(key)) found.set(key, { kind, state, ...pairs() });
      for (const [name, costs] of own) found.get(key)[name].push(Math.min(...costs));
    }
  }
  await closeAll(pages);
}

/** Opens one page of each contender with many embeds, and gives each embed each event once. */
async function change(world, embeds, found) {
  const pages = await openEmbeds(world, [FLOOR, OURS], embeds);
  for (const kind of CHANGES) {
    for (const [name, page] of pages) {
      found.get(kind)[name].push(await page.run((kind) => bench.deliverFirst(kind), kind));
    }
  }
  await closeAll(pages);
}

/** The ratio is taken page by page, so that its spread shows how much pages differ. */
function compared({ [FLOOR]: floor, [OURS]: ours }) {
  const ratio = summary(ours.map((cost, page) => cost / floor[page]));
  return { [FLOOR]: summary(floor), [OURS]: summary(ours), ratio };
}
