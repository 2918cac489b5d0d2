// What an embed shows of a dashboard's widgets, and what its session's settings hide.

import assert from 'node:assert/strict';
import { ManagementClient } from 'svc-embed/management';
import { test } from './support/test.mjs';
import { event, freshPage, inEmbed, mountEmbed } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { driver, sandbox } from './support/world.mjs';

const client = new ManagementClient({ baseUrl: sandbox.tenant, apiKey: sandbox.apiKey });

const TYPES = [
  'CHART',
  'TEXT',
  'FILTER',
  'AI',
  'TIME_GRAIN',
  'FIELD',
  'PARENT',
  'SPACER',
  'DIVIDER',
  'CONTAINER',
];

/** Publishes a dashboard with a widget of each type, and resolves to its public id. */
async function published() {
  const widgets = TYPES.map((type, y) => ({
    id: type.toLowerCase(),
    type,
    position: { x: 0, y, w: 6, h: 1 },
    config:
      type === 'CHART'
        ? { kind: 'kpi', measure: 'orders.count', good: 'up' }
        : { title: `The ${type}`, layout: 'tabs', tabs: ['North', 'South'] },
  }));
  const workbook = await client.workbooks.upsertBySlug(7, 'all', {
    name: 'All',
    dashboardPublished: { title: 'All', widgets },
  });
  const { publicId } = workbook.publishedDashboard;
  await client.embedDashboards.setSignedEmbedding(publicId, { allowEmbed: true });
  return publicId;
}

/** Opens the embed's own page, with a session of these settings. */
async function opened(path, settings) {
  const { sessionId } = await client.embedSessions.generate({ settings });
  await driver.get(`${sandbox.tenant}${path}?session=${sessionId}`);
  await waitFor('the page', () =>
    evaluate(driver, () => document.querySelector('.page-header h1') !== null),
  );
  return evaluate(driver, () => ({
    chat: document.querySelector('[data-control="ask"]').hidden === false,
    ai: document.querySelector('[data-type="AI"]') !== null,
  }));
}

test('a dashboard shows and counts a widget of each type', async () => {
  await freshPage();
  const publicId = await published();
  await mountEmbed({ surface: { kind: 'dashboard', publicId } });
  assert.equal((await event('dashboard-loaded')).payload.widgetCount, TYPES.length);
  const shown = await inEmbed(() =>
    [...document.querySelectorAll('[data-widget]')].map(({ dataset, textContent }) => [
      dataset.widget,
      textContent,
    ]),
  );
  assert.deepEqual(
    shown.map(([id]) => id),
    TYPES.map((type) => type.toLowerCase()),
  );
  const text = Object.fromEntries(shown);
  assert.match(text.filter, /FILTER.*The FILTER/);
  assert.match(text.container, /NorthSouth/);
  assert.equal(text.text, 'The TEXTNorthSouth');
  assert.equal(text.spacer, '');
});

test('the settings of a session hide their entry points', async () => {
  await freshPage();
  const path = `/embed/dashboard/${await published()}`;
  for (const [settings, expected] of [
    [{}, { chat: true, ai: true }],
    [{ showDashboardChat: false }, { chat: false, ai: true }],
    [{ showWorkbookChat: false }, { chat: true, ai: true }],
    [{ showAiWidgets: false }, { chat: true, ai: false }],
    [{ allowAi: false }, { chat: false, ai: false }],
  ]) {
    assert.deepEqual(await opened(path, settings), expected, JSON.stringify(settings));
  }
  const workbook = '/embed/d/7/app';
  for (const [settings, chat] of [
    [{ showWorkbookChat: false }, false],
    [{ showDashboardChat: false }, true],
  ]) {
    const { sessionId } = await client.embedSessions.generate({ settings });
    await driver.get(`${sandbox.tenant}${workbook}?at=/workbook/orders&session=${sessionId}`);
    await waitFor('the workbook', () =>
      evaluate(driver, () => document.querySelector('[data-control="ask"]') !== null),
    );
    const isShown = () =>
      evaluate(driver, () => document.querySelector('[data-control="ask"]').hidden === false);
    assert.equal(await isShown(), chat, JSON.stringify(settings));
  }
});
