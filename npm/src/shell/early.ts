// An iframe that has come with the page (`embedFrame`): it may have been ready before any script of ours
// was there. Loaded only in such a page.

import { Host } from './host.js';
import { onMessage } from './registry.js';
import type { Settings } from './options.js';

/** A copy of a message. */
type Early = Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>;

/** What the script in the page has: the messages of each window, or 0 once they were taken. */
type Kept = Map<Window, Early[] | 0>;

/** Adopts `iframe`, and catches up on what it has reported. */
export function beginEarly(iframe: HTMLIFrameElement, settings: Settings): Host {
  const host = new Host(iframe, settings, undefined, ({ handlers }) => handlers.hold());
  for (const message of take(iframe.contentWindow)) onMessage(message as MessageEvent);
  return host;
}

/** What the script in the page has kept of a window. From now on it keeps nothing of it. */
function take(source: Window | null): Early[] {
  if (!source) return [];
  const kept = (globalThis as unknown as { svcEmbedEarly: Kept }).svcEmbedEarly;
  const messages = kept.get(source) || [];
  kept.set(source, 0);
  return messages;
}
