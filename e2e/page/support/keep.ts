// What a kept embed costs, counted at the service, and what the console says of one that was lost.

import { deepEqual, equal } from './assert.js';
import { counts } from './embed.js';
import { engine, inside, isNight } from './test.js';

export const LOST =
  "svc-embed: The page has moved or removed the kept embed 'sales', so it loads again. Call hideKept() of svc-embed/keep before the page changes, for example when the router is about to show another route.";
/** The engines that have `moveBefore`. */
export const KEEPERS = { in: ['chromium', 'firefox'] };
export const keeps = KEEPERS.in.includes(engine);
/** How often each viewer goes away and comes back. */
export const ROUNDS = keeps ? (isNight ? 50 : 10) : 2;

export const mints = async () => (await counts()).mintRequests;
export async function loads(): Promise<number> {
  const { requests } = await (await fetch('/control/requests')).json();
  return requests.filter(({ path }: { path: string }) => path.startsWith('/embed/dashboard/'))
    .length;
}

/** How often the page has minted and loaded: no id was spent twice. */
export async function cost(mints: number, loaded = mints): Promise<void> {
  const { mintRequests, rejectedExchanges } = await counts();
  deepEqual([mintRequests, await loads(), rejectedExchanges], [mints, loaded, 0]);
}

/** Another document has no such mark. */
export const mark = (frame: HTMLIFrameElement) => inside(frame, 'mark');
export async function nothingLost(frame: HTMLIFrameElement): Promise<void> {
  await cost(1);
  equal(((await inside(frame, 'dataset')) as { mark?: string }).mark, 'here');
}
