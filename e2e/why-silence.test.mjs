// Why there is no picture: the page in the iframe has loaded and sends no message, or nothing has loaded. The
// console, `lastError` and the promise `ready` say which cause it is.

import assert from 'node:assert/strict';
import { PAGE_CAUSES, SLOW_CAUSES } from './support/causes.mjs';
import { control, freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import {
  ANY_ID,
  LINK,
  closedOrigin,
  hasNoId,
  line,
  linesOf,
  openPage,
  pageOf,
  pause,
  provoke,
  readyOf,
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
    await provoke(name, sandbox.tenant, isPrivate ? { ...rest, getSession: null } : rest, { body });
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

test('what is said of pages that are silent, late or of another origin', async (t) => {
  const tenant = await openPage(t);
  const start = (path, options) =>
    provoke(path, tenant, { ...pageOf(path), ...options }, { body: ANY_ID });
  await start('talks', { readyTimeoutMs: 8_000 });
  await start('never', { readyTimeoutMs: 12_000 });
  await start('late');
  await start('once');
  assert.equal((await readyOf('once')).code, undefined);
  await evaluate(driver, () => void window.embeds.once.reload().catch(() => {}));

  await t.test('a page of another origin that talks is named with its origin', async () => {
    const { text, at } = await line('talks');
    assert.match(text, /The iframe shows a page of another origin, http:/);
    assert.ok(at > 5_000 && at < 10_000, `after ${at} ms`);
    const ready = await readyOf('talks');
    assert.ok(ready.at > at, 'it was not called failed before');
    assert.equal(ready.code, 'ready-timeout');
    assert.equal(ready.causeCode, 'frame-silent');
    assert.equal(text, `svc-embed: ${ready.cause}`);
    // Whoever shows only the message shows the reason, too.
    const reason = ready.cause.replace(/^\S+ | https:\S+$/g, '').replace(/\.$/, '');
    assert.ok(ready.message.includes(`within 8000 ms: ${reason}. https://`), ready.message);
    hasNoId(await written('talks'));
  });

  await t.test('a page that speaks late was never called failed', async () => {
    assert.equal((await readyOf('late')).code, undefined);
    // What was said of it is taken back.
    const lines = await linesOf('late', 2);
    const { states, lastError } = await written('late');
    assert.deepEqual(states.filter(Boolean), []);
    assert.equal(lastError, null);
    const [warning, ...others] = lines.map(({ level, text }) => `${level}: ${text}`);
    assert.match(warning, /^warn: .*has sent no message.* If it is only slow, all is well\./);
    assert.deepEqual(others, ['info: svc-embed: The embed is ready after all.']);
  });

  await t.test('the ready of an earlier document takes no warning back', async () => {
    assert.match((await line('once')).text, /has sent no message in five seconds/);
    await pause(500);
    assert.equal((await written('once')).lines.length, 1);
  });

  await t.test('a server that never answers is no warning, and the cause of the end', async () => {
    // The browser has reported a load of the empty frame, which begins no silence.
    const [{ level, text, at }] = await linesOf('never');
    assert.equal(level, 'info');
    const sentence = "The server has not answered the request for the embed's page";
    assert.ok(text.includes(`${sentence}: ${tenant}.`), text);
    assert.ok(at < 12_000, `after ${at} ms`);
    const ready = await readyOf('never');
    assert.equal(ready.code, 'ready-timeout');
    assert.ok(ready.cause.includes(sentence), ready.cause);
    assert.ok(ready.message.includes(`within 12000 ms: ${sentence}`), ready.message);
  });
});

/** Longer than svc-embed waits for a server that has not answered. */
const SILENT_MS = 10_500;

test('a silence whose cause is known is no news, and one that is none is named', async () => {
  await freshPage();
  const told = await evaluate(
    driver,
    async (tenant, ms) => {
      const { connect, mount } = await import('/dist/index.js');
      const told = { 'no src': [] };
      const write = (text) => told['no src'].push(text);
      const iframe = document.body.appendChild(document.createElement('iframe'));
      await connect(iframe, { baseUrl: tenant, logger: { info: write, warn: write } });
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
  assert.match(told['no src'].join(), /request for the embed's page: the iframe has no src\./);
  for (const name of ['nothing', 'rejected']) {
    assert.ok(told[name].length > 0, name);
    assert.doesNotMatch(told[name].join(), /frame-silent/, name);
  }
});

test('the question whether the tenant answers has no cookie, no address of the page and no id', async (t) => {
  const tenant = await openPage(t);
  // Whoever sees the request learns no more than from that of the iframe before it. An embed that works asks
  // nothing.
  await provoke('good', tenant, pageOf('good'), { body: ANY_ID });
  await readyOf('good');
  await provoke('silent', tenant, pageOf('silent'), { body: ANY_ID });
  await line('silent');
  const { requests } = served.get(tenant);
  const questions = requests.filter(({ url }) => url === '/');
  assert.deepEqual(
    questions.map(({ method, body, headers }) => [method, body, headers.cookie, headers.referer]),
    [['GET', '', undefined, undefined]],
  );
  hasNoId(questions);
});
