/** What a page of an origin meets when it frames an embed: by the answer to the embed page's address. */
import { withoutTrailingSlashes } from './document.js';

/** Asks for the page of a dashboard as a browser would, but follows no redirect. */
export async function frame(
  baseUrl: string,
  publicId: string,
  sessionId?: string,
  origin?: string,
) {
  const path = `/embed/dashboard/${encodeURIComponent(publicId)}`;
  const query = sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`;
  const url = new URL(withoutTrailingSlashes(baseUrl) + path + query);
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  const signal = AbortSignal.timeout(30_000);
  const response = await fetch(url, { redirect: 'manual', headers, signal });
  await response.body?.cancel();
  const given = response.headers.get('location');
  const to = given === null ? url : new URL(given, url);
  const options = response.headers.get('x-frame-options');
  const ancestors = ancestorsOf(response.headers.get('content-security-policy'));
  const leads = to === url ? '' : `, to ${to.origin}${to.pathname}`;
  const said = `frame-ancestors: ${ancestors ?? 'none given'}; X-Frame-Options: ${options ?? 'none given'}`;
  return {
    status: response.status,
    detail: `${path}: ${response.status}${leads}; ${said}`,
    ...(to.origin === url.origin
      ? response.status < 400
        ? verdictOf(ancestors, options, url.origin, origin)
        : { answer: 'unknown' as const, verdict: `the service answers ${response.status}` }
      : no(`it redirects to another origin, ${to.origin}: svc-embed ignores its messages`)),
  };
}

type Verdict = { answer: 'yes' | 'no' | 'unknown' | 'not asked'; verdict: string };
const no = (verdict: string): Verdict => ({ answer: 'no', verdict });

/** The sources of the first `frame-ancestors` of each policy; of several policies, all hold. */
export function ancestorsOf(header: string | null): string | null {
  const policies = (header ?? '').split(',').flatMap((policy) => {
    const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/));
    return directives.filter(([name]) => name?.toLowerCase() === 'frame-ancestors').slice(0, 1);
  });
  return policies.map(([, ...sources]) => sources.join(' ') || "'none'").join(', ') || null;
}

function verdictOf(
  ancestors: string | null,
  options: string | null,
  tenant: string,
  origin?: string,
): Verdict {
  if (origin === undefined) return { answer: 'not asked', verdict: 'give --origin' };
  const option = options?.trim().toUpperCase();
  if (ancestors?.split(', ').every((policy) => allows(policy, tenant, origin)))
    return { answer: 'yes', verdict: `frame-ancestors allows ${origin}` };
  if (ancestors !== null) return no(`frame-ancestors does not allow ${origin}: ${ancestors}`);
  // A browser ignores X-Frame-Options if there is frame-ancestors.
  if (option === 'DENY' || (option === 'SAMEORIGIN' && origin !== tenant))
    return no(`X-Frame-Options is ${option}`);
  return { answer: 'yes', verdict: 'no header forbids it' };
}

/** True if the sources of a policy allow a page of `origin`. */
export const allows = (policy: string, tenant: string, origin: string): boolean =>
  policy.split(' ').some((source) => isSource(source.toLowerCase(), tenant, new URL(origin)));

function isSource(source: string, tenant: string, page: URL): boolean {
  if (source === "'self'") return page.origin === tenant;
  if (source === '*') return /^https?:$/.test(page.protocol);
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return source === page.protocol;
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?([^:/]+)(?::(\d+|\*))?/.exec(source) ?? [];
  // A source without a scheme has that of the tenant, or a safer one.
  const own = scheme ?? new URL(tenant).protocol.slice(0, -1);
  const isScheme = `${own}:` === page.protocol || (own === 'http' && page.protocol === 'https:');
  const isInside = host.startsWith('*.') && page.hostname.endsWith(host.slice(1));
  const standard = page.protocol === 'https:' ? '443' : '80';
  const isPort = port === '*' || (port ?? standard) === (page.port || standard);
  return isScheme && isPort && (isInside || host === '*' || host === page.hostname);
}
