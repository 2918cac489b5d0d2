// The bridge refuses messages that do not come from the embed, and wrong input. `attacks` has what other
// windows and origins send, the scenes have each flaw of a message, and the vectors each wrong option.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { freshPage } from './support/embed.mjs';
import { inPage, openHostile } from './support/hostile.mjs';
import { evaluate } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver, sandbox } from './support/world.mjs';

testShells('messages and documents', async (t, shell) => {
  const { tenant } = await openHostile(t, [], shell);
  await inPage(async (tenant) => {
    window.one = await mountPuppet(tenant);
    window.two = await mountPuppet(tenant);
    window.say = (message) => parent.postMessage(message, '*');
  }, tenant);

  await t.test('an array is no envelope, whatever it carries', async () => {
    const outcome = await inPage(async () => {
      const message = good({ member: 'forged' });
      await one.inside((good) => parent.postMessage(Object.assign([], good), '*'), message);
      await one.settle();
      return [one.dropped.map(({ reason }) => reason), one.members];
    });
    assert.deepEqual(outcome, [['envelope'], []]);
  });

  await t.test('two embeds of one tenant never see each other’s events', async () => {
    const outcome = await inPage(async () => {
      await one.inside(say, good({ member: 'of one' }));
      await two.inside(say, good({ member: 'of two' }));
      one.embed.setLocale('de');
      await Promise.all([one.settle(), two.settle()]);
      const heard = () => heard.map(({ type }) => type).filter(Boolean);
      return [one.members, two.members, await one.inside(heard), await two.inside(heard)];
    });
    assert.deepEqual(outcome, [['of one'], ['of two'], ['svc:action:set-locale'], []]);
  });

  await t.test('the end of an embed leaves the other one', async () => {
    const members = await inPage(async () => {
      one.embed.destroy();
      await two.inside(say, good({ member: 'still two' }));
      await two.settle();
      return two.members;
    });
    assert.deepEqual(members, ['of two', 'still two']);
  });

  await t.test(
    'what another document holds is refused: its messages would not arrive here',
    async () => {
      const outcome = await inPage(async (baseUrl) => {
        const { connect, mount } = await import(ENTRY);
        const other = document.body.appendChild(document.createElement('iframe')).contentDocument;
        let ids = 0;
        const getSession = async () => `adopted-${++ids}`;
        const options = { baseUrl, getSession, logger: false };
        const surface = { kind: 'dashboard', publicId: 'sales' };
        const code = (promise) =>
          promise.then(
            () => 'accepted',
            ({ code }) => code,
          );
        const iframe = other.body.appendChild(other.createElement('iframe'));
        const refused = [
          await code(mount(other.body, { ...options, surface })),
          await code(connect(iframe, options)),
        ];
        const left = other.querySelectorAll('iframe').length;
        // A node that was created there and adopted here belongs to this document.
        document.body.append(iframe, other.body.appendChild(other.createElement('section')));
        const embeds = [
          await connect(iframe, options),
          await mount(document.querySelector('body > section'), { ...options, surface }),
        ];
        iframe.src = `${baseUrl}/embed/dashboard/sales?session=own`;
        const ready = await Promise.all(embeds.map(({ ready }) => ready));
        return [...refused, left, ready.map(({ payload }) => payload.surface)];
      }, tenant);
      const shown = ['dashboard', 'dashboard'];
      assert.deepEqual(outcome, ['invalid-target', 'invalid-target', 1, shown]);
    },
  );
});

test('an element that is no place for an embed, and an attribute that loads or runs something', async () => {
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
      const all = Object.entries(wrong).map(async ([what, promise]) => [what, await code(promise)]);
      return [Object.fromEntries(await Promise.all(all)), place.childElementCount];
    },
    sandbox.tenant,
  );
  const [codes, left] = outcomes;
  for (const [what, code] of Object.entries(codes))
    assert.equal(code, /^an /.test(what) ? 'invalid-target' : 'invalid-option', what);
  assert.equal(left, 0, 'frames left behind');
});
