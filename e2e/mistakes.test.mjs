// What a page is told that uses a name which `<svc-embed>` does not have.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { freshPage } from './support/embed.mjs';
import { evaluate } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';

test('a property or an event that the element does not have is named, with what was meant', async () => {
  await freshPage();
  const warned = await evaluate(
    driver,
    async (tenant) => {
      const warned = [];
      console.warn = (...texts) => warned.push(texts.join(' '));
      const late = window.setTimeout;
      window.setTimeout = (call, ms) => late(call, ms === 5_000 ? 200 : ms);
      await import('/dist/element.js');
      const add = (properties) => {
        const element = document.createElement('svc-embed');
        document.body.append(element);
        return Object.assign(element, properties);
      };
      const good = { baseUrl: tenant, publicId: 'sales-overview', mode: 'private' };
      const element = add({
        ...good,
        filter: {},
        sessionURL: '/x',
        onready() {},
        only: 1,
        once: 1,
        myOwn: 1,
      });
      // What frameworks put on an element.
      Object.assign(element, { __vnode: {}, _x_dataStack: [], $$root: {}, __reactFiber$1: {} });
      add({ baseURL: tenant });
      const names = ['dashboardLoaded', 'onDrilldown', 'svc:event:ready', 'session_expired'];
      const others = ['click', 'dashboard-loaded', 'DOMContentLoaded', 'chart:zoomed'];
      for (const name of [...names, ...names, ...others]) element.addEventListener(name, () => {});
      const heard = new Promise((resolve) =>
        element.addEventListener('drilldown', resolve, { once: true }),
      );
      element.dispatchEvent(new CustomEvent('drilldown'));
      await heard;
      for (let times = 0; times < 100 && warned.length < 9; times++)
        await new Promise((done) => late(done, 100));
      await new Promise((done) => late(done, 500));
      return warned.filter((text) => text.startsWith('<svc-embed>'));
    },
    sandbox.tenant,
  );
  assert.deepEqual(warned.sort(), [
    '<svc-embed> has no event dashboardLoaded. Did you mean dashboard-loaded?',
    '<svc-embed> has no event onDrilldown. Did you mean drilldown?',
    '<svc-embed> has no event session_expired. Did you mean session-expired?',
    '<svc-embed> has no event svc:event:ready. Did you mean ready?',
    '<svc-embed> has no property baseURL. Did you mean baseUrl?',
    '<svc-embed> has no property filter. Did you mean filters?',
    "<svc-embed> has no property onready. Its events are heard by addEventListener('ready', …).",
    '<svc-embed> has no property sessionURL. Did you mean sessionUrl?',
    '<svc-embed> shows nothing: it has no base-url.',
  ]);
});
