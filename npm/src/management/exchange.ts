/** Sends one request, and follows where the service redirects it. */
import { discard } from './answer.js';
import { ConnectionError } from './errors.js';
import { report } from './hooks.js';
import { beforeAbort } from './limit.js';
import type { Prepared, Settings } from './prepare.js';
import { follow } from './redirect.js';
import { parsedUrl, without } from './values.js';

/** What answered in the end. `isOwn` is false if another origin did: its words count for nothing. */
interface Exchanged {
  response: Response;
  isOwn: boolean;
}

/** Sends the request and follows redirects, without sending the credential to another origin. */
export async function exchange(
  settings: Settings,
  request: Prepared,
  headers: Record<string, string>,
  secret: string,
  signal: AbortSignal,
): Promise<Exchanged> {
  // Browsers refuse `fetch` as a method of another object, so it is called as a plain function.
  const { fetch = globalThis.fetch, log } = settings;
  const { call, body } = request;
  const { id } = call.row;
  const isFile = call.row.answer === 'file';
  let { method } = call;
  let { url } = request;
  let isOwn = true;
  const refused = (why: string) =>
    new ConnectionError(id, `the redirect was not followed. ${without(why, secret)}`);
  // Without a prototype, because a `fetch` reads options that are inherited, too.
  const own = { __proto__: null, method, headers, signal, redirect: 'manual' };
  const init = own as RequestInit;
  if (headers['authorization'] === undefined) init.credentials = 'include';
  // Node requires `duplex` for a stream.
  if (body.content !== undefined)
    Object.assign(init, { body: body.content }, body.isOnce && { duplex: 'half' });
  for (let followed = 0; ; followed += 1) {
    const started = performance.now();
    const response = await guarded(settings, fetch(url, init), signal);
    const durationMs = performance.now() - started;
    if (log.has('debug'))
      log.tell('debug', `${id}: ${method} ${response.status} after ${Math.round(durationMs)} ms`);
    if (settings.onResponse) report(settings, request, { method, url, response, durationMs });
    const location = response.headers.get('location');
    if (response.type === 'opaqueredirect')
      throw new ConnectionError(
        id,
        'the service redirected, and a page cannot see where to. Is baseUrl its exact address?',
      );
    // A caller's `fetch` may follow redirects itself.
    const answered = response.redirected ? parsedUrl(response.url) : undefined;
    if (answered && answered.origin !== new URL(url).origin) isOwn = false;
    if (answered && !isOwn && !isFile) {
      discard(response);
      throw refused(`fetch itself followed one to another origin: ${answered.origin}.`);
    }
    if (response.status < 300 || response.status >= 400 || location === null)
      return { response, isOwn };
    discard(response);
    const { status } = response;
    const step = follow({ status, method, from: url, location, isFile, followed });
    if (typeof step === 'string') throw refused(step);
    if (step.method !== method) {
      const { 'content-type': _, ...rest } = init.headers as typeof headers;
      init.headers = rest;
      init.body = null;
    } else if (body.isOnce) throw refused('A stream cannot be sent twice.');
    if (!step.withCredentials) {
      init.headers = { accept: '*/*' };
      init.credentials = 'omit';
      isOwn = false;
    }
    ({ method, url } = step);
    init.method = method;
  }
}

/** Ends a request, or the reading of its answer, at the limit: a caller's `fetch` may ignore the signal. */
export const guarded = <T>(
  { fetch }: Settings,
  promise: Promise<T>,
  signal: AbortSignal,
): Promise<T> => (fetch ? beforeAbort(promise, signal) : promise);
