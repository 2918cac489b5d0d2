// Plays the files of e2e/page/, whose tests run in the page. Each test has a page of its own, a sandbox that was
// reset, and two more servers. The page asks for what only a driver can do: `COMMANDS`.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { By, Key } from 'selenium-webdriver';
import { isPlayed } from '../../scripts/lib/suites.mjs';
import { showAs, showAsUsual } from './axe.mjs';
import { TYPES } from './pages-server.mjs';
import { evaluate, insideFrame, waitFor } from './page.mjs';
import { packageFolder, shells } from './shells.mjs';
import { after, test } from './test.mjs';
import { driver, engine, sandbox } from './world.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The paths of the files by their names. */
const tests = new Map(
  readdirSync(join(root, 'e2e/page')).flatMap((file) => {
    const [, name] = /^(.+)\.test\.tsx?$/.exec(file) ?? [];
    return name ? [[name, join(root, 'e2e/page', file)]] : [];
  }),
);
/** The names of the files whose tests run in the page. */
export const inPage = [...tests.keys()];

/** For a whole file. */
const LIMIT_MS = 1_800_000;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page</title>
<link rel="icon" href="data:,">
<style>#target { height: 400px } iframe { display: block; width: 100%; height: 400px; border: 0 }</style>
<main id="target"></main>`;

/** A server that answers as `answers` says, else as `fallback` does, and notes what it was asked for. */
async function startServer(fallback) {
  const own = { answers: {}, requests: [] };
  let ids = 0;
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const path = url.split('?')[0];
    const answers = own.answers[path] ?? own.answers['*'];
    if (answers?.isHeld) await own.released;
    if ((!answers || answers.isHeld) && (await fallback?.(request, response))) return;
    own.requests.push({ method, url, headers, body: await text(request).catch(() => '') });
    const answer = Array.isArray(answers)
      ? answers[answers.length > 1 ? 'shift' : 'at'](0)
      : (answers ?? { status: 404 });
    if (answer.dies) return response.destroy();
    const type = answer.body?.startsWith('{') ? 'application/json' : 'text/html';
    response
      .writeHead(answer.status ?? 200, { 'content-type': type, ...answer.headers })
      .end(answer.body?.replaceAll('{id}', () => `id-${++ids}`));
  });
  own.up = async (port = own.port) => {
    if (!server.listening) await once(server.listen(port, '127.0.0.1'), 'listening');
    own.port = server.address().port;
  };
  own.down = () => {
    server.close();
    server.closeAllConnections();
  };
  own.reset = async () => {
    own.release?.();
    own.released = new Promise((resolve) => (own.release = resolve));
    Object.assign(own, { answers: {}, requests: [] });
    await own.up();
  };
  await own.up(0);
  after(own.down);
  own.origin = `http://127.0.0.1:${own.port}`;
  return own;
}

let servers;
let files;

/** The page's own server has the package, the tests, and what the sandbox's host has. */
async function pageFallback(request, response) {
  const { url, method } = request;
  const path = url.split('?')[0];
  const send = (body) =>
    response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'text/html' }).end(body);
  const [, folder, name] = /^\/(dist|copy|tests)\/([\w/.-]+)$/.exec(path) ?? [];
  if (path === '/') send(PAGE);
  else if (folder === 'tests') send(files.get(name));
  else if (folder) {
    const body = await readFile(join(packageFolder(), name)).catch(() => undefined);
    if (body) send(body);
    else response.writeHead(404).end();
  } else if (/^\/(api|control)\//.test(path)) {
    const body = method === 'POST' ? await text(request).catch(() => '') : undefined;
    const headers = { 'content-type': request.headers['content-type'] ?? 'text/plain' };
    // The last page may still ask when the sandbox has ended.
    const answer = await fetch(sandbox.host + url, { method, body, headers }).catch(() => {});
    if (!answer) return response.destroy();
    const type = answer.headers.get('content-type') ?? 'text/plain';
    response.writeHead(answer.status, { 'content-type': type }).end(await answer.text());
  } else return false;
  return true;
}

/** The package is what the page's server has. Its files that import a framework are bundled: that is no module. */
const packaged = {
  name: 'packaged',
  setup({ onResolve }) {
    onResolve({ filter: /^svc-embed(\/|$)/ }, ({ path }) => {
      const name = path.slice('svc-embed/'.length) || 'index';
      if (/^(react|angular)$/.test(name)) return { path: join(packageFolder(), `${name}.js`) };
      const file = /^(management|testing)$/.test(name) ? `${name}/index` : name;
      return { path: `/dist/${file}.js`, external: true };
    });
    onResolve({ filter: /^\.\.?\// }, ({ path, importer }) =>
      importer.startsWith(packageFolder())
        ? {
            path: join('/dist', relative(packageFolder(), dirname(importer)), path),
            external: true,
          }
        : undefined,
    );
  },
};

/** Bundles the files of these names. Those of React 18 end with its number. */
async function bundle(names) {
  const both = await Promise.all(
    [false, true].map((isOlder) =>
      build({
        entryPoints: names
          .filter((name) => name.endsWith('-18') === isOlder)
          .map((name) => tests.get(name)),
        bundle: true,
        format: 'esm',
        jsx: 'automatic',
        conditions: ['browser', 'development'],
        define: { 'process.env.NODE_ENV': '"development"' },
        alias: isOlder ? { react: 'react-18', 'react-dom': 'react-dom-18' } : {},
        // Angular is a package of the documentation.
        nodePaths: ['node_modules', 'docs/node_modules'].map((folder) => join(root, folder)),
        plugins: [packaged],
        // A test has effects.
        ignoreAnnotations: true,
        outdir: '/',
        write: false,
      }),
    ),
  );
  const outputs = both.flatMap(({ outputFiles }) => outputFiles);
  return new Map(outputs.map(({ path, text }) => [path.slice(1), text]));
}

async function start(names) {
  files = await bundle(names);
  const [page, tenant, stranger] = await Promise.all(
    [pageFallback, undefined, undefined].map(startServer),
  );
  return { page, tenant, stranger };
}

const COMMANDS = {
  serve: (name, answers) => void Object.assign(servers[name].answers, answers),
  asked: (name) => servers[name].requests,
  /** Ends the wait of the paths that are held. */
  release: (name) => servers[name].release(),
  down: (name) => servers[name].down(),
  showAs,
  /** Goes on with Tab, or back with Shift+Tab. */
  tab: (isBack) => {
    const keys = driver.actions();
    if (isBack) keys.keyDown(Key.SHIFT).sendKeys(Key.TAB).keyUp(Key.SHIFT);
    else keys.sendKeys(Key.TAB);
    return keys.perform();
  },
  wheel: (selector, by) =>
    driver
      .actions()
      .scroll(0, 0, 0, by, driver.findElement(By.css(selector)))
      .perform(),
  /** The roles of what a screen reader finds, in their order. */
  roles: async () => {
    const { nodes } = await driver.sendAndGetDevToolsCommand('Accessibility.getFullAXTree');
    return nodes.flatMap(({ ignored, role }) => (ignored ? [] : [role.value])).join();
  },
  /** The length of the printed page. */
  print: async () => (await driver.printPage()).length,
  click: (selector) => driver.findElement(By.css(selector)).click(),
  up: (name) => servers[name].up(),
  inside: (name, ...args) =>
    insideFrame(
      driver,
      () => driver.executeScript('return inPage.frame()'),
      () => INSIDE[name](...args),
    ),
};

/** In a frame. */
const INSIDE = {
  dataset: () =>
    evaluate(driver, () => {
      const { dataset, lang } = document.documentElement;
      const radius = getComputedStyle(document.documentElement).getPropertyValue('--radius');
      return { ...dataset, lang, radius };
    }),
  count: (selector) =>
    evaluate(driver, (selector) => document.querySelectorAll(selector).length, selector),
  /** What the page has warned of since the first call. */
  warnings: () =>
    evaluate(driver, () => {
      window.said ??= [];
      console.warn = (text) => window.said.push(text);
      return window.said;
    }),
  /** Asks the chat, and waits for its answer. */
  async ask(question) {
    await evaluate(
      driver,
      (question) => {
        const field = document.querySelector('.thread-field');
        field.value = question;
        field.form.requestSubmit();
      },
      question,
    );
    await waitFor('an answer', () =>
      evaluate(driver, () => !document.querySelector('.thread-form button').disabled),
    );
  },
  /** Another document has no such mark. */
  mark: () => evaluate(driver, () => void (document.documentElement.dataset.mark = 'here')),
  async click(selector) {
    const element = await driver.findElement(By.css(selector));
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element);
    await element.click();
  },
};

async function open(name) {
  // The page before is left first: after the reset it would go on to ask for ids.
  await driver.get('about:blank');
  for (const server of Object.values(servers)) await server.reset();
  await fetch(`${sandbox.host}/control/reset`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  const given = {
    ...{ engine, shells: shells(), isNight: process.env.E2E_AT_NIGHT ?? '' },
    ...{
      sandbox: sandbox.tenant,
      tenant: servers.tenant.origin,
      stranger: servers.stranger.origin,
    },
  };
  await driver.get(`${servers.page.origin}/?${new URLSearchParams(given)}`);
  // All tests share a tab, and Chromium keeps fifty entries of its history.
  if (engine === 'chromium') await driver.sendDevToolsCommand('Page.resetNavigationHistory');
  await evaluate(
    driver,
    (src) =>
      new Promise((resolve, reject) => {
        const script = Object.assign(document.createElement('script'), { type: 'module', src });
        Object.assign(script, { onload: resolve, onerror: () => reject(new Error(src)) });
        document.head.append(script);
      }),
    `/tests/${name}.test.js`,
  );
}

async function play(name) {
  await evaluate(driver, (name) => inPage.start(name), name);
  let answer;
  for (;;) {
    const { end, ask, args } = await evaluate(driver, (answer) => inPage.next(answer), answer);
    if (end === null) return;
    if (end !== undefined)
      throw Object.assign(new Error(end.message), { stack: `${end.message}\n${end.stack}` });
    answer = undefined;
    if (ask === undefined) continue;
    answer = await Promise.resolve(COMMANDS[ask](...args)).then(
      (value) => ({ value: value ?? null }),
      ({ message }) => ({ error: message }),
    );
  }
}

/** Plays files of e2e/page/ in the page. */
export async function playInPage(names) {
  if (names.length === 0) return;
  servers ??= await start(names);
  for (const file of names)
    test(file, { timeout: LIMIT_MS }, async (t) => {
      await open(file);
      const rows = await evaluate(driver, () => inPage.names());
      const all = rows.filter(([name]) => isPlayed(file, name));
      assert.ok(all.length > 0, `${file} has no test`);
      for (const [at, [name, isHere]] of all.entries())
        await t.test(name, { skip: !isHere }, async (t) => {
          t.after(showAsUsual);
          if (at > 0) await open(file);
          await play(name);
        });
    });
}
