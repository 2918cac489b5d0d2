/** Decides whether a redirect is followed, and with which method. Twin: `redirect.rs`. */
import { isSecure } from './values.js';

const MAX_REDIRECTS = 5;

/** How to follow a redirect. If the method changes, the body is left out. */
export interface Step {
  method: string;
  /** True if the credential and the caller's headers are sent. Never to another origin. */
  withCredentials: boolean;
}

/** Decides on a redirect from one URL to another. Returns a sentence if it is not followed. */
export function follow(
  status: number,
  method: string,
  from: URL,
  to: URL,
  followed: number,
): Step | string {
  const reads = (name: string) => name === 'GET' || name === 'HEAD';
  const sameOrigin = from.origin === to.origin;
  if (followed >= MAX_REDIRECTS) return 'The service redirected too often.';
  // A service on the network must not lead a client to what listens on its own machine.
  if (to.protocol !== 'https:' && (from.protocol === 'https:' || !isSecure(to)))
    return 'The service redirected to a URL that is not https.';
  // Clients may turn a write with 301 or 302 into a read, and the write would be lost.
  if (!reads(method) && ![303, 307, 308].includes(status))
    return 'The service redirected a write with a status that may lose it.';
  // 303 means that the request was done, and that its answer can be read at the new URL.
  const next = status === 303 && !reads(method) ? 'GET' : method;
  if (!reads(next) && !sameOrigin) return 'The service redirected a write to another origin.';
  return { method: next, withCredentials: sameOrigin };
}
