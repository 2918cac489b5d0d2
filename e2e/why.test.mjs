// The mistakes that people make: each is one line of the console that tells it apart, within its time, with no id
// in it. What a page does well is no line. `LINES` are also the rows of Troubleshooting.

import assert from 'node:assert/strict';
import { ManagementClient } from 'svc-embed/management';
import { ANSWERS, BACKEND, LINES, LINK, POLICIES } from './support/causes.mjs';
import { control, freshPage } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test, testIn } from './support/test.mjs';
import {
  ANY_ID,
  AT_ONCE_MS,
  allAre,
  allWritten,
  closedOrigin,
  hasNoId,
  line,
  openPage,
  openPages,
  pageOf,
  pause,
  provoke,
  provokeAll,
  readyOf,
  serveTenant,
  written,
} from './support/why.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

/** A `getSession` that does not return. */
const HANGS = 'return new Promise(() => {})';
/** The page `good` of an embed without a session. */
const WITHOUT_ID = { surface: { kind: 'dashboard', publicId: 'sales', path: '/embed/good' } };
const SIZED = '<div id="box" style="height:40px;width:60px;float:left"></div>';
const target = (style) => `<div id="box" style="${style}"></div>`;
/**
 * What a page does, and the line that says so. `body` is that of `getSession`; `page` is a page of the tenant in
 * `serveTenant`; `fault` is one of the sandbox, whose embed it is then; `then` is done once the embed is mounted,
 * and `change` once it is ready. Without `said`, nothing may be said.
 */
const MISTAKES = {
  // The page in the iframe.
  'a wrong public id: a 404': {
    options: { surface: { kind: 'dashboard', publicId: 'no-such' } },
    said: LINES.silent('<sandbox>/embed/dashboard/no-such'),
  },
  'the tenant fails: a 500': { fault: { page: 'error' }, said: LINES.silent(undefined) },
  'a sign-in page': { fault: { page: 'sign-in' }, said: LINES.silent(undefined) },
  'a page that is no embed': { page: 'silent', said: LINES.silent('<tenant>/embed/silent') },
  'a redirect to a page that says nothing': {
    page: 'elsewhere',
    said: LINES.silent('<tenant>/embed/elsewhere'),
  },
  'a redirect to a page that talks': { page: 'talks', said: LINES.elsewhere },
  'a private embed whose viewer is not signed in': {
    options: { getSession: null, mode: 'private' },
    said: LINES.private,
  },
  'nothing answers at baseUrl': { options: { baseUrl: '<closed>' }, said: LINES.unreachable },
  'a server that does not answer': { page: 'never', said: LINES.unanswered, level: 'info' },
  'a sandbox without the rights of an embed': {
    page: 'good',
    options: { attributes: { sandbox: 'allow-forms' } },
    said: LINES.sandboxed,
  },

  // What is around it.
  'a target without a height': { page: 'good', markup: target(''), said: LINES.height150 },
  'a target with only a min-height': {
    page: 'good',
    markup: target('min-height:20rem'),
    said: LINES.height150,
  },
  'a target of no height': { page: 'good', markup: target('height:0'), said: LINES.noHeight },
  'a target of no width': {
    page: 'good',
    markup: target('height:9rem;width:0'),
    said: LINES.noWidth,
  },
  'a target that is not displayed': {
    page: 'good',
    markup: target('display:none'),
    said: LINES.notDisplayed,
    level: 'info',
  },
  'a target that is rendered again': {
    page: 'good',
    change: "target.outerHTML = '<div></div>'",
    said: LINES.gone,
  },
  'a target that is in no document': {
    body: HANGS,
    then: 'place.remove()',
    said: LINES.gone,
  },

  // getSession.
  'getSession does not return': {
    body: HANGS,
    said: LINES.waits,
    level: 'info',
  },
  ...Object.fromEntries(
    [...BACKEND, ...ANSWERS].map(({ body, said }) => [body, { page: 'good', body, said }]),
  ),
  'a sign-out': {
    body: "throw Object.assign(new Error('out'), { name: 'SignedOutError' })",
    said: LINES.signedOut,
  },

  // Options.
  'an option of another name': {
    page: 'good',
    options: { colorscheme: 'dark' },
    said: LINES.nearest,
  },
  'an option of renewal of another name': {
    page: 'good',
    options: { renewal: { maxAttempt: 3 } },
    said: LINES.nearestRenewal,
  },
  'a key in the page': { page: 'good', options: { apiKey: 'k-1' }, said: LINES.key },
  'a handler among the options': { page: 'good', options: { onReady: 1 }, said: LINES.handler },
  'no getSession': {
    page: 'good',
    options: { getSession: null, ...WITHOUT_ID },
    said: LINES.noSession,
  },
  'a private embed with a getSession': {
    page: 'good',
    options: { mode: 'private' },
    said: LINES.notPrivate,
  },

  // What is well.
  'an embed that works': { page: 'good' },
  'an embed that takes a moment': { page: 'soon' },
  'a height of its own': { page: 'good', markup: target('height:20rem;width:300px') },
  'an embed that is destroyed': { page: 'good', change: 'embed.destroy()' },
  'an embed that is removed, and destroyed later': {
    page: 'good',
    change: 'embed.iframe.remove(); setTimeout(() => embed.destroy(), 1_000)',
  },
  'a target that the page puts back': {
    page: 'good',
    change: 'target.remove(); setTimeout(() => place.append(target), 1_000)',
    isAllowed: /works again|another page|Unreachable/,
  },
};

test('each mistake is one line that tells it apart, and what is well is none', async (t) => {
  await freshPage();
  const closed = await closedOrigin();
  const { origin: tenant } = await serveTenant(t);
  const filled = (value) =>
    JSON.parse(
      JSON.stringify(value).replaceAll('<closed>', closed).replaceAll('<sandbox>', sandbox.tenant),
    );
  const all = Object.entries(MISTAKES);
  for (const [name, { page, fault, options = {}, ...more }] of all) {
    if (fault) await control('faults', { embed: { ...fault, times: 1 } });
    const place = page ? pageOf(page) : {};
    const body = more.body ?? (page ? ANY_ID : undefined);
    await provoke(
      name,
      page ? tenant : sandbox.tenant,
      // The next attempt, with an error of its own, comes after the test.
      {
        renewal: { retryMinMs: 120_000, retryMaxMs: 120_000, mintTimeoutMs: 120_000 },
        ...place,
        ...filled(options),
      },
      { markup: SIZED, ...filled({ ...more, body }) },
    );
    // The fault is for the next page.
    if (fault) await waitFor('the page', async () => (await written(name)).isLoaded);
  }
  const changing = all.filter(([, { change }]) => change).map(([name]) => name);
  await allAre('ready', changing, ({ ready }) => ready);
  await evaluate(
    driver,
    (changes) => {
      for (const [name, change] of changes) {
        const embed = window.embeds[name];
        const place = embed.iframe.closest('section');
        new Function('embed', 'target', 'place', change)(embed, embed.iframe.parentNode, place);
      }
    },
    changing.map((name) => [name, MISTAKES[name].change]),
  );
  // What is well has said nothing a second after the last of the others would have.
  const quiet = pause(6_000);
  const saying = all.filter(([, { said }]) => said).map(([name]) => name);
  await allAre('a line', saying, ({ lines }) => lines.length > 0, 25_000).catch(() => {});
  await quiet;
  const found = await allWritten();
  for (const [name, { said, level = 'warn', isAllowed }] of all)
    await t.test(name, () => {
      const { lines, lastError } = found[name];
      hasNoId({ lines, lastError });
      const texts = lines
        .filter(({ text }) => !isAllowed?.test(text))
        .map(({ level, text }) => `${level}: ${text.replace(/ Next attempt at [^.]*\./, '')}`);
      if (!said) return assert.deepEqual(texts, []);
      assert.equal(texts.length, 1, texts.join('\n') || 'nothing was said');
      const wanted = filled(said).replace('<tenant>', tenant);
      assert.ok(texts[0].startsWith(`${level}: svc-embed: `), texts[0]);
      if (typeof said === 'string')
        assert.ok(texts[0].includes(wanted), `${texts[0]}\nis not\n${wanted}`);
      const code = /\[([a-z-]+)\]/.exec(texts[0])?.[1];
      if (code) assert.ok(texts[0].endsWith(` ${LINK}${code}`), texts[0]);
    });
});

/** The headers of a page, the page of its embed (`path`), and what is said of it at once. */
test('what a policy forbids is named at once, and what it does not forbid is no reason', async (t) => {
  const { tenant, inside } = await openPages(
    t,
    POLICIES.map(({ headers }) => headers),
  );
  for (const [at, { path = 'good', then, entry }] of POLICIES.entries())
    await inside(at, () => provoke('embed', tenant, pageOf(path), { body: ANY_ID, then, entry }));
  for (const [at, { name, path, said, isSilent = [], ...more }] of POLICIES.entries())
    await t.test(name, () =>
      inside(at, async () => {
        // The others are told nothing, and hear of a silence.
        if (isSilent.includes(engine)) {
          // WebKit does not end the load.
          const ofWebKit = LINES.unanswered.replace('<tenant>', tenant);
          const isNeverLoaded = engine === 'webkit' && path === 'elsewhere';
          const { text } = await line('embed', isNeverLoaded ? 'info' : 'warn');
          return assert.ok(text.includes(isNeverLoaded ? ofWebKit : LINES.silent()), text);
        }
        const ready = await readyOf('embed');
        const { lines, lastError } = await written('embed');
        hasNoId({ ready, lines });
        if (!said) {
          assert.equal(ready.code, undefined);
          return assert.deepEqual(lines, []);
        }
        assert.equal(ready.code, 'frame-blocked');
        assert.ok(ready.at < AT_ONCE_MS, `after ${ready.at} ms`);
        assert.equal(lastError, ready.message);
        const wanted = said.replaceAll('<tenant>', tenant);
        assert.ok(ready.message.includes(wanted), `${ready.message}\nis not\n${wanted}`);
        // The Rust shell writes no line.
        if (!more.entry)
          assert.deepEqual(
            lines.map(({ level, text }) => `${level}: ${text}`),
            [`warn: svc-embed: ${ready.message}`],
          );
      }),
    );
});

test('a page that is isolated is told the attribute that lets the embed in', async (t) => {
  const origin = await openPage(t, {
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-opener-policy': 'same-origin',
  });
  await provoke('embed', origin, pageOf('good'), { body: ANY_ID });
  // Firefox tells a page nothing about it, and does not end the load.
  const { text } = await line('embed', engine === 'firefox' ? 'info' : 'warn');
  assert.ok(text.includes(LINES.isolated), text);
  if (engine !== 'chromium') return;
  const attributes = { credentialless: true };
  await provoke('let in', origin, { ...pageOf('good'), attributes }, { body: ANY_ID });
  assert.equal((await readyOf('let in')).code, undefined);
});

testIn(
  ['chromium'],
  'no other engine has Local Network Access',
  'a page that may not reach a more private network is told of the permission',
  async (t) => {
    const origin = await openPage(t, { 'content-security-policy': 'treat-as-public-address' });
    await provoke('embed', origin, pageOf('good'), { body: ANY_ID });
    const { text } = await line('embed');
    assert.ok(text.includes(LINES.unreachable.replace('<closed>', origin)), text);
  },
);

test('an embed that waits for its turn to mint has asked for no page, and nothing is said of one', async (t) => {
  await freshPage();
  const { origin: tenant } = await serveTenant(t);
  const names = ['one', 'two', 'three', 'four', 'five'];
  for (const name of names) await provoke(name, tenant, pageOf('good'), { body: HANGS });
  await allAre('a line', names.slice(0, 4), ({ lines }) => lines.length > 0);
  // As long after its mount as the others have taken.
  await pause(1_000);
  assert.deepEqual((await written('five')).lines, []);
});

test('a warning is taken back, and is the cause of a timeout', async (t) => {
  await freshPage();
  const { origin: tenant } = await serveTenant(t);
  await provoke('late', tenant, pageOf('late'), { body: ANY_ID });
  await provoke('never', tenant, { ...pageOf('silent'), readyTimeoutMs: 8_000 }, { body: ANY_ID });
  assert.equal((await readyOf('late')).code, undefined);
  const lines = await waitFor('two lines', async () => {
    const { lines } = await written('late');
    return lines.length > 1 && lines;
  });
  const texts = lines.map(({ level, text }) => `${level}: ${text}`);
  assert.match(texts[0], /^warn: .*has sent no message of an embed/);
  assert.deepEqual(texts.slice(1), ['info: svc-embed: The embed is ready after all.']);
  const { code, causeCode, cause, message } = await readyOf('never');
  assert.deepEqual([code, causeCode], ['ready-timeout', 'frame-silent']);
  // Whoever shows only the message shows the reason, too.
  const reason = cause.replace(/^\S+ | https:\S+$/g, '').replace(/\.$/, '');
  assert.ok(message.includes(`within 8000 ms: ${reason}. https://`), message);
});

test('an iframe of the page that is connected after its ready', async (t) => {
  await freshPage();
  const { origin: tenant } = await serveTenant(t);
  await evaluate(
    driver,
    async (tenant) => {
      const { connect } = await import('/dist/index.js');
      window.lines = [];
      const note = (text) => window.lines.push(text);
      const iframe = document.body.appendChild(document.createElement('iframe'));
      const isReady = new Promise((done) => addEventListener('message', done, { once: true }));
      iframe.src = `${tenant}/embed/good`;
      await isReady;
      await new Promise((done) => setTimeout(done, 500));
      await connect(iframe, { baseUrl: tenant, logger: { info: note, warn: note } });
    },
    tenant,
  );
  const [text] = await waitFor(
    'a line',
    () => evaluate(driver, () => window.lines[0] && window.lines),
    { timeoutMs: 15_000 },
  );
  assert.ok(text.includes(LINES.late.replace('<tenant>', tenant)), text);
});

test('an error of the embed is one line of each kind, without its message', async () => {
  const client = new ManagementClient({ baseUrl: sandbox.tenant, apiKey: sandbox.apiKey });
  const allow = (allowEmbed) =>
    client.embedDashboards.setSignedEmbedding('sales-overview', { allowEmbed });
  await freshPage();
  await allow(false);
  await provoke('embed', sandbox.tenant);
  const { text } = await line('embed');
  await allow(true);
  assert.equal(text, `svc-embed: ${LINES.reported}`);
});
