// What the page itself does that leaves it without an embed, with two, or with one that loads again and again:
// each is a line of the console, and what a page that works does alike is none.

import assert from 'node:assert/strict';
import { PAGE_CAUSES } from './support/causes.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { test } from './support/test.mjs';
import {
  ANY_ID,
  linesOf as linesOfCause,
  openPage as openTenant,
  pageOf,
  pause,
  provoke,
  written,
} from './support/why.mjs';
import { driver, sandbox } from './support/world.mjs';

const lateOf = (tenant) => PAGE_CAUSES.late.replace('<tenant>', tenant);
const inPage = (body, ...args) => evaluate(driver, body, ...args);
const later = (ms) => inPage((ms) => new Promise((done) => setTimeout(done, ms)), ms);

/** Opens a page whose `start(name, options)` mounts an embed into an element of its own, and notes its lines. */
async function openPage() {
  await freshPage();
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
    window.optionsOf = (name, options = {}) => ({
      baseUrl: tenant,
      // Many embeds of one address, each destroyed, would be a mistake of their own.
      surface:
        options.getSession || options.mode
          ? { kind: 'chat' }
          : { kind: 'dashboard', publicId: name },
      getSession: () => new Promise(() => {}),
      logger: loggerOf(name),
      ...options,
    });
    window.mintNow = async () =>
      (await (await fetch('/api/embed-session', { method: 'POST' })).json()).sessionId;
    window.start = async (name, options, target = targets[name]) => {
      if (!target) {
        target = targets[name] = document.body.appendChild(document.createElement('div'));
        target.style.height = '20rem';
      }
      embeds[name] = await bridge.mount(target, optionsOf(name, options));
      return embeds[name];
    };
  }, sandbox.tenant);
}

const linesOf = (name) => inPage((name) => window.lines[name] ?? [], name);
const firstOf = (name) => waitFor(`a line of ${name}`, async () => (await linesOf(name))[0]);

/** Longer than a page has to remove the target of an embed that it has ended. */
const LEFT_MS = 1_500;

test('an embed that AbortSignal.timeout has ended says so, ready or not', async () => {
  await openPage();
  await inPage(async () => {
    await start('early', { signal: AbortSignal.timeout(300) });
    // Its time begins when the embed is ready, however long that takes.
    const late = new AbortController();
    const ready = await start('ready', { getSession: mintNow, signal: late.signal });
    await ready.ready;
    const timeout = AbortSignal.timeout(300);
    timeout.addEventListener('abort', () => late.abort(timeout.reason));
    await start('lazy', { signal: AbortSignal.timeout(300), loading: 'lazy' });
    targets.lazy.remove();
  });
  for (const name of ['early', 'ready', 'lazy'])
    assert.equal(await firstOf(name), `warn: svc-embed: ${PAGE_CAUSES.timeout}`, name);
  await later(LEFT_MS);
  for (const name of ['early', 'ready', 'lazy']) assert.equal((await linesOf(name)).length, 1);
});

test('an embed that another signal has ended before it was ready says so', async () => {
  await openPage();
  await inPage(async () => {
    const controller = new AbortController();
    await start('early', { signal: controller.signal });
    controller.abort();
  });
  assert.equal(await firstOf('early'), `info: svc-embed: ${PAGE_CAUSES.aborted}`);
});

test('a page that does not want the embed any more is told nothing', async () => {
  await openPage();
  await inPage(async () => {
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
    const ready = await abortOf('ready', { getSession: mintNow });
    await ready.embed.ready;
    ready.abort();
    await abortOf('destroyed').then(({ embed }) => embed.destroy());
    // An element has a signal of its own.
    const { SvcEmbedElement } = await import('/dist/element.js');
    const element = new SvcEmbedElement();
    Object.assign(element, optionsOf('element', { surface: 'chat' }));
    element.style.height = '20rem';
    document.body.append(element);
    await new Promise((done) => setTimeout(done, 200));
    element.baseUrl = null;
    const { keep } = await import('/dist/keep.js');
    const { logger, ...options } = optionsOf('kept', {});
    const kept = keep('kept', { ...options, logger });
    await kept.show(document.body.appendChild(document.createElement('div')));
    kept.destroy();
  });
  await later(LEFT_MS);
  assert.deepEqual(await inPage(() => window.lines), {
    ...{ again: [], left: [], faded: [], closed: [], ready: [], destroyed: [], element: [] },
    kept: [],
  });
});

test('a page in a sandbox is told that no embed works in it, and nothing of what was not loaded', async (t) => {
  const ready = html('<script>parent.postMessage({}, "*")</script>');
  const tenant = await servePages(t, { '/embed/dashboard/sales': ready });
  const sandboxed = { 'content-security-policy': 'sandbox allow-scripts' };
  const page = await servePages(t, { '/': html('<title>In a sandbox</title>', sandboxed) });
  await driver.get(`${page.origin}/`);
  await inPage(async (baseUrl) => {
    window.lines = {};
    const { mount } = await import('/dist/index.js');
    const minted = { loaded: async () => 'an-id', waits: () => new Promise(() => {}) };
    for (const [name, getSession] of Object.entries(minted)) {
      const note = (text) => (lines[name] ??= []).push(text);
      const target = document.body.appendChild(document.createElement('div'));
      target.style.height = '10rem';
      const surface = { kind: 'dashboard', publicId: 'sales' };
      await mount(target, { baseUrl, surface, getSession, logger: { info: note, warn: note } });
    }
  }, tenant.origin);
  await later(10_000);
  const lines = await waitFor('a line of each', async () => {
    const lines = await inPage(() => window.lines);
    return lines.waits && lines.loaded && lines;
  });
  assert.deepEqual(lines.waits, [
    'svc-embed: getSession has not answered yet. svc-embed waits for it.',
  ]);
  assert.equal(lines.loaded.length, 1, lines.loaded.join());
  assert.ok(lines.loaded[0].startsWith(`svc-embed: [frame-silent] ${PAGE_CAUSES.sandbox}`));
});

test('a connect that came after the ready is told as that', async () => {
  await openPage();
  await inPage(async (tenant) => {
    const connectLate = async (name, options) => {
      const target = document.body.appendChild(document.createElement('div'));
      target.style.height = '20rem';
      const iframe = target.appendChild(document.createElement('iframe'));
      iframe.style.cssText = 'width:100%;height:100%';
      const isReady = new Promise((done) =>
        addEventListener('message', ({ source, data }) => {
          if (source === iframe.contentWindow && /:ready$/.test(data?.type)) done();
        }),
      );
      iframe.src = `${tenant}/embed/chat?session=${await mintNow()}`;
      await isReady;
      await new Promise((done) => setTimeout(done, 1_000));
      const { surface, ...given } = optionsOf(name, { ...options, getSession: undefined });
      embeds[name] = await bridge.connect(iframe, given);
      return iframe;
    };
    await connectLate('late');
    const iframe = await connectLate('talks', { readyTimeoutMs: 1_000 });
    const data = {
      ...{ source: 'svc-embed', direction: 'event', type: 'svc:event:navigate', surface: 'chat' },
      ...{ timestamp: Date.now(), payload: { path: '/a', previousPath: '/' } },
    };
    const { contentWindow: source } = iframe;
    dispatchEvent(new MessageEvent('message', { source, origin: tenant, data }));
  }, sandbox.tenant);
  const text = await firstOf('late');
  assert.ok(
    text.startsWith(`info: svc-embed: [frame-silent] ${lateOf(sandbox.tenant)} https:`),
    text,
  );
  const lines = await waitFor('two lines', async () => {
    const lines = await linesOf('talks');
    return lines.length > 1 && lines;
  });
  assert.match(lines[0], /\[ready-timeout\] The embed did not report ready within 1000 ms/);
  assert.equal(lines[1], `info: svc-embed: ${PAGE_CAUSES.connectedLate}`);
});

test('an iframe whose src the page has set is named as that', async (t) => {
  const page = await servePages(t, { '/': html('Elsewhere') });
  await openPage();
  await inPage(async (elsewhere) => {
    const { iframe, ready } = await start('signed', { getSession: mintNow });
    await ready;
    iframe.src = elsewhere;
    const other = await start('private', { getSession: undefined, mode: 'private' });
    other.iframe.addEventListener('load', () => (other.iframe.src = elsewhere), { once: true });
    scrollTo(0, document.body.scrollHeight);
  }, `${page.origin}/`);
  for (const name of ['signed', 'private'])
    assert.ok(
      (await firstOf(name)).startsWith(`warn: svc-embed: [frame-silent] ${PAGE_CAUSES.changed}`),
    );
});

test('ready-timeout says after how many milliseconds', async () => {
  await openPage();
  const texts = await inPage(async () => {
    const messageOf = async (name, options) =>
      (await start(name, options)).ready.catch(({ message }) => message);
    return [
      await messageOf('slow', { readyTimeoutMs: 30, getSession: undefined, mode: 'private' }),
      await messageOf('mint', { readyTimeoutMs: 40 }),
    ];
  });
  assert.match(texts[0], /^\[ready-timeout\] The embed did not report ready within 30 ms\. https:/);
  assert.match(texts[1], /^\[ready-timeout\] getSession did not answer within 40 ms\. https:/);
  assert.match(await firstOf('slow'), /did not report ready within 30 ms\./);
});

test('an embed below another one in the same element is one warning', async (t) => {
  const tenant = await openTenant(t);
  const markup = '<div id="target" style="height:20rem"></div>';
  await provoke('first', tenant, pageOf('good'), { body: ANY_ID, markup });
  await evaluate(
    driver,
    async (baseUrl, page) => {
      const { mount } = await import('/dist/index.js');
      const { lines } = window.causes.first;
      const logger = { warn: (text) => lines.push({ text }), info() {} };
      const second = await mount('#target', {
        baseUrl,
        ...page,
        logger,
        getSession: async () => 'id',
      });
      await second.ready;
    },
    tenant,
    pageOf('good'),
  );
  await linesOfCause('first');
  await pause(500);
  assert.deepEqual(
    (await written('first')).lines.map(({ text }) => text),
    [
      'svc-embed: The target of this embed has another embed, so there are two below each other. Was mount() called twice? Destroy the first, or give each embed an element of its own.',
    ],
  );
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
  assert.deepEqual(await mounted(10, { publicId: 'other-#' }), []);
  assert.deepEqual(await mounted(10, { publicId: 'kept', isKept: true }), []);

  await freshPage();
  assert.deepEqual(await mounted(5, { publicId: 'sales', values: [...'abcde'] }), []);
  const changing = await mounted(5, { publicId: 'sales', values: [...'fghij'] });
  assert.deepEqual(changing, [`svc-embed: ${PAGE_CAUSES.changing}`]);

  // Two embeds of one page, each mounted again and again.
  await freshPage();
  const inTurn = await mounted(10, { publicId: 'sales', values: ['a', 'b'] });
  assert.equal(inTurn.length, 1, inTurn.join());
  assert.match(inTurn[0], /mounts this embed again and again/);
});
