// Runs programs of the guide: on exports, telemetry, server rendering, and the backend of the quick start. The
// other pages have theirs in HTML (`html.test.mjs`) or in a framework (`frameworks.test.mjs`).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { freePort } from '../../scripts/lib/server.mjs';
import { control } from '../support/embed.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { html, servePages } from '../support/pages-server.mjs';
import { test } from '../support/test.mjs';
import { driver, sandbox } from '../support/world.mjs';
import { forSandbox, forTenant, openPage, runModule } from './support/host-page.mjs';
import { block, root } from './support/pages.mjs';

const guide = (page) => `docs/guide/${page}.md`;

/** Imports code of the guide in Node, where the package has its own name. `name` is its export. */
async function inNode(t, code, name) {
  const folder = join(root, 'target/guide-programs');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, `${code}\nexport { ${name} };\n`);
  t.after(() => rmSync(path));
  return (await import(pathToFileURL(path)))[name];
}

test('export: the backend and the button of the page', async (t) => {
  await control('reset', {});
  // The endpoint and its page are known only when the server listens.
  let endpoint;
  const { origin } = await servePages(t, {
    '/': html('<title>A page</title><button>Save</button>'),
    '/api/export': async ({ method, url, headers }, response) => {
      const answer = await endpoint(new Request(`${origin}${url}`, { method, headers }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    },
  });
  process.env.SVC_API_KEY = 'sandbox-admin-key';
  const backend = forTenant(block(guide('export'), 'js', 'exportEndpoint({'));
  const signIn = "const userOf = async () => ({ id: 'dana' });\n";
  const own = backend.replace('https://app.example.com', origin);
  assert.notEqual(own, backend);
  endpoint = await inNode(t, signIn + own, 'endpoint');

  await driver.get(origin);
  await evaluate(driver, () => {
    window.saved = [];
    HTMLAnchorElement.prototype.click = function () {
      saved.push([this.download, this.href.split(':')[0]]);
    };
  });
  const page = block(guide('export'), 'js', 'exportDashboard(').replace(
    /'svc-embed\/export'/,
    `'${origin}/dist/export.js'`,
  );
  await runModule(page);
  await evaluate(driver, () => document.querySelector('button').click());
  const saved = await waitFor('the file', async () => {
    const saved = await evaluate(driver, () => window.saved);
    return saved.length > 0 && saved;
  });
  assert.deepEqual(saved, [['sales-overview.pdf', 'blob']]);
  await waitFor('a button to use again', () =>
    evaluate(driver, () => !document.querySelector('button').disabled),
  );

  // A dashboard that the user may not have: the page says so.
  const others = own.replace("dashboards: ['sales-overview']", "dashboards: ['fulfilment']");
  endpoint = await inNode(
    t,
    signIn + others.replace('const endpoint', 'const refusing'),
    'refusing',
  );
  await evaluate(driver, () => document.querySelector('button').click());
  await waitFor('a word', () =>
    evaluate(
      driver,
      () => document.querySelector('button').textContent === 'This cannot be exported',
    ),
  );
});

test('telemetry: the program, and what collects its measures', async () => {
  await openPage('<div id="dashboard" style="height: 400px"></div>');
  await evaluate(driver, () => {
    window.lines = [];
    console.log = (...words) => lines.push(words);
  });
  const observer = block(guide('telemetry'), 'ts', 'PerformanceObserver');
  await runModule((await transform(observer, { loader: 'ts' })).code);
  const getSession = `
    const getSession = async ({ signal }) => {
      const response = await fetch('${sandbox.host}/api/embed-session', { method: 'POST', signal });
      return (await response.json()).sessionId;
    };\n`;
  await runModule(getSession + forSandbox(block(guide('telemetry'), 'js', 'telemetry()')));
  const lines = await waitFor('the measure of the start', async () => {
    const lines = await evaluate(driver, () => window.lines);
    return lines.some(([name]) => name === 'svc-embed.start') && lines;
  });
  const steps = lines.map(([name]) => name);
  for (const step of ['mint', 'load', 'dashboard', 'start'])
    assert.ok(steps.includes(`svc-embed.${step}`), steps.join());
  for (const [, duration, outcome] of lines) {
    assert.ok(duration >= 0);
    assert.equal(outcome, 'ok');
  }
});

test('server rendering: the bridge, called where there is a document', async () => {
  await openPage();
  const code = forSandbox(block(guide('server-rendering'), 'ts', 'showDashboard')).replace(
    'target: Element',
    'target',
  );
  await runModule(`
    const getSession = async ({ signal }) =>
      (await (await fetch('/api/embed-session', { method: 'POST', signal })).json()).sessionId;
    ${code}
    window.embed = await showDashboard(document.querySelector('main'));`);
  await waitFor('an active session', () =>
    evaluate(driver, () => window.embed.session.status === 'active'),
  );
});

test('server rendering: on a server, mount says that this is no browser', async () => {
  const { mount } = await import('svc-embed');
  await assert.rejects(mount('main', { baseUrl: 'https://acme.example.com' }), {
    name: 'EmbedError',
    code: 'not-a-browser',
  });
});

/** Inside `docs/`, which has the package. */
const folder = join(root, 'docs/quick-start-test');

test('quick start: the backend', async (t) => {
  mkdirSync(folder, { recursive: true });
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const program = join(folder, 'backend.mjs');
  copyFileSync(join(root, 'docs/guide/quick-start/backend.mjs'), program);
  const port = await freePort();
  const backend = spawn(process.execPath, [program], {
    env: { ...process.env, SVC_BASE_URL: sandbox.tenant, PORT: String(port) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  t.after(() => backend.kill());
  const ask = (headers) =>
    fetch(`http://localhost:${port}/api/embed-session`, { method: 'POST', headers });
  const response = await waitFor('the backend', () =>
    ask({ 'x-svc-embed': '1', origin: 'http://localhost:5173' }).catch(() => undefined),
  );
  assert.equal(response.status, 200);
  assert.match((await response.json()).sessionId, /./);
  assert.equal((await ask({ 'x-svc-embed': '1', origin: 'http://evil.example' })).status, 403);
});
