// A page with React and one embed.

import { createElement, type ReactNode, type RefObject } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Embed } from 'svc-embed';
import type { SvcEmbedProps } from 'svc-embed/react';
import { deepEqual, sleep, until } from './assert.js';
import { counts, getSession, iframes, QUICK, shows, target } from './embed.js';
import { origins } from './test.js';

export const h = createElement;

/** What React and the package write into the console. */
export const complaints: string[] = [];
for (const level of ['error', 'warn'] as const)
  console[level] = (...words) => void complaints.push(words.map(String).join(' '));
// The page's own style sheet has rules for iframes, which would override the component's.
document.querySelector('style')!.textContent = '#target div:has(> iframe) { height: 300px }';

export const embed: RefObject<Embed | null> = { current: null };
export const seen: string[] = [];
export const requests: { reason: string; signal: AbortSignal }[] = [];
/** How the page mints: a test may take another way. */
export const mint = { at: getSession as (request: never) => Promise<string> };

/** New objects at each call, like a component that writes its options inline. */
export const options = (more: Partial<SvcEmbedProps> = {}): SvcEmbedProps =>
  ({
    baseUrl: origins.sandbox,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    renewal: { ...QUICK },
    getSession: (request) => {
      requests.push(request);
      return mint.at(request as never);
    },
    onEvent: (event) => void seen.push(event.type.replace('svc:event:', '')),
    ...more,
  }) as SvcEmbedProps;

/** The options of a component. */
export const props = (more: Partial<SvcEmbedProps> = {}) =>
  options({ ref: embed, ...more } as Partial<SvcEmbedProps>);

let root: Root | undefined;
export const render = (node: ReactNode) => (root ??= createRoot(target())).render(node);

export const heard = (type: string, count = 1) =>
  until(
    `event ${count} of kind ${type}`,
    () => seen.filter((kind) => kind === type).length >= count,
  );

export const showsThat = (wanted: Record<string, string>) =>
  shows(() => document.querySelector('iframe'), wanted);

/** There is one iframe, its session works, and React has reported no problem. */
export async function oneEmbed(minted = 1): Promise<void> {
  await until('a session', () => embed.current?.session.status === 'active');
  await sleep(300);
  const { mintRequests, rejectedExchanges } = await counts();
  const isIt = embed.current!.iframe === document.querySelector('iframe');
  deepEqual(
    [iframes(), isIt, complaints, mintRequests, rejectedExchanges],
    [1, true, [], minted, 0],
  );
}
