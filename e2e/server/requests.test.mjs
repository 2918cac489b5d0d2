// What only one kind of server hands over to an endpoint that mints: HTTP/2, a bare request, a header in two
// parts, a connection that has ended, an answer that was given already.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { nodeSessionEndpoint, sessionEndpoint } from 'svc-embed/server';
import { until } from '../management/support/service.mjs';
import { answered, fake, optionsFor, OURS, SAME_ORIGIN } from './support/endpoint.mjs';
import { serving } from './support/servers.mjs';

// The endpoint names the pages that it refuses.
mock.method(console, 'warn', () => {});

const options = (change) => optionsFor(fake, change);

test('an answer that middleware has given already is left as it is', async () => {
  let answeredBefore = false;
  const endpoint = nodeSessionEndpoint(options());
  const late = async (request, response) => {
    const answer = endpoint(request, response);
    response.writeHead(504).end('too late');
    await answer;
    answeredBefore = true;
  };
  await serving(late, async (origin) => {
    const response = await fetch(origin, { method: 'POST', headers: SAME_ORIGIN });
    assert.equal(response.status, 504);
    await until(() => answeredBefore);
  });
});

test('a request without a whole URL and without a signal is answered', async () => {
  const endpoint = sessionEndpoint(options());
  const headers = new Headers({ ...OURS, origin: 'https://app.example.com' });
  const bare = { url: '/api/embed-session', method: 'POST', headers };
  await answered(await endpoint(bare), 403);
  headers.delete('origin');
  headers.set('sec-fetch-site', 'same-origin');
  await answered(await endpoint(bare), 200);
  const generate = () => Promise.reject(new Error('down'));
  const broken = sessionEndpoint(options({ client: { embedSessions: { generate } } }));
  await answered(await broken(bare), 500);
});

/** Hands a request to an endpoint for Node, without a connection. Resolves to its status and its end. */
async function handOver(given, headers) {
  let status;
  let close;
  const response = {
    headersSent: false,
    writableEnded: false,
    writeHead: (written) => (status = written),
    end: () => (response.writableEnded = true),
    once: (_, listener) => (close = listener),
  };
  await nodeSessionEndpoint(given)({ method: 'POST', headers }, response);
  return { status, close };
}

test('the host of an HTTP/2 request is that of :authority', async () => {
  for (const [authority, wanted] of [
    ['app.example.com', 200],
    ['evil.example.com', 403],
  ]) {
    const headers = { ...OURS, origin: 'https://app.example.com', ':authority': authority };
    assert.equal((await handOver(options(), headers)).status, wanted, authority);
  }
});

test('of a header in two parts the first does not count alone', async () => {
  const headers = { ...OURS, 'sec-fetch-site': ['same-origin', 'cross-site'] };
  const { status } = await handOver(options(), headers);
  assert.equal(status, 403);
});

test('a connection that closes after its answer aborts nothing', async () => {
  let signal;
  let timeoutMs;
  const generate = async (_, given) => (({ signal, timeoutMs } = given), { sessionId: 'an-id' });
  const client = { embedSessions: { generate } };
  const { status, close } = await handOver(options({ client }), SAME_ORIGIN);
  close();
  assert.deepEqual([status, signal.aborted, timeoutMs], [200, false, 10_000]);
});
