// What all embeds of a page share: one set of listeners, the routes by which a message finds its
// embed, and which iframes are taken. Rust users of the crate get this file too.

import { attempt } from './values.js';

/** By their slots. */
export const hosts = new Map();
/** By the windows of their iframes. */
export const routes = new Map();
/** The origins of the embeds. */
export const tenants = new Set();

/**
 * The embed whose iframe has got a new window since it was routed, as one that was moved has. Only a
 * tenant's message is worth the search.
 */
function findMoved(source, origin) {
  if (source === null || !tenants.has(origin)) return undefined;
  const moved = [...hosts.values()].find((host) => host.window === source);
  moved?.route();
  return moved;
}

/** Reads no more of an event than it needs: each property is a call into the browser. */
function onMessage(event) {
  const { source } = event;
  (routes.get(source) ?? findMoved(source, event.origin))?.receive(event);
}

function onReturn({ type }) {
  if (type === 'visibilitychange' && document.hidden) return;
  for (const host of [...hosts.values()]) host.returned();
}

/** Begins to listen, or ends it. */
export function listen(change) {
  window[change]('message', onMessage);
  document[change]('visibilitychange', onReturn);
  document[change]('resume', onReturn);
  window[change]('pageshow', onReturn);
  window[change]('online', onReturn);
}

// Iframes.

export const taken = new Set();

/** Whether there is an embed of `iframe`. */
export const isTaken = (iframe) => taken.has(iframe);

/** An iframe, not in the page yet; undefined where an attribute is none or not for the page. */
export function makeFrame(parent, title, attributes) {
  const iframe = parent.ownerDocument.createElement('iframe');
  iframe.title = title;
  for (const [name, value] of Object.entries(attributes)) {
    if (/^(on.*|src|srcdoc)$/i.test(name)) return undefined;
    const isSet = attempt(() => (iframe.setAttribute(name, String(value)), true));
    if (!isSet) return undefined;
  }
  return iframe;
}
