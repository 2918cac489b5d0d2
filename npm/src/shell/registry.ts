// What all embeds of a page share: the listeners, which window is whose, and the core's effects.

import type { Core, EmbedId } from '../core/exports.js';
import { SOURCE } from '../core/names.js';
import * as Signal from '../core/signal.js';
import * as At from '../core/values.js';
import type { EmbedError } from '../errors.js';
import type { Host } from './host.js';
import { isHidden } from './viewing.js';

/** The key that an iframe has while it has an embed. All copies of svc-embed on the page use it. */
export const MARK: unique symbol = Symbol.for(SOURCE);

const hosts = new Map<EmbedId, Host>();
/** The embeds by the windows of their iframes. */
const routes = new Map<MessageEventSource, Host>();
/** The origins of the embeds since the page last had none. */
const tenants = new Set<string>();
/** The windows of a tenant that were no embed's when the iframe of an embed last had another document. */
let strays = new WeakSet<MessageEventSource>();

type Marked = Element & { [MARK]?: 1 };

/** Adds an embed of the tenant `origin`, and listens. */
export function enter(id: EmbedId, host: Host, origin: string): void {
  // Also if there are embeds: `document.open()` takes every listener away.
  if (hosts.size > 0) listen('removeEventListener');
  listen('addEventListener');
  hosts.set(id, host);
  (host.iframe as Marked)[MARK] = 1;
  tenants.add(origin);
}

/** Removes an embed; the last one takes the listeners along. */
export function leave(id: EmbedId, { iframe }: Host, window: Window | null): void {
  delete (iframe as Marked)[MARK];
  routes.delete(window!);
  hosts.delete(id);
  if (hosts.size > 0) return;
  listen('removeEventListener');
  tenants.clear();
}

/** Routes the messages of the iframe's present window to its embed, no longer those of the window `before`. */
export function route(host: Host, before: Window | null): Window | null {
  const { contentWindow, ownerDocument } = host.iframe;
  // Messages for an iframe in a window of its own, such as picture-in-picture, arrive there. That
  // window keeps one listener, however often it is added, and takes it along when it closes.
  if (ownerDocument !== document) ownerDocument.defaultView?.addEventListener('message', onMessage);
  routes.delete(before!);
  if (contentWindow) routes.set(contentWindow, host);
  strays = new WeakSet();
  return contentWindow;
}

/** Does everything that the core asks for, for whichever embed. */
export function doEffects(core: Core): void {
  for (let effect; (effect = core.poll());) hosts.get(core.values[At.EMBED])?.do(effect);
}

/** Ends every embed, because the core has failed. */
export function giveUp(error: EmbedError): void {
  for (const host of hosts.values()) host.fail(error);
}

/**
 * Takes a message of any window. Reads no more of it than it needs: each property is a call into the
 * browser.
 */
export function onMessage(message: MessageEvent<unknown>): void {
  const { source } = message;
  if (!source) return;
  (routes.get(source) ?? findMoved(source, message.origin))?.receive(message);
}

/**
 * The embed whose iframe was moved, and so has a new window. Only the first message of a window, and
 * only one from a tenant, is worth the search: with a thousand embeds it takes milliseconds.
 */
function findMoved(source: MessageEventSource, origin: string): Host | undefined {
  if (!tenants.has(origin) || strays.has(source)) return undefined;
  const moved = [...hosts.values()].find(({ iframe }) => iframe.contentWindow === source);
  if (moved) moved.checkWindow();
  else strays.add(source);
  return moved;
}

/** The viewer is there for the first time or again, or the network is back. */
function onReturn({ type }: Event): void {
  if (type === 'visibilitychange' && isHidden()) return;
  for (const host of [...hosts.values()]) host.signal(Signal.FOREGROUND);
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  for (const type of ['visibilitychange', 'resume', 'prerenderingchange'])
    document[change](type, onReturn);
  for (const type of ['pageshow', 'online']) window[change](type, onReturn);
  window[change]('message', onMessage as EventListener);
}
