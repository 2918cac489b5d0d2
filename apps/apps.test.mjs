// The packed package in small apps, each made with one tool as a newcomer would make it: built,
// served, and used in a browser. The package needs no configuration in any of them.
// scripts/lib/suites.mjs says which are tested by day.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { By } from 'selenium-webdriver';
import { control } from '../e2e/support/embed.mjs';
import { test } from '../e2e/support/test.mjs';
import { COMPILED, compileAngular } from '../scripts/angular.mjs';
import { browserPaths } from '../scripts/lib/browser.mjs';
import { freePort } from '../scripts/lib/server.mjs';
import { serveFolders } from '../scripts/lib/static.mjs';
import { driver, sandbox } from '../e2e/support/world.mjs';
import { appsDir, root } from '../scripts/lib/run.mjs';
import {
  checkDashboard,
  checkNoComplaints,
  checkTheme,
  loadedWasm,
  open,
  shows,
} from './support/page.mjs';
import { post, signIn as cookieOf } from './support/backend.mjs';
import { checkBlockers } from './support/blockers.mjs';
import { checkFramed, checkLate } from './support/framed.mjs';
import { checkKept } from './support/kept.mjs';
import { prepare } from './support/project.mjs';
import { runTool, startServer } from './support/tool.mjs';

await prepare();

/** A test builds an app and uses it in three engines: beside other work that takes longer than any other test. */
const LIMIT_MS = 1_200_000;
/** APPS names the tests that run, one a line: scripts/lib/suites.mjs has those of the day. */
const chosen = process.env.APPS?.split('\n');
const testApp = (name, body) =>
  (chosen?.includes(name) ?? true) && test(name, { timeout: LIMIT_MS }, body);

/** What the apps read from their environment. */
const environment = {
  BACKEND: sandbox.host,
  TENANT: sandbox.tenant,
  SVC_API_KEY: 'sandbox-admin-key',
  SIGN_IN_SECRET: 'only for these tests',
};

/** Serves folders of the projects as long as `body` runs. */
async function served(folders, body) {
  const entries = Object.entries(folders).map(([start, path]) => [start, join(appsDir, path)]);
  const { origin, stop } = await serveFolders(Object.fromEntries(entries), sandbox.host);
  await body(origin).finally(stop);
}

/** Has a tool's own server serve an app for as long as `body` takes. Resolves to what it printed. */
async function servedBy(app, command, body) {
  const port = String(await freePort());
  const origin = `http://localhost:${port}`;
  const own = { ...environment, PORT: port, HOST: 'localhost', ORIGIN: origin };
  const server = await startServer(app, [...command, '--port', port], origin, own);
  try {
    await body(origin);
  } finally {
    await server.stop();
  }
  return server.printed();
}

/**
 * Checks that an app's endpoint mints only for a user who is signed in, and only for a page of its
 * origin that sends the header of the element. Signs the browser in.
 */
async function signIn(origin) {
  const url = `${origin}/api/embed-session`;
  const cookie = await cookieOf(`${origin}/api/login`);
  for (const none of [undefined, 'token=ada', `${cookie.slice(0, -1)}x`])
    assert.equal((await post(url, { cookie: none })).status, 401);
  for (const headers of [
    { 'x-svc-embed': '0' },
    { origin: 'https://evil.example.com' },
    { 'sec-fetch-site': 'cross-site' },
  ])
    assert.equal((await post(url, { cookie, headers })).status, 403, JSON.stringify(headers));
  const minted = await post(url, { cookie });
  assert.equal(minted.status, 200);
  assert.equal(minted.headers.get('cache-control'), 'no-store');

  const [name, value] = cookie.split('=');
  await driver.sendAndGetDevToolsCommand('Network.setCookie', { url: origin, name, value });
}

/** What the pages show that call the management API too, themselves and in a worker. */
async function checkManagement() {
  await shows('reports', /^Revenue, Revenue by category, Forecast, Scratch, $/);
  await shows('worker', /^4 reports, and mount rejects: not-a-browser$/);
}

const installed = 'node_modules/svc-embed/dist';
const noBundler = { '/': 'no-bundler', '/shared/': 'shared', '/svc-embed/': installed };

testApp('blockers of ads and trackers let every file of the package through', (t) =>
  checkBlockers(t, installed),
);

testApp('no bundler', async () => {
  await served(noBundler, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    assert.deepEqual(await loadedWasm(), []);
    await checkNoComplaints();
  });
});

testApp('webpack', async (t) => {
  await runTool('webpack', ['webpack']);
  checkBlockers(t, 'webpack/dist');
  await served({ '/': 'webpack' }, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    assert.deepEqual(await loadedWasm(), []);
    await checkNoComplaints();
  });
});

testApp('Vite with Vue: the development server', async () => {
  await servedBy('vite', ['vite'], async (origin) => {
    // The server finds the worker's imports when it serves the worker, and reloads the page once.
    await open(origin);
    await checkManagement();
    await checkDashboard(origin);
    await checkTheme();
    await checkManagement();
    await checkNoComplaints();
  });
});

testApp('Vite with Vue: the build', async (t) => {
  await runTool('vite', ['vite', 'build']);
  checkBlockers(t, 'vite/dist');
  await served({ '/': 'vite/dist' }, async (origin) => {
    await checkDashboard(origin);
    await checkManagement();
    await checkNoComplaints();
  });
});

testApp('SvelteKit, rendered on the server', async () => {
  await runTool('sveltekit', ['vite', 'build']);
  const printed = await servedBy('sveltekit', ['node', 'build/index.js'], async (origin) => {
    const html = await (await fetch(origin)).text();
    assert.match(html, /<svc-embed [^>]*>(<!--.*?-->)*<p slot="loading">The dashboard is being/);
    checkNoSource(html);
    await signIn(origin);
    await checkDashboard(origin);
    await checkTheme();
    await checkNoComplaints();
    await checkFramed(`${origin}/framed`);
    await checkKept(`${origin}/kept`);
  });
  // `signIn` plays pages that are refused, and the endpoint names them.
  assert.match(printed, /^Listening on http:\S+\n(svc-embed: A page of \S+ was refused\..*\n)*$/);
});

/** The HTML from a server has no text of a function, nor of an object. */
function checkNoSource(html) {
  assert.doesNotMatch(html, /getSession|api\/embed-session|\[object/i);
}

/** The page is rendered on the server, and its backend mints with the management client. */
async function checkNext(origin) {
  const rendered = await (await fetch(origin)).text();
  assert.match(rendered, /<button id="filter">Completed orders<\/button>/);
  assert.match(rendered, /<p>The dashboard is being loaded\.<\/p>/);
  checkNoSource(rendered);
  await signIn(origin);
  await checkDashboard(origin);
  assert.deepEqual(await loadedWasm(), []);
  await checkNoComplaints();
  // In its development mode, React says what hydration would change.
  await checkFramed(`${origin}/framed`);
}

testApp('Angular, compiled by its own tools and rendered by them', async () => {
  const define = `TENANT=${JSON.stringify(sandbox.tenant)}`;
  await runTool('angular', ['@angular/cli', 'build', '--define', define]);
  await served({ '/': 'angular/dist/browser' }, async (origin) => {
    const rendered = await (await fetch(origin)).text();
    assert.match(
      rendered,
      /<ngx-svc-embed [^>]*>.*The dashboard is being loaded\..*<\/ngx-svc-embed>/s,
    );
    assert.doesNotMatch(rendered, /<iframe/);
    checkNoSource(rendered);
    await checkDashboard(origin, { strict: true });
    await checkTheme();
    await shows('member', /^orders\./);
    await shows('is-ready', /^true$/);
    assert.equal((await driver.findElements(By.id('loading'))).length, 0);
    await checkNoComplaints();

    await open(origin, { backend: { mode: 'signed-out' } });
    await shows('failure', /^signed-out$/);
    await control('faults', { backend: { mode: 'ok' } });
    await driver.findElement(By.id('retry')).click();
    await shows('log', /svc:event:dashboard-loaded\n/);
    assert.equal((await driver.findElements(By.id('failure'))).length, 0);

    await checkKept(`${origin}/kept/`);
  });
});

testApp('Next: the development server', async () => {
  await servedBy('next', ['next', 'dev'], checkNext);
});

for (const bundler of ['turbopack', 'webpack']) {
  testApp(`Next: the build by ${bundler}`, async (t) => {
    await runTool('next', ['next', 'build', `--${bundler}`]);
    checkBlockers(t, 'next/.next/static', '_next/static/');
    await servedBy('next', ['next', 'start'], async (origin) => {
      await checkNext(origin);
      await checkLate(origin);
      if (bundler === 'turbopack') await checkKept(`${origin}/kept`);
    });
  });
}

/** The runner's own limit for a test is meant for a machine that does nothing else. */
const UNHURRIED = '--testTimeout=60000';

for (const environment of ['jsdom', 'happy-dom']) {
  testApp(`unit tests in Vitest with ${environment}`, async () => {
    const command = ['vitest', 'run', 'dashboard', '--environment', environment, UNHURRIED];
    const printed = await runTool('vitest', command, { NO_COLOR: '1' });
    assert.match(printed, /Tests +5 passed/);
  });
}

testApp('a sandbox for each test of Vitest', async () => {
  const command = ['vitest', 'run', 'reports', '--environment', 'node', UNHURRIED];
  const printed = await runTool('vitest', command, { NO_COLOR: '1' });
  assert.match(printed, /Tests +2 passed/);
});

testApp('end-to-end tests by Playwright', async () => {
  const env = { CHROME: browserPaths().chrome, DIST: join(appsDir, installed) };
  const command = ['playwright', 'test', '--reporter=line', '--timeout=120000'];
  const printed = await runTool('playwright', command, env);
  assert.match(printed, /\b2 passed/);
});

for (const [title, command] of [
  ['vue-tsc', ['vue-tsc', '--noEmit', '--project', '.']],
  ['svelte-check', ['svelte-check', '--tsconfig', './tsconfig.json', '--output', 'machine']],
]) {
  testApp(`the types of the element: ${title}`, async () => {
    const complaints = await runTool('types', command).catch(({ message }) => message);
    assert.doesNotMatch(complaints, /Right\./, 'what is right is accepted');
    assert.equal(complaints.match(/Wrong\./g)?.length, 3, complaints);
    for (const wrong of [/sepia/, /Property 'member' is missing/, /'membre' does not exist/]) {
      assert.match(complaints, wrong);
    }
  });
}

testApp("the types of Angular's component: its compiler", async () => {
  const options = ['-p', 'angular/tsconfig.json'];
  const printed = await runTool('types', ['@angular/compiler-cli', ...options]).catch(
    ({ message }) => message,
  );
  const complaints = stripVTControlCharacters(printed);
  assert.doesNotMatch(complaints, /right\.ts/, 'what is right is accepted');
  const wrong = [
    /"sepia"' is not assignable/,
    /'"membre"' does not exist in type/,
    /Can't bind to 'getSesion'/,
    /'membre' does not exist on type/,
    /Required input 'baseUrl'/,
    /'retri' does not exist/,
  ];
  for (const pattern of wrong) assert.match(complaints, pattern);
  assert.equal(complaints.match(/wrong\.ts:\d+:\d+/g)?.length, wrong.length, complaints);
});

testApp("Angular's component in the package is what its compiler makes of the source", async () => {
  const texts = await compileAngular();
  for (const [index, path] of COMPILED.entries())
    assert.equal(readFileSync(path, 'utf8'), texts[index], `${path}: npm run angular`);
});

/** What the app for Node prints. */
const NODE = 'Revenue\nRevenue by category\nForecast\nScratch\nmount rejects: not-a-browser\n';

testApp('Node', async () => {
  assert.equal(await runTool('node', ['node', 'main.mjs'], environment), NODE);
});

testApp('the versions in the guide are those that were used', () => {
  const page = readFileSync(join(root, 'docs/guide/tools.md'), 'utf8');
  const tools = { vite: 'Vite', vue: 'Vue', webpack: 'webpack', next: 'Next' };
  Object.assign(tools, { '@sveltejs/kit': 'SvelteKit', '@angular/core': 'Angular' });
  Object.assign(tools, { vitest: 'Vitest', '@playwright/test': 'Playwright' });
  for (const [name, title] of Object.entries(tools)) {
    const file = join(appsDir, 'node_modules', name, 'package.json');
    const [major, minor] = JSON.parse(readFileSync(file, 'utf8')).version.split('.');
    assert.match(page, new RegExp(`\\b${title} ${major}\\.${minor}\\b`), name);
  }
});
