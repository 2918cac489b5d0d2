// Measurement 9: what docs/guide/migrating.md says of other libraries, done with the versions that
// are installed. Throws if one of them does otherwise.

import { OURS } from '../contenders/index.mjs';
import { closeAll, openEmbeds } from '../lib/pages.mjs';

/** How long the page waits for further calls after one has failed. */
const WATCHED_MS = 25_000;

/** Who renews by a callback, and how many calls there are in that time while the backend is down. */
const AFTER_A_FAILURE = {
  // Not again.
  looker: (calls) => calls === 1,
  // Every ten seconds.
  superset: (calls) => calls === 3,
  // After growing pauses.
  [OURS]: (calls) => calls >= 3,
};

/** Whose page hears a page of another origin to which its iframe has gone, and gives it the token. */
const ELSEWHERE = {
  thoughtspot: { isHeard: true, getsToken: true },
  quicksight: { isHeard: true, getsToken: undefined },
  powerbi: { isHeard: true, getsToken: true },
  [OURS]: { isHeard: false, getsToken: false },
};

export async function measure(world) {
  const failures = await afterFailure(world);
  const elsewhere = await afterNavigation(world);
  const untrue = [
    ...Object.keys(AFTER_A_FAILURE).filter((name) => !AFTER_A_FAILURE[name](failures[name])),
    ...Object.keys(ELSEWHERE).filter((name) =>
      Object.entries(ELSEWHERE[name]).some(([what, is]) => elsewhere[name][what] !== is),
    ),
  ];
  if (untrue.length > 0) {
    const found = JSON.stringify({ failures, elsewhere });
    throw new Error(`docs/guide/migrating.md is not true of ${untrue.join(', ')}: ${found}`);
  }
  return { watchedMs: WATCHED_MS, failures, elsewhere };
}

/** Ends each embed's session while the backend is down; resolves to the calls of the callback. */
async function afterFailure(world) {
  const pages = await openEmbeds(world, Object.keys(AFTER_A_FAILURE), 1);
  for (const [name, page] of pages) {
    await page.run((byAlarm) => bench.failAfterExpiry(byAlarm), name === 'superset');
  }
  await new Promise((resolve) => setTimeout(resolve, WATCHED_MS));
  const calls = {};
  for (const [name, page] of pages) calls[name] = await page.run(() => bench.failed());
  await closeAll(pages);
  return calls;
}

/** Takes each embed's iframe to another origin, whose page speaks the library's protocol, too. */
async function afterNavigation(world) {
  const pages = await openEmbeds(world, Object.keys(ELSEWHERE), 1);
  const found = {};
  for (const [name, page] of pages) {
    await page.run((origin) => bench.goElsewhere(origin), world.elsewhere(name));
    found[name] = { isHeard: await page.run(() => bench.isHeard()) };
    if (ELSEWHERE[name].getsToken === undefined) continue;
    found[name].getsToken = await page.run(
      (byAlarm) => bench.getsToken(byAlarm),
      name === 'powerbi',
    );
  }
  await closeAll(pages);
  return found;
}
