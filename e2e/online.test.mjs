// A network that comes and goes beside React's component: what is under way or works is left alone, and only
// what is lost is mounted again. `element-life` has the same for the element.

import assert from 'node:assert/strict';
import { counts } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { startPrivateChat } from './support/private-chat.mjs';
import { newest, openReact, versions } from './support/react.mjs';
import { isNightly, test } from './support/test.mjs';
import { driver } from './support/world.mjs';

/** Longer than the pause between two mounts that the network asks for. */
const A_WHILE = 1_500;

const inPage = (body, ...args) => evaluate(driver, body, ...args);

/**
 * Renders the component with `more`, and notes what was not ready in time. With `isHeld`, nothing is minted
 * before `window.mint()` is called.
 */
const render = (more) =>
  inPage((more) => {
    const { React, SvcEmbed, embed, options, render } = window.page;
    window.failures = [];
    const onMountFailed = ({ code }) => window.failures.push(code);
    const { isHeld, ...others } = more;
    const given = options({ ref: embed, onMountFailed, logger: false, ...others });
    if (more.mode === 'private') delete given.getSession;
    if (isHeld) {
      const { getSession } = given;
      const held = new Promise((mint) => (window.mint = mint));
      given.getSession = async (request) => (await held, getSession(request));
    }
    render(React.createElement(SvcEmbed, given));
  }, more);

const isThere = () => waitFor('the embed', () => inPage(() => window.page.embed.current !== null));
const isOverdue = () =>
  waitFor('ready to be overdue', () => inPage(() => window.failures[0] === 'ready-timeout'));

/** The network comes back five times. Returns whether the embed is the same a while later. */
function staysSame() {
  return inPage(async (ms) => {
    const { embed } = window.page;
    const first = embed.current;
    for (let times = 0; times < 5; times++) dispatchEvent(new Event('online'));
    await new Promise((done) => setTimeout(done, ms));
    return first !== null && first === embed.current;
  }, A_WHILE);
}

for (const version of isNightly ? versions : newest) {
  test(`React ${version}: a network that is back mounts again what was lost, and only that`, async (t) => {
    const service = await startPrivateChat(t, { isTold: true });
    await openReact(version);
    await render({ baseUrl: service.origin, mode: 'private', readyTimeoutMs: 3_000 });
    await isThere();
    assert.ok(await staysSame(), 'it still loads');
    await isOverdue();
    assert.equal(service.loads, 1);
    assert.ok(!(await staysSame()), 'nothing came of it');
    await isThere();
    assert.equal(service.loads, 2, 'once for all five');
    await inPage(() => window.page.embed.current.iframe.contentWindow.postMessage('be ready', '*'));
    await waitFor('ready', () => inPage(() => window.page.seen.includes('ready')));
    assert.ok(await staysSame(), 'it works');
    assert.equal(service.loads, 2);
  });

  test(`React ${version}: a network that is back leaves an embed alone that mints or works`, async () => {
    await openReact(version);
    // Its time begins anew with the load.
    await render({ readyTimeoutMs: 2_000, isHeld: true });
    await isOverdue();
    assert.ok(await staysSame(), 'it mints');
    await inPage(() => window.mint());
    await waitFor('ready', () => inPage(() => window.page.seen.includes('ready')));
    assert.ok(await staysSame(), 'it works');
    const { mintRequests, mints } = await counts();
    assert.deepEqual([mintRequests, mints], [1, 1]);
    assert.deepEqual(await inPage(() => window.page.complaints), []);
  });
}
