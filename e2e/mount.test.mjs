// What `mount` puts into a page, and where: the iframe, its size, its permissions, the documents that it moves
// to, and the mints of several tenants.

import assert from 'node:assert/strict';
import { test, testIn } from './support/test.mjs';
import { By } from 'selenium-webdriver';
import {
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  openEmbed,
  sessionIs,
  withEmbed,
} from './support/embed.mjs';
import { evaluate } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver, sandbox } from './support/world.mjs';

/** The size of an iframe with these attributes, in a target of 400 by 300 pixels. */
async function sizeWith(attributes) {
  await mountEmbed({ isPrivate: true, surface: { kind: 'chat' }, attributes });
  return withEmbed(({ embed }) => {
    const { iframe } = embed;
    const { display, borderTopWidth } = getComputedStyle(iframe);
    const size = [iframe.offsetWidth, iframe.offsetHeight, display, borderTopWidth];
    embed.destroy();
    return size;
  });
}

test('the iframe fills its target, as far as its attributes do not say otherwise', async () => {
  await freshPage();
  await evaluate(driver, () => {
    const target = document.querySelector('#target');
    target.style.cssText = 'display: block; width: 400px; height: 300px';
    // The page's own style would hide what the bridge sets.
    document.querySelector('style').remove();
  });
  assert.deepEqual(await sizeWith({}), [400, 300, 'block', '0px']);
  assert.deepEqual(await sizeWith({ class: 'mine' }), [400, 300, 'block', '0px']);
  assert.deepEqual(await sizeWith({ style: 'height: 90px' }), [400, 90, 'block', '0px']);
  assert.deepEqual(await sizeWith({ width: '120' }), [120, 300, 'block', '0px']);
  assert.deepEqual(await sizeWith({ Height: 50, Style: 'width: 70px' }), [70, 50, 'block', '0px']);
});

test('mount on an element that shows no children is refused', async () => {
  await freshPage();
  const refusals = await evaluate(
    driver,
    async (tenant) => {
      const { mount } = await import('/dist/index.js');
      const options = { baseUrl: tenant, surface: { kind: 'chat' } };
      const refused = async (target) => {
        const error = await mount(target, options).catch((error) => error);
        return `${error.code} ${error.message}`;
      };
      const names = ['iframe', 'input', 'img', 'canvas', 'video', 'textarea'];
      const elements = names.map((name) => document.createElement(name));
      document.body.append(...elements);
      const frame = document.body.appendChild(document.createElement('iframe'));
      const elsewhere = frame.contentDocument.body;
      const place = document.querySelector('#target');
      const others = [
        'iframe',
        '#nobody',
        '#tarket',
        'target',
        '##',
        elsewhere,
        null,
        {},
        7,
        document.querySelectorAll('#target'),
        [place],
        { current: place },
      ];
      return Promise.all([...elements, ...others].map(refused));
    },
    sandbox.tenant,
  );
  const canHaveNone = (name) =>
    `The target is an element that cannot have children: <${name}>. Pass the element around it: mount() makes an iframe there. For an iframe of your own, call connect().`;
  const notFound = (selector) =>
    `No element of this document matches the selector '${selector}'. Call mount() once the element is in the page.`;
  const needed =
    'mount() needs an element of this document that can have children, or a selector of one.';
  const names = ['iframe', 'input', 'img', 'canvas', 'video', 'textarea'];
  const link =
    'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#invalid-target';
  assert.deepEqual(
    refusals,
    [
      ...names.map(canHaveNone),
      canHaveNone('iframe'),
      notFound('#nobody'),
      `${notFound('#tarket')} Did you mean '#target'?`,
      `${notFound('target')} Did you mean '#target'?`,
      "'##' is not a valid selector. The selector of an id begins with '#', that of a class with '.'.",
      'The target is an element of another document. mount() needs one of the document in which the script runs.',
      `${needed} It is null.`,
      `${needed} It is an object.`,
      `${needed} It is 7.`,
      `${needed} It is a NodeList.`,
      `${needed} It is an array.`,
      `${needed} It is an object.`,
    ].map((sentence) => `invalid-target [invalid-target] ${sentence} ${link}`),
  );
});

/** Where an iframe is moved to by a click: a browser opens a window only for one. */
const ELSEWHERE = {
  'a frame of the page': () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    return frame.contentWindow;
  },
  // As a picture-in-picture window is, which needs a click.
  'a window of its own': () => window.open('about:blank'),
};

test('an iframe that was moved to another document is loaded with a fresh id and still heard', async (t) => {
  await openEmbed({ colorScheme: 'dark' });
  t.after(() => evaluate(driver, () => (window.embed.embed.destroy(), window.other.close())));
  let loads = 1;
  for (const [where, open] of Object.entries(ELSEWHERE)) {
    await t.test(where, async () => {
      await withEmbed(
        (own, open) => {
          const button = document.createElement('button');
          document.body.prepend(button);
          button.textContent = 'Move it';
          button.onclick = () => {
            window.other = eval(`(${open})`)();
            window.other.document.body.append(own.embed.iframe);
          };
        },
        [String(open)],
      );
      await driver.findElement(By.css('button')).click();
      loads++;
      await event('ready', loads);
      await event('dashboard-loaded', loads);
      await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
    });
  }
  const reasons = await withEmbed((own) => own.requests.map(({ reason }) => reason));
  assert.deepEqual(reasons, ['mount', 'reload', 'reload']);
});

testShells(
  'four mints that hang stop no embed of another tenant, and the fifth is told why it waits',
  async (t, { entry }) => {
    await freshPage();
    const [asked, told] = await evaluate(
      driver,
      async (entry) => {
        const { mount } = await import(`/dist/${entry}.js`);
        window.hanging = [];
        let calls = 0;
        for (let number = 0; number < 5; number++) {
          window.hanging.push(
            await mount('#target', {
              baseUrl: 'https://hangs.example',
              surface: { kind: 'chat' },
              getSession: () => (calls++, new Promise(() => {})),
              readyTimeoutMs: 1_500,
            }),
          );
        }
        const told = await window.hanging[4].ready.catch(({ code, message }) => [code, message]);
        return [calls, told];
      },
      entry,
    );
    assert.equal(asked, 4, 'the fifth waits for its turn');
    assert.equal(told[0], 'ready-timeout');
    assert.match(
      told[1],
      /getSession did not answer within 1500 ms|`get_session` has returned no session id yet, for it or for the embeds before it/,
    );
    await mountEmbed({}, 'embed', entry);
    await event('dashboard-loaded');
    await evaluate(driver, () => window.hanging.forEach((embed) => embed.destroy()));
  },
);

/** For each value of `allow`, which features the embed has. */
const CASES = {
  nothing: [undefined, { 'clipboard-write': false }],
  bare: [
    ' clipboard-write;fullscreen ; ',
    { 'clipboard-write': true, fullscreen: true, camera: false },
  ],
  tenant: [
    `clipboard-write ${sandbox.tenant}; fullscreen ${sandbox.tenant}`,
    { 'clipboard-write': true, fullscreen: true, camera: false },
  ],
  other: ['clipboard-write https://files.example.com', { 'clipboard-write': false }],
};

testIn(
  ['chromium'],
  'only Chromium tells a document what it may do',
  'the embed has the permissions that the page gives it',
  async (t) => {
    await freshPage();
    for (const [name, [allow, wanted]] of Object.entries(CASES))
      await t.test(`allow: ${allow}`, async () => {
        // HTML does not tell capital letters apart.
        const attribute = name === 'bare' ? 'Allow' : 'allow';
        const attributes = allow ? { [attribute]: allow } : {};
        await mountEmbed({ surface: { kind: 'chat' }, attributes }, name);
        await event('ready', 1, name);
        const features = Object.keys(wanted);
        const has = await inEmbed(
          (features) => features.map((feature) => document.featurePolicy.allowsFeature(feature)),
          [features],
          name,
        );
        assert.deepEqual(has, Object.values(wanted));
      });
  },
);
