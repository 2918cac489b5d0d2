// Why there is no picture: the embed is ready, and reports an error in place of what it was to show.

import assert from 'node:assert/strict';
import { ManagementClient } from 'svc-embed/management';
import { NOT_ALLOWED, REPORTED } from './support/causes.mjs';
import { event, freshPage, inEmbed, mountEmbed } from './support/embed.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { test } from './support/test.mjs';
import { driver, sandbox } from './support/world.mjs';

const client = new ManagementClient({ baseUrl: sandbox.tenant, apiKey: sandbox.apiKey });

/** What is said of an error of this kind. */
const sentenceOf = (kind) => `svc-embed: ${REPORTED.replace('(<kind>)', kind).replace(' .', '.')}`;

const RENDERING = `${sentenceOf('(EmbedRenderError, embed-render)')} ${NOT_ALLOWED}`;

/** Opens a page that notes each warning of the console in `window.warned`. */
async function openPage() {
  await freshPage();
  await evaluate(driver, () => {
    window.warned = [];
    console.warn = (...words) => window.warned.push(words.join(' '));
  });
}

const warned = () => evaluate(driver, () => window.warned);

/** Waits until so much is said. In which order is not certain while the file that says it still loads. */
async function sortedWarnings(count) {
  await waitFor(`${count} warnings`, async () => (await warned()).length >= count);
  return (await warned()).sort();
}

/** Lets the embed report errors, with these payloads. */
async function report(...payloads) {
  await inEmbed(
    (payloads) => {
      const envelope = { source: 'svc-embed', direction: 'event', type: 'svc:event:error' };
      for (const payload of payloads)
        parent.postMessage(
          { ...envelope, payload, timestamp: Date.now(), surface: 'dashboard' },
          '*',
        );
    },
    [payloads],
  );
  await event('error', payloads.length);
}

test('a dashboard that allows no signed embedding: once, and not once it allows it', async () => {
  await openPage();
  const allow = (allowEmbed) =>
    client.embedDashboards.setSignedEmbedding('sales-overview', { allowEmbed });
  await allow(false);
  await mountEmbed();
  await event('ready');
  await waitFor('a warning', async () => (await warned()).length > 0);
  await evaluate(driver, () => window.embed.embed.reload());
  await event('error', 2);
  assert.deepEqual(await warned(), [RENDERING]);
  await allow(true);
  await evaluate(driver, () => window.embed.embed.reload());
  await event('dashboard-loaded');
  assert.deepEqual(await warned(), [RENDERING]);
});

test('of each kind of error once, without its message, and nothing of a rejected id', async () => {
  await openPage();
  await mountEmbed();
  await event('dashboard-loaded');
  await report(
    { message: 'secret', name: 'EmbedSessionExchangeError', context: 'session-renewal' },
    { message: 'secret' },
    { message: 'secret', name: 'A', context: 'session-renewal' },
    { message: 'other', name: 'A', context: 'session-renewal' },
    { message: 'secret', name: 'secret id=5', context: 'c'.repeat(61) },
  );
  // The session itself says that its id was rejected.
  const lines = await sortedWarnings(3);
  const wanted = [sentenceOf('(A, session-renewal)'), `${sentenceOf('')} ${NOT_ALLOWED}`];
  assert.deepEqual(lines.slice(0, 2), wanted);
  assert.match(lines[2], /^svc-embed: \[exchange-rejected\] /);
});

test('a private embed is asked nothing of allowEmbed, and nobody hears of more than five kinds', async () => {
  await openPage();
  await mountEmbed({ isPrivate: true });
  await event('dashboard-loaded');
  const names = ['A', 'B', 'C', 'D', 'E'];
  await report(...names.map((name) => ({ message: 'secret', name })));
  const wanted = names.map((name) => sentenceOf(`(${name})`));
  assert.deepEqual(await sortedWarnings(5), wanted);
  await report({ message: 'one too many', name: 'F' });
  await event('error', 6);
  assert.deepEqual(await sortedWarnings(5), wanted);
});
