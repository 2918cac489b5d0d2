// A dashboard that comes with the page of an app, in each engine.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { openBrowser } from '../../e2e/support/browser.mjs';
import { advance, control, counts } from '../../e2e/support/embed.mjs';
import { evaluate, insideFrame, waitFor } from '../../e2e/support/page.mjs';
import { sandbox } from '../../e2e/support/world.mjs';
import { complaints, PATIENT, shows } from './page.mjs';

/** Uses the page `url`, whose dashboard comes with it. */
export const checkFramed = (url) => inEngines(checkIn, url);

/**
 * The same in an app of Next whose scripts are late. The dashboard is there without them, and is not loaded again by
 * them; if the page of the browser is another one than that of the server, it is, with an id of its own.
 */
export const checkLate = (origin) => inEngines(checkLateIn, origin);

/** In a browser of its own for each engine. */
export async function inEngines(check, url) {
  for (const engine of process.env.APPS_ENGINES.split(',')) {
    const { driver, close } = await openBrowser(engine);
    try {
      await check(driver, engine, url);
    } catch (error) {
      error.message = `in ${engine}: ${error.message}`;
      throw error;
    } finally {
      await close();
    }
  }
}

/** Signs in, and resets the service. */
export async function begin(driver, engine, url) {
  const inPage = (body, ...args) => evaluate(driver, body, ...args);
  /** The dashboard is there and works, without a word in the console but for `excuse`. */
  const works = async (excuse) => {
    await shows('log', /svc:event:ready\n[^]*svc:event:dashboard-loaded\n/, driver);
    await shows('session', /^active,/, driver);
    if (engine !== 'chromium') return;
    const unexpected = (await complaints(driver)).filter((text) => !excuse?.test(text));
    assert.deepEqual(unexpected, []);
  };

  await driver.get(new URL('/', url).href);
  // Where the app has a sign-in.
  await inPage(async () => {
    const headers = { 'content-type': 'application/json' };
    await fetch('/api/login', { method: 'POST', headers, body: '{"user":"ada"}' });
  });
  // That page must not ask for ids while this test counts them.
  await driver.get('about:blank');
  // What it has asked for before is still on its way to the service.
  await new Promise((done) => setTimeout(done, 500));
  if (engine === 'chromium') await complaints(driver);
  await control('reset', {});
  // The service spends an id as soon as its page is asked for: a second request for it would show.
  await control('faults', { strict: true });
  return { inPage, works };
}

async function checkLateIn(driver, engine, server) {
  let release;
  const { hostname, host, port, origin } = new URL(server);
  const proxy = createServer(async (asked, response) => {
    if (asked.url.includes('.js')) await released;
    const headers = { ...asked.headers, host, ...(asked.headers.origin && { origin }) };
    const { method, url: path } = asked;
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      // Late for each page, not only for the first.
      response.writeHead(answer.statusCode, { ...answer.headers, 'cache-control': 'no-store' });
      answer.pipe(response);
    });
    asked.pipe(passed);
  });
  let released;
  await once(proxy.listen(0, 'localhost'), 'listening');
  try {
    for (const [path, wanted, excuse] of [
      ['/framed', { mints: 1, exchanges: 1, rejectedExchanges: 0, loads: 1 }],
      ['/framed/differs', { mints: 2, exchanges: 2, rejectedExchanges: 0, loads: 2 }, /error #418/],
    ]) {
      const { works } = await begin(driver, engine, server);
      released = new Promise((resolve) => (release = resolve));
      // It waits for the scripts.
      const opened = driver.get(`http://localhost:${proxy.address().port}${path}`);
      await waitFor('the dashboard', async () => (await counts()).exchanges === 1, PATIENT).finally(
        () => setTimeout(release, LATE_MS),
      );
      await opened;
      await works(excuse);
      assert.deepEqual(await load(), wanted, path);
    }
  } finally {
    release?.();
    proxy.close();
    proxy.closeAllConnections();
  }
}

/** How long the scripts take when the dashboard has already begun its session. */
const LATE_MS = 10_000;

async function checkIn(driver, engine, url) {
  const { inPage, works } = await begin(driver, engine, url);
  await driver.get(url);
  await works();
  const own = { mints: 1, exchanges: 1, rejectedExchanges: 0 };
  assert.deepEqual(await load(), { ...own, loads: 1 });
  await inPage(() => {
    window.adopted = document.querySelector('iframe[src*="/embed/dashboard/"]');
    window.adopted.addEventListener('load', () => (window.isLoadedAgain = true));
  });

  await inPage(() => document.querySelector('#filter').click());
  await waitFor('the filter', () =>
    insideFrame(driver, 'iframe', () =>
      inPage(() => document.documentElement.dataset.filters),
    ).then((filters) => JSON.parse(filters)[0].values.join() === 'completed'),
  );
  await advance({ hours: 23, minutes: 1 });
  await shows('session', /^active, renewals: 1$/, driver);
  assert.deepEqual(await load(), { mints: 2, exchanges: 2, rejectedExchanges: 0, loads: 1 });
  const [isSame, isLoadedAgain, header] = await inPage(async () => {
    const { headers } = await fetch(location.href);
    return [
      window.adopted.isConnected && document.querySelectorAll('iframe').length === 1,
      window.isLoadedAgain ?? false,
      headers.get('cache-control'),
    ];
  });
  assert.deepEqual([isSame, isLoadedAgain], [true, false]);
  assert.match(header, /no-store/);

  await driver.navigate().refresh();
  await works();
  for (let turn = 0; turn < 2; turn++) {
    await driver.get('about:blank');
    await driver.navigate().back();
    await works(SPENT);
    await driver.navigate().forward();
    await driver.navigate().back();
    await works(SPENT);
  }
  // What came from the history is renewed like any other.
  const stateOf = () => inPage(() => document.getElementById('session').textContent);
  const before = await stateOf();
  await advance({ hours: 23, minutes: 1 });
  await waitFor('a renewal', async () => {
    const after = await stateOf();
    return /^active,/.test(after) && after !== before;
  });
}

/** What the service has seen. `loads`: how often it was asked for the page of a dashboard. */
export async function load() {
  const { mints, exchanges, rejectedExchanges } = await counts();
  const { requests } = await (await fetch(`${sandbox.host}/control/requests`)).json();
  const loads = requests.filter(({ path }) => path.startsWith('/embed/dashboard/')).length;
  return { mints, exchanges, rejectedExchanges, loads };
}

/** A browser may load the iframe with the id of its history, which is spent: then another one is minted. */
const SPENT = /\[exchange-rejected\]|status of 403/;
