// `<svc-embed>`: an option that changes acts on the running embed, or mounts another; what is shown until then.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from './support/test.mjs';
import {
  addContent,
  iframes,
  inElement,
  mints,
  openElement,
  settle,
  showsThat,
  shownContent,
  withElement,
} from './support/element.mjs';
import { event } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { html, servePages } from './support/pages-server.mjs';
import { driver, sandbox } from './support/world.mjs';

test('a change acts on the running embed if it can, and mounts another if not', async (t) => {
  await openElement();
  await withElement((element) => {
    window.first = element.iframe;
    element.setAttribute('color-scheme', 'dark');
    element.theme = { primaryColor: '#b3261e' };
    element.setAttribute('locale', 'de');
    element.timezone = 'Asia/Tokyo';
    element.title = 'Sales';
    element.filters = [{ member: 'orders.status', value: 'completed' }];
  });
  await showsThat({
    scheme: 'dark',
    primaryColor: '#b3261e',
    locale: 'de',
    timezone: 'Asia/Tokyo',
  });
  await waitFor('the filter', () =>
    inElement(() => JSON.parse(document.documentElement.dataset.filters).length === 1),
  );
  // Equal values do not count as a change.
  await withElement((element) => {
    element.theme = { primaryColor: '#b3261e' };
    element.params = undefined;
    element.setAttribute('base-url', element.getAttribute('base-url'));
  });
  await settle();
  const same = ({ iframe }) => [iframe === window.first, iframe.title];
  assert.deepEqual(await withElement(same), [true, 'Sales']);
  assert.equal(await mints(), 1);

  await withElement((element) => element.setAttribute('public-id', 'fulfilment'));
  await event('ready', 2);
  await showsThat({ path: '/dashboard/fulfilment', scheme: 'dark', locale: 'de' });
  assert.equal(await iframes(), 1);
  assert.equal(await mints(), 2);
  // A filter that is taken away is cleared, unless the page wants a new embed.
  const shownFilters = async (count) =>
    waitFor(`${count} filters`, () =>
      inElement((n) => JSON.parse(document.documentElement.dataset.filters).length === n, count),
    );
  await shownFilters(1);
  await withElement((element) => (element.filters = []));
  await shownFilters(0);
  assert.equal(await mints(), 2);
  await withElement((element) => {
    element.setAttribute('removed-filters', 'reload');
    element.filters = [{ member: 'orders.status', value: 'completed' }];
  });
  await shownFilters(1);
  await withElement((element) => element.removeAttribute('filters'));
  await withElement((element) => (element.filters = undefined));
  await event('ready', 3);
  assert.equal(await iframes(), 1);
  assert.equal(await mints(), 3);
  await withElement((element) => element.removeAttribute('removed-filters'));
  await t.test('what is compared is the value at the time it was told', async () => {
    await withElement((element) => {
      window.first = element.iframe;
      element.filters = [{ member: 'orders.status', value: 'completed' }];
      element.theme = { primaryColor: '#123456', radius: 4 };
      element.filters.push({ member: 'orders.region', value: 'EU' });
      element.filters = [...element.filters];
    });
    await waitFor('both filters', () =>
      inElement(() => JSON.parse(document.documentElement.dataset.filters).length === 2),
    );
    await showsThat({ primaryColor: '#123456' });
    const sent = await withElement(async (element) => {
      const sent = [];
      const { setFilter, setTheme } = element.embed;
      Object.assign(element.embed, {
        setFilter: (filter) => (sent.push(filter?.member), setFilter.call(element.embed, filter)),
        setTheme: (theme) => (sent.push('theme'), setTheme.call(element.embed, theme)),
      });
      // Two values are equal whatever the order of their keys.
      element.theme = { radius: 4, primaryColor: '#123456' };
      element.filters = element.filters.map(({ member, value }) => ({ value, member }));
      await null;
      const same = [...sent];
      element.filters[1].value = 'US';
      element.filters = [...element.filters];
      await null;
      return [same, sent, element.iframe === window.first];
    });
    assert.deepEqual(sent, [[], ['orders.region'], true]);
  });
  await t.test(
    'a value that has no text, or is none, is reported once, and the next one holds',
    async () => {
      const reports = await withElement(async (element) => {
        const settle = () => new Promise((done) => setTimeout(done, 300));
        element.filters = [{ member: 'orders.status', value: 'completed' }, null];
        await settle();
        element.filters = [{ member: 'orders.status', value: 10n }];
        await settle();
        element.locale = 'fr';
        await settle();
        return window.reported;
      });
      assert.deepEqual(reports, Array(2).fill('invalid-filter'));
      await showsThat({ locale: 'fr' });
      await withElement((element) => {
        const circular = { primaryColor: '#123456' };
        circular.itself = circular;
        element.theme = circular;
      });
      await settle();
      await withElement((element) => {
        element.theme = { primaryColor: '#b3261e' };
        element.filters = [{ member: 'orders.status', value: 'completed' }];
      });
      await showsThat({ primaryColor: '#b3261e', locale: 'fr' });
      await waitFor('the filter', () =>
        inElement(() => JSON.parse(document.documentElement.dataset.filters).length === 1),
      );
      // Only a new embed can take other parameters.
      const failure = await withElement(async (element) => {
        const failed = new Promise((done) =>
          element.addEventListener('mount-failed', (event) => {
            event.preventDefault();
            done(event.detail.code);
          }),
        );
        element.params = { page: 1n };
        return failed;
      });
      assert.equal(failure, 'invalid-option');
    },
  );
  await t.test(
    'params are compared by value: an object, and what has entries of its own',
    async () => {
      const kept = await withElement(async (element) => {
        const kept = [];
        const set = async (params) => {
          const { embed } = element;
          element.params = params;
          await null;
          kept.push(element.embed === embed);
          // It is there before its iframe has loaded anything.
          while (element.embed === null) await new Promise((done) => setTimeout(done));
        };
        element.params = { page: 1 };
        while (element.embed === null) await new Promise((done) => setTimeout(done));
        await set({ entries: 1 });
        await set({ entries: 1 });
        await set(new URLSearchParams('page=1&page=2'));
        await set(new URLSearchParams('page=1&page=2'));
        await set(new URLSearchParams('page=3&page=2'));
        await set(new Map([['page', 1]]));
        await set(new Map([['page', 1]]));
        await element.ready;
        return kept;
      });
      assert.deepEqual(kept, [false, true, false, true, false, false, true]);
    },
  );
  await t.test(
    'removed by the page, it has ended its embed, and nothing is said of it',
    async () => {
      const warned = await withElement(async (element) => {
        const warned = [];
        console.warn = (...texts) => warned.push(texts.join(' '));
        document.querySelector('#target').innerHTML = '';
        // Longer than an iframe may be away before that is said.
        await new Promise((resolve) => setTimeout(resolve, 6_500));
        return [...warned, element.embed];
      });
      assert.deepEqual(warned, [null]);
    },
  );
});

test('the slot loading is shown until ready, the slot error if there will be no dashboard', async () => {
  const slow = { backend: { mode: 'slow', delayMs: 3_000, times: 1 } };
  await openElement({}, { until: null, faults: slow });
  await addContent();
  await waitFor('the iframe', async () => (await iframes()) === 1);
  assert.equal(await shownContent(), 'loading');
  const covers = await withElement((element) => {
    const of = (node) => Object.values(node.getBoundingClientRect().toJSON()).slice(0, 3);
    document.querySelectorAll('p').forEach((p) => (p.style.margin = 0));
    return [of(element.children[0]), of(element)];
  });
  assert.deepEqual(covers[0], covers[1]);
  await event('ready');
  assert.equal(await shownContent(), 'iframe');

  const failed = await withElement(async (element) => {
    const failed = new Promise((done) =>
      element.addEventListener('mount-failed', ({ detail }) => done(detail.code), { once: true }),
    );
    const { SignedOutError } = await import('/dist/index.js');
    element.getSession = async () => {
      throw new SignedOutError();
    };
    element.publicId = 'fulfilment';
    return [await failed, window.reported];
  });
  // The page sees it in the session, too: it is no uncaught error.
  assert.deepEqual(failed, ['signed-out', []]);
  assert.equal(await shownContent(), 'error');
  await withElement((element) => {
    element.getSession = undefined;
    element.retry();
  });
  await event('ready', 2);
  assert.equal(await shownContent(), 'iframe');
  await withElement((element) => (element.baseUrl = 'nowhere'));
  await waitFor('the error', async () => (await shownContent()) === 'error');
});

test('what changes while the words of a failure are loaded is mounted', async (t) => {
  const words = readFileSync(new URL('../dist/mistakes.js', import.meta.url));
  let answer;
  const changed = new Promise((resolve) => (answer = resolve));
  const { origin, requests } = await servePages(t, {
    '/': html('<title>A page</title><main></main>'),
    '/dist/mistakes.js': async (_, response) => {
      await changed;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(words);
    },
  });
  await driver.get('about:blank');
  await driver.get(`${origin}/`);
  await evaluate(
    driver,
    async (tenant) => {
      const { SvcEmbedElement } = await import('/dist/element.js');
      const [wrong, early] = [0, 1].map(() => document.createElement('svc-embed'));
      for (const element of [wrong, early]) {
        Object.assign(element, { publicId: 'sales', mode: 'private' });
        element.addEventListener('mount-failed', (event) => event.preventDefault());
      }
      wrong.baseUrl = 'nowhere';
      early.setAttribute('base-url', tenant);
      document.querySelector('main').append(wrong, early);
      window.mend = () => {
        wrong.baseUrl = tenant;
        SvcEmbedElement.allow({ baseUrl: tenant });
      };
      window.mounted = () => [wrong, early].map(({ embed }) => embed !== null);
      // The second one has its refusal, too.
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
    sandbox.tenant,
  );
  await waitFor('the request for the words', () =>
    requests.some(({ url }) => url === '/dist/mistakes.js'),
  );
  await evaluate(driver, () => window.mend());
  await evaluate(driver, () => new Promise((resolve) => setTimeout(resolve)));
  answer();
  await waitFor('both embeds', async () => {
    const mounted = await evaluate(driver, () => window.mounted());
    if (mounted.every(Boolean)) return true;
    throw new Error(JSON.stringify(mounted));
  });
});
