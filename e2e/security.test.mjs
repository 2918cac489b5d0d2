// The bridge refuses messages that do not come from the embed, and wrong input. `attacks` has what other
// windows and origins send, the scenes have each flaw of a message, and the vectors each wrong option.

import assert from 'node:assert/strict';
import { chromiumTest } from './support/test.mjs';
import {
  control,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  seen,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver, sandbox } from './support/world.mjs';

const good = {
  source: 'svc-embed',
  direction: 'event',
  type: 'svc:event:drilldown',
  payload: { member: 'forged' },
  timestamp: 1,
  surface: 'dashboard',
};

testShells('messages', async (t, { entry }) => {
  await openEmbed({}, { until: 'ready', entry });

  await t.test('an array is no envelope, whatever it carries', async () => {
    await insideFrame(driver, '#embed', () =>
      evaluate(driver, (message) => parent.postMessage(Object.assign([], message), '*'), good),
    );
    await waitFor('the report', () => withEmbed((own) => own.dropped.length > 0));
    assert.deepEqual(await withEmbed((own) => own.dropped.map(({ reason }) => reason)), [
      'envelope',
    ]);
    assert.deepEqual(await seen('drilldown'), []);
  });

  await t.test('two embeds of one tenant never see each other’s events', async () => {
    await mountEmbed({ surface: { kind: 'chat' } }, 'two', entry);
    await event('ready', 1, 'two');
    const surfaces = (name) => withEmbed((own) => own.seen.map(({ surface }) => surface), [], name);
    assert.deepEqual(new Set(await surfaces('embed')), new Set(['dashboard']));
    assert.deepEqual(new Set(await surfaces('two')), new Set(['chat']));
    await withEmbed((own) => own.embed.setLocale('de'));
    await waitFor('German in one', () =>
      inEmbed(() => document.documentElement.lang.startsWith('de')),
    );
    assert.match(await inEmbed(() => document.documentElement.lang, [], 'two'), /^en/);
  });

  await t.test('the end of an embed leaves the other one', async () => {
    await withEmbed((own) => own.embed.destroy());
    await insideFrame(driver, '#two', () =>
      evaluate(driver, (message) => parent.postMessage(message, '*'), { ...good, surface: 'chat' }),
    );
    await event('drilldown', 1, 'two');
  });
});

testShells(
  'what another document holds is refused: its messages would not arrive here',
  async (_, { entry }) => {
    await freshPage();
    // The embeds are private.
    await control('faults', { signedIn: true });
    const outcome = await evaluate(
      driver,
      async (tenant, entry) => {
        const { connect, mount } = await import(`/dist/${entry}.js`);
        const other = document.body.appendChild(document.createElement('iframe')).contentDocument;
        const options = { baseUrl: tenant, surface: { kind: 'chat' } };
        const code = (promise) =>
          promise.then(
            () => 'accepted',
            ({ code }) => code,
          );
        const iframe = other.body.appendChild(other.createElement('iframe'));
        const refused = [
          await code(mount(other.body, options)),
          await code(connect(iframe, options)),
        ];
        const left = other.querySelectorAll('iframe').length;
        // A node that was created there and adopted here belongs to this document.
        document.body.append(iframe, other.body.appendChild(other.createElement('main')));
        const embeds = [
          await connect(iframe, { baseUrl: tenant }),
          await mount(document.querySelector('body > main'), options),
        ];
        iframe.src = embeds[1].iframe.src;
        const ready = await Promise.all(embeds.map(({ ready }) => ready));
        return [...refused, left, ready.map(({ payload }) => payload.surface)];
      },
      sandbox.tenant,
      entry,
    );
    assert.deepEqual(outcome, ['invalid-target', 'invalid-target', 1, ['chat', 'chat']]);
  },
);

chromiumTest(
  'an element that is no place for an embed, and an attribute that loads or runs something',
  async () => {
    await freshPage();
    const outcomes = await evaluate(
      driver,
      async (tenant) => {
        const { mount, connect } = await import('/dist/index.js');
        const code = (promise) =>
          promise.then(
            () => 'accepted',
            (error) => error.code,
          );
        const place = document.querySelector('#target');
        const svg = document.createElementNS('http://www.w3.org/2000/svg', 'iframe');
        const wrong = {
          'an iframe that is none': connect(document.body, { baseUrl: tenant }),
          'an iframe of SVG': connect(svg, { baseUrl: tenant }),
          // It has a `contentWindow`, too.
          'an object': connect(document.createElement('object'), { baseUrl: tenant }),
        };
        const names = ['src', 'SRC', 'srcdoc', 'SrcDoc', 'SRCDOC', 'onload', 'ONLOAD', 'OnLoad'];
        for (const name of names) {
          const options = { surface: { kind: 'chat' }, attributes: { [name]: 'x' }, logger: false };
          wrong[name] = mount(place, { baseUrl: tenant, ...options });
        }
        const all = Object.entries(wrong).map(async ([what, promise]) => [
          what,
          await code(promise),
        ]);
        return [Object.fromEntries(await Promise.all(all)), place.childElementCount];
      },
      sandbox.tenant,
    );
    const [codes, left] = outcomes;
    for (const [what, code] of Object.entries(codes))
      assert.equal(code, /^an /.test(what) ? 'invalid-target' : 'invalid-option', what);
    assert.equal(left, 0, 'frames left behind');
  },
);
