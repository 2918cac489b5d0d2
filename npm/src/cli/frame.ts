/** What a page of an origin meets when it frames an embed: by the answer to the embed page's address. */
import { no, unknown, yes, type Answers, type Found } from './answers.js';
import { withoutTrailingSlashes } from './document.js';
import { fetch } from './proxy.js';
import { messageOf } from './tenant.js';

/** Asks for the page of a dashboard as a browser would, but follows no redirect. */
export async function frame(
  baseUrl: string,
  publicId: string | undefined,
  sessionId: string | undefined,
  origin: string | undefined,
): Promise<Answers> {
  if (publicId === undefined) return { page: 'give --dashboard', frame: 'give --dashboard' };
  const path = `/embed/dashboard/${encodeURIComponent(publicId)}`;
  const query = sessionId === undefined ? '' : `?session=${encodeURIComponent(sessionId)}`;
  const url = new URL(withoutTrailingSlashes(baseUrl) + path + query);
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  const signal = AbortSignal.timeout(30_000);
  try {
    const response = await fetch(url, { redirect: 'manual', headers, signal });
    await response.body?.cancel();
    const options = response.headers.get('x-frame-options')?.trim().toUpperCase();
    const ancestors = ancestorsOf(response.headers.get('content-security-policy'));
    const to = new URL(response.headers.get('location') ?? url, url);
    const leads = to.href === url.href ? '' : `, to ${to.origin}${to.pathname}`;
    const policy = `frame-ancestors: ${ancestors ?? 'none given'}`;
    const said = `${policy}; X-Frame-Options: ${options ?? 'none given'}`;
    const { status } = response;
    const page = (status < 400 ? yes : no)(`${path}: ${status}${leads}; ${said}`);
    if (to.origin !== url.origin)
      return {
        page,
        frame: no(`it redirects to another origin, ${to.origin}: svc-embed ignores its messages`),
      };
    if (status >= 400) return { page, frame: unknown(`the service answers ${status}`) };
    return {
      page,
      frame:
        origin === undefined ? 'give --origin' : verdict(ancestors, options, url.origin, origin),
    };
  } catch (error) {
    return { page: no(messageOf(error)), frame: unknown('the embed page did not answer') };
  }
}

function verdict(
  ancestors: string | undefined,
  options: string | undefined,
  tenant: string,
  origin: string,
): Found {
  const allowed = (why: string) => yes(`${why}. allowEmbed of the dashboard is not checked`);
  // A browser ignores X-Frame-Options if there is frame-ancestors.
  if (ancestors !== undefined)
    return ancestors.split(', ').every((policy) => allows(policy, tenant, origin))
      ? allowed(`frame-ancestors allows ${origin}`)
      : no(`frame-ancestors does not allow ${origin}: ${ancestors}`);
  const isForbidden = options === 'DENY' || (options === 'SAMEORIGIN' && origin !== tenant);
  return isForbidden ? no(`X-Frame-Options is ${options}`) : allowed('no header forbids it');
}

/** The sources of the first `frame-ancestors` of each policy; of several policies, all hold. */
function ancestorsOf(header: string | null): string | undefined {
  const found = (header ?? '').split(',').flatMap((policy) => {
    const sources = /(?:^|;)\s*frame-ancestors(?![\w-])([^;]*)/i.exec(policy);
    return sources ? [sources[1]?.trim() || "'none'"] : [];
  });
  return found.join(', ') || undefined;
}

/** True if the sources of a policy allow a page of `origin`. */
export const allows = (policy: string, tenant: string, origin: string): boolean =>
  policy.split(/\s+/).some((source) => isSource(source.toLowerCase(), tenant, new URL(origin)));

function isSource(source: string, tenant: string, page: URL): boolean {
  if (source === "'self'") return page.origin === tenant;
  if (source === '*') return /^https?:$/.test(page.protocol);
  // A source without a scheme has that of the tenant, or a safer one. One of a scheme only allows each host.
  const [, scheme = tenant.slice(0, tenant.indexOf(':')), wildcard, host, port] =
    /^(?:([a-z][a-z\d+.-]*):(?:\/\/|$))?(\*\.)?([^:/]*)(?::(\d+|\*))?/.exec(source) ?? [];
  const isScheme = [`${scheme}:`, scheme === 'http' && 'https:'].includes(page.protocol);
  const isHost = wildcard ? page.hostname.endsWith(`.${host}`) : host === page.hostname;
  const standard = page.protocol === 'https:' ? '443' : '80';
  const isPort = port === '*' || (port ?? standard) === (page.port || standard);
  return isScheme && (!host || (isPort && (isHost || host === '*')));
}
