// What the page itself does that leaves it without an embed, with two, or with one that loads again and again:
// each is a line of the console, and what a page that works does alike is none.

import assert from 'node:assert/strict';
import { PAGE_CAUSES } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { embedPage, html, servePages } from './support/pages-server.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

const lateOf = (tenant) => PAGE_CAUSES.late.replace('<tenant>', tenant);
const inPage = (body, ...args) => evaluate(driver, body, ...args);
const later = (ms) => inPage((ms) => new Promise((done) => setTimeout(done, ms)), ms);

/**
 * Opens a page whose `start(name, options)` mounts an embed into an element of its own, and notes its lines.
 * Resolves to the tenant's origin.
 */
async function openPage(t) {
  await freshPage();
  const tenant = await servePages(t, { '/embed/chat': html('Sign in'), '*': embedPage() });
  await inPage(async (tenant) => {
    window.bridge = await import('/dist/index.js');
    window.lines = {};
    window.embeds = {};
    window.targets = {};
    window.loggerOf = (name) => {
      const own = (lines[name] ??= []);
      const note = (level) => (text) => own.push(`${level}: ${text}`);
      return { info: note('info'), warn: note('warn') };
    };
    // Many embeds of one address, each destroyed, would be a mistake of their own.
    window.optionsOf = (name, options = {}) => ({
      baseUrl: tenant,
      surface: { kind: 'dashboard', publicId: name, path: `/embed/${name}?session={session}` },
      getSession: () => new Promise(() => {}),
      logger: loggerOf(name),
      ...options,
    });
    // All must be in view, because svc-embed says nothing of an embed that nobody sees. So each is small, and the
    // rows lie over each other in part: WebKit's window may be less than 700 pixels high.
    window.placeOf = (name) => {
      const target = (targets[name] = document.body.appendChild(document.createElement('div')));
      target.style.cssText = 'float: left; width: 310px; height: 152px; margin-bottom: -60px';
      return target;
    };
    /** What decides whether there is a line. */
    window.shown = (name) => {
      const { iframe, session } = embeds[name] ?? {};
      const { hidden } = document;
      return {
        hidden,
        window: [innerWidth, innerHeight],
        box: iframe?.getClientRects()[0],
        session,
      };
    };
    window.mintNow = async () => `id-${Math.random()}`;
    window.start = async (name, options, target = targets[name] ?? placeOf(name)) => {
      embeds[name] = await bridge.mount(target, optionsOf(name, options));
      return embeds[name];
    };
  }, tenant.origin);
  return tenant.origin;
}

const linesOf = (name) => inPage((name) => window.lines[name] ?? [], name);
const firstOf = (name) =>
  waitFor(`a line of ${name}`, async () => {
    const [line] = await linesOf(name);
    if (line) return line;
    throw new Error(JSON.stringify(await inPage((name) => window.shown(name), name)));
  });

/** Longer than a page has to remove the target of an embed that it has ended. */
const LEFT_MS = 1_500;

/**
 * What the page does to embeds of its own: `begin(servers)`, and what is said of them: `check(servers)`. All begin
 * before the first is looked at, since most of it shows after a while.
 */
const CASES = {
  'an embed that AbortSignal.timeout has ended says so, ready or not': {
    begin: () =>
      inPage(async () => {
        await start('early', { signal: AbortSignal.timeout(300) });
        // Its time begins when the embed is ready, however long that takes.
        const late = new AbortController();
        const ready = await start('ready', { getSession: mintNow, signal: late.signal });
        await ready.ready;
        const timeout = AbortSignal.timeout(300);
        timeout.addEventListener('abort', () => late.abort(timeout.reason));
        await start('lazy', { signal: AbortSignal.timeout(300), loading: 'lazy' });
        targets.lazy.remove();
      }),
    async check() {
      for (const name of ['early', 'ready', 'lazy'])
        assert.deepEqual(await linesOf(name), [`warn: svc-embed: ${PAGE_CAUSES.timeout}`], name);
    },
  },

  'ready-timeout says after how many milliseconds': {
    begin: () =>
      inPage(async () => {
        const messageOf = async (name, options) =>
          (await start(name, options)).ready.catch(({ message }) => message);
        const isPrivate = { getSession: undefined, mode: 'private', surface: { kind: 'chat' } };
        window.timeouts = [
          await messageOf('slow', { ...isPrivate, readyTimeoutMs: 30 }),
          await messageOf('mint', { readyTimeoutMs: 40 }),
        ];
      }),
    async check() {
      const [slow, mint] = await inPage(() => window.timeouts);
      assert.match(slow, /^\[ready-timeout\] The embed did not report ready within 30 ms\. https:/);
      assert.match(mint, /^\[ready-timeout\] getSession did not answer within 40 ms\. https:/);
      assert.match(await firstOf('slow'), /did not report ready within 30 ms\./);
    },
  },

  'an embed that another signal has ended before it was ready says so': {
    begin: () =>
      inPage(async () => {
        const controller = new AbortController();
        await start('aborted', { signal: controller.signal });
        controller.abort();
      }),
    async check() {
      assert.equal(await firstOf('aborted'), `info: svc-embed: ${PAGE_CAUSES.aborted}`);
    },
  },

  'a connect that came after the ready is told as that': {
    begin: ({ tenant }) =>
      inPage(async (tenant) => {
        const connectLate = async (name, options) => {
          const iframe = placeOf(name).appendChild(document.createElement('iframe'));
          iframe.style.cssText = 'width:100%;height:100%';
          const isReady = new Promise((done) =>
            addEventListener('message', ({ source, data }) => {
              if (source === iframe.contentWindow && /:ready$/.test(data?.type)) done();
            }),
          );
          iframe.src = `${tenant}/embed/${name}`;
          await isReady;
          await new Promise((done) => setTimeout(done, 500));
          const { surface, ...given } = optionsOf(name, { ...options, getSession: undefined });
          embeds[name] = await bridge.connect(iframe, given);
          return iframe;
        };
        const [iframe] = await Promise.all([
          connectLate('talks', { readyTimeoutMs: 1_000 }),
          connectLate('late'),
        ]);
        const data = {
          ...{ source: 'svc-embed', direction: 'event', surface: 'dashboard' },
          ...{ type: 'svc:event:navigate', payload: { path: '/a', previousPath: '/' } },
          timestamp: Date.now(),
        };
        const { contentWindow: source } = iframe;
        dispatchEvent(new MessageEvent('message', { source, origin: tenant, data }));
      }, tenant),
    async check({ tenant }) {
      const text = await firstOf('late');
      assert.ok(text.startsWith(`info: svc-embed: [frame-silent] ${lateOf(tenant)} https:`), text);
      const lines = await waitFor('two lines', async () => {
        const lines = await linesOf('talks');
        return lines.length > 1 && lines;
      });
      assert.match(lines[0], /\[ready-timeout\] The embed did not report ready within 1000 ms/);
      assert.equal(lines[1], `info: svc-embed: ${PAGE_CAUSES.connectedLate}`);
    },
  },

  'an iframe whose src the page has set is named as that': {
    begin: ({ elsewhere }) =>
      inPage(async (elsewhere) => {
        const options = { getSession: undefined, mode: 'private', surface: { kind: 'chat' } };
        for (const [name, own] of Object.entries({
          signed: { getSession: mintNow },
          private: options,
        })) {
          const { iframe } = await start(name, own);
          // Its document may be ready before: the load is then still to come.
          const change = () => (iframe.src = elsewhere);
          iframe.addEventListener('load', change, { once: true });
        }
      }, elsewhere),
    async check() {
      const began = `warn: svc-embed: [frame-silent] ${PAGE_CAUSES.changed}`;
      for (const name of ['signed', 'private'])
        assert.ok((await firstOf(name)).startsWith(began), name);
    },
  },

  'a page in a sandbox is told that no embed works in it, and nothing of what was not loaded': {
    async begin({ sandboxed, talks }) {
      await inPage(
        (src) =>
          new Promise((loaded) => {
            const frame = Object.assign(document.createElement('iframe'), { src, id: 'sandboxed' });
            frame.sandbox = 'allow-scripts';
            frame.onload = loaded;
            placeOf('sandboxed').append(frame);
          }),
        sandboxed,
      );
      await inSandbox(async (baseUrl) => {
        window.lines = {};
        const { mount } = await import('/dist/index.js');
        const minted = { loaded: async () => 'an-id', waits: () => new Promise(() => {}) };
        for (const [name, getSession] of Object.entries(minted)) {
          const note = (text) => (lines[name] ??= []).push(text);
          const target = document.body.appendChild(document.createElement('div'));
          target.style.height = '3rem';
          const surface = { kind: 'dashboard', publicId: 'sales' };
          await mount(target, { baseUrl, surface, getSession, logger: { info: note, warn: note } });
        }
      }, talks);
    },
    async check() {
      const lines = await waitFor('a line of each', async () => {
        const lines = await inSandbox(() => window.lines);
        return lines.waits && lines.loaded && lines;
      });
      assert.deepEqual(lines.waits, [
        'svc-embed: getSession has not answered yet. svc-embed waits for it.',
      ]);
      assert.equal(lines.loaded.length, 1, lines.loaded.join());
      assert.ok(lines.loaded[0].startsWith(`svc-embed: [frame-silent] ${PAGE_CAUSES.sandbox}`));
    },
  },

  'an embed below another one in the same element is one warning': {
    begin: () =>
      inPage(async () => {
        await (
          await start('above', { getSession: mintNow })
        ).ready;
        await (
          await start('below', { getSession: mintNow }, targets.above)
        ).ready;
      }),
    async check() {
      await firstOf('below');
      const said =
        'warn: svc-embed: The target of this embed has another embed, so there are two below each other. Was mount() called twice? Destroy the first, or give each embed an element of its own.';
      assert.deepEqual([await linesOf('above'), await linesOf('below')], [[], [said]]);
    },
  },

  'a page that does not want the embed any more is told nothing': {
    begin: () =>
      inPage(async () => {
        const abortOf = async (name, options) => {
          const controller = new AbortController();
          const embed = await start(name, { signal: controller.signal, ...options });
          return { embed, abort: () => controller.abort() };
        };
        // An effect that runs again, as under StrictMode or with other options.
        (await abortOf('again')).abort();
        await start('again', {});
        // A route that is left, at once or after an animation.
        (await abortOf('left')).abort();
        targets.left.remove();
        (await abortOf('faded')).abort();
        setTimeout(() => targets.faded.remove(), 500);
        (await abortOf('closed')).abort();
        targets.closed.hidden = true;
        const unwanted = await abortOf('unwanted', { getSession: mintNow });
        await unwanted.embed.ready;
        unwanted.abort();
        await abortOf('destroyed').then(({ embed }) => embed.destroy());
        // An element has a signal of its own.
        const { SvcEmbedElement } = await import('/dist/element.js');
        const element = new SvcEmbedElement();
        const { surface, ...own } = optionsOf('element');
        Object.assign(element, own, { surface: 'chat' });
        element.style.height = '100%';
        placeOf('element').append(element);
        await new Promise((done) => setTimeout(done, 200));
        element.baseUrl = null;
        const { keep } = await import('/dist/keep.js');
        const { logger, ...options } = optionsOf('kept', {});
        const kept = keep('kept', { ...options, logger });
        await kept.show(placeOf('kept'));
        kept.destroy();
      }),
    async check() {
      const wanted = ['left', 'faded', 'closed', 'unwanted', 'destroyed', 'element', 'kept'];
      const lines = await inPage(() => window.lines);
      for (const name of wanted) assert.deepEqual(lines[name], [], name);
      // It waits for its id.
      assert.doesNotMatch(lines.again.join(), /signal/);
    },
  },
};

const inSandbox = (body, ...args) =>
  insideFrame(driver, '#sandboxed', () => evaluate(driver, body, ...args));

test('what the page does to its embeds is a line of each, and what it does well is none', async (t) => {
  const servers = { tenant: await openPage(t) };
  const pages = {
    elsewhere: html('Elsewhere'),
    sandboxed: html('<title>In a sandbox</title>'),
    talks: html('<script>parent.postMessage({}, "*")</script>'),
  };
  for (const [name, page] of Object.entries(pages))
    servers[name] = (await servePages(t, { '/': page, '/embed/dashboard/sales': page })).origin;
  for (const { begin } of Object.values(CASES)) await begin?.(servers);
  await later(LEFT_MS);
  for (const [name, { check }] of Object.entries(CASES)) await t.test(name, () => check(servers));
});

test('an embed that is mounted again and again is one warning, and many different ones are none', async () => {
  /** Mounts an embed `count` times. Resolves to the lines. */
  const mounted = (count, options) =>
    evaluate(
      driver,
      async (tenant, count, options) => {
        // Firefox makes another copy of the module for each script of the driver.
        const { mount } = (window.bridge ??= await import('/dist/index.js'));
        const lines = [];
        const logger = { warn: (text) => lines.push(text), info: (text) => lines.push(text) };
        const getSession = () => new Promise(() => {});
        const { publicId, isKept, values = [''] } = options;
        for (let number = 0; number < count; number++) {
          const surface = { kind: 'dashboard', publicId: publicId.replace('#', number) };
          const target = document.createElement('div');
          document.querySelector('#target').append(target);
          const params = { team: 'north', time: values[number % values.length] };
          const embed = await mount(target, {
            baseUrl: tenant,
            surface,
            params,
            logger,
            getSession,
          });
          embed.ready.catch(() => {});
          if (!isKept) embed.destroy();
          await new Promise((resolve) => setTimeout(resolve, 30));
        }
        return lines;
      },
      sandbox.tenant,
      count,
      options,
    );
  await freshPage();
  assert.deepEqual(await mounted(5, { publicId: 'sales' }), []);
  const again = await mounted(5, { publicId: 'sales' });
  assert.equal(again.length, 1, again.join());
  assert.match(again[0], /mounts this embed again and again.* defined inside another one/);
  assert.deepEqual(await mounted(6, { publicId: 'other-#' }), []);
  assert.deepEqual(await mounted(6, { publicId: 'kept', isKept: true }), []);
  const changing = await mounted(8, { publicId: 'changing', values: [...'abcdefgh'] });
  assert.deepEqual(changing, [`svc-embed: ${PAGE_CAUSES.changing}`]);
  // Two embeds, each mounted again and again.
  const inTurn = await mounted(10, { publicId: 'in-turn', values: ['a', 'b'] });
  assert.equal(inTurn.length, 1, inTurn.join());
  assert.match(inTurn[0], /mounts this embed again and again/);
});
