// What the bridge tells the developer of a page, and where.

import assert from 'node:assert/strict';
import { after, test } from './support/test.mjs';
import { control, event, freshPage, QUICK, sessionIs, withEmbed } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { embedPage, servePages } from './support/pages-server.mjs';
import { driver, sandbox } from './support/world.mjs';

/** A tenant whose embeds are ready at once, and which rejects no id. */
const tenant = await servePages(
  { after },
  {
    '*': (request, response) =>
      embedPage('ready();', { mode: request.url.includes('session=') ? 'signed' : 'private' })(
        request,
        response,
      ),
  },
);

/** Mounts an embed whose ids the service looks at. */
async function mountOfService(publicId, options) {
  await control('reset', {});
  const surface = JSON.stringify({ kind: 'dashboard', publicId });
  await mount(`{ surface: ${surface}, baseUrl: '${sandbox.tenant}', ${options} }`);
}

let mounts = 0;

/** Opens the page of this file's tests, unless it is there. */
async function openPage() {
  if (await evaluate(driver, () => window.isDiagnosed)) return;
  await freshPage();
  await evaluate(driver, () => void (window.isDiagnosed = true));
}

/**
 * Mounts an embed as `window.embed` in the place of the one before, with the warnings of the console in
 * `warned`. `options` is the source of an object; `log` in it is a logger that keeps its lines in `lines`. The
 * first mints fail, `failures` of them.
 */
async function mount(options = '{}', failures = 0) {
  await openPage();
  await evaluate(driver, () => window.embed?.embed.destroy());
  await evaluate(
    driver,
    async (tenant, renewal, number, options, failures) => {
      const { mount, SignedOutError } = await import('/dist/index.js');
      const own = (window.embed = { seen: [], ids: [], lines: [], warned: [], failures });
      console.warn = (...words) => own.warned.push(words.join(' '));
      own.told = [];
      console.info = (...words) => own.told.push(words.join(' '));
      const log = Object.fromEntries(
        ['debug', 'warn'].map((level) => [
          level,
          (...words) => own.lines.push(`${level} ${words.join(' ')}`),
        ]),
      );
      const getSession = async () => {
        if (own.failures-- > 0) throw new Error('the backend answered 503');
        own.ids.push(`id-${Math.random()}`);
        return own.ids.at(-1);
      };
      const given = new Function('log', 'SignedOutError', `return ${options}`);
      own.embed = await mount('#target', {
        baseUrl: tenant,
        // One that is mounted again and again is a mistake of its own.
        surface: { kind: 'dashboard', publicId: `number-${number}` },
        renewal,
        getSession,
        ...given(log, SignedOutError),
      });
      own.embed.on('*', (event) => own.seen.push(event));
      own.embed.iframe.id = 'embed';
    },
    tenant.origin,
    QUICK,
    ++mounts,
    options,
    failures,
  );
}

/** Each call has an id at once, so what takes time is the load. */
const AT_ONCE = 'getSession: async () => String(Math.random())';

const warnings = () => withEmbed((own) => own.warned);
const lines = () => withEmbed((own) => own.lines);
const warned = (count) =>
  waitFor(`${count} warnings`, async () => {
    const found = await warnings();
    return found.length >= count && found;
  });

test('the file of the diagnostics is loaded only when there is something to tell', async () => {
  // The tests' bundler adds a hash to the name.
  const isLoaded = () =>
    evaluate(driver, () =>
      performance.getEntriesByType('resource').some(({ name }) => /\/diagnostics[-.]/.test(name)),
    );
  await mount();
  await event('ready');
  assert.deepEqual(await warnings(), []);
  assert.equal(await isLoaded(), false, 'a page that works');
  await mount('{ nonsense: 1 }');
  await waitFor('the diagnostics', isLoaded);
  await warned(1);
});

test('the first failure of each renewal is one warning, with the cause and what follows', async () => {
  await mount('{}', 3);
  const [warning] = await warned(1);
  assert.match(
    warning,
    /^svc-embed: \[mint-failed\] getSession failed: the backend answered 503: the backend, or the service that it asks, /,
  );
  assert.match(warning, / Next attempt at .*\/errors\.md#mint-failed$/);
  await sessionIs({ status: 'active' });
  await waitFor('the recovery', async () =>
    (await withEmbed((own) => own.told)).includes('svc-embed: The session works again.'),
  );
  assert.equal((await warnings()).length, 1);
  await withEmbed((own) => ((own.failures = 2), own.embed.renew()));
  assert.equal((await warned(2)).length, 2);
});

test('that an embed has given up is a line of its own', async () => {
  const policy = '{ spreadMs: 0, retryMinMs: 300, retryMaxMs: 400, maxAttempts: 3 }';
  await mount(`{ renewal: ${policy} }`, 3);
  const [, second] = await warned(2);
  assert.match(second, /^svc-embed: No attempt has succeeded: \[mint-failed\] getSession failed: /);
});

test('a getSession that throws at once is warned of as well', async () => {
  await mount("{ getSession() { throw new Error('no backend') } }");
  const [warning] = await warned(1);
  assert.match(warning, /getSession failed: no backend\./);
});

test('an id that is rejected, and comes again, is a second line', async () => {
  await mountOfService('sales-overview', "getSession: async () => 'the-same-id-for-all'");
  const lines = await warned(2);
  assert.match(lines[0], /\[exchange-rejected\]/);
  assert.match(lines[1], /\[mint-repeated\] getSession returned a used id/);
  assert.equal(lines.length, 2);
});

test('a second id that is rejected, and is another one, asks for the tenant of the backend', async () => {
  const policy = '{ spreadMs: 0, retryMinMs: 100, retryMaxMs: 100 }';
  await mountOfService(
    'fulfilment',
    `getSession: async ({ attempt }) => 'of-another-tenant-' + attempt + performance.now(),
    renewal: ${policy}`,
  );
  const lines = await warned(2);
  assert.match(lines[0], /\[exchange-rejected\]/);
  assert.equal(
    lines[1],
    `svc-embed: The embed has rejected a second, different session id. Does the backend get its ids from the tenant of baseUrl, ${sandbox.tenant}?`,
  );
  // Once is enough, however many follow.
  await event('error', 4);
  assert.equal((await warnings()).filter((line) => line.includes('of baseUrl')).length, 1);
});

test('what only mount takes is warned of by connect', async () => {
  await mount();
  await evaluate(
    driver,
    async (tenant) => {
      const { connect } = await import('/dist/index.js');
      const iframe = document.body.appendChild(document.createElement('iframe'));
      await connect(iframe, {
        ...{ baseUrl: tenant, attributes: { class: 'a' }, title: 'A' },
      });
    },
    sandbox.tenant,
  );
  assert.deepEqual(await warned(2), [
    'svc-embed: There is no option attributes.',
    'svc-embed: There is no option title.',
  ]);
});

test('what is no logger is warned of, and the console takes its place', async () => {
  for (const logger of ['true', '{ debug() {} }']) {
    await mount(`{ logger: ${logger}, colorscheme: 'dark' }`, 1);
    await sessionIs({ status: 'active' });
    const found = await warned(3);
    assert.equal(found[0], 'svc-embed: logger has no method warn. The console is used.');
    assert.match(found[1], /There is no option colorscheme/);
    assert.match(found[2], /getSession failed/);
  }
});

test('a misspelt getSession is warned of, although the embed is private then', async () => {
  await mount('{ getSession: undefined, getsession: () => "id" }');
  assert.deepEqual(await warned(1), [
    'svc-embed: There is no option getsession. Did you mean getSession?',
  ]);
});

test('what is said is a row of the inspector, too', async () => {
  const options = 'logger: false, readyTimeoutMs: 500, baseUrl: "http://127.0.0.1:1"';
  await mount(`{ ${options}, ${AT_ONCE} }`);
  await withEmbed(async (own) => {
    const { inspect } = await import('/dist/inspector.js');
    own.inspector = inspect(own.embed);
  });
  const row = await waitFor('the row', async () => {
    const rows = await withEmbed((own) => JSON.parse(own.inspector.recording()).rows);
    return rows.find(({ name }) => name === 'told');
  });
  assert.match(row.note, /The embed did not report ready within \d+ ms/);
});

test('a logger of the page gets the lines, and none of them has an id', async () => {
  await mount('{ logger: log, colorscheme: 1 }', 1);
  await event('ready');
  await withEmbed((own) => own.embed.setLocale('de'));
  const all = await waitFor('the lines', async () => {
    const found = await lines();
    return found.some((line) => line.includes('sent svc:action:set-locale')) && found;
  });
  assert.deepEqual(await warnings(), [], 'the console gets none');
  assert.ok(all.includes('debug svc-embed: received svc:event:ready'), all.join('\n'));
  assert.ok(all.some((line) => line.startsWith('debug svc-embed: session active idle')));
  assert.ok(all.some((line) => line.startsWith('warn svc-embed: There is no option')));
  assert.ok(all.some((line) => line.startsWith('warn svc-embed: [mint-failed] getSession failed')));
  const ids = await withEmbed((own) => own.ids);
  assert.ok(ids.length > 0);
  for (const id of ids) assert.ok(!all.join().includes(id));
});

test('without a logger nothing is said', async () => {
  await mount('{ logger: false, colorscheme: 1 }', 1);
  await sessionIs({ status: 'active' });
  assert.deepEqual(await warnings(), []);
});
