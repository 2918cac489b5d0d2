// The endpoint that exports, for the fetch API and for Node's `http`: whom it refuses, what it renders
// for whom, and what it answers when the service fails.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, mock, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { exportEndpoint, nodeExportEndpoint } from 'svc-embed/server';
import { until } from '../management/support/service.mjs';
import { startSandbox } from '../support/sandbox.mjs';
import { answered, SAME_ORIGIN } from './support/endpoint.mjs';
import { exporters, serving as servingNode } from './support/servers.mjs';

const ADA = {
  userId: 'ada',
  deploymentId: 7,
  dashboards: ['sales-overview'],
  renderAs: { embedTenantName: 'acme', externalId: 'dana' },
};

// The endpoint names the pages that it refuses.
mock.method(console, 'warn', () => {});

let sandbox;
before(async () => (sandbox = await startSandbox({ isStrict: true })));
after(() => sandbox.stop());

const clientOf = (apiKey = 'sandbox-admin-key') =>
  new ManagementClient({ baseUrl: sandbox.tenant, apiKey, logger: false });

/** A client whose export does what `run` does. */
const doing = (run) => ({ dashboardExports: { run } });

function options(change = {}) {
  const errors = [];
  const onError = (error) => errors.push(error);
  return { client: clientOf(), authorize: () => ADA, pollMs: 20, onError, errors, ...change };
}

const SALES = 'publicId=sales-overview';

for (const [name, kind] of Object.entries(exporters)) {
  describe(name, () => {
    const serving = (given, ask) =>
      kind(given, (one) => ask((query, headers, init) => one(headers, init, query)));

    test('exports a PDF and a PNG', () =>
      serving(options(), async (ask) => {
        for (const [format, type, start] of [
          ['pdf', 'application/pdf', '%PDF'],
          ['png', 'image/png', '\x89PNG'],
        ]) {
          const response = await ask(`${SALES}&format=${format}`);
          assert.equal(response.status, 200);
          const { headers } = response;
          assert.equal(headers.get('content-type'), type);
          assert.equal(headers.get('cache-control'), 'no-store');
          assert.equal(headers.get('x-content-type-options'), 'nosniff');
          const named = `attachment; filename="sales-overview.${format}"`;
          assert.equal(headers.get('content-disposition'), named);
          const bytes = Buffer.from(await response.arrayBuffer());
          assert.equal(bytes.subarray(0, 4).toString('latin1'), start);
        }
      }));

    test('refuses before it asks the service', async () => {
      let runs = 0;
      const given = options({ client: doing(async () => ((runs += 1), new Response('file'))) });
      await serving(given, async (ask) => {
        await answered(await ask(SALES, SAME_ORIGIN, { method: 'GET' }), 405);
        await answered(await ask(SALES, {}), 403);
        for (const other of ['fulfilment', 'sales-overview-2', 'sales', 'Sales-overview'])
          await answered(await ask(`publicId=${other}`), 403);
        await answered(await ask('format=pdf'), 403);
        await answered(await ask(`${SALES}&format=html`), 400);
        await answered(await ask(`${SALES}&format=constructor`), 400);
        assert.equal(runs, 0);
      });
      await serving(options({ authorize: () => null }), async (ask) =>
        answered(await ask(SALES), 401),
      );
    });

    test('no name of a dashboard adds a header or leaves its folder', async () => {
      const publicId = "../a\"; filename*=UTF-8''b.html\r\nset-cookie: c\u202egpj.\u00e4\\";
      // Nor does a header of the service's.
      const headers = {
        ...{ 'content-type': 'text/html', 'set-cookie': 'a=b', 'x-secret': 'k-1' },
        // Of a file that the client has unpacked, the service's length is too short.
        ...{ 'content-encoding': 'gzip', 'content-length': '2' },
      };
      const client = doing(async () => new Response('file', { headers }));
      const authorize = () => ({ ...ADA, dashboards: [publicId] });
      await serving(options({ client, authorize }), async (ask) => {
        const response = await ask(new URLSearchParams({ publicId }));
        assert.equal(response.status, 200);
        assert.match(
          response.headers.get('content-disposition'),
          /^attachment; filename="[\w.-]+\.pdf"$/,
        );
        assert.doesNotMatch(response.headers.get('content-disposition'), /[/\\]/);
        assert.equal(response.headers.get('content-type'), 'application/pdf');
        assert.equal(response.headers.get('set-cookie'), null);
        assert.equal(response.headers.get('x-secret'), null);
        assert.equal(response.headers.get('content-length'), null);
        assert.equal(await response.text(), 'file');
        assert.match(
          response.headers.get('content-security-policy'),
          /^default-src 'none'; sandbox$/,
        );
      });
    });

    test('renders as the user, and as the owner of the key only if authorize says so', async () => {
      const bodies = [];
      const client = doing(async (deploymentId, body) => {
        bodies.push([deploymentId, { ...body }]);
        return new Response('file');
      });
      // The page decides nothing but the dashboard and the format.
      const wishes = 'deploymentId=8&userId=eve&renderAs=null&externalId=eve&as=eve';
      const query = `${SALES}&${wishes}`;
      await serving(options({ client }), async (ask) => ask(query));
      const authorize = () => ({ ...ADA, renderAs: null });
      await serving(options({ client, authorize }), async (ask) => ask(SALES));
      const body = { dashboardPublicId: 'sales-overview', format: 'pdf' };
      assert.deepEqual(bodies, [
        [7, { ...body, renderAs: { embedTenantName: 'acme', externalId: 'dana' } }],
        [7, body],
      ]);
      const forgotten = options({ client, authorize: () => ({ ...ADA, renderAs: undefined }) });
      await serving(forgotten, async (ask) => answered(await ask(SALES), 500));
      assert.match(forgotten.errors[0].message, /authorize must return .*renderAs/);
      assert.equal(bodies.length, 2);
    });

    test('an abort ends the wait at the service', async () => {
      let signal;
      const client = doing(
        (_, __, options) =>
          new Promise((_, reject) => {
            ({ signal } = options);
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
      );
      await serving(options({ client }), async (ask) => {
        const controller = new AbortController();
        const init = { signal: controller.signal };
        const asked = ask(SALES, SAME_ORIGIN, init).catch(() => {});
        await until(() => signal);
        controller.abort();
        await until(() => signal.aborted);
        await asked;
      });
    });

    test('the service fails: 502 if it refuses, 503 if it may succeed later, and no word of why', async () => {
      const failing = async (client, status) => {
        const given = options({ client });
        await serving(given, async (ask) => {
          const answer = await answered(await ask(SALES), status);
          assert.deepEqual(answer, { error: 'Nothing was exported.' });
        });
        assert.equal(given.errors.length, 1);
      };
      await failing(clientOf('no-such-key'), 502);
      await failing(
        new ManagementClient({
          baseUrl: 'http://127.0.0.1:9',
          apiKey: 'x',
          maxRetries: 0,
          logger: false,
        }),
        503,
      );
    });

    test('an export that the service has dropped after five minutes: 503', async () => {
      const client = clientOf();
      const { run } = client.dashboardExports;
      const late = doing(async (id, body, given) =>
        run(id, body, {
          ...given,
          onProgress: () =>
            fetch(`${sandbox.host}/control/clock`, {
              method: 'POST',
              headers: { 'content-type': 'application/json' },
              body: JSON.stringify({ advanceMs: 301_000 }),
            }).then(() => {}),
        }),
      );
      const given = options({ client: late });
      await serving(given, async (ask) => answered(await ask(SALES), 503));
      assert.equal(given.errors[0].code, 'expired');
    });
  });
}

test('it serves whom the endpoint that mints serves', async () => {
  const path = new URL('../../tests/fixtures/session_endpoint.json', import.meta.url);
  for (const exchange of JSON.parse(readFileSync(path, 'utf8'))) {
    const { what, method = 'POST', host = 'app.example.com', origin, user = 'ada' } = exchange;
    const endpoint = exportEndpoint(
      options({
        client: doing(async () => new Response('file')),
        authorize: () => user && { ...ADA, userId: user },
        ...(origin !== undefined && { origin }),
      }),
    );
    const headers = new Headers({ host });
    for (const [name, values] of Object.entries(exchange.headers))
      for (const value of [values].flat()) headers.append(name, value);
    const url = 'http://inside/api/export?publicId=sales-overview';
    const answer = await endpoint(new Request(url, { method, headers }));
    assert.equal(answer.status, exchange.status, what);
    assert.equal(answer.headers.has('allow'), exchange.status === 405, what);
  }
});

describe("a file that Node's http hands on", () => {
  const authorize = () => ({ ...ADA, userId: String(Math.random()) });

  /** Asks for a file that does what `body` says. `ended` counts the handlers that have ended. */
  async function handing(body, ask) {
    const seen = { ended: 0, cancelled: 0, drains: 0 };
    const run = async () => ({ headers: new Headers(), body: body(seen) });
    const handler = nodeExportEndpoint(options({ client: doing(run), authorize }));
    const counting = (asked, response) => {
      const { write } = response;
      response.write = (...part) => {
        seen.drains = Math.max(seen.drains, response.listenerCount('drain'));
        return write.apply(response, part);
      };
      handler(asked, response).then(
        () => seen.ended++,
        (error) => (seen.rejected = error),
      );
    };
    const init = { method: 'POST', headers: SAME_ORIGIN };
    await servingNode(counting, (origin) =>
      ask((signal) => fetch(`${origin}/?${SALES}`, { ...init, signal }), seen),
    );
  }

  test('in thousands of parts leaves no listener for each', () => {
    let left = 2_000;
    const part = new Uint8Array(10);
    const pull = (to) => (left-- > 0 ? to.enqueue(part) : to.close());
    return handing(
      () => new ReadableStream({ pull }),
      async (ask, seen) => {
        const file = await (await ask()).arrayBuffer();
        assert.equal(file.byteLength, 20_000);
        assert.ok(seen.drains <= 1, String(seen.drains));
      },
    );
  });

  test('is no longer waited for when nobody waits for it', () =>
    handing(
      (seen) =>
        new ReadableStream({
          start: (to) => to.enqueue(new Uint8Array(10)),
          pull: () => new Promise(() => {}),
          cancel: () => void seen.cancelled++,
        }),
      async (ask, seen) => {
        const controller = new AbortController();
        const response = await ask(controller.signal);
        await response.body.getReader().read();
        controller.abort();
        await until(() => seen.ended === 1);
        assert.equal(seen.cancelled, 1);
      },
    ));

  /** A request and a response of Node, without a connection. */
  const asked = {
    method: 'POST',
    url: '/?publicId=sales-overview',
    headers: { ...SAME_ORIGIN, host: 'app.example.com' },
  };
  const nothing = () => {};
  const bare = {
    ...{ headersSent: false, writableEnded: false, write: () => true },
    ...{ writeHead: nothing, end: nothing, once: nothing },
  };

  test('is read no faster than the browser takes it', async () => {
    let pulled = 0;
    const pull = (to) => (++pulled < 4 ? to.enqueue(new Uint8Array(10)) : to.close());
    const body = new ReadableStream({ pull }, { highWaterMark: 0 });
    const client = doing(async () => ({ headers: new Headers(), body }));
    const drains = [];
    const once = (event, goOn) => event === 'drain' && drains.push(goOn);
    const handler = nodeExportEndpoint(options({ client, authorize }));
    const ended = handler(asked, { ...bare, write: () => false, once });
    for (let part = 1; part < 4; part++) {
      await until(() => drains.length === part);
      assert.equal(pulled, part);
      drains.at(-1)();
    }
    await ended;
  });

  test('is cancelled if it cannot be handed on', async () => {
    const broken = () => {
      throw new Error('The connection is gone.');
    };
    // Middleware has answered already; the connection breaks, of a response with and without `destroy`.
    for (const change of [
      { headersSent: true },
      { write: broken, destroy() {} },
      { write: broken },
    ]) {
      let cancelled = 0;
      const body = new ReadableStream({
        pull: (to) => to.enqueue(new Uint8Array(10)),
        cancel: () => void cancelled++,
      });
      const client = doing(async () => ({ headers: new Headers(), body }));
      await nodeExportEndpoint(options({ client, authorize }))(asked, { ...bare, ...change });
      await until(() => cancelled === 1);
    }
  });

  test('and that somebody else reads already ends the answer, and rejects nothing', () =>
    handing(
      () => {
        const body = new ReadableStream();
        body.getReader();
        return body;
      },
      async (ask, seen) => {
        const read = ask().then((response) => response.arrayBuffer());
        await assert.rejects(read, TypeError);
        await until(() => seen.ended === 1);
        assert.equal(seen.rejected, undefined);
      },
    ));
});
