// An iframe that has come with the page (`embedFrame`): it may have been ready before any script of ours
// was there. Loaded only in such a page.

import { isEventName } from './check.js';
import { EVENT_PREFIX } from '../core/names.js';
import type { AnyEvent } from '../core/protocol.js';
import type { Host } from './host.js';
import type { Rest } from './loading.js';
import type { Settings } from './options.js';
import type { Embed } from '../types.js';

/** A copy of a message. */
type Early = Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>;

/** What the script in the page has: the messages of each window, or 0 once they were taken. */
type Kept = Map<Window, Early[] | 0>;

/** Adopts `iframe`, and catches up on what it has reported. */
export function openEarly(rest: Rest, iframe: HTMLIFrameElement, settings: Settings): Embed {
  let host: Host;
  const embed = rest.open(iframe, settings, undefined, (opened) => (host = opened));
  const { handlers } = host!;
  const heard: AnyEvent[] = [];
  let hasBegun = false;
  const stops = [
    handlers.add('*', (event: AnyEvent) => heard.push(event)),
    handlers.add('session', () => (hasBegun = true)),
  ];
  // At once: the session goes by what the embed has reported.
  for (const message of take(iframe.contentWindow)) rest.onMessage(message as MessageEvent);
  for (const stop of stops) stop();
  const tell = () => {
    if (hasBegun) handlers.call('session', host.session);
    hasBegun = false;
    for (const event of heard.splice(0)) {
      const name = event.type.slice(EVENT_PREFIX.length);
      handlers.call(isEventName(name) ? name : 'unknown', event);
      handlers.call('*', event);
    }
  };
  // Later: the page adds its handlers once it has the embed. But before the next message.
  setTimeout(tell);
  // No options are inherited, such as a `signal`: a library of the page may have put one on
  // `Object.prototype`.
  const once = { __proto__: null, once: true, capture: true };
  addEventListener('message', tell, once as AddEventListenerOptions);
  return embed;
}

/** What the script in the page has kept of a window. From now on it keeps nothing of it. */
function take(source: Window | null): Early[] {
  if (!source) return [];
  const kept = (globalThis as unknown as { svcEmbedEarly: Kept }).svcEmbedEarly;
  const messages = kept.get(source) || [];
  kept.set(source, 0);
  return messages;
}
