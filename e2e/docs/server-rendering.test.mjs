// Checks the guide's page on server rendering, on a server and in a browser.

import assert from 'node:assert/strict';
import { test } from '../support/test.mjs';
import { evaluate, waitFor } from '../support/page.mjs';
import { driver } from '../support/world.mjs';
import { forSandbox, openPage, runModule } from './support/host-page.mjs';
import { block } from './support/pages.mjs';

const page = 'docs/guide/server-rendering.md';

test('the bridge, called where there is a document', async () => {
  await openPage();
  const code = forSandbox(block(page, 'ts', 'showDashboard')).replace('target: Element', 'target');
  await runModule(`
    const getSession = async ({ signal }) =>
      (await (await fetch('/api/embed-session', { method: 'POST', signal })).json()).sessionId;
    ${code}
    window.embed = await showDashboard(document.querySelector('main'));`);
  await waitFor('an active session', () =>
    evaluate(driver, () => window.embed.session.status === 'active'),
  );
});

test('the same on a server: it says that this is no browser', async () => {
  const { mount } = await import('svc-embed');
  await assert.rejects(mount('main', { baseUrl: 'https://acme.example.com' }), {
    name: 'EmbedError',
    code: 'not-a-browser',
  });
});
