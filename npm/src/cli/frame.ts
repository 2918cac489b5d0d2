/** What a page meets when it frames an embed: by the answer to the embed page's address. */
import { no, unknown, yes, type Answers } from './answers.js';
import { fetch } from './proxy.js';
import { messageOf } from './tenant.js';

/** Asks for the page of a dashboard as a browser would, but follows no redirect. */
export async function frame(baseUrl: string, publicId: string, session?: string): Promise<Answers> {
  const path = `/embed/dashboard/${encodeURIComponent(publicId)}`;
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  if (session !== undefined) url.searchParams.set('session', session);
  const headers = { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  try {
    const signal = AbortSignal.timeout(30_000);
    const {
      body,
      status,
      headers: its,
    } = await fetch(url, { redirect: 'manual', headers, signal });
    await body?.cancel();
    const to = new URL(its.get('location') ?? url, url);
    const leads = to.href === url.href ? '' : `, to ${to.origin}${to.pathname}`;
    const page = (status < 400 ? yes : no)(`${path}: ${status}${leads}`);
    if (to.origin !== url.origin)
      return { page, frame: no(`it redirects to ${to.origin}: svc-embed ignores its messages`) };
    const isShown = status < 400;
    return { page, frame: isShown ? verdict(its) : unknown(`the service answers ${status}`) };
  } catch (error) {
    return { page: no(messageOf(error)), frame: unknown('the embed page did not answer') };
  }
}

function verdict(headers: Headers) {
  const policies = headers.get('content-security-policy') ?? '';
  const found = policies.matchAll(/(?:^|[;,])\s*(frame-ancestors(?![\w-])[^;,]*)/gi);
  const ancestors = Array.from(found, ([, directive = '']) => directive.trim());
  if (ancestors.some((one) => /^frame-ancestors(\s+'none')?$/i.test(one)))
    return no(ancestors.join('; '));
  if (ancestors[0]) return yes(`those of ${ancestors.join('; ')}`);
  // A browser ignores it if there is frame-ancestors.
  const options = headers.get('x-frame-options') ?? '';
  const isForbidden = /^\s*(deny|sameorigin)\s*$/i.test(options);
  return isForbidden ? no(`X-Frame-Options: ${options}`) : yes('no header forbids it');
}
