/** Decides whether a redirect is followed, and how. Twin: `redirect.rs`. */
import { isSecure, LONGEST_URL, parsedUrl } from './values.js';

const MAX_REDIRECTS = 5;

/** A redirect of the service. */
export interface Redirect {
  status: number;
  method: string;
  /** The URL that redirected. */
  from: string;
  /** The header `Location`. */
  location: string;
  /** True if the operation answers a file, which the client never parses. */
  isFile: boolean;
  /** The number of redirects before this one. */
  followed: number;
}

/** How to follow a redirect. If the method changes, the body is left out. */
export interface Step {
  url: string;
  method: string;
  /** True if the credential, the cookies and the caller's headers are sent. Never to another origin. */
  withCredentials: boolean;
}

/** Decides on a redirect. Returns a sentence if it is not followed. */
export function follow(redirect: Redirect): Step | string {
  const { status, method, from, location, isFile, followed } = redirect;
  if (followed >= MAX_REDIRECTS) return 'The service redirected too often.';
  const source = new URL(from);
  const to = location.length <= LONGEST_URL ? parsedUrl(location, from) : undefined;
  if (!to) return 'The service redirected to a text that is no URL.';
  const { origin } = to;
  // A service on the network must not lead a client to what listens on its own machine.
  if (to.protocol !== 'https:' && (source.protocol === 'https:' || !isSecure(to)))
    return `The service redirected to a URL that is not https: ${origin}.`;
  if (to.username || to.password)
    return `The service redirected to a URL with a user name or a password: ${origin}.`;
  const reads = (name: string) => name === 'GET' || name === 'HEAD';
  // Clients may turn a write with 301 or 302 into a read, and the write would be lost.
  if (!reads(method) && ![303, 307, 308].includes(status))
    return `The service redirected a write with status ${status}, which may lose it.`;
  // 303 means that the request was done, and that its answer can be read at the new URL.
  const next = status === 303 && !reads(method) ? 'GET' : method;
  const isOwn = source.origin === origin;
  if (!isOwn) {
    // What a stranger answers is no answer of the service. A file is handed on, unread.
    if (!isFile || !reads(next))
      return `The service redirected to another origin: ${origin}. Only a file may come from there.`;
    const place = placeOf(to.hostname);
    if (place !== 'public' && place !== placeOf(source.hostname))
      return `The service redirected to an internal network: ${origin}.`;
  }
  return { url: to.href, method: next, withCredentials: isOwn };
}

/** Where a host is. A name says nothing about the address that it resolves to. */
type Place = 'loopback' | 'link-local' | 'private' | 'public';

/** The last labels of names that no public host has. */
const PRIVATE = (
  'arpa consul corp docker home internal intranet invalid lan local localdomain localnet onion ' +
  'private svc test'
).split(' ');

/** Where a host is, by its name as a URL parser writes it. */
function placeOf(hostname: string): Place {
  const mapped = /^\[::ffff:(\w+):(\w+)\]$/.exec(hostname);
  if (mapped) {
    const [high, low] = [parseInt(mapped[1] as string, 16), parseInt(mapped[2] as string, 16)];
    return placeOfIpv4(high >> 8, high & 255, low >> 8);
  }
  if (hostname.startsWith('[')) return placeOfIpv6(hostname);
  // A dot at the end changes nothing.
  const labels = hostname.split('.').filter((label) => label !== '');
  const last = labels.at(-1) as string;
  if (/^\d+$/.test(last)) {
    const [a, b, c] = labels.map(Number) as [number, number, number];
    return placeOfIpv4(a, b, c);
  }
  if (last === 'localhost') return 'loopback';
  return labels.length < 2 || PRIVATE.includes(last) ? 'private' : 'public';
}

/** By the first three numbers of the address. */
function placeOfIpv4(a: number, b: number, c: number): Place {
  if (a === 0 || a === 127) return 'loopback';
  if (a === 169 && b === 254) return 'link-local';
  const isPrivate =
    a === 10 ||
    (a === 100 && b >> 6 === 1) ||
    (a === 172 && b >> 4 === 1) ||
    (a === 192 && (b === 168 || (b === 0 && c === 0))) ||
    (a === 198 && b >> 1 === 9) ||
    // Multicast, and reserved.
    a >= 224;
  return isPrivate ? 'private' : 'public';
}

function placeOfIpv6(hostname: string): Place {
  if (hostname === '[::1]' || hostname === '[::]') return 'loopback';
  const first = hostname.startsWith('[::') ? 0 : parseInt(hostname.slice(1), 16);
  if (first >> 6 === 0xfe80 >> 6) return 'link-local';
  // Public addresses are 2000::/3. Those of 6to4 (2002::/16) and Teredo (2001::/32) contain one of
  // IPv4, and so do those of NAT64 (64:ff9b::/96), which are not among them.
  const containsIpv4 = first === 0x2002 || /^\[2001:0?:/.test(hostname);
  return first >> 13 === 1 && !containsIpv4 ? 'public' : 'private';
}
