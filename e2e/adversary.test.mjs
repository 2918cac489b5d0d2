// Embeds that do what the description leaves open, at the worst moment: the viewer loses nothing by it,
// and the page's backend is not asked without a pause. Each has a fault of the sandbox.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  advance,
  control,
  counts,
  event,
  freshPage,
  inEmbed,
  mountEmbed,
  QUICK,
  session,
  sessionIs,
  showsThat,
  withEmbed,
} from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

const mints = async () => (await counts()).mints;

/** Notes the actions that the present document of the embed receives. */
const noteActions = () =>
  inEmbed(() => {
    window.actions = [];
    addEventListener('message', ({ data }) => window.actions.push(data.type));
  });
const actionsOf = (name) =>
  inEmbed((type) => window.actions.filter((it) => it === type), [`svc:action:${name}`]);

/** Opens an embed of the shell, of a service that has `faults`. */
async function openWith({ entry }, faults, options = {}) {
  await freshPage();
  await control('faults', faults);
  await mountEmbed(options, 'embed', entry);
  await event('ready');
}

testShells(
  'an embed that reports a view for the path it shows is sent to it once',
  async (t, shell) => {
    // If the renewal were confirmed before the first view, the actions would be sent at both.
    const renewal = { ...QUICK, confirmMs: 20_000 };
    await openWith(shell, { embed: { samePathViews: true } }, { renewal });
    await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
    await event('navigate');
    await noteActions();
    await advance({ hours: 24 });
    await sessionIs({ status: 'active', renewals: 1 });
    await sleep(500);
    assert.equal((await actionsOf('navigate')).length, 1);
  },
);

testShells(
  'an embed that has a document for each path stays where its viewer has gone',
  async (t, shell) => {
    await openWith(shell, { embed: { documents: true } });
    await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
    await event('ready', 2);
    await showsThat({ path: '/dashboard/fulfilment' });
    await inEmbed(() => void setTimeout(() => (location.search = '?at=/dashboard/sales-overview')));
    await event('ready', 3);
    await sleep(500);
    await showsThat({ path: '/dashboard/sales-overview' });
    assert.equal(await mints(), 1);
  },
);

testShells(
  'a frame that the viewer loads again works again, although its rejection comes before its load',
  async (t, shell) => {
    await openWith(shell, { strict: true, embed: { loadDelayMs: 500 } });
    await sleep(700);
    await inEmbed(() => void setTimeout(() => location.reload()));
    await event('ready', 2);
    await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
    await showsThat({ sessionState: 'active' });
  },
);

testShells(
  'a session that lapses as soon as it is taken is minted again with a pause',
  async (t, shell) => {
    await openWith(
      shell,
      { lapseAtOnce: 1_000 },
      { renewal: { retryMinMs: 1_000, retryMaxMs: 60_000 } },
    );
    await sleep(4_000);
    const asked = await mints();
    assert.ok(asked >= 2 && asked <= 6, `${asked} mints in four seconds`);
  },
);

testShells(
  'a session that ends some milliseconds after the announced time is renewed once',
  async (t, shell) => {
    await openWith(shell, { embed: { expiredLateMs: 7 } });
    await advance({ hours: 22, minutes: 30 });
    await sessionIs({ renewals: 1 });
    await advance({ minutes: 30 });
    await sleep(500);
    assert.equal(await mints(), 2);
  },
);

testShells(
  'an embed that is ready for each session keeps what its viewer has set',
  async (t, shell) => {
    await openWith(shell, { embed: { readyEachSession: true } }, { colorScheme: 'dark' });
    await showsThat({ scheme: 'dark' });
    await noteActions();
    await withEmbed((own) => own.embed.renew());
    await event('ready', 2);
    await sleep(300);
    assert.deepEqual(
      await actionsOf('set-color-scheme'),
      [],
      'a renewal in time sends nothing again',
    );
  },
);

testShells('a load that fails is tried again', async (t, shell) => {
  await freshPage();
  await control('faults', { failPages: 1 });
  await mountEmbed({ readyTimeoutMs: 1_000 }, 'embed', shell.entry);
  await event('ready');
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
  assert.equal(await mints(), 2);
});

testShells('so is the load after a move', async (t, shell) => {
  await openWith(shell, {}, { readyTimeoutMs: 1_000 });
  await control('faults', { failPages: 1 });
  await withEmbed((own) => document.body.append(own.embed.iframe));
  await event('ready', 2);
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
  assert.equal(await mints(), 3, 'one, and two for the move');
});

testShells(
  'a document that is ready before its load is not taken back either',
  async (t, shell) => {
    await openWith(shell, { embed: { documents: true, loadDelayMs: 500 } });
    await sleep(700);
    await withEmbed((own) => own.embed.navigate('/dashboard/fulfilment'));
    await event('ready', 2);
    await showsThat({ path: '/dashboard/fulfilment' });
    await sleep(700);
    await inEmbed(() => void setTimeout(() => (location.search = '?at=/dashboard/sales-overview')));
    await event('ready', 3);
    await sleep(1_000);
    await showsThat({ path: '/dashboard/sales-overview' });
    assert.equal(await mints(), 1);
  },
);

/** Has the page make its next target outside of the document. */
const detachTarget = () =>
  evaluate(driver, () => {
    const query = document.querySelector;
    window.detached = document.createElement('div');
    document.querySelector = function (selector) {
      return selector === '#target' ? window.detached : query.call(document, selector);
    };
  });
const attachTarget = () => evaluate(driver, () => document.body.append(window.detached));

testShells('a target that is attached later makes one mint and one load', async (t, shell) => {
  await freshPage();
  await detachTarget();
  await mountEmbed({}, 'embed', shell.entry);
  await sleep(500);
  assert.equal(await mints(), 0);
  await attachTarget();
  await event('dashboard-loaded');
  await sleep(500);
  assert.equal(await mints(), 1);
  assert.equal((await withEmbed((own) => own.seen)).filter(isReady).length, 1);
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
});

const isReady = ({ type }) => type === 'svc:event:ready';

testShells('a target that is removed without destroy() is not minted for', async (t, shell) => {
  await openWith(shell, {});
  await withEmbed((own) => own.embed.iframe.remove());
  assert.equal(
    await withEmbed((own) => own.embed.renew().catch(({ code }) => code)),
    'invalid-target',
  );
  await sleep(1_000);
  assert.equal(await mints(), 1);
  await withEmbed((own) => document.body.append(own.embed.iframe));
  await event('ready', 2);
  await sessionIs({ status: 'active', renewal: 'idle', lastError: null });
  assert.equal(await mints(), 2);
});

testShells('a page of another origin takes no id', async (t, shell) => {
  await openWith(shell, {}, { renewal: { ...QUICK, confirmMs: 300 }, readyTimeoutMs: 500 });
  await withEmbed((own) => {
    const gone = new Promise((done) => own.embed.iframe.addEventListener('load', done));
    own.embed.iframe.contentWindow.location = `${location.origin}/nothing-here`;
    return gone.then(() => undefined);
  });
  await sleep(700);
  await withEmbed((own) => void own.embed.renew().then(() => (own.isRenewed = true)));
  await waitFor('the silence', () =>
    withEmbed(({ embed }) => embed.session.lastError?.code === 'invalid-target'),
  );
  assert.equal((await session()).renewals, 0);
  assert.equal(await withEmbed((own) => own.isRenewed ?? false), false);
});

testShells('the twelfth embed behind a backend that hangs is told so', async (t, shell) => {
  await freshPage();
  await control('faults', { backend: { mode: 'hang' } });
  const names = Array.from({ length: 12 }, (_, index) => `embed${index + 1}`);
  for (const name of names) await mountEmbed({ readyTimeoutMs: 1_500 }, name, shell.entry);
  const failure = await withEmbed(
    (own) => own.embed.ready.catch(({ code, message }) => [code, message]),
    [],
    'embed12',
  );
  assert.equal(failure[0], 'ready-timeout');
  assert.match(
    failure[1],
    /getSession did not answer within 1500 ms|`get_session` has not answered/,
  );
});

testShells('an embed is heard after document.open()', async (t, shell) => {
  await openWith(shell, {});
  await evaluate(driver, () => {
    document.open();
    document.write('<!doctype html><title>Another</title><div id="target"></div>');
    document.close();
  });
  await mountEmbed({}, 'later', shell.entry);
  await event('ready', 1, 'later');
});

testShells('a prerendered page mints when somebody sees it', async (t, shell) => {
  await freshPage();
  await evaluate(driver, () => {
    Object.defineProperty(document, 'prerendering', { value: true, configurable: true });
  });
  await mountEmbed({}, 'embed', shell.entry);
  await sleep(500);
  assert.equal(await mints(), 0);
  await evaluate(driver, () => {
    delete document.prerendering;
    document.dispatchEvent(new Event('prerenderingchange'));
  });
  await event('ready');
  assert.equal(await mints(), 1);
});

testShells(
  'embeds that nobody sees, by a style or a closed details, are not loaded again until somebody does',
  async (t, { entry }) => {
    await freshPage();
    await control('faults', { failPages: 4 });
    await evaluate(driver, () => {
      const styled = document.querySelector('#target');
      const folded = styled.cloneNode();
      const details = document.createElement('details');
      styled.after(details);
      details.append(folded);
      styled.style.display = 'none';
      window.targets = { styled, folded };
    });
    for (const name of ['styled', 'folded']) {
      await evaluate(
        driver,
        (name) => {
          for (const [key, target] of Object.entries(window.targets))
            target.id = key === name ? 'target' : key;
        },
        name,
      );
      await mountEmbed({ readyTimeoutMs: 500 }, `in-${name}`, entry);
    }
    const each = async (check) => {
      for (const name of ['in-styled', 'in-folded']) await check(name);
    };
    await sleep(2_500);
    assert.equal(await mints(), 2);
    await each((name) =>
      sessionIs({ status: 'starting', renewal: 'idle', lastError: null }, { name }),
    );
    await evaluate(driver, () => {
      const { styled, folded } = window.targets;
      styled.style.display = '';
      folded.closest('details').open = true;
    });
    // Ten seconds for a document that the browser draws for the first time.
    await sleep(8_000);
    assert.equal(await mints(), 2);
    await waitFor('the next attempts', async () => (await mints()) > 3, { timeoutMs: 10_000 });
    await each((name) => event('ready', 1, name));
    await each((name) =>
      sessionIs({ status: 'active', renewal: 'idle', lastError: null }, { name }),
    );
  },
);
