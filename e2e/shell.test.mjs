// What the shell does at its edges: whose messages it reads, to whom it posts, what it accepts from a
// page, and what it leaves behind. Each test stands for a mistake that no other test noticed.

import assert from 'node:assert/strict';
import { after, test } from './support/test.mjs';
import { inPage, openHostile } from './support/hostile.mjs';
import { evaluate } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

const ends = [];
after(() => ends.forEach((end) => end()));
let page;

/** The page of `openHostile`, for tests that leave nothing but iframes, and ids that were used. */
async function openShared() {
  page ??= await openHostile({ after: (end) => ends.push(end) });
  const isThere = await evaluate(driver, () => {
    document.querySelectorAll('iframe').forEach((frame) => frame.remove());
    return window.mountPuppet !== undefined && location.origin;
  });
  if (isThere !== page.page) await driver.get(`${page.page}/`);
  return page;
}

test('a message of no tenant is not worth a search for a moved iframe', async () => {
  const { tenant, stranger } = await openShared();
  const searches = await inPage(
    async (tenant, stranger) => {
      const own = await mountPuppet(tenant);
      const other = await addFrame({ src: `${stranger}/puppet` });
      const { contentWindow } = other;
      const count = countWindowReads();
      const arrived = new Promise((done) => addEventListener('message', done, { once: true }));
      await command(contentWindow, (message) => parent.postMessage(message, '*'), good());
      await arrived;
      count.stop();
      return [count.reads, own.members];
    },
    tenant,
    stranger,
  );
  assert.deepEqual(searches, [0, []]);
});

testShells(
  'another window of the tenant costs one search, and is heard once its iframe is connected',
  async (t, shell) => {
    const { tenant } = await openHostile(t, [], shell);
    const outcome = await inPage(async (tenant) => {
      const own = await mountPuppet(tenant);
      // The other one reports `ready` by itself, before the end of its load or after it: that is the search.
      const spoke = new Promise((done) => addEventListener('message', done, { once: true }));
      const other = await addFrame({ src: `${tenant}/puppet` });
      await spoke;
      const window = other.contentWindow;
      const count = countWindowReads();
      /** How often the bridge looks for the window of an embed when the other one says this. */
      const searchesFor = async (member) => {
        const before = count.reads;
        const arrived = new Promise((done) => addEventListener('message', done, { once: true }));
        const say = (message) => parent.postMessage(message, '*');
        await command(window, say, good({ member }));
        await arrived;
        return count.reads - before;
      };
      const searches = [await searchesFor('first'), await searchesFor('second')];
      const heard = [];
      const { connect } = await import(ENTRY);
      for (const name of ['connected', 'connected again']) {
        const embed = await connect(other, { baseUrl: tenant });
        embed.on('drilldown', ({ payload }) => heard.push(payload.member));
        searches.push(await searchesFor(name));
        embed.destroy();
        searches.push(await searchesFor('between'), await searchesFor('between'));
      }
      return { searches, heard, members: own.members };
    }, tenant);
    assert.deepEqual(outcome, {
      searches: [0, 0, 0, 1, 0, 0, 1, 0],
      heard: ['connected', 'connected again'],
      members: [],
    });
  },
);

test('events() keeps the last thousand of what a page does not read', async () => {
  const { tenant } = await openShared();
  const members = await inPage(async (tenant) => {
    const own = await mountPuppet(tenant);
    const events = own.embed.events();
    await own.inside((message) => {
      for (let member = 1; member <= 1_001; member++)
        parent.postMessage({ ...message, payload: { member: String(member) } }, '*');
    }, good());
    await own.settle();
    const members = [];
    for await (const { type, payload } of events) {
      if (type !== 'svc:event:drilldown') break;
      members.push(Number(payload.member));
    }
    return [members[0], members.at(-1), members.length];
  }, tenant);
  // `settle` has the embed report something else at the end: the first two have gone.
  assert.deepEqual(members, [3, 1_001, 999]);
});

test('the last embed takes its listeners along: of the page, of its iframe, of a signal', async (t) => {
  const { tenant } = await openHostile(t);
  const left = await inPage(async (tenant) => {
    const { connect, mount } = await import('/dist/index.js');
    const own = new Set(['the document', 'the window', 'the iframe', 'the signal']);
    const names = new Map([
      [document, 'the document'],
      [window, 'the window'],
    ]);
    const counts = {};
    for (const [method, step] of [
      ['addEventListener', 1],
      ['removeEventListener', -1],
    ]) {
      const original = EventTarget.prototype[method];
      EventTarget.prototype[method] = function (type, ...rest) {
        const name = names.get(this ?? window);
        if (own.has(name)) counts[`${name}: ${type}`] = (counts[`${name}: ${type}`] ?? 0) + step;
        return original.call(this ?? window, type, ...rest);
      };
    }
    const aborter = new AbortController();
    names.set(aborter.signal, 'the signal');
    let minted = 0;
    const options = {
      baseUrl: tenant,
      getSession: async () => `id-${++minted}`,
      logger: false,
      signal: aborter.signal,
    };
    const surface = { kind: 'dashboard', publicId: 'sales' };
    const iframe = document.createElement('iframe');
    names.set(iframe, 'the iframe');
    const connected = await connect(iframe, options);
    iframe.src = `${tenant}/puppet?session=first`;
    document.body.append(iframe);
    await connected.ready;
    const mounted = await mount('main', { ...options, surface });
    await mounted.ready;
    const during = Object.values(counts).filter((count) => count > 0).length;
    mounted.destroy();
    connected.destroy();
    const left = Object.entries(counts).filter(([, count]) => count !== 0);
    return { during, left };
  }, tenant);
  assert.ok(left.during >= 6, `${left.during} kinds of listeners`);
  assert.deepEqual(left.left, []);
});

test('an iframe that is in a document without a window breaks nothing', async (t) => {
  const { tenant } = await openHostile(t);
  const outcome = await inPage(async (tenant) => {
    const own = await mountPuppet(tenant);
    document.implementation.createHTMLDocument('').body.append(own.embed.iframe);
    own.embed.reload().catch(() => {});
    await sleep(300);
    own.embed.destroy();
    return [own.requests, own.errors];
  }, tenant);
  // Nobody could use a second id.
  assert.deepEqual(outcome, [1, []]);
});

testShells(
  'a page that takes the iframe out, or ends the embed, while a reload puts it back breaks nothing',
  async (t, shell) => {
    const { tenant } = await openHostile(t, [], shell);
    const errors = await inPage(async (tenant) => {
      const own = await mountPuppet(tenant);
      const { iframe } = own.embed;
      const ready = () => new Promise((done) => own.embed.on('ready', done));
      const onLoad = (call) => iframe.addEventListener('load', call, { once: true });
      // Some browsers report the empty document while the iframe is being put back.
      onLoad(() => iframe.remove());
      own.embed.reload().catch(() => {});
      await sleep(300);
      const again = ready();
      document.querySelector('main').append(iframe);
      own.embed.reload().catch(() => {});
      await again;
      onLoad(() => own.embed.destroy());
      own.embed.reload().catch(() => {});
      await sleep(300);
      return own.errors;
    }, tenant);
    assert.deepEqual(errors, []);
  },
);

test('an iframe has one embed, whichever copies of svc-embed the page has', async () => {
  const { tenant } = await openShared();
  const codes = await inPage(async (tenant) => {
    const { connect } = await import('/dist/index.js');
    const copies = [await import('/copy/index.js'), await import('/dist/rust/index.js')];
    const codeOf = (promise) =>
      promise.then(
        () => 'connected',
        (error) => error.code,
      );
    const options = { baseUrl: tenant, logger: false };
    const own = await mountPuppet(tenant);
    const iframe = document.createElement('iframe');
    // Both at once, and then once more.
    const two = await Promise.all([connect(iframe, options), codeOf(connect(iframe, options))]);
    const codes = [
      two[1],
      await codeOf(connect(iframe, options)),
      await codeOf(connect(own.embed.iframe, options)),
    ];
    document.body.append(iframe);
    let [last] = two;
    for (const copy of [...copies, { connect }]) {
      codes.push(await codeOf(copy.connect(iframe, options)));
      last.destroy();
      last = await copy.connect(iframe, options);
    }
    codes.push(await codeOf(copies[1].connect(iframe, options)));
    last.destroy();
    iframe.remove();
    return codes;
  }, tenant);
  assert.deepEqual(codes, Array(7).fill('invalid-target'));
});

test('while connect() loads the core, what other windows say is not the embed’s, and pushes nothing out', async () => {
  const { tenant } = await openShared();
  const outcomes = await inPage(async (tenant) => {
    const { connect } = await import('/dist/no-wasm.js');
    const payload = { embedTenant: null, deploymentId: null, mode: 'signed', surface: 'dashboard' };
    const say = (source, origin, data) => {
      const said = new MessageEvent('message', { data, origin });
      dispatchEvent(Object.defineProperty(said, 'source', { value: source }));
    };
    /** How `ready` of an embed ends if this is said while its core is loaded. */
    const outcome = async (speak) => {
      const iframe = document.body.appendChild(document.createElement('iframe'));
      const options = { baseUrl: tenant, readyTimeoutMs: 300, logger: false };
      const connecting = connect(iframe, options);
      speak(iframe.contentWindow);
      return (await connecting).ready.then(
        () => 'ready',
        (error) => error.code,
      );
    };
    const other = await addFrame({ src: `${tenant}/puppet` });
    const ready = good(payload, 'ready');
    return [
      await outcome(() => say(other.contentWindow, tenant, ready)),
      await outcome((own) => {
        say(own, tenant, ready);
        // More than are kept.
        for (let times = 0; times < 2_000; times++) say(window, location.origin, { times });
      }),
    ];
  }, tenant);
  assert.deepEqual(outcomes, ['ready-timeout', 'ready']);
});

test('connect() hears what comes while the core is loaded: a thousand messages at most', async (t) => {
  // With the thousandth after it, what came first is gone: the `ready`.
  for (const [times, expected] of [
    [999, 'ready'],
    [1_000, 'ready-timeout'],
  ]) {
    let said;
    const wasSaid = new Promise((resolve) => (said = resolve));
    const late = (path) => path === '/dist/translated.js' && wasSaid;
    const { tenant } = await openHostile(t, [], { late });
    await inPage(
      async (tenant, times) => {
        delete globalThis.WebAssembly;
        const { connect } = await import('/dist/index.js');
        const iframe = await addFrame({ src: `${tenant}/puppet` });
        const options = { baseUrl: tenant, readyTimeoutMs: 300, logger: false };
        window.outcome = connect(iframe, options)
          .then(({ ready }) => ready)
          .then(
            () => 'ready',
            ({ code }) => code,
          );
        const say = (messages) => messages.forEach((message) => parent.postMessage(message, '*'));
        const payload = { embedTenant: null, deploymentId: null, mode: 'signed' };
        const ready = good({ ...payload, surface: 'dashboard' }, 'ready');
        await command(iframe.contentWindow, say, [ready, ...Array(times).fill(good())]);
      },
      tenant,
      times,
    );
    said();
    assert.equal(await inPage(() => window.outcome), expected);
  }
});

test('pages that were opened at the same time renew at different times', async (t) => {
  const delays = [];
  for (const drawn of [0.1, 0.9]) {
    const { tenant } = await openHostile(t);
    const delay = await inPage(
      async (tenant, drawn) => {
        const spreadMs = 1_000_000;
        Math.random = () => drawn;
        const own = await mountPuppet(tenant, { renewal: { spreadMs } });
        const expiresInMs = 2 * spreadMs;
        const payload = { expiresAt: Date.now() + expiresInMs, expiresInMs };
        const expiring = good(payload, 'session-expiring');
        await own.inside((message) => parent.postMessage(message, '*'), expiring);
        // `settle` draws a number of its own.
        while (own.embed.session.nextAttemptAt === null) await sleep(20);
        return own.embed.session.nextAttemptAt - Date.now();
      },
      tenant,
      drawn,
    );
    delays.push(delay);
  }
  const gap = Math.abs(delays[0] - delays[1]);
  assert.ok(gap > 5_000, `the delays were ${delays.map(Math.round).join(' and ')} ms`);
});
