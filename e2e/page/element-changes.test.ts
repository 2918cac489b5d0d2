// `<svc-embed>`: an option that changes acts on the running embed, or mounts another; what is shown until then.

import { SvcEmbedElement } from 'svc-embed/element';
import { deepEqual, equal, ok, sleep, until } from './support/assert.js';
import {
  addContent,
  applied,
  failure,
  frames,
  openElement,
  seen,
  sees,
} from './support/element.js';
import { counts, faults, target } from './support/embed.js';
import { driver, origins, test, uncaught } from './support/test.js';

const COMPLETED = { member: 'orders.status', value: 'completed' };
const mints = async () => (await counts()).mintRequests;

test('a change acts on the running embed if it can, and mounts another if not', async () => {
  const own = await openElement();
  const { embed: element } = own;
  const { iframe } = element;
  const filters = (count: number) =>
    until(
      `${count} filters`,
      async () => JSON.parse((await own.shows({})).filters).length === count,
    );
  element.setAttribute('color-scheme', 'dark');
  element.theme = { primaryColor: '#b3261e' };
  element.setAttribute('locale', 'de');
  element.timezone = 'Asia/Tokyo';
  element.title = 'Sales';
  element.filters = [COMPLETED];
  const live = { scheme: 'dark', primaryColor: '#b3261e', locale: 'de', timezone: 'Asia/Tokyo' };
  await own.shows(live);
  await filters(1);
  // Equal values do not count as a change.
  element.theme = { primaryColor: '#b3261e' };
  element.params = undefined;
  element.setAttribute('base-url', element.getAttribute('base-url')!);
  await applied();
  deepEqual([element.iframe === iframe, element.iframe!.title, await mints()], [true, 'Sales', 1]);

  element.setAttribute('public-id', 'fulfilment');
  await own.event('ready', 2);
  await own.shows({ path: '/dashboard/fulfilment', scheme: 'dark', locale: 'de' });
  deepEqual([frames(element), await mints()], [1, 2]);
  // A filter that is taken away is cleared, unless the page wants a new embed.
  await filters(1);
  element.filters = [];
  await filters(0);
  element.setAttribute('removed-filters', 'reload');
  element.filters = [COMPLETED];
  await filters(1);
  equal(await mints(), 2);
  element.filters = undefined;
  await own.event('ready', 3);
  deepEqual([frames(element), await mints()], [1, 3]);
});

test('options are compared by their values at the time they were set', async () => {
  const own = await openElement();
  const { embed: element } = own;
  const { iframe } = element;
  element.filters = [COMPLETED];
  element.theme = { primaryColor: '#123456', radius: 4 };
  (element.filters as object[]).push({ member: 'orders.region', value: 'EU' });
  element.filters = [...element.filters];
  await until('both', async () => JSON.parse((await own.shows({})).filters).length === 2);
  await own.shows({ primaryColor: '#123456' });
  const sent: unknown[] = [];
  (element.embed as any).on('sent', (type: string) => sent.push(type.split(':').at(-1)));
  // Two values are equal whatever the order of their keys.
  element.theme = { radius: 4, primaryColor: '#123456' };
  element.filters = (element.filters as any[]).map(({ member, value }) => ({ value, member }));
  await null;
  deepEqual(sent, []);
  (element.filters as any[])[1].value = 'US';
  element.filters = [...element.filters];
  await null;
  deepEqual([sent, element.iframe === iframe], [['set-filter'], true]);

  // An object, and what has entries of its own.
  const kept: boolean[] = [];
  for (const params of [
    ...[{ page: 1 }, { entries: 1 }, { entries: 1 }],
    ...['page=1&page=2', 'page=1&page=2', 'page=3&page=2'].map((text) => new URLSearchParams(text)),
    ...[new Map([['page', 1]]), new Map([['page', 1]])],
  ]) {
    const { embed } = element;
    element.params = params as never;
    await null;
    kept.push(element.embed === embed);
    // It is there before its iframe has loaded anything.
    await until('an embed', () => element.embed);
  }
  deepEqual(kept, [false, false, true, false, true, false, false, true]);
});

test('a wrong value, or one that has no text, is reported once, changes nothing, and the next one holds', async () => {
  const own = await openElement();
  const { embed: element } = own;
  const circular: Record<string, unknown> = { primaryColor: '#123456' };
  circular['itself'] = circular;
  for (const [change, code] of [
    [() => element.setAttribute('timezone', 'Mars/Olympus'), 'invalid-timezone'],
    [() => element.setAttribute('theme', '{'), 'invalid-option'],
    [() => (element.theme = circular as never), 'invalid-option'],
    ...[null, { member: 'orders.status', value: 10n }].map((wrong) => [
      () => (element.filters = [COMPLETED, wrong] as never),
      'invalid-filter',
    ]),
  ] as [() => void, string][]) {
    change();
    await until(code, () => uncaught.length > 0);
    await applied();
    deepEqual(
      uncaught.splice(0).map((text) => text.includes(`[${code}]`)),
      [true],
      String(change),
    );
  }
  equal(element.session!.status, 'active');
  element.locale = 'fr';
  element.timezone = 'Asia/Tokyo';
  element.theme = { primaryColor: '#b3261e' };
  await own.shows({ primaryColor: '#b3261e', locale: 'fr', timezone: 'Asia/Tokyo' });
  element.filters = [COMPLETED];
  const shown = await own.shows({ primaryColor: '#b3261e', locale: 'fr' });
  ok(shown.filters.includes('completed'), shown.filters);
  // Only a new embed can take other parameters.
  const failed = failure(element);
  element.params = { page: 1n } as never;
  equal(await failed, 'invalid-option');
});

test('the slot loading is shown until ready, the slot error if there will be no dashboard', async () => {
  await faults({ backend: { mode: 'slow', delayMs: 3_000, times: 1 } });
  const own = await openElement({}, null);
  const { embed: element } = own;
  addContent(element);
  await until('the iframe', () => frames(element) === 1);
  equal(seen(element), 'loading');
  const [loading] = element.children as unknown as HTMLElement[];
  loading.style.margin = '0';
  const box = (of: Element) => Object.values(of.getBoundingClientRect().toJSON()).slice(0, 3);
  deepEqual(box(loading), box(element));
  await own.event('ready');
  equal(seen(element), 'iframe');

  const { SignedOutError } = await import('svc-embed');
  let code = '';
  element.addEventListener('mount-failed', ({ detail }) => (code = (detail as any).code));
  element.getSession = async () => {
    throw new SignedOutError();
  };
  element.publicId = 'fulfilment';
  await sees(element, 'error');
  // The page sees it in the session, too: it is no uncaught error.
  equal(code, 'signed-out');
  element.getSession = undefined;
  element.retry();
  await own.event('ready', 2);
  equal(seen(element), 'iframe');
  element.baseUrl = 'nowhere';
  await sees(element, 'error');
  uncaught.length = 0;
});

test('what changes while the words of a failure are loaded is mounted', async () => {
  await driver('serve', 'page', { '/dist/mistakes.js': { isHeld: true } });
  const [wrong, early] = [0, 1].map(() => document.createElement('svc-embed'));
  for (const element of [wrong, early]) {
    Object.assign(element, { publicId: 'sales', mode: 'private' });
    element.addEventListener('mount-failed', (event) => event.preventDefault());
  }
  wrong.baseUrl = 'nowhere';
  early.setAttribute('base-url', origins.sandbox);
  target().append(wrong, early);
  // The second one has its refusal, too.
  await sleep(100);
  wrong.baseUrl = origins.sandbox;
  SvcEmbedElement.allow({ baseUrl: origins.sandbox } as never);
  await sleep();
  deepEqual([wrong.embed, early.embed], [null, null]);
  await driver('release', 'page');
  await until('both embeds', () => wrong.embed && early.embed);
});
