// The page's own button exports the dashboard, by the page's own backend.

import assert from 'node:assert/strict';
import { ManagementClient } from 'svc-embed/management';
import { nodeExportEndpoint } from 'svc-embed/server';
import { evaluate } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

/** An answer that leads elsewhere, also for a POST. */
const redirect = (location) => (_, response) => response.writeHead(307, { location }).end();

/** A service that lets pages of every origin ask it, with their cookies and headers. */
const anybody = ({ headers }, response) =>
  response
    .writeHead(200, {
      'access-control-allow-origin': headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'x-svc-embed',
    })
    .end('%PDF');

/** Opens a page whose backend exports for `user`. */
async function open(t, { user = 'dana', limit = false, moved = '/' } = {}) {
  const endpoint = nodeExportEndpoint({
    client: new ManagementClient({
      baseUrl: sandbox.tenant,
      apiKey: 'sandbox-admin-key',
      logger: false,
    }),
    authorize: () =>
      user && {
        userId: user,
        deploymentId: 7,
        dashboards: ['sales-overview'],
        renderAs: { embedTenantName: 'acme', externalId: user },
      },
    rateLimit: limit,
    pollMs: 20,
    onError: (error) => console.error(error),
  });
  const { origin } = await servePages(t, {
    // A page with this policy sends no `Referer`. The browser must still send the endpoint its `Origin`.
    '/': html('<title>A page</title>', { 'referrer-policy': 'no-referrer' }),
    '/api/export': endpoint,
    '/api/session': (_, response) => response.writeHead(401).end(),
    '/moved': redirect(moved),
    '/moved-within': redirect('/api/export'),
    '/silent': () => {},
    '/dated': (_, response) =>
      response.writeHead(503, { 'retry-after': 'Wed, 25 Nov 2026 12:00:00 GMT' }).end(),
  });
  await driver.get(origin);
}

const run = (options, endpoint = '/api/export') =>
  evaluate(
    driver,
    async (endpoint, options) => {
      const { exportDashboard } = await import('/dist/export.js');
      const seen = [];
      const onProgress = (progress) => seen.push(progress);
      const signal = options.abortMs ? AbortSignal.timeout(options.abortMs) : undefined;
      return exportDashboard(endpoint, { ...options, onProgress, signal }).then(
        async (file) => ({
          name: file.name,
          type: file.type,
          size: file.size,
          start: await file.slice(0, 4).text(),
          seen,
        }),
        ({ name, status = null, retryAfter = null }) => ({ name, status, retryAfter }),
      );
    },
    endpoint,
    options,
  );

test('a file with its name, how far it is, and an abort', async (t) => {
  await open(t);
  const { seen, size, ...file } = await run({ publicId: 'sales-overview', format: 'pdf' });
  assert.deepEqual(file, { name: 'sales-overview.pdf', type: 'application/pdf', start: '%PDF' });
  assert.deepEqual(seen[0], { phase: 'rendering', loaded: 0, total: null });
  assert.deepEqual(seen.at(-1), { phase: 'downloading', loaded: size, total: size });
  assert.equal((await run({ publicId: 'sales-overview', format: 'png' })).type, 'image/png');
  // An abort ends the wait.
  const { name } = await run({ publicId: 'sales-overview', abortMs: 300 }, '/silent');
  assert.match(name, /^(TimeoutError|AbortError)$/);
});

test('the dashboard of another tenant: 403; too often: 429 and when; nobody: 401', async (t) => {
  await open(t, { limit: { requests: 1, windowMs: 60_000 } });
  assert.equal((await run({ publicId: 'fulfilment' })).status, 403);
  const { name, status, retryAfter } = await run({ publicId: 'sales-overview' });
  assert.deepEqual([name, status], ['ExportError', 429]);
  assert.ok(retryAfter > 50 && retryAfter <= 60);
  await open(t, { user: null });
  assert.equal((await run({ publicId: 'sales-overview' })).status, 401);
});

test("only the page's own origin is asked, and no redirect is followed", async (t) => {
  const other = await servePages(t, { '*': anybody });
  await open(t, { moved: `${other.origin}/api/export` });
  for (const endpoint of [`${other.origin}/api/export`, '/moved', '/moved-within'])
    assert.equal((await run({ publicId: 'sales-overview' }, endpoint)).name, 'TypeError', endpoint);
  assert.deepEqual(other.requests, []);
});

/** Pages that have no address of their own, or another base. */
const INNER = [
  ['srcdoc', '', '/api/export'],
  ['srcdoc', '<base href="/api/">', 'export'],
  ['blob', '', '/api/export'],
  ['blob', '<base href="ORIGIN/api/">', './export'],
];

test('a page of a srcdoc or a blob asks the backend of the page that has made it', async (t) => {
  const other = await servePages(t, { '*': anybody });
  await open(t);
  for (const [kind, head, endpoint] of [
    ...INNER,
    ['srcdoc', `<base href="${other.origin}">`, 'api/export'],
  ]) {
    const answer = await evaluate(
      driver,
      (kind, head, endpoint) => {
        const { origin } = location;
        const iframe = document.createElement('iframe');
        const page = `${head.replace('ORIGIN', origin)}<script type="module">
          import { exportDashboard } from '${origin}/dist/export.js';
          import '${origin}/dist/element.js';
          const asked = exportDashboard('${endpoint}', { publicId: 'sales-overview' });
          const file = await asked.then(({ name }) => name, ({ name }) => name);
          const element = document.createElement('svc-embed');
          element.addEventListener('mount-failed', ({ detail }) => {
            parent.postMessage([file, detail.code], '*');
            element.remove();
          });
          const baseUrl = 'https://acme.example.com';
          const sessionUrl = '${endpoint}'.replace('export', 'session');
          const renewal = { maxAttempts: 1 };
          Object.assign(element, { baseUrl, publicId: 'sales', sessionUrl, renewal });
          document.body.append(element);
        </script>`;
        if (kind === 'srcdoc') iframe.srcdoc = page;
        else iframe.src = URL.createObjectURL(new Blob([page], { type: 'text/html' }));
        document.body.append(iframe);
        return new Promise((resolve) => {
          addEventListener('message', ({ data }) => resolve(data), { once: true });
        });
      },
      kind,
      head,
      endpoint,
    );
    const wanted = head.includes(other.origin)
      ? ['TypeError', 'mint-failed']
      : ['sales-overview.pdf', 'signed-out'];
    assert.deepEqual(answer, wanted, `${kind} ${head}`);
  }
  assert.deepEqual(other.requests, []);
});

test('of a proxy that gives a date: the status', async (t) => {
  await open(t);
  const { status, retryAfter } = await run({ publicId: 'x' }, '/dated');
  assert.deepEqual([status, retryAfter], [503, null]);
});
