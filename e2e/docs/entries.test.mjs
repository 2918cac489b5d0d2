// Runs the programs of the guide's pages on exports and on telemetry. The other pages that show an entry have
// theirs in HTML (`html.test.mjs`) or in a framework (`frameworks.test.mjs`).

import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
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
