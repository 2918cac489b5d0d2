// A page and a worker call each operation of the management client. A proxy on the page's origin
// forwards the calls to the sandbox.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as forward } from 'node:http';
import { after, before, test } from './support/test.mjs';
import { evaluate } from './support/page.mjs';
import { startSandbox } from './support/sandbox.mjs';
import { driver } from './support/world.mjs';

const root = new URL('../', import.meta.url);
const calls = JSON.parse(
  await readFile(new URL('sandbox/tests/fixtures/happy_path.json', root), 'utf8'),
);
const exchanges = JSON.parse(
  await readFile(new URL('tests/fixtures/exchanges.json', root), 'utf8'),
);

let sandbox;
let server;
let page;

before(async () => {
  // Every operation needs a sandbox of its own: they move the clock and change data.
  sandbox = await startSandbox();
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  page = `http://127.0.0.1:${server.address().port}/`;
});

after(async () => {
  server?.closeAllConnections();
  server?.close();
  await sandbox?.stop();
});

/** Serves the package, and forwards all other requests to the service. */
async function answer(request, response) {
  const { url, method, headers } = request;
  if (url === '/') {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>The management client</title>');
  } else if (/^\/(dist|e2e)\/[\w/.-]+\.m?js$/.test(url)) {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(await readFile(new URL(`.${url}`, root)));
  } else if (url === '/echo') {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify({ body }));
  } else {
    const to = new URL(url, url.startsWith('/control/') ? sandbox.host : sandbox.tenant);
    const { host: _host, origin: _origin, referer: _referer, ...rest } = headers;
    const onward = forward(to, { method, headers: rest }, (answered) => {
      response.writeHead(answered.statusCode, answered.headers);
      answered.pipe(response);
    });
    request.pipe(onward);
  }
}

test('a stream that the page cannot send is refused, and never sent as a text', async () => {
  await driver.get(page);
  const outcomes = await evaluate(driver, async () => {
    const { ManagementClient } = await import('/dist/management/index.js');
    const client = new ManagementClient({ baseUrl: location.origin, maxRetries: 0, logger: false });
    const send = (body) =>
      client.request('POST', '/echo', { body }).then(
        (answer) => answer.body,
        (error) => error.name,
      );
    async function* generator() {
      yield 'abc';
    }
    return [
      await send(new Blob(['abc'])),
      await send(new Blob(['abc']).stream()),
      await send(generator()),
    ];
  });
  assert.equal(outcomes[0], 'abc');
  // Some browsers know that they cannot: their error names the connection.
  assert.ok(['abc', 'ConnectionError', 'InvalidRequestError'].includes(outcomes[1]), outcomes[1]);
  assert.equal(outcomes[2], 'InvalidRequestError');
});

test('every operation can be called in a page', async () => {
  await driver.get(page);
  const outcome = await evaluate(
    driver,
    async (calls) => {
      const { ManagementClient } = await import('/dist/management/index.js');
      const { clientsOf, perform } = await import('/e2e/management/support/happy-path.mjs');
      const clients = await clientsOf(ManagementClient, location.origin);
      const kept = {};
      const wrong = [];
      const called = new Set();
      for (const call of calls) {
        if (call.advanceMs) {
          const body = JSON.stringify({ advanceMs: call.advanceMs });
          const headers = { 'Content-Type': 'application/json' };
          await fetch('/control/clock', { method: 'POST', headers, body });
          continue;
        }
        try {
          const { data, status } = await perform(clients, call, kept);
          const isRead = (data === undefined) === (call.status === 204);
          if (status !== call.status || !isRead) wrong.push(`${call.id}: ${status}`);
          called.add(call.id);
        } catch (error) {
          wrong.push(`${call.id}: ${error}`);
        }
      }
      const missing = clients.admin.operations.filter(({ id }) => !called.has(id));
      return { wrong, missing: missing.map(({ id }) => id) };
    },
    calls,
  );
  assert.deepEqual(outcome, { wrong: [], missing: [] });
});

test('every exchange is reproduced in a page', async () => {
  await driver.get(page);
  const played = await evaluate(
    driver,
    async (exchanges) => {
      const management = await import('/dist/management/index.js');
      const { play } = await import('/e2e/management/support/exchange.mjs');
      const played = [];
      for (const exchange of exchanges) {
        const options = { ...exchange.options, dangerouslyAllowBrowser: true };
        played.push(await play(management, { ...exchange, options }));
      }
      return played;
    },
    exchanges,
  );
  for (const [place, { name, requests, pauses, result, error }] of exchanges.entries()) {
    const wanted = { requests: requests.map(inPage), pauses, ...(error ? { error } : { result }) };
    assert.deepEqual(played[place], wanted, name);
  }
});

/** A page does not name the client: that would cost a preflight. */
function inPage({ headers: { 'user-agent': _, ...headers }, ...request }) {
  return { ...request, headers };
}

test('an API key is refused in a page and in a worker, where an access token works', async () => {
  await driver.get(page);
  const outcome = await evaluate(driver, async () => {
    const tried = `
      const refused = (field) => {
        try {
          new ManagementClient({ baseUrl: location.origin, [field]: 'k' });
        } catch (error) {
          return error.name + ' ' + error.field;
        }
      };
      const me = await new ManagementClient({
        baseUrl: location.origin,
        accessToken: 'sandbox-admin-key',
      }).users.me();
      const outcome = [refused('apiKey'), refused('scimToken'), typeof me];`;
    const loaded = `const { ManagementClient } = await import('${location.origin}/dist/management/index.js');`;
    const inPage = await new Function(
      `return (async () => { ${loaded} ${tried} return outcome; })()`,
    )();
    // A worker from a blob cannot import by a relative URL, so the page passes the URL.
    const source = `const location = { origin: '${window.location.origin}' }; ${loaded} ${tried} postMessage(outcome);`;
    const worker = new Worker(
      URL.createObjectURL(new Blob([source], { type: 'text/javascript' })),
      {
        type: 'module',
      },
    );
    const inWorker = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(new Error(message));
    });
    worker.terminate();
    return { inPage, inWorker };
  });
  const wanted = ['InvalidRequestError apiKey', 'InvalidRequestError scimToken', 'object'];
  assert.deepEqual(outcome, { inPage: wanted, inWorker: wanted });
});

test('a redirect in a page is an error that says why', async () => {
  await driver.get(page);
  const outcome = await evaluate(driver, async () => {
    const { ManagementClient } = await import('/dist/management/index.js');
    const redirected = Response.redirect(location.origin + '/elsewhere', 302);
    Object.defineProperty(redirected, 'type', { value: 'opaqueredirect' });
    Object.defineProperty(redirected, 'headers', { value: new Headers() });
    const client = new ManagementClient({
      baseUrl: location.origin,
      accessToken: 'a',
      fetch: async () => redirected,
    });
    return client.users.me().catch((error) => [error.name, error.message]);
  });
  assert.equal(outcome[0], 'ConnectionError');
  assert.match(outcome[1], /a page cannot see where to/);
});
