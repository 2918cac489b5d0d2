// A stranger's markup in a page that lets custom elements through its sanitizer: `<svc-embed>` loads only what a
// script has allowed, and sends its POST only to the page's own origin.

import type { SvcEmbedElement, SvcEmbedSource } from 'svc-embed/element';
import { deepEqual, ending, equal, ok, sleep, until } from './support/assert.js';
import { elementOf } from './support/element.js';
import { asked, embedPage, serve, target, type Served } from './support/embed.js';
import { origins, test, uncaught } from './support/test.js';

const SESSION = '/api/embed-session';
const DELETE = '/api/account/delete';
const MINT: Served = { body: '{"sessionId":"{id}"}' };
/** What the scripts of most tests allow, and its attributes. */
const own = { baseUrl: origins.tenant, sessionUrl: SESSION };
const OWN = { 'base-url': own.baseUrl, 'session-url': own.sessionUrl };
const NONE = { 'base-url': null, 'session-url': null };

/** The tenant, a stranger who would answer anything, and the page's backend, whose other addresses answer, too. */
async function open(
  answers: Record<string, Served | Served[]> = {},
): Promise<typeof SvcEmbedElement> {
  const page = { '/embed/dashboard/sales': embedPage() };
  await serve('tenant', page);
  await serve('stranger', { ...page, '/answer': MINT, [SESSION]: MINT });
  await serve('page', { [SESSION]: MINT, [DELETE]: MINT, ...answers });
  return (await import('svc-embed/element')).SvcEmbedElement;
}

/** What was asked for, but the page's own controls. */
const requests = async (...servers: ('page' | 'tenant' | 'stranger')[]) =>
  (await Promise.all(servers.map(asked))).flat().map(({ method, url }) => `${method} ${url}`);
const nothingAsked = async () => deepEqual(await requests('page', 'tenant', 'stranger'), []);

type Attributes = Record<string, string | null>;

/** Puts an element into the page as a sanitizer would: `OWN`, but for a change. Then a script sets properties. */
function inject(change: Attributes = {}, properties: object = {}): SvcEmbedElement {
  const place = target().appendChild(document.createElement('section'));
  place.innerHTML = elementOf({ 'public-id': 'sales', ...OWN, ...change }).outerHTML;
  return Object.assign(place.firstElementChild as SvcEmbedElement, properties);
}

/** What was reported of the last `outcome`. */
let said = '';

/** `ready`, or the code with which an element refuses. */
async function outcome(element: SvcEmbedElement): Promise<string> {
  const end = await ending(element.ready);
  if (end === 'resolved') return 'ready';
  await sleep();
  said = uncaught.splice(0).join();
  return end;
}

test('what one copy of the module allows is allowed, whichever copy has defined the element', async () => {
  await open();
  const copy = await import(`${'/copy'}/element.js`);
  const before = inject();
  equal(await outcome(before), 'not-allowed');
  copy.SvcEmbedElement.allow(own);
  deepEqual([await outcome(before), await outcome(inject())], ['ready', 'ready']);
});

/** To a redirector that keeps the query, which takes the id along. */
const ELSEWHERE = '/go?to=https://evil.example/';

test('a property that a script sets on every element does not allow what its attributes say', async () => {
  (await open()).allow(own);
  const getSession = async () => 'an-id';
  const stranger = { 'base-url': origins.stranger, 'session-url': null };
  for (const [markup, properties] of [
    [stranger, { getSession }],
    [stranger, { sessionUrl: SESSION }],
    [{ ...NONE, 'session-url': DELETE }, { baseUrl: own.baseUrl }],
    [
      { ...NONE, path: ELSEWHERE },
      { ...own, getSession },
    ],
  ] as [Attributes, object][])
    equal(await outcome(inject(markup, properties)), 'not-allowed', JSON.stringify(markup));
  await nothingAsked();
});

/** What differs from the markup that is allowed. */
const REFUSED: Attributes[] = [
  { 'base-url': origins.stranger },
  { 'base-url': origins.stranger, 'session-url': DELETE },
  { 'base-url': origins.stranger, 'session-url': null },
  { 'session-url': DELETE },
  { 'session-url': `${origins.stranger}/answer` },
  { 'session-url': 'data:application/json,{"sessionId":"x"}' },
  { 'session-url': null },
  // The same URLs as other texts.
  { 'base-url': `${own.baseUrl}/` },
  { 'base-url': own.baseUrl.toUpperCase() },
  { 'base-url': `${own.baseUrl} ` },
  { 'session-url': '/api/embed\n-session' },
  { 'session-url': '/api/../api/embed-session' },
  { 'session-url': `${location.origin}${SESSION}` },
  // A list in one text, and the names of properties.
  { 'base-url': `${own.baseUrl}","sessionUrl":"${SESSION}`, 'session-url': null },
  { 'base-url': 'constructor', 'session-url': '__proto__' },
  // Where the id goes.
  { path: `${ELSEWHERE}%3Fid={session}` },
  { path: ELSEWHERE },
  { params: '{"to":"https://evil.example/","keep":true}' },
  // How often the backend is asked.
  { renewal: '{"retryMinMs":0,"retryMaxMs":0,"maxAttempts":1000000}' },
  // What the embed may do.
  ...[
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
  ].map((attributes) => ({ 'frame-attributes': JSON.stringify(attributes) })),
];

test('markup that no script has allowed loads nothing, asks for nothing, and says why', async () => {
  (await open()).allow(own);
  for (const change of REFUSED) {
    const name = JSON.stringify(change);
    const element = inject(change);
    let told = '';
    element.addEventListener('mount-failed', ({ detail }) => (told = (detail as any).code));
    equal(await outcome(element), 'not-allowed', name);
    ok(said.includes('[not-allowed]'), name);
    const { name: slot } = element.shadowRoot!.querySelector('slot')!;
    deepEqual([told, slot, element.iframe], ['not-allowed', 'error', null], name);
  }
  await nothingAsked();
  // The same element loads from the source that was allowed: so only the source was refused before.
  equal(await outcome(inject()), 'ready');
  deepEqual(await requests('page', 'stranger'), [`POST ${SESSION}`]);
});

test('markup that changes the attributes of an element that runs ends its embed', async () => {
  (await open()).allow(own);
  const base = { 'base-url': origins.stranger };
  const session = { 'session-url': DELETE };
  // Both in one task: no attribute is left that was there before.
  for (const changes of [base, session, { ...base, ...session }]) {
    const element = inject();
    equal(await outcome(element), 'ready');
    for (const [name, value] of Object.entries(changes)) element.setAttribute(name, value);
    await until('its end', () => element.iframe === null);
    equal(await outcome(element), 'not-allowed');
    element.remove();
  }
  deepEqual(await requests('page', 'stranger'), Array(3).fill(`POST ${SESSION}`));
});

test('what a script allows later is loaded, and without a report if it does so at once', async () => {
  const Element = await open({ '/api/gone': MINT });
  const atOnce = inject();
  // The element has begun by then.
  await null;
  Element.allow(own);
  equal(await ending(atOnce.ready), 'resolved');
  const [late, gone] = [DELETE, '/api/gone'].map((url) => inject({ 'session-url': url }));
  for (const element of [late, gone]) equal(await outcome(element), 'not-allowed');
  gone.remove();
  Element.allow({ ...own, sessionUrl: '/api/gone' });
  Element.allow({ ...own, sessionUrl: DELETE });
  await until('the embed', () => late.iframe);
  equal(await outcome(late), 'ready');
  // An element that has left the document stays out of it.
  equal(gone.iframe, null);
});

test('what a script has allowed of a path, of parameters and of the iframe is loaded, and what it sets itself', async () => {
  const Element = await open();
  Element.allow(own);
  const path = '/embed/dashboard/sales?theme=1';
  const params = { allowExport: true, page: 2 };
  const frameAttributes = { sandbox: 'allow-scripts allow-same-origin', class: 'x' };
  const [json, rights] = [params, frameAttributes].map((value) => JSON.stringify(value));
  // A property is not markup.
  const property = inject({}, { path, params, frameAttributes });
  equal(await outcome(property), 'ready');
  equal(property.iframe!.getAttribute('sandbox'), frameAttributes.sandbox);
  const [{ url }] = await asked('tenant');
  equal(
    url.replace(/id-\d+/, 'id'),
    '/embed/dashboard/sales?theme=1&session=id&allowExport=true&page=2',
  );
  const looks = { 'frame-attributes': '{"class":"x","allow":"fullscreen"}' };
  equal(await outcome(inject(looks)), 'ready');
  for (const [attributes, source] of [
    [{ path }],
    [{ 'frame-attributes': rights }],
    [{ renewal: '{"maxAttempts":3}' }],
    // As an object, whatever the order, and as the text of the attribute.
    [{ params: json }, { params: { page: 2, allowExport: true } }],
    [
      { path, params: json },
      { path, params: json },
    ],
  ] as [Attributes, Partial<SvcEmbedSource>?][]) {
    const element = inject(attributes);
    equal(await outcome(element), 'not-allowed', JSON.stringify(attributes));
    // The sentence shows what to allow.
    const shown = JSON.parse(/allow\((\{.*\})\)/.exec(said)![1]);
    Element.allow(source ? { ...own, ...source } : shown);
    await sleep();
    equal(await outcome(element), 'ready', JSON.stringify(attributes));
  }
  Element.allow({ ...own, path: '/../other' });
  equal(await outcome(inject({ path: '/../other' })), 'invalid-path');
});

test('properties that a script has set last need no leave', async () => {
  await open();
  const elements = [
    inject({ 'base-url': 'x', 'session-url': 'y' }, own),
    inject({ ...NONE, 'session-url': 'y' }),
  ];
  // An attribute that is gone says nothing.
  elements[1].removeAttribute('session-url');
  elements[1].baseUrl = own.baseUrl;
  for (const element of elements) equal(await ending(element.ready), 'resolved');
});

const of = (type: string) => ({ headers: { 'content-type': type } });
const NO_JSON = 'The session-url answered no JSON.';
/** What the page's backend answers, how the element ends, which tries once, and the cause. */
const ANSWERS: [answer: Served, end: string, cause?: string][] = [
  [{ ...MINT, ...of('application/json; charset=utf-8') }, 'ready'],
  [{ ...MINT, ...of('text/html') }, 'mint-failed', NO_JSON],
  [{ ...MINT, ...of('text/plain') }, 'mint-failed', NO_JSON],
  // An error of the parser would quote it.
  [{ body: '{"sessionId":"{id}', ...of('application/json') }, 'mint-failed', NO_JSON],
  [{ status: 401 }, 'signed-out'],
  [{ status: 403 }, 'mint-failed', 'The session-url answered 403.'],
  [{ status: 307, headers: { location: `${origins.stranger}/answer` } }, 'mint-failed'],
  // An open redirect of the page's own origin must not make an address out of another.
  [{ status: 307, headers: { location: DELETE } }, 'mint-failed'],
];

test('the POST goes to the page’s own origin, follows no redirect, and only JSON is read', async () => {
  // Some browsers would send `Origin: null`.
  const attributes = { name: 'referrer', content: 'no-referrer' };
  document.head.append(Object.assign(document.createElement('meta'), attributes));
  await open(Object.fromEntries(ANSWERS.map(([answer], at) => [`/api/${at}`, answer])));
  const mounted = async (sessionUrl: string, wanted: string, cause?: string) => {
    const renewal = { maxAttempts: 1, retryMinMs: 0 };
    const element = inject(NONE, { ...own, sessionUrl, renewal });
    equal(await outcome(element), wanted, sessionUrl);
    if (cause) equal((element.session!.lastError!.cause as Error).message, cause);
  };
  for (const [at, [, end, cause]] of ANSWERS.entries()) await mounted(`/api/${at}`, end, cause);
  await mounted(`${origins.stranger}/answer`, 'mint-failed');
  await mounted(SESSION, 'ready');
  // Markup of a stranger may have a `<base>`.
  document.head.append(Object.assign(document.createElement('base'), { href: origins.stranger }));
  await mounted(SESSION, 'mint-failed');
  deepEqual(await requests('stranger'), []);
  const posts = await asked('page');
  ok(!posts.some(({ url }) => url === DELETE), 'a redirect was followed');
  // No form of another site can send such a header.
  const { method, headers } = posts.find(({ url }) => url === SESSION)!;
  deepEqual([method, headers['x-svc-embed'], headers['origin']], ['POST', '1', location.origin]);
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
