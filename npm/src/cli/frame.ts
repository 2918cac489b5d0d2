/** What a page of an origin meets when it frames an embed: by the answer to the embed page's address. */

import { withoutTrailingSlashes } from './document.js';

/** The answer to the address of an embed page. */
export interface Framed {
  /** The path that was asked for, without a session id. */
  readonly path: string;
  readonly status: number;
  /** Where a redirect leads, without its query; null if it is none. */
  readonly location: string | null;
  /** The sources of `frame-ancestors`; null if there is none. */
  readonly frameAncestors: string | null;
  /** The header `X-Frame-Options`, or null. */
  readonly frameOptions: string | null;
  /** True if a page of the origin may frame it; null if no origin was given. */
  readonly isAllowed: boolean | null;
  /** A sentence that says why. */
  readonly verdict: string;
}

/** Asks for the page of a dashboard as a browser would, but follows no redirect. */
export async function frame(
  baseUrl: string,
  publicId: string,
  sessionId: string | undefined,
  origin: string | undefined,
): Promise<Framed> {
  const path = `/embed/dashboard/${encodeURIComponent(publicId)}`;
  const query = sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`;
  const url = withoutTrailingSlashes(baseUrl) + path + query;
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  const response = await fetch(url, { redirect: 'manual', headers });
  await response.body?.cancel();
  const given = response.headers.get('location');
  const location = given === null ? null : new URL(given, url);
  const frameOptions = response.headers.get('x-frame-options');
  const frameAncestors = ancestorsOf(response.headers.get('content-security-policy'));
  const { status } = response;
  const facts = { status, location, frameAncestors, frameOptions };
  const [isAllowed, verdict] = verdictOf(facts, new URL(url).origin, origin);
  return {
    ...{ path, status, frameAncestors, frameOptions, isAllowed, verdict },
    location: location && location.origin + location.pathname,
  };
}

/** The sources of the first `frame-ancestors` of each policy; of several policies, all hold. */
export function ancestorsOf(header: string | null): string | null {
  const policies = (header ?? '').split(',').map((policy) =>
    policy
      .split(';')
      .map((directive) => directive.trim().split(/\s+/))
      .find(([name]) => name?.toLowerCase() === 'frame-ancestors'),
  );
  const found = policies.filter((directive) => directive !== undefined);
  if (found.length === 0) return null;
  return found.map(([, ...sources]) => sources.join(' ') || "'none'").join(', ');
}

/** What decides whether a page may frame the answer. */
interface Facts {
  status: number;
  location: URL | null;
  frameAncestors: string | null;
  frameOptions: string | null;
}

function verdictOf(
  facts: Facts,
  tenant: string,
  origin: string | undefined,
): [boolean | null, string] {
  const { status, location, frameAncestors, frameOptions } = facts;
  if (location && location.origin !== tenant)
    return [
      false,
      `it redirects to another origin: ${location.origin}. svc-embed ignores messages from there.`,
    ];
  if (status >= 400) return [false, `the service answers ${status}.`];
  if (origin === undefined) return [null, 'give --origin to know whether your page may frame it.'];
  if (frameAncestors !== null) {
    const isAllowed = frameAncestors.split(', ').every((policy) => allows(policy, tenant, origin));
    return isAllowed
      ? [true, `frame-ancestors allows ${origin}.`]
      : [false, `frame-ancestors does not allow ${origin}: ${frameAncestors}.`];
  }
  // A browser ignores X-Frame-Options if there is frame-ancestors.
  const option = frameOptions?.trim().toUpperCase();
  if (option === 'DENY' || (option === 'SAMEORIGIN' && origin !== tenant))
    return [false, `X-Frame-Options is ${option}.`];
  return [true, 'no header forbids it.'];
}

/** True if the sources of a policy allow a page of `origin`. */
export function allows(policy: string, tenant: string, origin: string): boolean {
  return policy
    .split(' ')
    .some((source) => isSource(source.toLowerCase(), tenant, new URL(origin)));
}

function isSource(source: string, tenant: string, page: URL): boolean {
  if (source === "'none'") return false;
  if (source === "'self'") return page.origin === tenant;
  if (source === '*') return /^https?:$/.test(page.protocol);
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return source === page.protocol;
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?/.exec(source) ?? [];
  // A source without a scheme has that of the tenant, or a safer one.
  const own = scheme ?? new URL(tenant).protocol.slice(0, -1);
  const isScheme = `${own}:` === page.protocol || (own === 'http' && page.protocol === 'https:');
  const isHost = host.startsWith('*.')
    ? page.hostname.endsWith(host.slice(1))
    : host === '*' || host === page.hostname;
  const standard = page.protocol === 'https:' ? '443' : '80';
  const isPort = port === '*' || (port ?? standard) === (page.port || standard);
  return isScheme && isHost && isPort;
}
