// A browser reports a frame that it blocks. The id in the report is seen by nobody.

import assert from 'node:assert/strict';
import { inPage } from './support/hostile.mjs';
import { test } from './support/test.mjs';
import { SECRET, openWatched, placesOf } from './support/watch.mjs';
import { engine } from './support/world.mjs';

/**
 * Headers of the page for which a browser blocks the embed, and reports that to the page; and the engines
 * whose report has the whole URL. Firefox makes none for the first.
 */
const BLOCKING = {
  'a page that is isolated': {
    headers: {
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
    },
    withId: ['chromium', 'webkit'],
  },
  'a policy without the tenant': {
    headers: { 'content-security-policy': "frame-src 'none'" },
    withId: [],
  },
};

for (const [name, { headers, withId }] of Object.entries(BLOCKING)) {
  test(`nothing passes on the report of an embed that is blocked by ${name}`, async (t) => {
    const { tenant, lookAround } = await openWatched(t, { headers });
    const reports = await inPage(async (tenant) => {
      const tell = watched.note;
      const violations = [];
      addEventListener('securitypolicyviolation', ({ blockedURI }) => violations.push(blockedURI));
      const { mount } = await import('/dist/index.js');
      const { inspect } = await import('/dist/inspector.js');
      const { SvcEmbedElement } = await import('/dist/element.js');
      const getSession = async () =>
        (await (await fetch('/api/id', { method: 'POST' })).json()).sessionId;
      const options = {
        baseUrl: tenant,
        surface: { kind: 'dashboard', publicId: 'sales' },
        renewal: { spreadMs: 0, confirmMs: 50, retryMinMs: 20, retryMaxMs: 20, maxAttempts: 2 },
        readyTimeoutMs: 200,
        logger: console,
        getSession,
      };
      const failed = (name, promise) => promise.catch((error) => tell(name, error));
      const embed = await mount('main', options);
      for (const topic of ['*', 'session', 'dropped', 'sent'])
        embed.on(topic, (message) => tell(`mount: ${topic}`, message));
      const inspector = inspect(embed);
      await failed('mount: ready', embed.ready);
      await Promise.race([failed('mount: reload', embed.reload()), sleep(500)]);
      tell('mount: session', embed.session);

      const { logger, ...properties } = options;
      const element = Object.assign(document.createElement('svc-embed'), properties);
      for (const type of ['mount-failed', 'session', '*', 'dropped'])
        element.addEventListener(type, ({ detail }) => tell(`element: ${type}`, detail));
      document.querySelector('main').append(element);
      await failed('element: ready', element.ready);

      tell('export', inspector.recording());
      tell('inspector', inspector.element.shadowRoot.innerHTML);
      embed.destroy();
      element.remove();
      // What a page could read: also what was reported before anybody observed.
      const kept = [];
      if (window.ReportingObserver) {
        const callback = (reports) => kept.push(...reports.map(({ body }) => body));
        new ReportingObserver(callback, { buffered: true }).observe();
        await sleep(200);
      }
      return JSON.stringify([violations, kept.map((body) => body.toJSON?.() ?? body)]);
    }, tenant.origin);
    const { sightings, ways } = await lookAround();
    t.diagnostic(`${engine} reports to the page: ${reports}`);
    if (withId.includes(engine)) assert.ok(reports.includes(SECRET), 'the report has the id');
    const allowed = [
      'GET tenant/embed/dashboard/sales, url',
      'load of an iframe in the timeline',
      'src of an iframe',
    ];
    const places = placesOf(sightings).filter((place) => !allowed.includes(place));
    assert.deepEqual(places, []);
    for (const way of ['console.warn', 'mount: session', 'inspector', 'export', 'element: ready'])
      assert.ok(ways.includes(way), way);
    // The diagnostics look whose frame a report is about; the places above are all that they tell.
    assert.ok(ways.includes('reports are observed'));
  });
}
