// A service for one test. The test scripts its answers and its faults.

import { once } from 'node:events';
import { createServer } from 'node:http';
import { ManagementClient, TimeoutError } from 'svc-embed/management';

/**
 * Starts a service on loopback, which ends with the test. `answer(request, response, count)` is
 * called for each request, whose `body` is a string. `requests` lists all requests.
 */
export async function serve(test, answer) {
  const requests = [];
  const server = createServer(async (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => (body += chunk));
    await once(request, 'end');
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body });
    await answer(requests.at(-1), response, requests.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  test.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${server.address().port}`, requests };
}

/** Starts a service and creates a client for it, with an access token. */
export async function world(test, answer, options = {}) {
  const service = await serve(test, answer);
  const client = new ManagementClient({
    baseUrl: service.url,
    accessToken: 'the-token',
    ...options,
  });
  return { ...service, client };
}

/**
 * A `fetch` that counts the tries of a client. A service may never see a try that a time limit ends: on a slow
 * machine the limit may pass before the request is there.
 */
export function counting() {
  const own = { tries: 0, fetch: (url, init) => ((own.tries += 1), fetch(url, init)) };
  return own;
}

/**
 * Calls `attempt` with a time limit within which a response must begin. The limit is doubled until the machine is
 * fast enough for it. Another error than a `TimeoutError` is passed on, and so is a limit that never suffices.
 */
export async function inTime(attempt, timeoutMs = 100) {
  try {
    return await attempt(timeoutMs);
  } catch (error) {
    if (!(error instanceof TimeoutError) || timeoutMs > 5_000) throw error;
    return inTime(attempt, 2 * timeoutMs);
  }
}

/** Answers with JSON. */
export function json(response, body, status = 200, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

/** Answers every request well. */
export const ok = (_, response) => json(response, { ok: true });

/** All items of a list. */
export async function all(list) {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
}

/** Cuts the connection in the middle of a body. */
export function cut(response, status = 200) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': 1000 });
  response.write('{"id": 1, ');
  setTimeout(() => response.destroy(), 5);
}

/** The error that `promise` rejects with. The limit is far away: only a promise that never settles reaches it. */
export async function rejection(promise) {
  let limit;
  const late = new Promise((resolve) => (limit = setTimeout(resolve, 60_000)));
  try {
    await Promise.race([promise, late]);
  } catch (error) {
    return error;
  } finally {
    clearTimeout(limit);
  }
  throw new Error('The promise did not reject.');
}

/** Waits until `condition` holds. The end is far away: only what never happens reaches it. */
export async function until(condition) {
  const end = performance.now() + 30_000;
  while (!condition()) {
    if (performance.now() > end) throw new Error('It did not happen within 30 seconds.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
