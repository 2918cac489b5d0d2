// What the inspector shows of an embed, and what it never shows.

import axe from 'axe-core';
import { inspect, type Inspector } from 'svc-embed/inspector';
import { fakeEmbed } from 'svc-embed/testing';
import { deepEqual, equal, match, ok, sleep, until } from './support/assert.js';
import { advance, control, faults, getSession, mountEmbed } from './support/embed.js';
import { driver, engine, origins, test } from './support/test.js';

const rootOf = ({ element }: Inspector) => element.shadowRoot!;

/** The inspector's facts by name, and its rows without their times, oldest first. */
function shown(inspector: Inspector): Record<string, string> & { rows: string[] } {
  const facts = [...rootOf(inspector).querySelectorAll('.state div')].map(({ children }) =>
    [...children].map(({ textContent }) => textContent!),
  );
  const rows = [...rootOf(inspector).querySelectorAll('tbody tr')].reverse();
  const textOf = (cell: Element) => (cell.querySelector('summary') ?? cell).textContent!.trim();
  return {
    ...Object.fromEntries(facts),
    rows: rows.map(({ children }) => [...children].slice(1).map(textOf).join(' ')),
  };
}

const has = (inspector: Inspector, row: string | RegExp) =>
  until(`${row}`, () =>
    shown(inspector).rows.some((text) => (typeof row === 'string' ? text === row : row.test(text))),
  );

const button = (inspector: Inspector, name: string) =>
  [...rootOf(inspector).querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  )!;

test('the inspector shows messages and the session under a strict policy, and no id', async () => {
  const refused: string[] = [];
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    refused.push(`${effectiveDirective} ${blockedURI}`);
  });
  const content =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; " +
    `frame-src ${origins.sandbox}; require-trusted-types-for 'script'`;
  const policy = { httpEquiv: 'Content-Security-Policy', content };
  document.head.append(Object.assign(document.createElement('meta'), policy));
  const ids: string[] = [];
  const own = await mountEmbed(
    {
      getSession: async (request) => {
        ids.push(await getSession(request));
        return ids.at(-1)!;
      },
    },
    'dashboard-loaded',
  );
  const inspector = inspect(own.embed);
  own.embed.setLocale('de');
  await has(inspector, 'Action set-locale');
  const { Status, Mode, Renewal, Renewed } = shown(inspector);
  deepEqual([Status, Mode, Renewal, Renewed], ['active', 'signed', 'idle', '0 times']);

  await faults({ backend: { mode: 'down', times: 1 } });
  await advance({ hours: 22, minutes: 31 });
  await own.session({ status: 'active', renewals: 1 });
  await has(inspector, /^Attempt confirmed/);
  await until('the renewal', () => shown(inspector)['Renewed'] === 'once');
  const { rows } = shown(inspector);
  const life = rows.filter((row) => /^(Attempt|Event session-|Action set-s)/.test(row));
  deepEqual(
    // The times differ from run to run.
    life
      .slice(life.indexOf('Event session-expiring'))
      .map((row) => row.replace(/\d+ ms|\d+\.\d s/g, 'T').replace(/ · next in T/, '')),
    [
      'Event session-expiring',
      'Attempt started attempt 1',
      'Attempt failed attempt 1 · after T · mint-failed',
      'Attempt started attempt 2',
      'Attempt minted attempt 2 · after T',
      'Action set-session',
      'Attempt confirmed attempt 2 · after T · T in all',
    ],
  );
  const bad = { source: 'svc-embed', direction: 'event', type: 'svc:event:download', timestamp: 1 };
  await control('emit', { message: { ...bad, surface: 'dashboard', payload: {} } });
  await control('emit', { message: { type: 'a secret of mine', source: 'x' } });
  await has(inspector, 'Dropped download payload');
  await has(inspector, 'Dropped unnamed envelope');
  const html = rootOf(inspector).innerHTML;
  equal(ids.length, 2);
  for (const secret of [...ids, 'a secret of mine']) ok(!html.includes(secret));
  deepEqual(refused, []);
});

test('a renewal that fails, and when it is tried again; axe finds nothing in it', async () => {
  const renewal = { spreadMs: 0, retryMinMs: 60_000, retryMaxMs: 60_000 };
  const own = await mountEmbed({ renewal }, 'dashboard-loaded');
  const inspector = inspect(own.embed);
  await faults({ backend: { mode: 'down', times: 9 } });
  await advance({ hours: 22, minutes: 31 });
  await own.session({ renewal: 'backing-off' });
  await until('the failure', () => {
    const all = shown(inspector);
    return (
      all['Status'] === 'expiring' &&
      all['Renewal'] === 'backing-off, attempt 1' &&
      // By the clock of the service, which was turned.
      / in 2[89] min( \d+ s)?$/.test(all['Expires']) &&
      all['Last error'].startsWith('mint-failed: ') &&
      / in \d+ s$/.test(all['Next attempt'])
    );
  });
  for (const details of rootOf(inspector).querySelectorAll('details')) details.open = true;
  inspector.element.id = 'inspector';
  const viewport = { name: 'viewport', content: 'width=device-width, initial-scale=1' };
  document.head.append(Object.assign(document.createElement('meta'), viewport));
  for (const width of engine === 'chromium' ? [390, 1_440] : [null]) {
    await driver('showAs', { width });
    for (const scheme of ['light', 'dark']) {
      document.documentElement.style.colorScheme = scheme;
      const { violations } = await axe.run('#inspector', {
        iframes: false,
        rules: { 'target-size': { enabled: true } },
      });
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
      deepEqual(found, [], `${scheme}, ${width}`);
    }
  }
});

test('rows are opened, saved and cleared, and Escape closes it', async () => {
  const own = await mountEmbed({}, 'dashboard-loaded');
  const inspector = inspect(own.embed);
  const saved: Blob[] = [];
  let savedAs = '';
  const { createObjectURL } = URL;
  URL.createObjectURL = (blob) => (saved.push(blob as Blob), createObjectURL(blob));
  HTMLAnchorElement.prototype.click = function () {
    savedAs = this.download;
  };
  const count = (count: number) =>
    until(`${count} rows`, () => shown(inspector).rows.length === count);
  own.embed.setLocale('de');
  await count(2);
  const details = () => rootOf(inspector).querySelector('details')!;
  details().open = true;
  match(details().textContent!, /Status ?active/);
  own.embed.setTimezone('Europe/Berlin');
  await count(3);
  ok(details().open, 'an opened row stays open while others arrive');
  button(inspector, 'Export').click();
  equal(savedAs, 'svc-embed.json');
  const { rows } = JSON.parse(await saved[0].text());
  deepEqual(rows, JSON.parse(inspector.recording()).rows);
  deepEqual(
    rows.map(({ kind, name }: Record<string, string>) => `${kind} ${name}`),
    ['session active', 'action set-locale', 'action set-timezone'],
  );
  button(inspector, 'Clear').click();
  deepEqual(shown(inspector).rows, []);
  const escape = { key: 'Escape', bubbles: true, composed: true };
  rootOf(inspector).querySelector('button')!.dispatchEvent(new KeyboardEvent('keydown', escape));
  equal(inspector.element.isConnected, false);
});

test('closing it leaves the embed alone, and it outlives the embed', async () => {
  const own = await mountEmbed({}, 'dashboard-loaded');
  const refusal = (options?: { target: string }) => {
    const before = document.body.children.length;
    try {
      return inspect(own.embed, options);
    } catch (error) {
      return [(error as { code: string }).code, document.body.children.length - before];
    }
  };
  deepEqual(refusal({ target: '#nowhere' }), ['invalid-target', 0]);
  const closed = inspect(own.embed);
  const rows = () => rootOf(closed).querySelectorAll('tr').length;
  closed.close();
  const before = rows();
  own.embed.refresh();
  await own.shows({ refreshes: '1' });
  await advance({ hours: 22, minutes: 31 });
  await own.session({ status: 'active', renewals: 1 });
  equal(rows(), before);

  const inspector = inspect(own.embed, { target: 'main', limit: 1 });
  equal(inspector.element.parentElement!.localName, 'main');
  own.embed.setLocale('de');
  own.embed.setLocale('fr');
  const latest = () => shown(inspector).rows.filter((row) => /locale/.test(row)).length === 1;
  await until('the latest message alone', latest);
  own.embed.destroy();
  await until('the end', () => shown(inspector)['Status'] === 'the embed was destroyed');
  inspector.close();
  inspector.close();
  equal(inspector.element.parentElement, null);
  deepEqual(refusal(), ['destroyed', 0]);
});

test('more events than are kept stay in bounds on the page', async () => {
  const embed = fakeEmbed();
  const inspector = inspect(embed);
  for (let sent = 0; sent < 1_200; sent++) embed.emit('drilldown', { member: 'orders.revenue' });
  await sleep(100);
  const { length } = rootOf(inspector).querySelectorAll('*');
  ok(length > 300 && length < 6_000, `${length} elements`);
  // A thousand messages, and the row of the session.
  equal(JSON.parse(inspector.recording()).rows.length, 1_001);
});
