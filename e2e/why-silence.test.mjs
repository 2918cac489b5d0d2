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
  pageOf,
  pause,
  provoke,
  readyOf,
  serveTenant,
  written,
} from './support/why.mjs';
import { driver, sandbox } from './support/world.mjs';

/** Longer than svc-embed waits for a server that has not answered. */
const SILENT_MS = 10_500;

/** Silences whose cause is known or is none, in `told`. */
function beginKnown() {
  return evaluate(
    driver,
    async (tenant) => {
      const { connect, mount } = await import('/dist/index.js');
      const told = (window.told = { 'no src': [] });
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
        target.style.cssText = 'height:40px;width:60px;float:left';
        await start(name, target, options);
      }
    },
    sandbox.tenant,
  );
}

// All of it in one page, so that the waits pass at the same time.
test('each silence is one line by its cause, and no failure yet', async (t) => {
  await freshPage();
  const closed = await closedOrigin();
  const puppet = await serveTenant(t);
  const tenant = puppet.origin;
  const start = (path, options) =>
    provoke(path, tenant, { ...pageOf(path), ...options }, { body: ANY_ID });
  await start('talks', { readyTimeoutMs: 8_000 });
  await start('never', { readyTimeoutMs: 12_000 });
  await start('late');
  await start('once');
  assert.equal((await readyOf('once')).code, undefined);
  await evaluate(driver, () => void window.embeds.once.reload().catch(() => {}));
  // A tenant of its own, which gets no other questions, and of the page's site, to which cookies may go. An embed
  // that works asks nothing.
  const asked = await serveTenant(t);
  const sameSite = asked.origin.replace('127.0.0.1', new URL(sandbox.host).hostname);
  for (const path of ['good', 'silent'])
    await provoke(path, sameSite, pageOf(path), { body: ANY_ID });

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
  await beginKnown();
  const began = performance.now();

  for (const { name, level = 'warn', code, sentence } of SLOW_CAUSES) {
    await t.test(name, async () => {
      const { text, at } = await line(name, level);
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
    assert.match(warning, /^warn: .*has sent no message of an embed/);
    assert.deepEqual(others, ['info: svc-embed: The embed is ready after all.']);
  });

  await t.test('the ready of an earlier document takes no warning back', async () => {
    assert.match((await line('once')).text, /\/embed\/once has loaded, but has sent no message/);
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

  await t.test(
    'the question whether the tenant answers has no cookie, no address of the page and no id',
    async () => {
      // Whoever sees the request learns no more than from that of the iframe before it.
      await line('silent');
      assert.equal((await readyOf('good')).code, undefined);
      const questions = asked.requests.filter(({ url }) => url === '/');
      assert.deepEqual(
        questions.map(({ method, body, headers }) => [
          method,
          body,
          headers.cookie,
          headers.referer,
        ]),
        [['GET', '', undefined, undefined]],
      );
      hasNoId(questions);
    },
  );

  await t.test(
    'a silence whose cause is known is no news, and one that is none is named',
    async () => {
      await pause(Math.max(0, SILENT_MS - (performance.now() - began)));
      const told = await evaluate(driver, () => window.told);
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
    },
  );
});
