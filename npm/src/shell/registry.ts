// What all embeds of a page share: the listeners, and which window is whose.

import { SOURCE } from '../core/names.js';
import * as Signal from '../core/signal.js';
import type { Host } from './host.js';
import { forbiddenUrl } from '../diagnose/notice.js';
import { attempt } from './values.js';
import { isHidden } from './viewing.js';

/** The key that an iframe has while it has an embed. All copies of svc-embed on the page use it. */
export const MARK: unique symbol = /* @__PURE__ */ Symbol.for(SOURCE);

export const embeds: Set<Host> = new Set();
/** The embeds by the windows of their iframes. */
const routes = new Map<MessageEventSource, Host>();
/** The windows that were no embed's when the iframe of an embed last had another document. */
let strays = new WeakSet<MessageEventSource>();

type Marked = Element & { [MARK]?: 1 };

/** Adds an embed, and listens. */
export function enter(embed: Host): void {
  // Also if there are embeds: `document.open()` takes every listener away.
  if (embeds.size > 0) listen('removeEventListener');
  listen('addEventListener');
  embeds.add(embed);
  (embed.iframe as Marked)[MARK] = 1;
}

/** Removes an embed; the last one takes the listeners along. */
export function leave(embed: Host): void {
  embeds.delete(embed);
  delete (embed.iframe as Marked)[MARK];
  routes.delete(embed.window!);
  if (embeds.size === 0) listen('removeEventListener');
}

/** Routes the messages of the iframe's present window to its embed, no longer those of the window `before`. */
export function route(embed: Host, before: Window | null): Window | null {
  const { contentWindow, ownerDocument } = embed.iframe;
  // Messages for an iframe in a window of its own, such as picture-in-picture, arrive there. That
  // window keeps one listener, however often it is added, and takes it along when it closes.
  if (ownerDocument !== document) ownerDocument.defaultView?.addEventListener('message', onMessage);
  routes.delete(before!);
  if (contentWindow) routes.set(contentWindow, embed);
  strays = new WeakSet();
  return contentWindow;
}

/**
 * Takes a message of any window. Reads no more of it than it needs: each property is a call into the
 * browser.
 */
export function onMessage(message: MessageEvent<unknown>): void {
  const { source } = message;
  if (!source) return;
  (routes.get(source) ?? findMoved(source))?.receive(message);
}

/**
 * The embed whose iframe was moved, and so has a new window. Only the first message of a window is worth the
 * search: with a thousand embeds it takes milliseconds.
 */
function findMoved(source: MessageEventSource): Host | undefined {
  if (strays.has(source)) return undefined;
  const moved = [...embeds].find(({ iframe }) => iframe.contentWindow === source);
  if (moved) moved.checkWindow();
  else strays.add(source);
  return moved;
}

/** The viewer is there for the first time or again, or the network is back. */
function onForeground({ type }: Event): void {
  if (type === 'visibilitychange' && isHidden()) return;
  for (const embed of [...embeds]) embed.signal(Signal.FOREGROUND);
}

/** A policy has forbidden something: the page's own says so by an event, that of the embed's page by a report. */
function onForbidden(clue: Event | Report): void {
  // Read once: there may be a thousand embeds.
  const url = forbiddenUrl(clue as SecurityPolicyViolationEvent & Report);
  for (const embed of [...embeds])
    if (url?.startsWith(embed.settings.origin))
      embed.tell(() => embed.handlers.call('blocked', clue));
}

/** Some browsers report nothing. */
let observer: ReportingObserver | undefined;

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  // Events of the document pass the window on their way down.
  for (const type of ['visibilitychange', 'resume', 'prerenderingchange', 'pageshow', 'online'])
    window[change](type, onForeground, true);
  window[change]('securitypolicyviolation', onForbidden, true);
  window[change]('message', onMessage as EventListener);
  observer?.disconnect();
  if (change === 'removeEventListener') return;
  const types = ['coep', 'csp-violation'];
  observer ??= attempt(
    () =>
      new ReportingObserver((all) => all.forEach(onForbidden), {
        types,
      }),
  );
  observer?.observe();
}
