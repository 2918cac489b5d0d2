// Why there is no picture: the page in the iframe has loaded and sends no message, or nothing has loaded. The
// console, `lastError` and the promise `ready` say which cause it is.

import assert from 'node:assert/strict';
import { PAGE_CAUSES, SLOW_CAUSES } from './support/causes.mjs';
import { control, freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import {
  LINK,
  closedOrigin,
  hasNoId,
  line,
  mount,
  own,
  provoke,
  served,
  written,
} from './support/why.mjs';
import { driver, sandbox } from './support/world.mjs';

test('each cause that shows after a while is one line within ten seconds, and no failure yet', async (t) => {
  await freshPage();
  const closed = await closedOrigin();
  const filled = (text) =>
    text.replaceAll('<tenant>', sandbox.tenant).replaceAll('<closed>', closed);
  for (const { name, fault = {}, options = {} } of SLOW_CAUSES) {
    await control('faults', { embed: { ...fault, times: 1 } });
    const { getSession, ...rest } = JSON.parse(filled(JSON.stringify(options)));
    const isPrivate = 'getSession' in options && options.getSession === undefined;
    const body = getSession && `return ${getSession}`;
    await provoke(name, sandbox.tenant, isPrivate ? { ...rest, getSession: null } : rest, body);
    // The fault is for the next page, and so is the next cause.
    if (!getSession)
      await waitFor('the page', async () => (await written(name)).isLoaded, {
        timeoutMs: 3_000,
      }).catch(() => {});
  }
  for (const { name, level = 'warn', code, sentence } of SLOW_CAUSES) {
    await t.test(name, async () => {
      const { text, at } = await waitFor(
        'a line',
        async () => (await written(name)).lines.find((line) => line.level === level),
        { timeoutMs: 12_000 },
      );
      const wanted = filled(sentence);
      assert.equal(
        text,
        code ? `svc-embed: [${code}] ${wanted} ${LINK}${code}` : `svc-embed: ${wanted}`,
      );
      assert.ok(at < 10_000, `after ${at} ms`);
      const { lines, lastError } = await written(name);
      assert.equal(lines.length, 1, JSON.stringify(lines));
      assert.ok(lastError == null, 'it was not called failed');
    });
  }
});

test('a page of another origin that talks is named with its origin', async (t) => {
  await mount(t, 'talks', { options: '{ readyTimeoutMs: 8000 }' });
  const { text, at } = await line();
  assert.match(text, /The iframe shows a page of another origin, http:/);
  assert.ok(at > 5_000 && at < 10_000, `after ${at} ms`);
  assert.equal((await own()).ready, null, 'it was not called failed');
  const ready = await waitFor('the end of the wait', async () => (await own()).ready);
  assert.equal(ready.code, 'ready-timeout');
  assert.equal(ready.causeCode, 'frame-silent');
  assert.equal(text, `svc-embed: ${ready.cause}`);
  // Whoever shows only the message shows the reason, too.
  const reason = ready.cause.replace(/^\S+ | https:\S+$/g, '').replace(/\.$/, '');
  assert.ok(ready.message.includes(`within 8000 ms: ${reason}. https://`), ready.message);
  hasNoId(await own());
});

test('a sandbox that takes the embed its rights is named', async (t) => {
  await mount(t, 'good', { options: '{ attributes: { sandbox: "allow-forms" } }' });
  const { text } = await line();
  assert.match(
    text,
    /works without allow-scripts and allow-same-origin in the iframe's sandbox attribute/,
  );
});

test('a server that never answers is no warning, and the cause of the end', async (t) => {
  const origin = await mount(t, 'never', { options: '{ readyTimeoutMs: 12000 }' });
  const { text, at } = await line('info', 12_000);
  assert.ok(
    text.includes(`The server has not answered the request for the embed's page: ${origin}.`),
    text,
  );
  assert.ok(at < 12_000, `after ${at} ms`);
  const ready = await waitFor('the end of the wait', async () => (await own()).ready);
  assert.equal(ready.code, 'ready-timeout');
  assert.match(ready.cause, /has not answered the request/);
  assert.match(
    ready.message,
    /within 12000 ms: The server has not answered the request for the embed's page/,
  );
});

test('a page that speaks late was never called failed', async (t) => {
  await mount(t, 'late');
  const ready = await waitFor('ready', async () => (await own()).ready, { timeoutMs: 12_000 });
  assert.equal(ready.code, undefined);
  const { states, lastError } = await own();
  assert.ok(
    states.every((code) => code === null),
    JSON.stringify(states),
  );
  assert.equal(lastError, null);
  // What was said of it is taken back.
  const texts = await waitFor('two lines', async () => {
    const { lines } = await own();
    return lines.length > 1 && lines.map(({ level, text }) => `${level}: ${text}`);
  });
  assert.match(texts[0], /^warn: .*has sent no message.* If it is only slow, all is well\./);
  assert.deepEqual(texts.slice(1), ['info: svc-embed: The embed is ready after all.']);
});

test('the ready of an earlier document takes no warning back', async (t) => {
  await mount(t, 'once');
  await waitFor('ready', async () => (await own()).ready);
  await evaluate(driver, () => void window.own.embed.reload().catch(() => {}));
  const { text } = await line();
  assert.match(text, /has sent no message in five seconds/);
  await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve, 500)));
  assert.equal((await own()).lines.length, 1, JSON.stringify((await own()).lines));
});

/** Longer than svc-embed waits for a server that has not answered. */
const SILENT_MS = 10_500;

test('a silence whose cause is known is no news, and one that is none is named', async () => {
  await freshPage();
  const told = await evaluate(
    driver,
    async (tenant, ms) => {
      const { mount } = await import('/dist/index.js');
      const told = {};
      const start = (name, target, options) => {
        told[name] = [];
        const tell = (text) => told[name].push(text);
        return mount(target, {
          baseUrl: tenant,
          surface: { kind: 'chat' },
          getSession: async () => `id-of-${name}`,
          logger: { info: tell, warn: tell },
          ...options,
        });
      };
      await start('detached', document.createElement('div'), {});
      for (const [name, options] of [
        ['own', { baseUrl: location.origin }],
        ['nothing', { getSession: async () => undefined }],
        ['rejected', {}],
      ]) {
        const target = document.body.appendChild(document.createElement('div'));
        target.style.height = '20rem';
        await start(name, target, options);
      }
      scrollTo(0, document.body.scrollHeight);
      await new Promise((resolve) => setTimeout(resolve, ms));
      return told;
    },
    sandbox.tenant,
    SILENT_MS,
  );
  assert.equal(told.detached.length, 1, told.detached.join());
  assert.match(told.detached[0], /target is in no document, so nothing is loaded/);
  assert.equal(told.own.length, 1, told.own.join());
  const wanted = PAGE_CAUSES.ownOrigin.replace('<page>', sandbox.host);
  assert.equal(told.own[0], `svc-embed: [frame-silent] ${wanted} ${LINK}frame-silent`);
  for (const name of ['nothing', 'rejected']) {
    assert.ok(told[name].length > 0, name);
    assert.doesNotMatch(told[name].join(), /frame-silent/, name);
  }
});

test('the question whether the tenant answers has no cookie, no address of the page and no id', async (t) => {
  const tenant = await mount(t, 'silent');
  await line();
  const { requests } = served.get(tenant);
  const questions = requests.filter(({ url }) => url === '/');
  assert.deepEqual(
    questions.map(({ method, body, headers }) => [method, body, headers.cookie, headers.referer]),
    [['GET', '', undefined, undefined]],
  );
  hasNoId(questions);
  // Whoever sees the request learns no more than from that of the iframe before it.
  const works = await mount(t, 'good');
  await waitFor('ready', async () => (await own()).ready);
  assert.ok(served.get(works).requests.every(({ url }) => url !== '/'));
});

test('an iframe of the page that has no address is named as such', async () => {
  await freshPage();
  await evaluate(
    driver,
    async (baseUrl) => {
      const { connect } = await import('/dist/index.js');
      const own = (window.causes = { own: { lines: [] } }).own;
      const iframe = document.body.appendChild(document.createElement('iframe'));
      const write = (text) => own.lines.push({ text });
      window.embeds = {
        own: await connect(iframe, { baseUrl, logger: { info: write, warn: write } }),
      };
    },
    sandbox.tenant,
  );
  const { text } = await waitFor('a line', async () => (await written('own')).lines[0]);
  assert.match(text, /request for the embed's page: the iframe has no src\./);
});
