import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { ManagementClient } from 'svc-embed/management';
import { embedFrame } from 'svc-embed/server';
import { test } from './support/test.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { embedPage, html, servePages } from './support/pages-server.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

test('the package loads its WebAssembly in a page', async () => {
  // Any page of the host's origin will do.
  await driver.get(`${sandbox.host}/dist/index.js`);
  const names = await evaluate(driver, async () => {
    const bridge = await import('/dist/index.js');
    await bridge.init();
    return Object.keys(bridge);
  });
  assert.ok(names.includes('mount'), `exports: ${names.join(', ')}`);
});

test('a page without a bundler asks for two files', async (t) => {
  const { origin, requests } = await servePages(t, {
    '/': html('<title>A page</title><main style="height: 400px"></main>'),
    '/embed/dashboard/sales': embedPage(),
  });
  await driver.get(`${origin}/`);
  await evaluate(driver, async () => {
    const { mount } = await import('/dist/index.js');
    const surface = { kind: 'dashboard', publicId: 'sales' };
    const getSession = async () => 'id';
    const embed = await mount('main', { baseUrl: location.origin, surface, getSession });
    await embed.ready;
  });
  const paths = requests.map(({ url }) => url).filter((url) => url.startsWith('/dist/'));
  assert.deepEqual(paths, ['/dist/index.js', '/dist/rest.js']);
});

/** How a page shows an embed. Each sets `embed`, or the promise of it. */
const PAGES = {
  mount: `embed = await mount('main', options);`,
  'mount, private': `embed = await mount('main', { ...options, getSession: undefined, mode: 'private' });`,
  element: `
    await import('/dist/element.js');
    embed = Object.assign(document.createElement('svc-embed'), options, { publicId: 'sales-overview' });
    document.querySelector('main').append(embed);`,
  React: `
    await import('/react.js');
    embed = await new Promise((done) => window.render({ ...options, style: { height: '400px' }, ref: (embed) => embed && done(embed) }));`,
  embedFrame: `embed = await connect(document.querySelector('iframe'), options);`,
};

/** React's page, as an app ships it: in development, React itself writes to the console. */
const REACT = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { SvcEmbed } from 'svc-embed/react';
  window.render = (props) =>
    createRoot(document.querySelector('main')).render(createElement(SvcEmbed, props));`;

/**
 * Chromium's driver returns every line of the console, also those of the browser itself. The other drivers
 * return none, so the page collects the lines of scripts and the error events.
 */
const NOTES = `
  window.lines = [];
  for (const level of ['debug', 'log', 'info', 'warn', 'error'])
    console[level] = (...words) => lines.push(words.map(String).join(' '));
  for (const name of ['error', 'unhandledrejection', 'securitypolicyviolation'])
    addEventListener(name, (event) => lines.push(String(event.reason ?? event.message ?? event.blockedURI)), true);`;

async function consoleLines() {
  if (engine !== 'chromium') return evaluate(driver, () => window.lines.splice(0));
  const entries = await driver.manage().logs().get('browser');
  return entries.map(({ message }) => message);
}

test('no page with an embed has a line in its console, or another entry in its history', async (t) => {
  const client = new ManagementClient({ baseUrl: sandbox.tenant, apiKey: 'sandbox-admin-key' });
  const surface = { kind: 'dashboard', publicId: 'sales-overview' };
  const session = { embedTenantProfile: { displayName: 'Acme Retail' } };
  const { outputFiles } = await build({
    stdin: { contents: REACT, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    ...{ bundle: true, format: 'esm', target: 'es2022', write: false, logLevel: 'warning' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const write = (name) => async (_, response) => {
    const options = { client, baseUrl: sandbox.tenant, surface, session, response };
    const frame = name === 'embedFrame' ? (await embedFrame(options)).html : '';
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><meta charset="utf-8"><title>${name}</title><link rel="icon" href="data:,">
        <style>main, svc-embed { display: block; height: 400px }</style><main>${frame}</main>
        <script>window.entries = history.length; ${engine === 'chromium' ? '' : NOTES}</script>
        <script type="module">
          import { connect, mount } from '/dist/index.js';
          let embed;
          const getSession = async () => (await fetch('/mint', { method: 'POST' })).text();
          const options = { baseUrl: '${sandbox.tenant}', surface: ${JSON.stringify(surface)}, getSession };
          ${PAGES[name]}
          window.embed = embed;
          embed.ready.then(() => (window.isReady = true));
        </script>`);
  };
  const pages = await servePages(t, {
    '/react.js': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(outputFiles[0].text),
    '/mint': async (_, response) =>
      response.end((await client.embedSessions.generate(session)).sessionId),
    ...Object.fromEntries(
      Object.keys(PAGES).map((name) => [`/${encodeURIComponent(name)}`, write(name)]),
    ),
  });
  for (const name of Object.keys(PAGES)) {
    await t.test(name, async () => {
      await driver.get('about:blank');
      if (engine === 'chromium') await consoleLines();
      await driver.get(`${pages.origin}/${encodeURIComponent(name)}`);
      if (name === 'mount, private')
        // The viewer is asked to sign in, so no embed reports that it is ready.
        await waitFor('the iframe', () => evaluate(driver, () => window.embed !== undefined));
      else {
        await waitFor('ready', () => evaluate(driver, () => window.isReady));
        await evaluate(driver, () => window.embed.reload());
      }
      // On a slow machine, svc-embed tells after five seconds that the embed is silent, and then that it is ready.
      const isSlow = await evaluate(driver, () => performance.now() > 5_000);
      const isOfSlow = (line) => isSlow && /\[frame-silent\]|ready after all/.test(line);
      const lines = await consoleLines();
      assert.deepEqual(
        lines.filter((line) => !isOfSlow(line)),
        [],
      );
      const [hasEntries, isSandboxed] = await evaluate(driver, () => [
        history.length !== window.entries,
        window.embed.iframe.sandbox.contains('allow-scripts'),
      ]);
      assert.deepEqual({ hasEntries, isSandboxed }, { hasEntries: false, isSandboxed: true });
    });
  }
});
