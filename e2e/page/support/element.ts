// `<svc-embed>` in a page, as attributes and properties say.

import type { EmbedError } from 'svc-embed';
import { SvcEmbedElement } from 'svc-embed/element';
import { faults, QUICK, target, Watched } from './embed.js';
import { sleep, until } from './assert.js';
import { origins } from './test.js';

/** An element with these attributes. `null` leaves one out. */
export function elementOf(attributes: Record<string, string | null>): SvcEmbedElement {
  const element = document.createElement('svc-embed');
  for (const [name, value] of Object.entries(attributes))
    if (value !== null) element.setAttribute(name, value);
  return element;
}

/** Waits until a change of an element was applied. */
export const applied = () => sleep(300);

export const frames = (element: Element) => element.shadowRoot!.querySelectorAll('iframe').length;

/** The code of the next failure, which is then not reported. */
export const failure = (element: SvcEmbedElement): Promise<string> =>
  new Promise((resolve) =>
    element.addEventListener(
      'mount-failed',
      (event) => {
        event.preventDefault();
        resolve((event.detail as EmbedError).code);
      },
      { once: true },
    ),
  );

export interface WatchedElement extends Watched {
  embed: SvcEmbedElement;
}

/** Puts an element of the sandbox's dashboard with these attributes into the page. */
export async function openElement(
  attributes: Record<string, string | null> = {},
  until: string | null = 'dashboard-loaded',
): Promise<WatchedElement> {
  // Without it the embed is private.
  if (attributes['session-url'] === null) await faults({ signedIn: true });
  const all = {
    'base-url': origins.sandbox,
    'public-id': 'sales-overview',
    'session-url': '/api/embed-session',
    ...attributes,
  };
  SvcEmbedElement.allow({
    baseUrl: all['base-url'] ?? undefined,
    sessionUrl: all['session-url'] ?? undefined,
  } as never);
  const element = elementOf(all);
  // As a property, it needs no leave.
  element.renewal = QUICK;
  const own = Object.assign(new Watched(element), { embed: element });
  target().append(element);
  if (until) await own.event(until);
  return own;
}

/** Puts an element into the page that shows a text while it loads, and another one after a failure. */
export function addContent(element: SvcEmbedElement): void {
  // Without an iframe it would have no height.
  element.style.height = '300px';
  for (const slot of ['loading', 'error'])
    element.append(Object.assign(document.createElement('p'), { slot, textContent: slot }));
}

/** What a viewer sees in the middle of the element: the content of a slot, or the iframe. */
export function seen(element: SvcEmbedElement): string | undefined {
  const { left, top, width, height } = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + Math.min(height, 100) / 2);
  return found === element ? 'iframe' : found?.slot;
}

export const sees = (element: SvcEmbedElement, wanted: string) =>
  until(`an element that shows ${wanted}`, () => seen(element) === wanted);
