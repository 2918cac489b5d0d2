// What the tests of a missing picture share: a tenant that answers in every way, and the lines of an embed.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { evaluate, waitFor } from './page.mjs';
import { html, servePages } from './pages-server.mjs';
import { driver } from './world.mjs';

const PAGE = '<meta charset="utf-8"><title>Why</title><div id="target" style="height:20rem"></div>';
export const SECRET = 'secret-session-id';
export const LINK = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#';
/** Far below the five seconds after which a silent embed is reported, also on a busy machine. */
export const AT_ONCE_MS = 4_000;

/** A page that reports `ready` after the given time, as the service's does. */
const ready = (delayMs = 0) =>
  html(`<script>setTimeout(() => parent.postMessage({
    source: 'svc-embed', direction: 'event', type: 'svc:event:ready', surface: 'dashboard',
    timestamp: Date.now(), payload: { embedTenant: null, deploymentId: 1, mode: 'signed', surface: 'dashboard' },
  }, '*'), ${delayMs})</script>`);

/** The tenant: a page for each way to answer. `path` of the surface picks one. */
export async function serveTenant(t) {
  const elsewhere = await servePages(t, { '/': html('Sign in') });
  const talks = await servePages(t, { '/': html('<script>parent.postMessage({}, "*")</script>') });
  const page = (text, headers) => html(text, headers);
  const to = (origin) => (_, response) => response.writeHead(302, { location: `${origin}/` }).end();
  let asked = 0;
  const tenant = await servePages(t, {
    '/embed/good': ready(),
    '/embed/late': ready(6_500),
    // After its load, as an embed that signs in first.
    '/embed/soon': ready(300),
    '/embed/once': (request, response) => {
      const isFirst = ++asked === 1;
      return (isFirst ? ready() : page('Nothing to say'))(request, response);
    },
    '/embed/silent': page('Nothing to say', { 'set-cookie': 'viewer=ada; Path=/' }),
    '/embed/ancestors': page('No', { 'content-security-policy': "frame-ancestors 'none'" }),
    '/embed/options': page('No', { 'x-frame-options': 'DENY' }),
    '/embed/error': (_, response) => response.writeHead(500).end('<p>No'),
    '/embed/elsewhere': to(elsewhere.origin),
    '/embed/talks': to(talks.origin),
    '/embed/never': () => {},
  });
  served.set(tenant.origin, tenant);
  return tenant;
}

/** The tenants of the tests, with what was asked of them. */
export const served = new Map();

/** Serves a host page with `headers`, opens it, and mounts the page `path` of the tenant. */
export async function mount(
  t,
  path,
  { headers = {}, options = '{}', style, body, entry = 'index', then = '' } = {},
) {
  const tenant = await serveTenant(t);
  const given = Object.entries(headers).map(([name, value]) => [
    name,
    value.replaceAll('<tenant>', tenant.origin),
  ]);
  const text = style === undefined ? (body ?? PAGE) : PAGE.replace('height:20rem', style);
  const host = await servePages(t, { '/': html(text, Object.fromEntries(given)) });
  // Another site than the tenant's, as it is for users.
  await driver.get(`${host.origin.replace('127.0.0.1', 'localhost')}/`);
  await evaluate(
    driver,
    async (baseUrl, path, secret, options, entry, then) => {
      const own = (window.own = { lines: [], states: [], ready: undefined });
      const start = performance.now();
      const at = () => performance.now() - start;
      for (const level of ['info', 'warn'])
        console[level] = (text) => own.lines.push({ level, text, at: at() });
      const { mount } = await import(`/dist/${entry}.js`);
      let count = 0;
      own.embed = await mount('#target', {
        baseUrl,
        // The Rust shell of the tests knows a surface by its id only.
        surface: { kind: 'dashboard', publicId: 'sales', path },
        getSession: async () => secret + count++,
        ...new Function(`return ${options}`)(),
      });
      new Function(then)();
      own.embed.on('session', (state) => own.states.push(state.lastError?.code ?? null));
      own.embed.ready.then(
        () => (own.ready = { at: at() }),
        ({ code, message, cause }) =>
          (own.ready = { at: at(), code, message, cause: cause?.message, causeCode: cause?.code }),
      );
    },
    tenant.origin,
    `/embed/${path}?session={session}`,
    SECRET,
    options,
    entry,
    then,
  );
  return tenant.origin;
}

export const own = () =>
  evaluate(driver, () => ({
    lines: window.own.lines,
    ready: window.own.ready,
    states: window.own.states,
    lastError: window.own.embed.session.lastError?.message,
  }));

/** The first line of a level. */
export const line = (level = 'warn', withinMs = 10_000) =>
  waitFor(
    `a line of ${level}`,
    async () => (await own()).lines.find((line) => line.level === level),
    { timeoutMs: withinMs + 2_000 },
  );

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

/** What a cause wrote, with the times since its mount. */
export const written = (name) =>
  evaluate(
    driver,
    (name) => ({
      ...window.causes[name],
      lastError: window.embeds[name].session.lastError?.message ?? null,
    }),
    name,
  );

/** Mounts an embed for a cause into an element of its own, with its lines apart from those of others. */
export async function provoke(name, tenant, options, body) {
  await evaluate(
    driver,
    async (name, tenant, options, body) => {
      const { mount } = await import('/dist/index.js');
      const own = ((window.causes ??= {})[name] = { lines: [] });
      const embeds = (window.embeds ??= {});
      const target = document.body.appendChild(document.createElement('div'));
      target.style.cssText = 'height:40px;width:60px;float:left';
      const start = performance.now();
      const write = (level) => (text) =>
        own.lines.push({ level, text, at: performance.now() - start });
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
      embeds[name] = embed;
    },
    name,
    tenant,
    options,
    body,
  );
}
