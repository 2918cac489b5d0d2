/** What a page meets when it frames an embed: by the answer to the embed page's address. */
import type { Row } from './answers.js';
import { messageOf } from './tenant.js';

/** Asks for the page of a dashboard as a browser would, but follows no redirect. */
export async function frame(baseUrl: string, publicId: string, session?: string): Promise<Row[]> {
  const path = `/embed/dashboard/${encodeURIComponent(publicId)}`;
  const url = new URL(baseUrl.replace(/\/+$/, '') + path);
  if (session !== undefined) url.searchParams.set('session', session);
  const accept = { accept: 'text/html', 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' };
  const signal = AbortSignal.timeout(30_000);
  try {
    const answer = await fetch(url, { redirect: 'manual', headers: accept, signal });
    await answer.body?.cancel();
    const to = new URL(answer.headers.get('location') ?? url, url);
    const leads = to.href === url.href ? '' : `, to ${to.origin}${to.pathname}`;
    const text = `${path}: ${answer.status}${leads}`;
    // svc-embed ignores the messages of another origin.
    const isThere = answer.status < 400 && to.origin === url.origin;
    if (!isThere) return [{ question: 'page', state: 'other', text }];
    return [{ question: 'page', state: 'compared', text }, policyOf(answer.headers)];
  } catch (error) {
    return [{ question: 'page', state: 'other', text: messageOf(error) }];
  }
}

function policyOf(headers: Headers): Row {
  const policies = headers.get('content-security-policy') ?? '';
  const found = policies.matchAll(/(?:^|[;,])\s*(frame-ancestors(?![\w-])[^;,]*)/gi);
  const ancestors = Array.from(found, ([, directive = '']) => directive.trim());
  // A browser ignores it if there is frame-ancestors.
  const options = ancestors[0] ? '' : (headers.get('x-frame-options') ?? '');
  const isForbidden =
    /^\s*(deny|sameorigin)\s*$/i.test(options) ||
    ancestors.some((one) => /^frame-ancestors(\s+'(none|self)')*$/i.test(one));
  const said = options ? `X-Frame-Options: ${options}` : ancestors.join('; ');
  const state = isForbidden ? 'other' : 'compared';
  return { question: 'frame', state, text: said || 'no header forbids it' };
}
