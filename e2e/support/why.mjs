// What the tests of a missing picture share: a tenant that answers in every way, and the lines of an embed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { evaluate, insideFrame, waitFor } from './page.mjs';
import { embedPage, html, servePages } from './pages-server.mjs';
import { driver } from './world.mjs';

const PAGE = '<meta charset="utf-8"><title>Why</title>';
export const SECRET = 'secret-session-id';
/** Far below the five seconds after which a silent embed is reported, also on a busy machine. */
export const AT_ONCE_MS = 4_000;

/** A page that reports `ready` after the given time, as the service's does. */
const ready = (delayMs = 0) => embedPage(`setTimeout(ready, ${delayMs});`);

/** The tenant: a page for each way to answer. `path` of the surface picks one. */
export async function serveTenant(t) {
  const elsewhere = await servePages(t, { '/': html('Sign in') });
  const talks = await servePages(t, { '/': html('<script>parent.postMessage({}, "*")</script>') });
  const to = (origin) => (_, response) => response.writeHead(302, { location: `${origin}/` }).end();
  return servePages(t, {
    '/embed/good': ready(),
    '/embed/late': ready(6_500),
    // After its load, as an embed that signs in first.
    '/embed/soon': ready(300),
    '/embed/silent': html('Nothing to say'),
    '/embed/ancestors': html('No', { 'content-security-policy': "frame-ancestors 'none'" }),
    '/embed/elsewhere': to(elsewhere.origin),
    '/embed/talks': to(talks.origin),
    '/embed/never': () => {},
  });
}

export function hasNoId(value) {
  assert.doesNotMatch(JSON.stringify(value), new RegExp(SECRET));
}

/** An origin at which nobody listens. */
export async function closedOrigin() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return `http://127.0.0.1:${port}`;
}

/** What each cause wrote, with the times since its mount, by its name. */
export const allWritten = () =>
  evaluate(driver, () =>
    Object.fromEntries(
      Object.entries(window.causes).map(([name, own]) => {
        const { session, iframe } = window.embeds[name];
        const lastError = session.lastError?.message ?? null;
        return [name, { ...own, lastError, style: iframe.style.cssText }];
      }),
    ),
  );

/** What a cause wrote. */
export const written = async (name) => (await allWritten())[name];

/** Waits until `isDone(what it wrote, name)` holds for every one of `names`. Resolves to what each cause wrote. */
export const allAre = (what, names, isDone, timeoutMs = 20_000) =>
  waitFor(
    what,
    async () => {
      const all = await allWritten();
      const missing = names.filter((name) => !isDone(all[name], name));
      if (missing.length === 0) return all;
      throw new Error(`${missing.length} are not, such as ${missing[0]}`);
    },
    { timeoutMs },
  );

/** An element of its own beside those of the other embeds. */
const SMALL = '<div style="height:40px;width:60px;float:left"></div>';

/** Mounts an embed for a cause, as `provokeAll` does several. */
export const provoke = (name, tenant, options = {}, more = {}) =>
  provokeAll([{ name, tenant, options, ...more }]);

/**
 * Mounts an embed for each cause, beside others in the page and with its lines apart from theirs. `body` is
 * that of `getSession`. The target is what has an id in `markup`, or its first element.
 */
export async function provokeAll(causes) {
  await evaluate(
    driver,
    async (causes, small) => {
      const provoke = async ({ name, tenant, body, ...more }) => {
        const { options = {}, markup = small, entry = 'index', then = '' } = more;
        // Kept: Firefox makes another copy of the module for each script of the driver.
        const { mount } = await ((window.bridges ??= {})[entry] ??= import(`/dist/${entry}.js`));
        const own = ((window.causes ??= {})[name] = { lines: [], states: [] });
        const embeds = (window.embeds ??= {});
        const place = document.body.appendChild(document.createElement('section'));
        place.innerHTML = markup;
        const target = place.querySelector('[id]') ?? place.firstElementChild;
        const start = performance.now();
        const at = () => performance.now() - start;
        const write = (level) => (text) => own.lines.push({ level, text, at: at() });
        const logger = { warn: write('warn'), info: write('info') };
        const getSession = async () => {
          if (body) return new Function(`return (async () => { ${body} })()`)();
          const response = await fetch('/api/embed-session', { method: 'POST' });
          return (await response.json()).sessionId;
        };
        const embed = await mount(target, {
          baseUrl: tenant,
          surface: { kind: 'dashboard', publicId: 'sales-overview' },
          // Longer than the test: some drivers wait for a frame that never loads.
          readyTimeoutMs: 120_000,
          logger,
          ...options,
          ...('getSession' in options ? {} : { getSession }),
        });
        own.isLoaded = false;
        embed.iframe.addEventListener('load', () => (own.isLoaded = true));
        embed.on('session', (state) => own.states.push(state.lastError?.code ?? null));
        embed.ready.then(
          () => (own.ready = { at: at() }),
          ({ code, message, cause }) =>
            (own.ready = {
              ...{ at: at(), code, message },
              ...{ cause: cause?.message, causeCode: cause?.code },
            }),
        );
        embeds[name] = embed;
        new Function('place', 'embeds', 'name', then)(place, embeds, name);
      };
      for (const cause of causes) await provoke(cause);
    },
    causes,
    SMALL,
  );
}

const filled = (headers, tenant) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replaceAll('<tenant>', tenant)]),
  );

/**
 * Opens a page for `provoke`, with `headers`, of another site than the tenant's, as it is for users. Resolves
 * to the tenant's origin, which is `<tenant>` in `headers`.
 */
export async function openPage(t, headers = {}) {
  const { origin } = await serveTenant(t);
  const host = await servePages(t, { '/': html(PAGE, filled(headers, origin)) });
  await driver.get(`${host.origin.replace('127.0.0.1', 'localhost')}/`);
  return origin;
}

/**
 * Opens several such pages, in frames of one page. Resolves to the origin of their `tenant`, and to `inside`,
 * which runs a function with the driver in one of them.
 */
export async function openPages(t, all) {
  const { origin: tenant } = await serveTenant(t);
  const frames = all.map((_, at) => `<iframe id="page-${at}" src="/${at}"></iframe>`).join('');
  const pages = all.map((headers, at) => [`/${at}`, html(PAGE, filled(headers, tenant))]);
  const host = await servePages(t, { '/': html(PAGE + frames), ...Object.fromEntries(pages) });
  await driver.get(`${host.origin.replace('127.0.0.1', 'localhost')}/`);
  return { tenant, inside: (at, body) => insideFrame(driver, `#page-${at}`, body) };
}

/** The surface whose page is `path` of the tenant. The Rust shell of the tests knows it by its id only. */
export const pageOf = (path) => ({
  surface: { kind: 'dashboard', publicId: 'sales', path: `/embed/${path}?session={session}` },
});

/** `getSession` of an embed whose ids nobody looks at. */
export const ANY_ID = `return '${SECRET}' + Math.random()`;

/** The first line of a level. */
export const line = (name, level = 'warn') =>
  waitFor(
    `a line of ${level}`,
    async () => (await written(name)).lines.find((line) => line.level === level),
    { timeoutMs: 12_000 },
  );

/** How `ready` ended: without a code if the embed is ready. */
export const readyOf = (name) =>
  waitFor(`ready of ${name}`, async () => (await written(name)).ready, { timeoutMs: 20_000 });

export const pause = (ms) =>
  evaluate(driver, (ms) => new Promise((resolve) => setTimeout(resolve, ms)), ms);
