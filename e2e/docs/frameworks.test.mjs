// Runs each component of the guide in its framework. It shows the dashboard, receives a drilldown
// and applies a changed filter. By day those frameworks have their turn that the package has a component for.

import assert from 'node:assert/strict';
import { test } from '../support/test.mjs';
import { counts } from '../support/embed.mjs';
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
  });
}
