// What a component shows when there is no dashboard, or none that works. The last tests are of React's
// `fallback`, `errorFallback` and `onMountFailed`.

import assert from 'node:assert/strict';
import { bundle } from './docs/support/bundle.mjs';
import { COMPONENTS } from './support/components.mjs';
import { advance, control, freshPage } from './support/embed.mjs';
import { evaluate, patiently, waitFor } from './support/page.mjs';
import { heard, inPage, inReact, oneEmbed, settle } from './support/react-embed.mjs';
import { test } from './support/test.mjs';
import { driver, engine, sandbox } from './support/world.mjs';

let components;

/** Opens a page with one component, and waits for its embed. */
async function open(component, more = {}) {
  components ??= await bundle(COMPONENTS, '', 'ts');
  await freshPage();
  await control('faults', { signedIn: Boolean(more.mode) });
  await complaints();
  await evaluate(
    driver,
    async (code, component, baseUrl, more) => {
      await import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })));
      const { SignedOutError } = await import('/dist/index.js');
      const getSession = async ({ signal }) => {
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        if (response.status === 401) throw new SignedOutError();
        if (!response.ok) throw new Error('down');
        return (await response.json()).sessionId;
      };
      const renewal = { spreadMs: 0, retryMinMs: 1, retryMaxMs: 1, retryStoppedMs: 1_000 };
      const surface = { kind: 'dashboard', publicId: 'sales-overview' };
      const options = { baseUrl, surface, renewal: { ...renewal, maxAttempts: 2 } };
      if (!more.mode) options.getSession = getSession;
      page.complaints = [];
      for (const level of ['warn', 'error'])
        console[level] = (...words) => page.complaints.push(words.join(' '));
      page.place = document.querySelector('#target').appendChild(document.createElement('div'));
      await page.show[component](page.place, { ...options, ...more });
      // What the viewer sees: the id of what covers the embed, with its text, or the embed.
      page.seen = () => {
        page.place.scrollIntoView();
        const { left, top, width } = page.place.getBoundingClientRect();
        const { id, localName, textContent } = document.elementFromPoint(
          left + width / 2,
          top + 50,
        );
        return id ? `${id} ${textContent}`.trim() : localName.replace('svc-embed', 'iframe');
      };
    },
    components,
    component,
    sandbox.tenant,
    more,
  );
  await sees('iframe');
  assert.deepEqual(await complaints(), []);
  await evaluate(driver, () => void (page.failures.length = 0));
}

/** What is new in the console. Only Chromium's driver has what the browser itself writes there. */
async function complaints() {
  const written = await evaluate(driver, () => window.page?.complaints?.splice(0) ?? []);
  if (engine !== 'chromium') return written;
  const entries = await driver.manage().logs().get('browser');
  const isBad = ({ level }) => ['WARNING', 'SEVERE'].includes(level.name);
  return [...written, ...entries.filter(isBad).map(({ message }) => message)];
}

const sees = (wanted) =>
  waitFor(wanted, async () => {
    const isSo = patiently((wanted) => page.seen() === wanted);
    if (await evaluate(driver, isSo, wanted)) return true;
    throw new Error(await evaluate(driver, () => `${page.seen()}, ${page.failures}`));
  });
const backend = (mode) => control('faults', { backend: { mode } });
const stopped = () =>
  waitFor('a session that has stopped', () =>
    evaluate(
      driver,
      patiently(() => page.embed.session.status === 'stopped'),
    ),
  );

/** The session is to be renewed, which fails; it has not lapsed. */
async function failInTime() {
  await advance({ hours: 22, minutes: 31 });
  await stopped();
  assert.equal(await evaluate(driver, () => `${page.seen()} ${page.failures}`), 'iframe ');
}
const lapse = () => advance({ minutes: 30 });
const move = () => evaluate(driver, () => document.querySelector('main').prepend(page.place));
const press = () => evaluate(driver, () => document.querySelector('#failure').click());

/** What the backend answers, what then happens, what the viewer is shown, and who ends that. */
const FAILURES = [
  ['a sign-out at a renewal', 'signed-out', [failInTime, lapse], 'signed-out', press],
  ['attempts that are used up', 'down', [failInTime, lapse], 'mint-failed', 'itself'],
  [
    'a session that lapses at once',
    'number',
    [() => advance({ hours: 24 })],
    'mint-invalid',
    'renew',
  ],
  ['a move while the backend is down', 'down', [move], 'mint-failed', 'renew'],
  ['a move after a sign-out', 'signed-out', [failInTime, move], 'signed-out', press],
];

for (const [component, options = {}] of [
  ['React'],
  ['Element'],
  ['Angular'],
  ...['React', 'Element', 'Angular'].map((component) => [component, { keep: 'sales' }]),
]) {
  test(`${component}${options.keep ? ', kept' : ''}: a failure after the first ready is shown until the embed works again`, async (t) => {
    await open(component, options);
    for (const [name, mode, events, code, recovery] of FAILURES) {
      await t.test(name, async () => {
        await backend(mode);
        for (const happens of events) await happens();
        await sees(`failure ${code}`);
        // An attempt that fails again is the same failure.
        if (recovery === 'renew') await evaluate(driver, () => page.embed.renew().catch(() => {}));
        await evaluate(driver, () => void (page.before = page.embed));
        await backend('ok');
        if (recovery === press) await press();
        if (recovery === 'renew') await evaluate(driver, () => page.embed.renew());
        await sees('iframe');
        const after = await evaluate(driver, () => [
          page.failures.splice(0),
          page.embed === page.before,
        ]);
        assert.deepEqual(after, [[code], recovery !== press]);
      });
    }
    await t.test('an embed that the page destroys is no failure', async () => {
      await backend('down');
      await evaluate(driver, () => page.embed.renew().catch(() => {}));
      await evaluate(driver, () => page.embed.destroy());
      assert.equal(await evaluate(driver, () => String(page.failures)), '');
    });
  });
}

for (const mode of ['signed', 'private'])
  test(`a reload that is not ready in time is shown, too: ${mode}`, async () => {
    const isPrivate = mode === 'private';
    await open('React', { readyTimeoutMs: 2_000, ...(isPrivate && { mode }) });
    await control('faults', { embed: { page: 'silent' } });
    await evaluate(driver, () => void page.embed.reload().catch(() => {}));
    await sees('failure ready-timeout');
    await control('faults', { embed: {}, signedIn: isPrivate });
    // Nothing renews a private embed by itself.
    if (isPrivate) await press();
    await sees('iframe');
  });

inReact(
  'every way to no dashboard goes to onMountFailed, to the hook and to errorFallback',
  async () => {
    const outcomes = await inPage(
      async ({ React, SvcEmbed, getSession, options, parse, render }) => {
        const { SignedOutError } = await import('/dist/index.js');
        const { createElement: h } = React;
        const outcome = async (key, more) => {
          const told = [];
          const failed = new Promise((done) => {
            const onMountFailed = (error) => (told.push(error.code), done());
            const errorFallback = ({ error, retry }) =>
              h('button', { onClick: retry }, `${error.code}: try again`);
            const props = { key, onMountFailed, errorFallback, fallback: 'wait', logger: false };
            render(h(SvcEmbed, options({ ...props, ...more })));
          });
          await failed;
          const shown = () => document.querySelector('#target').textContent;
          while (!shown().startsWith(told[0])) await new Promise((done) => setTimeout(done, 20));
          await new Promise((done) => setTimeout(done, 50));
          return [key, told, shown()];
        };
        const renewal = (more) => parse(JSON.stringify({ retryMinMs: 1, retryMaxMs: 1, ...more }));
        const down = () => Promise.reject(new Error('down'));
        return [
          await outcome('option', { baseUrl: 'nowhere' }),
          await outcome('signed out', { getSession: () => Promise.reject(new SignedOutError()) }),
          await outcome('mint', { getSession: down, renewal: renewal({ maxAttempts: 2 }) }),
          await outcome('ready', {
            readyTimeoutMs: 100,
            getSession: () => new Promise(() => {}),
          }),
        ];
      },
    );
    const codes = ['invalid-base-url', 'signed-out', 'mint-failed', 'ready-timeout'];
    assert.deepEqual(
      outcomes.map(([, told, shown]) => [told, shown]),
      codes.map((code) => [[code], `${code}: try again`]),
    );

    // useSvcEmbed without an element that has its ref is a warning after a while.
    await inPage(async ({ React, useSvcEmbed, embed, options, render }) => {
      const { createElement: h } = React;
      const note = (text) => window.lines.push(text);
      window.lines = [];
      const Own = ({ isForgotten, ...more }) => {
        const { ref, ...state } = useSvcEmbed(
          options({ getSession: () => new Promise(() => {}), ...more }),
        );
        if (more.logger) embed.current = state.embed;
        return isForgotten ? null : h('section', { ref });
      };
      const show = (more) =>
        render([
          h(Own, { key: 'good' }),
          h(Own, { key: 'forgotten', isForgotten: true }),
          h(Own, { key: 'changed', logger: { warn: note, info: note }, ...more }),
        ]);
      show({});
      while (!embed.current) await new Promise((done) => setTimeout(done, 20));
      // It ends before it is ready.
      show({ baseUrl: 'nowhere', onMountFailed: ({ code }) => window.lines.push(code) });
    });
    const warned = () =>
      inPage(({ complaints }) => complaints.filter((text) => text.includes('useSvcEmbed')));
    await waitFor('the warning', async () => (await warned()).length > 0, { timeoutMs: 10_000 });
    assert.deepEqual(await warned(), [
      'useSvcEmbed shows nothing: no element has its ref. Write <div ref={ref} style={{ height: "40rem" }} />.',
    ]);
    // Not that a signal has ended it: the page has given none.
    assert.deepEqual(await inPage(() => window.lines), ['invalid-base-url']);
  },
);

inReact('fallback covers the iframe until it is ready', async () => {
  await inPage((page) => {
    const { React, SvcEmbed, embed, options, render } = page;
    const fallback = React.createElement('p', { id: 'wait', style: { margin: 0 } }, 'wait');
    const props = { fallback, className: 'sales', style: { height: 400 }, ref: embed };
    const gate = new Promise((open) => (page.open = open));
    const { getSession } = options({});
    props.getSession = async (request) => (await gate, getSession(request));
    render(React.createElement(SvcEmbed, options(props)));
  });
  await waitFor('the iframe', () => inPage(({ embed }) => embed.current !== null));
  await settle(50);
  const seen = await inPage(({ embed }) => {
    const around = document.querySelector('.sales').getBoundingClientRect();
    const cover = document.querySelector('#wait').parentElement.getBoundingClientRect();
    const same = ['x', 'y', 'width', 'height'].map((side) => cover[side] === around[side]);
    const { iframe } = embed.current;
    return [same, getComputedStyle(iframe).opacity, iframe.inert];
  });
  assert.deepEqual(seen, [Array(4).fill(true), '0', true]);
  await inPage((page) => page.open());
  await heard('ready');
  await oneEmbed();
  const after = await inPage(({ embed }) => [
    document.querySelector('#wait'),
    getComputedStyle(embed.current.iframe).opacity,
    embed.current.iframe.inert,
  ]);
  assert.deepEqual(after, [null, '1', false]);

  // It gives the iframe back the looks that the page gave it.
  await inPage(({ React, SvcEmbed, embed, options, render }) => {
    const attributes = { style: 'opacity: 0.5', inert: '' };
    const props = { attributes, fallback: 'wait', ref: embed };
    render(React.createElement(SvcEmbed, options(props)));
  });
  await heard('ready', 2);
  await oneEmbed({ minted: 2 });
  const looks = await inPage(({ embed: { current } }) => [
    getComputedStyle(current.iframe).opacity,
    current.iframe.inert,
  ]);
  assert.deepEqual(looks, ['0.5', true]);
});

inReact('a failure passes: by a retry, and by the embed itself', async () => {
  const show = (more) =>
    inPage(({ React, embed, options, parse, render, useSvcEmbed, ...page }, more) => {
      window.failures = 1;
      const App = () => {
        const renewal = { spreadMs: 0, retryMinMs: 1, retryMaxMs: 1, maxAttempts: 1, ...more };
        const getSession = (request) => {
          if (window.failures-- > 0) throw new Error('down');
          return page.getSession(request);
        };
        const all = { getSession, renewal: parse(JSON.stringify(renewal)), logger: false };
        const { ref, retry, ...state } = useSvcEmbed(options(all));
        Object.assign(embed, { current: state.embed, state, retry });
        return React.createElement('div', { ref });
      };
      render(React.createElement(App));
    }, more);
  const failedWith = (code) =>
    waitFor(`the error ${code}`, () =>
      inPage(({ embed }, code) => (embed.state.error?.code ?? null) === code, code),
    );
  await show({ retryStoppedMs: false });
  await failedWith('mint-failed');
  await inPage(({ embed }) => (window.first = embed.current));
  await inPage(({ embed }) => (embed.retry(), embed.retry()));
  await heard('ready');
  await failedWith(null);
  assert.ok(await inPage(({ embed }) => embed.current !== window.first && embed.state.isReady));
  // Without an error there is nothing to try again.
  await inPage(({ embed }) => (window.second = embed.current));
  await inPage(({ embed }) => embed.retry());
  await oneEmbed();
  assert.ok(await inPage(({ embed }) => embed.current === window.second));

  await show({ retryStoppedMs: 2_000 });
  await failedWith('mint-failed');
  await inPage(({ embed }) => (window.first = embed.current));
  await heard('ready', 2);
  await failedWith(null);
  assert.ok(await inPage(({ embed }) => embed.current === window.first));
  await oneEmbed({ minted: 2 });
});
