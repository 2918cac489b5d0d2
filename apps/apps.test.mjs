// The packed package in small apps, each made with one tool as a newcomer would make it: built,
// served, and used in a browser. The README's table of tools says what these tests show.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '../scripts/lib/server.mjs';
import { driver, sandbox } from '../e2e/support/world.mjs';
import { appsDir, root } from '../scripts/lib/run.mjs';
import { checkDashboard, checkNoComplaints, loadedWasm, open, shows } from './support/page.mjs';
import { prepare } from './support/project.mjs';
import { serve } from './support/serve.mjs';
import { runTool, startTool } from './support/tool.mjs';

await prepare();

/** What the apps read from their environment. */
const environment = {
  BACKEND: sandbox.host,
  TENANT: sandbox.tenant,
  SVC_API_KEY: 'sandbox-admin-key',
};

/** Serves folders of the projects for as long as `body` takes. */
async function served(folders, body) {
  const entries = Object.entries(folders).map(([start, path]) => [start, join(appsDir, path)]);
  const { origin, stop } = await serve(Object.fromEntries(entries), sandbox.host);
  await body(origin).finally(stop);
}

/** Has a tool's own server serve an app for as long as `body` takes. */
async function servedBy(app, command, body) {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const stop = await startTool(app, [...command, '--port', port], origin, environment);
  await body(origin).finally(stop);
}

/** What the pages show that call the management API too, themselves and in a worker. */
async function checkManagement() {
  await shows('reports', /^Revenue, Revenue by category, Forecast, Scratch, $/);
  await shows('worker', /^4 reports, and mount rejects: not-a-browser$/);
}

test('no bundler', async () => {
  const installed = 'node_modules/svc-embed/dist';
  const folders = { '/': 'no-bundler', '/shared/': 'shared', '/svc-embed/': installed };
  await served(folders, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    assert.deepEqual(await loadedWasm(), ['svc_embed_bg.wasm', 'svc_embed_management_bg.wasm']);
    await checkNoComplaints();
  });
});

test('webpack', async () => {
  await runTool('webpack', ['webpack']);
  await served({ '/': 'webpack' }, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    assert.equal((await loadedWasm()).length, 2);
    await checkNoComplaints();
  });
});

test('Vite: the development server', async () => {
  await servedBy('vite', ['vite'], async (origin) => {
    // It finds what the worker imports when it serves it, and loads the page anew: once.
    await open(origin);
    await checkManagement();
    await checkDashboard(origin);
    await checkManagement();
    await checkNoComplaints();
  });
});

test('Vite: the build', async () => {
  await runTool('vite', ['vite', 'build']);
  await served({ '/': 'vite/dist' }, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    await checkNoComplaints();
  });
});

test('Vite 7: the development server, told not to bundle the package ahead', async () => {
  await servedBy('vite-7', ['vite-7'], async (origin) => {
    await checkDashboard(origin);
    await shows('reports', /^Revenue, /);
    await checkNoComplaints();
  });
});

test('Vite 7: the development server by itself answers a page for the file', async () => {
  await servedBy('vite-7', ['vite-7', '--config', 'plain.config.js'], async (origin) => {
    await open(`${origin}/plain.html`);
    const page = /could not be loaded.*\.wasm answered 200 with text\/html/;
    await shows('log', page);
    await shows('reports', page);
  });
});

test('Vite 7: the build', async () => {
  await runTool('vite-7', ['vite-7', 'build']);
  await served({ '/': 'vite-7/dist' }, async (origin) => {
    await checkDashboard(origin);
    await shows('reports', /^Revenue, /);
    await checkNoComplaints();
  });
});

test('Rollup', async () => {
  await runTool('rollup', ['rollup', '--config']);
  await served({ '/': 'rollup' }, async (origin) => {
    await checkDashboard(origin);
    await shows('reports', /^Revenue, /);
    assert.equal((await loadedWasm()).length, 2);
    await checkNoComplaints();
  });
});

test('Rollup: /inline, in a classic script', async () => {
  const options = ['--plugin', 'node-resolve', '--format', 'iife', '--file', 'dist/inline.js'];
  await runTool('rollup', ['rollup', '../shared/inline.js', ...options]);
  await served({ '/': 'rollup' }, async (origin) => {
    await checkDashboard(`${origin}/inline.html`);
    assert.deepEqual(await loadedWasm(), []);
    await checkNoComplaints();
  });
});

test('esbuild: /inline, in a classic script', async () => {
  await runTool('esbuild', ['esbuild', '../shared/inline.js', '--bundle', '--outdir=dist']);
  await served({ '/': 'esbuild' }, async (origin) => {
    await checkDashboard(`${origin}/inline.html`);
    assert.deepEqual(await loadedWasm(), []);
    await checkNoComplaints();
  });
});

test('esbuild: /element, with the bridge of /inline', async () => {
  await runTool('esbuild', ['esbuild', 'element.js', '--bundle', '--outdir=dist']);
  await served({ '/': 'esbuild' }, async (origin) => {
    await checkDashboard(`${origin}/element.html`);
    assert.deepEqual(await loadedWasm(), []);
    await checkNoComplaints();
  });
});

test('esbuild: the .wasm files as assets', async () => {
  const options = ['--bundle', '--format=esm', '--loader:.wasm=file', '--outdir=dist'];
  await runTool('esbuild', ['esbuild', 'file.js', ...options]);
  await served({ '/': 'esbuild' }, async (origin) => {
    await checkDashboard(`${origin}/file.html`);
    await shows('reports', /^Revenue, /);
    assert.equal((await loadedWasm()).length, 2);
    await checkNoComplaints();
  });
});

test('esbuild: the plain entry alone says what is missing', async () => {
  await runTool('esbuild', ['esbuild', 'plain.js', '--bundle', '--format=esm', '--outdir=dist']);
  await served({ '/': 'esbuild' }, async (origin) => {
    await open(`${origin}/plain.html`);
    await shows('log', /^wasm-unavailable: .*svc-embed\/inline.*\.wasm answered 404/);
    await shows('reports', /could not be loaded.*init\(\).*\.wasm answered 404/);
  });
});

test('Parcel', async () => {
  await runTool('parcel', ['parcel', 'build', 'index.html', '--dist-dir', 'dist']);
  await served({ '/': 'parcel/dist' }, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    assert.equal((await loadedWasm()).length, 2);
    await checkNoComplaints();
  });
});

/** The page is rendered on the server, and its backend mints with the management client. */
async function checkNext(origin) {
  const rendered = await (await fetch(origin)).text();
  assert.match(rendered, /<button id="filter">Completed orders<\/button>/);
  await checkDashboard(origin);
  assert.equal((await loadedWasm()).length, 1);
  await checkNoComplaints();
}

test('Next: the development server', async () => {
  await servedBy('next', ['next', 'dev'], checkNext);
});

for (const bundler of ['turbopack', 'webpack']) {
  test(`Next: the build by ${bundler}`, async () => {
    await runTool('next', ['next', 'build', `--${bundler}`]);
    await servedBy('next', ['next', 'start'], checkNext);
  });
}

/** What the app for Node prints. */
const NODE = 'Revenue\nRevenue by category\nForecast\nScratch\nmount rejects: not-a-browser\n';

test('Node', async () => {
  assert.equal(await runTool('node', ['node', 'main.mjs'], environment), NODE);
});

test('Node, bundled by esbuild', async () => {
  const options = ['--bundle', '--platform=node', '--format=esm', '--outfile=dist/main.mjs'];
  await runTool('node', ['esbuild', 'main.mjs', ...options]);
  assert.equal(await runTool('node', ['node', 'dist/main.mjs'], environment), NODE);
});

test('what the guide shows of these apps is in them', () => {
  const guide = readFileSync(join(root, 'docs/guide/tools.md'), 'utf8');
  const blocks = [...guide.matchAll(/```(?!html)\w+\n([^]*?)```/g)].map(([, block]) => block);
  const read = (name) => readFileSync(join(appsDir, name), 'utf8');
  const [vite, parcel, rollup, esbuild] = blocks;
  const { '@parcel/resolver-default': resolver } = JSON.parse(read('package.json'));
  assert.deepEqual(JSON.parse(parcel), { '@parcel/resolver-default': resolver });
  assert.equal(rollup, read('rollup/rollup.config.js'));
  for (const line of vite.split('\n'))
    assert.ok(read('vite-7/vite.config.js').includes(line), line);
  for (const line of esbuild.split('\n')) assert.ok(read('esbuild/file.js').includes(line), line);
  assert.equal(blocks.length, 4);
});

test('the versions in the README are those that were used', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  const tools = { webpack: 'webpack', vite: 'Vite', 'vite-7': 'Vite', next: 'Next' };
  Object.assign(tools, { parcel: 'Parcel', rollup: 'Rollup', esbuild: 'esbuild' });
  for (const [name, title] of Object.entries(tools)) {
    const file = join(appsDir, 'node_modules', name, 'package.json');
    const [major, minor] = JSON.parse(readFileSync(file, 'utf8')).version.split('.');
    assert.ok(readme.includes(`| ${title} ${major}.${minor}`), name);
  }
});
