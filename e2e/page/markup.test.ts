// A stranger's markup in a page that lets custom elements through its sanitizer: `<svc-embed>` loads only what a
// script has allowed, and sends its POST only to the page's own origin.

import type { SvcEmbedElement } from 'svc-embed/element';
import { deepEqual, ending, equal, ok, sleep } from './support/assert.js';
import { elementOf } from './support/element.js';
import { asked, embedPage, serve, target, type Served } from './support/embed.js';
import { origins, test, uncaught } from './support/test.js';

const SESSION = '/api/embed-session';
const own = { baseUrl: origins.tenant, sessionUrl: SESSION };
const MINT: Served = { body: '{"sessionId":"{id}"}' };

/** The tenant, a stranger who would answer anything, and the page's backend, whose other addresses answer, too. */
async function open(
  answers: Record<string, Served | Served[]> = {},
): Promise<typeof SvcEmbedElement> {
  const page = { '/embed/dashboard/sales': embedPage() };
  await serve('tenant', page);
  await serve('stranger', { ...page, '/answer': MINT, [SESSION]: MINT });
  await serve('page', { [SESSION]: MINT, '/api/account/delete': MINT, ...answers });
  return (await import('svc-embed/element')).SvcEmbedElement;
}

/** What was asked for, but the page's own controls. */
const requests = async (...servers: ('page' | 'tenant' | 'stranger')[]) =>
  (await Promise.all(servers.map(asked))).flat().map(({ method, url }) => `${method} ${url}`);
const nothingAsked = async () => deepEqual(await requests('page', 'tenant', 'stranger'), []);

const attributesOf = ({ baseUrl, sessionUrl }: { baseUrl?: string; sessionUrl?: string }) => ({
  'base-url': baseUrl ?? null,
  'session-url': sessionUrl ?? null,
});

/** Puts an element with these attributes into the page, as a sanitizer would. */
function inject(attributes: Record<string, string | null>): SvcEmbedElement {
  const place = target().appendChild(document.createElement('section'));
  place.innerHTML = elementOf({ 'public-id': 'sales', ...attributes }).outerHTML;
  return place.firstElementChild as SvcEmbedElement;
}

/** `ready`, or the code with which an element refuses, which may be reported. */
async function outcome(element: SvcEmbedElement): Promise<string> {
  const end = await ending(element.ready);
  if (end !== 'resolved') {
    await sleep();
    uncaught.length = 0;
  }
  return end === 'resolved' ? 'ready' : end;
}

test('what one copy of the module allows is allowed, whichever copy has defined the element', async () => {
  await open();
  const copy = await import(`${'/copy'}/element.js`);
  const before = inject(attributesOf(own));
  equal(await outcome(before), 'not-allowed');
  copy.SvcEmbedElement.allow(own);
  deepEqual([await outcome(before), await outcome(inject(attributesOf(own)))], ['ready', 'ready']);
});

test('a property that a script sets on every element does not allow what its attributes say', async () => {
  await open();
  const deleting = { sessionUrl: '/api/account/delete' };
  for (const [markup, property] of [
    [{ baseUrl: origins.stranger }, { getSession: async () => 'an-id' }],
    [deleting, { baseUrl: own.baseUrl }],
    [{ baseUrl: origins.stranger }, { sessionUrl: SESSION }],
  ] as const)
    equal(await outcome(Object.assign(inject(attributesOf(markup)), property)), 'not-allowed');
  await nothingAsked();
});

/** Sources that are not the allowed one. */
const SOURCES: Record<string, { baseUrl: string; sessionUrl?: string }> = {
  'both are a stranger’s': { baseUrl: origins.stranger, sessionUrl: '/api/account/delete' },
  'another tenant': { ...own, baseUrl: origins.stranger },
  'another tenant without a session': { baseUrl: origins.stranger },
  'another session-url': { ...own, sessionUrl: '/api/account/delete' },
  'a session-url of another origin': { ...own, sessionUrl: `${origins.stranger}/answer` },
  'a session-url of text': { ...own, sessionUrl: 'data:application/json,{"sessionId":"x"}' },
  'no session-url': { baseUrl: own.baseUrl },
  'the same URL as another text': { ...own, baseUrl: `${own.baseUrl}/` },
  'other letters': { ...own, baseUrl: own.baseUrl.toUpperCase() },
  'a space': { ...own, baseUrl: `${own.baseUrl} ` },
  'a line break': { ...own, sessionUrl: '/api/embed\n-session' },
  'a step': { ...own, sessionUrl: '/api/../api/embed-session' },
  'the whole URL': { ...own, sessionUrl: `${location.origin}${SESSION}` },
  'a list in one text': { ...own, baseUrl: `${own.baseUrl}","sessionUrl":"${SESSION}` },
  'the name of a property': { baseUrl: 'constructor', sessionUrl: '__proto__' },
};

test('markup that no script has allowed loads nothing, asks for nothing, and says why', async () => {
  const Element = await open();
  Element.allow(own as never);
  for (const [name, source] of Object.entries(SOURCES)) {
    const element = inject(attributesOf(source));
    let told = '';
    element.addEventListener('mount-failed', ({ detail }) => (told = (detail as any).code));
    equal(await ending(element.ready), 'not-allowed', name);
    await sleep();
    ok(uncaught.splice(0).join().includes('[not-allowed]'), name);
    const { name: slot } = element.shadowRoot!.querySelector('slot')!;
    deepEqual([told, slot, element.iframe], ['not-allowed', 'error', null], name);
  }
  await nothingAsked();
  // The same element loads from the source that was allowed: so only the source was refused before.
  equal(await outcome(inject(attributesOf(own))), 'ready');
  deepEqual(await requests('page', 'stranger'), [`POST ${SESSION}`]);
});

test('a path and parameters of markup, which say where the id goes, must be allowed with the rest', async () => {
  const Element = await open();
  Element.allow(own as never);
  // A redirector that keeps the query takes the id along.
  const path = '/go?to=https://evil.example/';
  const params = '{"to":"https://evil.example/","keep":true}';
  for (const [attributes, shown] of [
    [{ path: `${path}%3Fid={session}` }],
    [{ path }, { ...own, path }],
    [{ params }],
    [
      { path, params },
      { ...own, params: { keep: true, to: 'https://evil.example/' }, path },
    ],
    [{ path: '/../other' }],
  ] as [Record<string, string>, object?][]) {
    const element = inject({ ...attributesOf(own), ...attributes });
    equal(await ending(element.ready), 'not-allowed', JSON.stringify(attributes));
    await sleep();
    // The sentence shows what to allow.
    const said = uncaught.splice(0).join();
    if (shown)
      ok(said.includes(JSON.stringify(Object.fromEntries(Object.entries(shown).sort()))), said);
  }
  // A script that finds the element sets the rest.
  const found = Object.assign(inject({ path }), { ...own, getSession: async () => 'an-id' });
  equal(await outcome(found), 'not-allowed');
  Element.allow({ ...own, path: '/../other' } as never);
  equal(await outcome(inject({ ...attributesOf(own), path: '/../other' })), 'invalid-path');
  await nothingAsked();
});

test('attributes of the iframe that give a right must be allowed, and so must the times of renewal', async () => {
  const Element = await open();
  Element.allow(own as never);
  const rights = [
    { allow: 'fullscreen; camera' },
    { allow: 'fullscreen camera' },
    { allow: 'camera; fullscreen' },
    { allow: 'fullscreen *; geolocation *' },
    { class: 'x', allow: 'camera' },
    { allowfullscreen: '' },
    { sandbox: '' },
    { referrerpolicy: 'unsafe-url' },
    { name: 'x' },
    { 'x-class': 'x' },
  ].map((attributes) => ({ 'frame-attributes': JSON.stringify(attributes) }));
  // Markup does not decide how often the backend is asked.
  const renewal = '{"retryMinMs":0,"retryMaxMs":0,"maxAttempts":1000000}';
  for (const given of [...rights, { renewal }])
    equal(
      await outcome(inject({ ...attributesOf(own), ...given })),
      'not-allowed',
      JSON.stringify(given),
    );
  await nothingAsked();
});

test('markup that changes the attributes of an element that runs ends its embed', async () => {
  const Element = await open();
  Element.allow(own as never);
  const base = { 'base-url': origins.stranger };
  const session = { 'session-url': '/api/account/delete' };
  // Both in one task: no attribute is left that was there before.
  for (const changes of [base, session, { ...base, ...session }]) {
    const element = inject(attributesOf(own));
    equal(await outcome(element), 'ready');
    for (const [name, value] of Object.entries(changes)) element.setAttribute(name, value);
    // Another task: whatever the element does, it has done.
    await sleep(50);
    deepEqual([await outcome(element), element.iframe], ['not-allowed', null]);
    element.remove();
  }
  deepEqual(await requests('page', 'stranger'), Array(3).fill(`POST ${SESSION}`));
});

test('what a script allows later is loaded, and without a report if it does so at once', async () => {
  await serve('page', { '/api/gone': MINT });
  const atOnce = inject(attributesOf(own));
  const Element = await open();
  Element.allow(own as never);
  equal(await ending(atOnce.ready), 'resolved');
  const other = { ...own, sessionUrl: '/api/account/delete' };
  const late = inject(attributesOf(other));
  equal(await outcome(late), 'not-allowed');
  Element.allow(other as never);
  await sleep();
  equal(await outcome(late), 'ready');
  // An element that has left the document stays out of it.
  const gone = inject(attributesOf({ ...own, sessionUrl: '/api/gone' }));
  await outcome(gone);
  gone.remove();
  Element.allow({ ...own, sessionUrl: '/api/gone' } as never);
  await sleep(50);
  equal(gone.iframe, null);
});

test('what a script has allowed of a path, of parameters and of the iframe is loaded, and what it sets itself', async () => {
  const Element = await open();
  Element.allow(own as never);
  const path = '/embed/dashboard/sales?theme=1';
  const params = { allowExport: true, page: 2 };
  const frameAttributes = { sandbox: 'allow-scripts allow-same-origin', class: 'x' };
  const [json, rights] = [params, frameAttributes].map((value) => JSON.stringify(value));
  // A property is not markup.
  const property = Object.assign(inject(attributesOf(own)), { path, params, frameAttributes });
  equal(await outcome(property), 'ready');
  equal(property.iframe!.getAttribute('sandbox'), frameAttributes.sandbox);
  const [{ url }] = await asked('tenant');
  equal(
    url.replace(/id-\d+/, 'id'),
    '/embed/dashboard/sales?theme=1&session=id&allowExport=true&page=2',
  );
  const looks = { 'frame-attributes': '{"class":"x","allow":"fullscreen"}' };
  equal(await outcome(inject({ ...attributesOf(own), ...looks })), 'ready');
  const allowed: [object, Record<string, string>][] = [
    [{ path }, { path }],
    // As an object, whatever the order, and as the text of the attribute.
    [{ params: { page: 2, allowExport: true } }, { params: json }],
    [
      { path, params: json },
      { path, params: json },
    ],
    [{ frameAttributes }, { 'frame-attributes': rights }],
    [{ renewal: { maxAttempts: 3 } }, { renewal: '{"maxAttempts":3}' }],
  ];
  for (const [more, attributes] of allowed) {
    const element = inject({ ...attributesOf(own), ...attributes });
    equal(await outcome(element), 'not-allowed', JSON.stringify(more));
    Element.allow({ ...own, ...more } as never);
    await sleep();
    equal(await outcome(element), 'ready', JSON.stringify(more));
  }
});

test('properties that a script has set need no leave', async () => {
  await open();
  const elements = [
    Object.assign(inject({}), own),
    // The last that was set holds.
    Object.assign(inject(attributesOf({ baseUrl: 'x', sessionUrl: 'y' })), own),
    inject({ 'session-url': 'y' }),
  ];
  // An attribute that is gone says nothing.
  elements[2].removeAttribute('session-url');
  elements[2].baseUrl = own.baseUrl;
  for (const element of elements) equal(await ending(element.ready), 'resolved');
});

/** What the page's backend answers, and how the element ends, which tries once. */
const ANSWERS: [Served, string][] = [
  [{ ...MINT, headers: { 'content-type': 'application/json; charset=utf-8' } }, 'ready'],
  [{ ...MINT, headers: { 'content-type': 'text/html' } }, 'mint-failed'],
  [{ ...MINT, headers: { 'content-type': 'text/plain' } }, 'mint-failed'],
  [{ status: 401 }, 'signed-out'],
  [{ status: 403 }, 'mint-failed'],
  [{ status: 307, headers: { location: `${origins.stranger}/answer` } }, 'mint-failed'],
  // An open redirect of the page's own origin must not make an address out of another.
  [{ status: 307, headers: { location: '/api/account/delete' } }, 'mint-failed'],
];

test('the POST goes to the page’s own origin, follows no redirect, and only JSON is read', async () => {
  await open(Object.fromEntries(ANSWERS.map(([answer], at) => [`/api/${at}`, answer])));
  const mounted = (sessionUrl: string) =>
    outcome(
      Object.assign(inject({}), {
        ...{ ...own, sessionUrl },
        renewal: { maxAttempts: 1, retryMinMs: 0 },
      }),
    );
  for (const [at, [, end]] of ANSWERS.entries()) equal(await mounted(`/api/${at}`), end, `${at}`);
  equal(await mounted(`${origins.stranger}/answer`), 'mint-failed');
  equal(await mounted(SESSION), 'ready');
  // Markup of a stranger may have a `<base>`.
  document.head.append(Object.assign(document.createElement('base'), { href: origins.stranger }));
  equal(await mounted(SESSION), 'mint-failed');
  deepEqual(await requests('stranger'), []);
  const posts = await asked('page');
  ok(!posts.some(({ url }) => url === '/api/account/delete'), 'a redirect was followed');
  // No form of another site can send such a header.
  const { method, headers } = posts.find(({ url }) => url === SESSION)!;
  deepEqual([method, headers['x-svc-embed'], headers['origin']], ['POST', '1', location.origin]);
});

test('a 403 and an answer that is no JSON are failed mints, which are tried again', async () => {
  const page = { status: 200, headers: { 'content-type': 'text/html' } };
  await open({ '/api/refuses-once': [{ status: 403 }, page, MINT] });
  const element = inject({});
  const causes: unknown[] = [];
  element.addEventListener('session', ({ detail: { lastError } }) => {
    if (lastError) causes.push([lastError.code, (lastError.cause as Error).message]);
  });
  const renewal = { retryMinMs: 0, retryMaxMs: 1 };
  Object.assign(element, { ...own, sessionUrl: '/api/refuses-once', renewal });
  equal(await outcome(element), 'ready');
  const said = ['The session-url answered 403.', 'The session-url answered no JSON.'];
  for (const text of said) ok(`${causes}`.includes(`mint-failed,${text}`), `${causes}`);
});

test('an element whose mount-failed handler tries again each time leaves the page alive', async () => {
  await open();
  let rounds = 0;
  const element = document.createElement('svc-embed');
  element.addEventListener('mount-failed', (event) => {
    event.preventDefault();
    rounds++;
    element.retry();
  });
  Object.assign(element, { ...own, timezone: 'UTC+2' });
  document.body.append(element);
  for (let beats = 0; beats < 10 || rounds < 2; beats++) await sleep(10);
  element.remove();
});

test('the POST of a page without a referrer says its origin', async () => {
  document.head.append(
    Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' }),
  );
  await open();
  equal(await outcome(Object.assign(inject({}), own)), 'ready');
  const { headers } = (await asked('page')).find(({ method }) => method === 'POST')!;
  equal(headers['origin'], location.origin);
});
