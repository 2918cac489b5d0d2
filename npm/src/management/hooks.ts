/** The caller's own functions, which see each request and its end. None of them sees the credential. */
import { HeaderList } from './headers.js';
import { beforeAbort } from './limit.js';
import type { Authorization, Prepared, Settings } from './prepare.js';
import { requestIdOf } from './values.js';

/** An error of a function of the caller's. It ends the call as it is. */
export class Thrown {
  constructor(readonly cause: unknown) {}
}

/** The headers of a try, with the credential. */
export async function headersOfTry(
  { onRequest, onEnd }: Settings,
  request: Prepared,
  authorization: Authorization | undefined,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const given =
    onRequest || onEnd ? await beforeAbort(afterHook(onRequest, request), signal) : request.headers;
  const headers = given.toRecord();
  if (authorization && !given.isGiven('authorization'))
    headers['authorization'] = authorization.header;
  return headers;
}

/** The headers of a try after the caller's hook, which does not see the credential. */
async function afterHook(onRequest: Settings['onRequest'], request: Prepared): Promise<HeaderList> {
  const { call, url, headers: given, retries } = request;
  const { method, row } = call;
  const shown = new Headers(given.toRecord());
  shown.delete('authorization');
  const event = { operation: row.id, method, url, retries, headers: shown };
  request.event = event;
  try {
    await onRequest?.(event);
  } catch (cause) {
    throw new Thrown(cause);
  }
  const headers = new HeaderList(given);
  for (const name in given.toRecord())
    if (!shown.has(name) && name !== 'authorization') headers.set(name, null);
  shown.forEach((value, name) => headers.set(name, value));
  return headers;
}

/** Calls the hook `onResponse`. */
export function report(
  settings: Settings,
  request: Prepared,
  { response, ...sent }: { method: string; url: string; response: Response; durationMs: number },
): void {
  const { status, headers } = response;
  const { call, retries } = request;
  const operation = call.row.id;
  const requestId = requestIdOf(response);
  void hear(settings, request, 'onResponse', () =>
    settings.onResponse?.({ operation, retries, status, headers, requestId, ...sent }),
  );
}

/** Calls a hook that changes nothing. Nobody waits for it. */
export async function hear(
  { log }: Settings,
  { call }: Prepared,
  name: string,
  hook: () => void | Promise<void>,
): Promise<void> {
  try {
    await hook();
  } catch {
    log.tell('error', `${call.row.id}: ${name} failed.`);
  }
}
