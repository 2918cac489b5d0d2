// What the iframe that `mount` makes may do: it leaves the page's tab alone, learns nothing of the
// page's path, and can still do what a dashboard needs.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { setTimeout as sleep } from 'node:timers/promises';
import { By } from 'selenium-webdriver';
import { evaluate, insideFrame, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { testShells } from './support/shells.mjs';
import { driver, engine } from './support/world.mjs';

const SANDBOX =
  'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** What an embed can try with a click. `EVIL` is another origin. */
const ATTEMPTS = {
  top: `<button onclick="top.location = 'EVIL/top'">top</button>`,
  replace: `<button onclick="top.location.replace('EVIL/replace')">replace</button>`,
  parent: `<button onclick="parent.location.href = 'EVIL/parent'">parent</button>`,
  open: `<button onclick="window.open('EVIL/open', '_top')">open</button>`,
  'open-parent': `<button onclick="window.open('EVIL/open-parent', '_parent')">open-parent</button>`,
  link: `<a href="EVIL/link" target="_top">link</a>`,
  form: `<form action="EVIL/form" target="_top"><button>form</button></form>`,
};

/** A page with an embed of another origin, and a stranger's. */
async function open(t, attributes) {
  const evil = await servePages(t, {});
  const body = Object.entries(ATTEMPTS)
    .map(([name, markup]) => `<div id="${name}">${markup.replaceAll('EVIL', evil.origin)}</div>`)
    .join('');
  const file = (_, response) =>
    response.writeHead(200, { 'content-disposition': 'attachment' }).end('a,b');
  const posted = html('<title>posted</title>');
  const tenant = await servePages(t, {
    '/embed/chat': html(`<title>embed</title>${body}
      <div id="popup"><a href="/popup" target="_blank">popup</a></div>
      <div id="download"><a href="/file.csv" download>download</a></div>
      <div id="own-form"><form action="/posted" method="post"><button>post</button></form></div>`),
    '/popup': html('<title>A popup</title><script>document.title = self.origin</script>'),
    '/file.csv': file,
    '/posted': posted,
  });
  const page = await servePages(t, {
    '/a/path': html(
      '<meta name="referrer" content="unsafe-url" /><title>A page</title><main></main>',
    ),
  });
  await driver.get(`${page.origin}/a/path?a=query`);
  await evaluate(
    driver,
    async (baseUrl, attributes) => {
      const { mount } = await import('/dist/index.js');
      const options = { baseUrl, surface: { kind: 'chat' }, attributes };
      // The document of another origin: the empty one has a `load`, too, and either may come before the embed.
      const loaded = new Promise((done) => {
        const onLoad = ({ target }) => target.contentDocument === null && done();
        document.addEventListener('load', onLoad, { capture: true });
      });
      window.embed = await mount('main', options);
      await loaded;
    },
    tenant.origin,
    attributes ?? null,
  );
  return { page, tenant, evil };
}

const click = (name) =>
  insideFrame(driver, 'iframe', () =>
    driver.findElement(By.css(`#${name} :is(a, button)`)).click(),
  );

async function closeOthers() {
  const page = await driver.getWindowHandle();
  for (const handle of await driver.getAllWindowHandles()) {
    if (handle === page) continue;
    await driver.switchTo().window(handle);
    await driver.close();
  }
  await driver.switchTo().window(page);
}

const attributesOf = () =>
  evaluate(driver, () =>
    ['sandbox', 'referrerpolicy'].map((name) => embed.iframe.getAttribute(name)),
  );

test('what the iframe of an embed may do, and what it may not', async (t) => {
  const { page, tenant, evil } = await open(t);
  assert.deepEqual(await attributesOf(), [SANDBOX, 'strict-origin']);
  // Neither the path nor the query, although the page's own policy would send both.
  const { headers } = tenant.requests.find(({ url }) => url === '/embed/chat');
  assert.equal(headers.referer, `${page.origin}/`);
  const asked = (wanted) =>
    waitFor(wanted, async () => tenant.requests.some(({ url }) => url === wanted));

  await t.test('downloads and windows work', async () => {
    await click('download');
    await asked('/file.csv');
    const before = await driver.getWindowHandle();
    await click('popup');
    const other = await waitFor('the window', async () =>
      (await driver.getAllWindowHandles()).find((handle) => handle !== before),
    );
    await driver.switchTo().window(other);
    // Its origin is its own: the sandbox does not hold it.
    await waitFor('its title', async () => (await driver.getTitle()) === tenant.origin);
    await driver.close();
    await driver.switchTo().window(before);
  });

  await t.test('a click navigates the embed at most, never the tab of the page', async () => {
    const isStill = async (name) => {
      assert.equal(await driver.getCurrentUrl(), `${page.origin}/a/path?a=query`, name);
      assert.equal(await evaluate(driver, () => document.title), 'A page', name);
    };
    for (const name of Object.keys(ATTEMPTS)) {
      await click(name);
      await isStill(name);
    }
    await sleep(300);
    await isStill('the last');
    // WebKit shows a link or a form that may not take the tab in a window of its own.
    if (engine === 'webkit') return closeOthers();
    assert.deepEqual(evil.requests, []);
  });

  await t.test('forms work', async () => {
    await click('own-form');
    await asked('/posted');
  });

  await t.test('connect leaves the attributes of the page’s own iframe as they are', async () => {
    const found = await evaluate(
      driver,
      async (baseUrl) => {
        const { connect } = await import('/dist/index.js');
        const warned = [];
        const iframe = document.body.appendChild(document.createElement('iframe'));
        iframe.src = `${baseUrl}/embed/chat`;
        const before = iframe.outerHTML;
        const logger = { warn: (text) => warned.push(text) };
        await connect(iframe, { baseUrl, logger });
        await new Promise((done) => setTimeout(done, 100));
        return [iframe.outerHTML === before, warned];
      },
      tenant.origin,
    );
    assert.deepEqual(found, [true, []]);
  });
});

test('a page replaces or removes the sandbox and the policy', async (t) => {
  const own = await open(t, { sandbox: 'allow-scripts', referrerPolicy: 'no-referrer' });
  assert.deepEqual(await attributesOf(), ['allow-scripts', 'no-referrer']);
  assert.equal(own.tenant.requests[0].headers.referer, undefined);
  const without = await open(t, { Sandbox: false, referrerPolicy: false });
  assert.deepEqual(await attributesOf(), [null, null]);
  // The test above would see a tab that goes elsewhere.
  await click('top');
  await waitFor('the other page', async () =>
    (await driver.getCurrentUrl()).startsWith(without.evil.origin),
  );
});

testShells(
  'the first page of a session learns no path, whatever the policy of the page',
  async (t, shell) => {
    const tenant = await servePages(t, { '/embed/chat': html('<title>embed</title>') });
    const page = await servePages(t, {
      '/a/path': html('<meta name="referrer" content="unsafe-url" /><main></main>'),
    });
    await driver.get(`${page.origin}/a/path?a=query`);
    const before = await evaluate(
      driver,
      async (baseUrl, entry) => {
        const { mount } = await import(`/dist/${entry}.js`);
        const before = history.length;
        const getSession = async () => 'an-id';
        const options = { baseUrl, surface: { kind: 'chat' }, getSession, logger: false };
        window.embed = await mount('main', options);
        return before;
      },
      tenant.origin,
      shell.entry,
    );
    const asked = () => tenant.requests.find(({ url }) => url.startsWith('/embed/chat?'));
    const { headers } = await waitFor('the page', asked);
    assert.ok([undefined, `${page.origin}/`].includes(headers.referer), headers.referer);
    assert.equal(await evaluate(driver, () => history.length), before);
  },
);
