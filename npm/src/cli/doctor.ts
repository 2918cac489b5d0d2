/** `svc-embed doctor`: twelve questions about a tenant, each with an answer. It changes nothing. */
import { ApiError, ConnectionError } from '../management/index.js';
import type { GenerateSession, ManagementClient } from '../management/index.js';
import { reportOf, type Row } from './answers.js';
import { endpointsOf } from './document.js';
import { DESCRIPTION } from './generated/description.js';
import { hide, say } from './output.js';
import * as tenants from './tenant.js';
import { work } from './work.js';

/** Runs the command. Returns the exit code. */
export async function doctor(text: tenants.Text): Promise<number> {
  const [mint, dashboard] = ['mint', 'dashboard'].map(text);
  const body = mint === undefined ? undefined : (JSON.parse(mint) as GenerateSession);
  const { tenant, bytes, source } = await tenants.opened(text);
  const rows = await work('compare', bytes, source);
  if (tenant) {
    rows.push(...(await requests(tenant.client)));
    const session = body && (await minted(tenant.client, body, rows));
    if (dashboard !== undefined) rows.push(...(await frame(tenant.baseUrl, dashboard, session)));
  }
  const { code, lines } = reportOf(source, rows);
  say(...lines);
  return code;
}

/** Makes a session id, and adds to `rows` whether the tenant did it. */
async function minted(client: ManagementClient, body: GenerateSession, rows: Row[]) {
  try {
    const made: { sessionId?: unknown } | undefined = await client.embedSessions.generate(body);
    hide(made?.sessionId);
    const id = typeof made?.sessionId === 'string' && made.sessionId;
    if (!id) throw new Error('its sessionId is empty or not a text');
    rows.push({ question: 'session', state: 'compared', text: 'its sessionId is a text' });
    return id;
  } catch (error) {
    rows.push({ question: 'session', state: 'other', text: tenants.messageOf(error) });
    return undefined;
  }
}

/** Asks who the caller is, and for each list of the tenant and of its first deployment. */
async function requests(client: ManagementClient): Promise<Row[]> {
  const rows: Row[] = [];
  const first = client.deployments.list({ limit: 1 }).then(({ items }) => items[0]?.id);
  const deployment = await first.catch(() => undefined);
  for (const { id, raw, path } of endpointsOf(DESCRIPTION)) {
    const place = path.replace('{deploymentId}', String(deployment ?? '{}')) as `/${string}`;
    if (!('x-list' in raw || id === 'users.me') || place.includes('{')) continue;
    const question = id === 'users.me' ? 'credential' : 'requests';
    try {
      await client.request('GET', place);
      rows.push({ question, state: 'compared', text: `${id} was answered` });
    } catch (error) {
      const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
      // A key may have few rights.
      const refusal = id === 'users.me' ? 'other' : 'compared';
      const state = isRefused ? refusal : 'unread';
      rows.push({ question, state, text: `${id}: ${tenants.messageOf(error)}` });
      // A tenant that does not answer is not waited for again.
      if (error instanceof ConnectionError) break;
    }
  }
  return rows;
}

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
    return [{ question: 'page', state: 'other', text: tenants.messageOf(error) }];
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
  const text = said || 'no header forbids it';
  return { question: 'frame', state: isForbidden ? 'other' : 'compared', text };
}
