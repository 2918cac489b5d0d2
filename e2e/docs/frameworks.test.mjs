// Runs each component of the guide in its framework. It shows the dashboard, receives a drilldown
// and applies a changed filter. By day those frameworks have their turn that the package has a component for.

import assert from 'node:assert/strict';
import { test } from '../support/test.mjs';
import { consoleLines } from '../support/demo.mjs';
import { control, counts } from '../support/embed.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import { bundle } from './support/bundle.mjs';
import {
  drillInto,
  forTenant,
  iframeShows,
  openPage,
  runModule,
  shownFilters,
} from './support/host-page.mjs';
import { block } from './support/pages.mjs';

const guide = (page) => `docs/guide/${page}.md`;

/** The code that starts an app with each component. The test changes the app's `status`. */
const apps = {
  React: {
    component: block(guide('react'), 'tsx', 'export function Sales('),
    language: 'tsx',
    main: `
      import { createRoot } from 'react-dom/client';
      import { Sales } from './component';
      const root = createRoot(document.querySelector('main'));
      window.setStatus = (status) => root.render(<Sales status={status} />);`,
  },
  Vue: {
    component: block(guide('vue'), 'vue'),
    language: 'vue',
    main: `
      import { createApp, h, shallowRef } from 'vue';
      import Sales from './component';
      const status = shallowRef('');
      createApp({ setup: () => () => status.value && h(Sales, { status: status.value }) }).mount('main');
      window.setStatus = (next) => (status.value = next);`,
  },
  Svelte: {
    component: block(guide('svelte'), 'svelte'),
    language: 'svelte',
    main: `
      import { mount } from 'svelte';
      import { createSubscriber } from 'svelte/reactivity';
      import Sales from './component';
      let current;
      let update = () => {};
      const subscribe = createSubscriber((changed) => void (update = changed));
      const props = { get status() { subscribe(); return current; } };
      window.setStatus = (status) => {
        const isFirst = current === undefined;
        current = status;
        if (isFirst) mount(Sales, { target: document.querySelector('main'), props });
        else update();
      };`,
  },
  Angular: {
    component: block(guide('angular'), 'ts', '@angular/core'),
    language: 'ts',
    main: `
      import '@angular/compiler';
      import { createComponent, provideZonelessChangeDetection } from '@angular/core';
      import { createApplication } from '@angular/platform-browser';
      import { Sales } from './component';
      const app = await createApplication({ providers: [provideZonelessChangeDetection()] });
      const hostElement = document.querySelector('main');
      let sales;
      window.setStatus = (status) => {
        if (!sales) {
          sales = createComponent(Sales, { environmentInjector: app.injector, hostElement });
          app.attachView(sales.hostView);
        }
        // In another task, as where a parent is checked later: until then the embed has no inputs.
        setTimeout(() => {
          sales.setInput('status', status);
          app.tick();
        }, 100);
      };`,
  },
};

for (const [name, { main, component, language }] of Object.entries(apps)) {
  test(name, async () => {
    const code = await bundle(main, forTenant(component), language);
    await openPage();
    await evaluate(driver, () => {
      // The bundle leaves a component's style out.
      const style = document.head.appendChild(document.createElement('style'));
      style.textContent = 'svc-embed { height: 40rem }';
      window.complaints = [];
      for (const level of ['error', 'warn']) {
        console[level] = (...words) => window.complaints.push(words.map(String).join(' '));
      }
      addEventListener('error', ({ message }) => window.complaints.push(message));
      addEventListener('unhandledrejection', ({ reason }) =>
        window.complaints.push(String(reason)),
      );
    });
    await runModule(code);

    await evaluate(driver, () => window.setStatus('completed'));
    await iframeShows({ sessionState: 'active', path: '/dashboard/sales-overview' });
    const filterIs = (status) =>
      waitFor(status, async () => (await shownFilters())['orders.status']?.[0] === status);
    await filterIs('completed');

    await drillInto('orders.total');
    await waitFor('the member', () =>
      evaluate(driver, () => document.querySelector('output').textContent === 'orders.total'),
    );

    await evaluate(driver, () => window.setStatus('returned'));
    await filterIs('returned');
    assert.equal((await counts()).mintRequests, 1, 'the filter mounted nothing anew');
    assert.deepEqual(await evaluate(driver, () => window.complaints), []);
    // What the browser itself says. In development, React names its tools.
    const lines = await consoleLines();
    assert.deepEqual(
      lines.filter((line) => !line.includes('React DevTools')),
      [],
    );
  });
}

test('Angular with zones checks its components for a handler that is there, and for nothing else', async () => {
  const main = `
    import 'zone.js';
    import '@angular/compiler';
    import { Component, NgZone, provideZoneChangeDetection } from '@angular/core';
    import { bootstrapApplication } from '@angular/platform-browser';
    import { SVC_EMBED } from 'svc-embed/angular';
    import { getSession } from './session';
    window.checks = 0;
    window.heard = [];
    class Sales {
      getSession = getSession;
      check = () => void window.checks++;
      hear = ({ payload }) => window.heard.push(payload.member, NgZone.isInAngularZone());
    }
    const template = \`{{ check() }}<ngx-svc-embed [getSession]="getSession" (drilldown)="hear($event)"
      baseUrl="https://acme.example.com" [surface]="{ kind: 'dashboard', publicId: 'sales-overview' }" />\`;
    Component({ selector: 'app-sales', imports: [SVC_EMBED], template })(Sales);
    document.querySelector('main').append(document.createElement('app-sales'));
    bootstrapApplication(Sales, { providers: [provideZoneChangeDetection()] });`;
  const code = await bundle(forTenant(main), '', 'ts', { hasZones: true });
  await openPage();
  // Before zone.js is there: this listener is in no zone.
  await evaluate(driver, () => {
    window.messages = [];
    addEventListener('message', ({ data }) => window.messages.push(data.type));
  });
  await runModule(code);
  const heard = (type, count) =>
    waitFor(type, () =>
      evaluate(
        driver,
        (type, count) => window.messages.filter((one) => one === type).length >= count,
        `svc:event:${type}`,
        count,
      ),
    );
  await heard('dashboard-loaded', 1);
  const emit = (event, payload) => control('emit', { event, payload });
  const checks = () =>
    evaluate(driver, async () => {
      await new Promise((done) => setTimeout(done, 100));
      return window.checks;
    });
  const before = await checks();
  for (let times = 0; times < 5; times++) {
    await emit('navigate', { path: '/', surface: 'dashboard' });
    await control('emit', { message: { type: 'svc:event:dropped' } });
  }
  await heard('navigate', 5);
  await heard('dropped', 5);
  assert.equal(await checks(), before);
  await drillInto('orders.total');
  await waitFor('the handler', () => evaluate(driver, () => window.heard.length > 0));
  assert.deepEqual(await evaluate(driver, () => window.heard), ['orders.total', true]);
  assert.ok((await checks()) > before);
});
