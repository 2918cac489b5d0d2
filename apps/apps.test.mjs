// The packed package in small apps, each made with one tool as its users would make it: built,
// served, and driven in a browser. What a tool needs stands in the README's table.

import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { join } from 'node:path';
import { freePort } from '../e2e/support/browser.mjs';
import { control, counts } from '../e2e/support/embed.mjs';
import { driver, sandbox } from '../e2e/support/world.mjs';
import { appsDir } from '../scripts/lib/run.mjs';
import { checkDashboard, loadedWasm, shows } from './support/dashboard.mjs';
import { prepare } from './support/project.mjs';
import { serve } from './support/serve.mjs';
import { runTool, startTool } from './support/tool.mjs';

await prepare();

/** What the service's side of the sandbox takes. */
const environment = { TENANT: sandbox.tenant, SVC_API_KEY: 'sandbox-admin-key' };

/** Serves folders of the scratch copy for as long as `body` takes. */
async function served(folders, body) {
  const entries = Object.entries(folders).map(([start, path]) => [start, join(appsDir, path)]);
  const { origin, stop } = await serve(Object.fromEntries(entries), sandbox.host);
  try {
    await body(origin);
  } finally {
    await stop();
  }
}

/** Lets a tool's own server serve an app for as long as `body` takes. */
async function servedBy(app, command, body) {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const stop = await startTool(app, [...command, String(port)], origin, {
    ...environment,
    BACKEND: sandbox.host,
  });
  try {
    await body(origin);
  } finally {
    await stop();
  }
}

const BRIDGE = /^svc_embed_bg\b.*\.wasm$/;
const MANAGEMENT = /^svc_embed_management_bg\b.*\.wasm$/;

/** What a page shows that calls the management API too, from itself and from a worker. */
async function checkManagement() {
  await shows('reports', /^Revenue, Revenue by category, Forecast, /);
  await shows('worker', /^4 reports, and mount rejects: not-a-browser$/);
}

test('no bundler', async () => {
  const folders = { '/': 'no-bundler', '/shared/': 'shared' };
  folders['/svc-embed/'] = 'node_modules/svc-embed/dist';
  await served(folders, async (origin) => {
    await checkDashboard(`${origin}/`);
    await checkManagement();
    console.log(await loadedWasm());
  });
});

test('webpack', async () => {
  console.log(await runTool('webpack', ['webpack']));
  await served({ '/': 'webpack' }, async (origin) => {
    await checkDashboard(`${origin}/`);
    await checkManagement();
    console.log(await loadedWasm());
  });
});

test('Vite, dev server', async () => {
  await servedBy('vite', ['vite', '--strictPort', '--port'], async (origin) => {
    await checkDashboard(`${origin}/`);
    await checkManagement();
    console.log(await loadedWasm());
  });
});

test('Vite, build', async () => {
  console.log(await runTool('vite', ['vite', 'build']));
  await served({ '/': 'vite/dist' }, async (origin) => {
    await checkDashboard(`${origin}/`);
    await checkManagement();
    console.log(await loadedWasm());
  });
});

test('Rollup', async () => {
  console.log(await runTool('rollup', ['rollup', '--config']));
  await served({ '/': 'rollup' }, async (origin) => {
    await checkDashboard(`${origin}/`);
    console.log(await loadedWasm());
  });
});

test('esbuild, file', async () => {
  console.log(
    await runTool('esbuild', [
      ...['esbuild', 'file.js', '--bundle', '--format=esm', '--loader:.wasm=file'],
      '--outdir=dist',
    ]),
  );
  await served({ '/': 'esbuild' }, async (origin) => {
    await checkDashboard(`${origin}/file.html`);
    console.log(await loadedWasm());
  });
});

test('Parcel', async () => {
  console.log(await runTool('parcel', ['parcel', 'build', 'index.html', '--dist-dir', 'dist']));
  await served({ '/': 'parcel/dist' }, async (origin) => {
    await checkDashboard(`${origin}/`);
    console.log(await loadedWasm());
  });
});

test('Next', async () => {
  console.log(await runTool('next', ['next', 'build']));
  await servedBy('next', ['next', 'start', '--port'], async (origin) => {
    await checkDashboard(`${origin}/`);
    console.log(await loadedWasm());
  });
});

test('Node', async () => {
  console.log(await runTool('node', ['node', 'main.mjs'], environment));
});
