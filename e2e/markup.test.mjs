// A stranger's markup in a page that lets custom elements through its sanitizer: `<svc-embed>` loads
// only what a script has allowed, and sends its POST only to the page's own origin.

import assert from 'node:assert/strict';
import { test } from './support/test.mjs';
import { evaluate, waitFor } from './support/page.mjs';
import { embedPage, html, json, servePages } from './support/pages-server.mjs';
import { startPuppet } from './support/puppet.mjs';
import { testShells } from './support/shells.mjs';
import { driver } from './support/world.mjs';

let ids = 0;
/** Answers with a fresh id: the bridge refuses one that it knows. */
const mint = (type) => (request, response) =>
  json({ sessionId: `id-${++ids}` }, type)(request, response);

const PAGE = '<meta charset="utf-8" /><title>A page</title><main></main>';

/** A page, its tenant and a stranger, each of an origin of its own. */
async function open(t, answers = {}) {
  const tenant = await servePages(t, { '/embed/dashboard/sales': embedPage() });
  const stranger = await servePages(t, {
    '/embed/dashboard/sales': embedPage(),
    '/answer': mint(),
    '/api/embed-session': mint(),
  });
  const page = await servePages(t, {
    '/': html(PAGE),
    '/api/embed-session': mint(),
    '/api/account/delete': mint(),
    ...answers,
  });
  await driver.get(`${page.origin}/`);
  return { page, tenant, stranger };
}

/** The requests but those of the page itself, of the package and of the browser. */
const asked = ({ requests }) =>
  requests
    .map(({ method, url }) => `${method} ${url}`)
    .filter((request) => !/^GET \/($|dist\/|favicon)/.test(request));

/** What the page's script does with what it is given. */
function setUp(tenant) {
  window.reported = [];
  window.failed = [];
  addEventListener('error', ({ error, message }) => reported.push(error?.code ?? message));
  document.addEventListener('mount-failed', ({ detail }) => failed.push(detail.code), true);
  /** Puts an element with these attributes into the page, as a sanitizer would. */
  window.inject = (attributes) => {
    const element = document.createElement('svc-embed');
    element.setAttribute('public-id', 'sales');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    const place = document.querySelector('main').appendChild(document.createElement('section'));
    place.innerHTML = element.outerHTML;
    return place.firstChild;
  };
  /** Resolves to the code with which an element refuses, or to `ready`. */
  window.outcome = (element) =>
    element.ready.then(
      () => 'ready',
      ({ code }) => code,
    );
  window.own = { baseUrl: tenant, sessionUrl: '/api/embed-session' };
  window.attributesOf = ({ baseUrl, sessionUrl }) => ({
    'base-url': baseUrl,
    'session-url': sessionUrl,
  });
  window.show = (element) => element.shadowRoot.querySelector('slot').name;
}

/**
 * Opens a page for several tests, which `inTurn` starts: without the elements of the one before, and with
 * nothing reported or asked so far. What was allowed stays.
 */
async function openFor(t, answers) {
  const servers = await open(t, answers);
  await evaluate(driver, setUp, servers.tenant.origin);
  const inTurn = (name, body) =>
    t.test(name, async () => {
      await evaluate(driver, () => {
        for (const element of document.querySelectorAll('svc-embed')) element.remove();
        for (const list of [reported, failed]) list.length = 0;
      });
      for (const { requests } of Object.values(servers)) requests.length = 0;
      await body();
    });
  return { ...servers, inTurn };
}

test('what one copy of the module allows is allowed, whichever copy has defined the element', async (t) => {
  const { tenant } = await open(t);
  await evaluate(driver, setUp, tenant.origin);
  const outcomes = await evaluate(driver, async () => {
    const first = await import('/dist/element.js');
    const second = await import('/dist/element.js#copy');
    const before = inject(attributesOf(own));
    const refused = await outcome(before);
    second.SvcEmbedElement.allow(own);
    const after = inject(attributesOf(own));
    return [first === second, refused, await outcome(before), await outcome(after)];
  });
  assert.deepEqual(outcomes, [false, 'not-allowed', 'ready', 'ready']);
});

test('markup that was not allowed', async (t) => {
  const { page, tenant, stranger, inTurn } = await openFor(t);

  await inTurn(
    'a property that a script sets on every element does not allow what its attributes say',
    async () => {
      const outcomes = await evaluate(
        driver,
        async (stranger) => {
          await import('/dist/element.js');
          const properties = {
            getSession: async () => 'an-id',
            baseUrl: own.baseUrl,
            sessionUrl: own.sessionUrl,
          };
          const markup = {
            getSession: { baseUrl: stranger },
            baseUrl: { sessionUrl: '/api/account/delete' },
            sessionUrl: { baseUrl: stranger },
          };
          const outcomes = {};
          for (const [name, source] of Object.entries(markup)) {
            const attributes = Object.entries(attributesOf(source)).filter(([, value]) => value);
            const element = inject(Object.fromEntries(attributes));
            element[name] = properties[name];
            outcomes[name] = await outcome(element);
          }
          return outcomes;
        },
        stranger.origin,
      );
      const code = 'not-allowed';
      assert.deepEqual(outcomes, { getSession: code, baseUrl: code, sessionUrl: code });
      assert.deepEqual([page, tenant, stranger].map(asked), [[], [], []]);
    },
  );

  await inTurn(
    'markup that no script has allowed loads nothing, asks for nothing, and says why',
    async () => {
      const outcomes = await evaluate(
        driver,
        async (tenant, stranger, origin) => {
          const { SvcEmbedElement } = await import('/dist/element.js');
          SvcEmbedElement.allow(own);
          const { baseUrl, sessionUrl } = own;
          const sources = {
            'both are a stranger’s': { baseUrl: stranger, sessionUrl: '/api/account/delete' },
            'another tenant': { baseUrl: stranger, sessionUrl },
            'another tenant without a session': { baseUrl: stranger },
            'another session-url': { baseUrl, sessionUrl: '/api/account/delete' },
            'a session-url of another origin': { baseUrl, sessionUrl: `${stranger}/answer` },
            'a session-url of text': {
              baseUrl,
              sessionUrl: 'data:application/json,{"sessionId":"x"}',
            },
            'no session-url': { baseUrl },
            'the same URL as another text': { baseUrl: `${tenant}/`, sessionUrl },
            'other letters': { baseUrl: tenant.toUpperCase(), sessionUrl },
            'a space': { baseUrl: `${tenant} `, sessionUrl },
            'a line break': { baseUrl, sessionUrl: '/api/embed\n-session' },
            'a step': { baseUrl, sessionUrl: '/api/../api/embed-session' },
            'the whole URL': { baseUrl, sessionUrl: `${origin}/api/embed-session` },
            'a list in one text': { baseUrl: `${tenant}","sessionUrl":"${sessionUrl}` },
            'the name of a property': { baseUrl: 'constructor', sessionUrl: '__proto__' },
          };
          const outcomes = {};
          for (const [name, source] of Object.entries(sources)) {
            const attributes = Object.entries(attributesOf(source)).filter(([, value]) => value);
            const element = inject(Object.fromEntries(attributes));
            outcomes[name] = [
              await outcome(element),
              show(element),
              element.iframe === null,
            ].join();
          }
          return outcomes;
        },
        tenant.origin,
        stranger.origin,
        page.origin,
      );
      const refused = 'not-allowed,error,true';
      assert.ok(Object.keys(outcomes).length > 10);
      for (const [name, outcome] of Object.entries(outcomes)) assert.equal(outcome, refused, name);
      const { length } = Object.keys(outcomes);
      const told = await evaluate(driver, () => [reported, failed]);
      assert.deepEqual(told, [
        Array(length).fill('not-allowed'),
        Array(length).fill('not-allowed'),
      ]);
      assert.deepEqual([page, tenant, stranger].map(asked), [[], [], []]);
      // The same element loads from the source that was allowed: so only the source was refused before.
      assert.equal(await evaluate(driver, () => outcome(inject(attributesOf(own)))), 'ready');
      assert.deepEqual(asked(page), ['POST /api/embed-session']);
      assert.deepEqual(asked(stranger), []);
    },
  );

  await inTurn(
    'a path and parameters of markup, which say where the id goes, must be allowed with the rest',
    async () => {
      const outcomes = await evaluate(driver, async () => {
        const { SvcEmbedElement } = await import('/dist/element.js');
        SvcEmbedElement.allow(own);
        const path = '/go?to=https://evil.example/%3Fid={session}';
        const outcomes = {};
        const report = [];
        addEventListener('error', ({ error }) => report.push(error.message));
        const redirector = '/go?to=https://evil.example/';
        const params = '{"to":"https://evil.example/","keep":true}';
        outcomes.placed = await outcome(inject({ ...attributesOf(own), path }));
        // A redirector that keeps the query takes the id along.
        outcomes.kept = await outcome(inject({ ...attributesOf(own), path: redirector }));
        outcomes.params = await outcome(inject({ ...attributesOf(own), params }));
        outcomes.both = await outcome(inject({ ...attributesOf(own), path: redirector, params }));
        // A script that finds the element sets the rest.
        const found = Object.assign(inject({ path }), { ...own, getSession: async () => 'an-id' });
        outcomes.late = await outcome(found);
        const leaving = { ...own, path: '/../other' };
        outcomes.leaving = await outcome(inject({ ...attributesOf(own), path: leaving.path }));
        SvcEmbedElement.allow(leaving);
        outcomes.left = await outcome(inject({ ...attributesOf(own), path: leaving.path }));
        return { outcomes, report };
      });
      const { left, ...refused } = outcomes.outcomes;
      for (const [name, code] of Object.entries(refused)) assert.equal(code, 'not-allowed', name);
      assert.equal(left, 'invalid-path');
      // The sentence shows what to allow.
      const shown = [
        {
          baseUrl: tenant.origin,
          sessionUrl: '/api/embed-session',
          path: '/go?to=https://evil.example/',
        },
        { params: { keep: true, to: 'https://evil.example/' } },
      ];
      const [only, all] = [outcomes.report[1], outcomes.report[3]];
      assert.ok(only.includes(JSON.stringify(sortedKeys(shown[0]))), only);
      assert.ok(all.includes(JSON.stringify(sortedKeys({ ...shown[0], ...shown[1] }))), all);
      assert.deepEqual([page, tenant].map(asked), [[], []]);
    },
  );

  await inTurn(
    'attributes of the iframe that give a right must be allowed, whatever they begin with',
    async () => {
      const given = [
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
      ];
      const outcomes = await evaluate(
        driver,
        async (given) => {
          const { SvcEmbedElement } = await import('/dist/element.js');
          SvcEmbedElement.allow(own);
          const elements = given.map((rights) =>
            inject({ ...attributesOf(own), 'frame-attributes': JSON.stringify(rights) }),
          );
          return Promise.all(elements.map((element) => outcome(element)));
        },
        given,
      );
      assert.deepEqual(
        given.filter((_, index) => outcomes[index] !== 'not-allowed'),
        [],
      );
      assert.deepEqual([page, tenant].map(asked), [[], []]);
    },
  );

  await inTurn('markup does not decide how often the backend is asked', async () => {
    const code = await evaluate(driver, async () => {
      const { SvcEmbedElement } = await import('/dist/element.js');
      SvcEmbedElement.allow(own);
      const renewal = '{"retryMinMs":0,"retryMaxMs":0,"maxAttempts":1000000}';
      return outcome(inject({ ...attributesOf(own), renewal }));
    });
    assert.equal(code, 'not-allowed');
    assert.deepEqual([page, tenant].map(asked), [[], []]);
  });

  await inTurn(
    'markup that changes the attributes of an element that runs ends its embed',
    async () => {
      const outcomes = await evaluate(
        driver,
        async (stranger) => {
          const { SvcEmbedElement } = await import('/dist/element.js');
          SvcEmbedElement.allow(own);
          const outcomes = [];
          const [base, session] = [
            { 'base-url': stranger },
            { 'session-url': '/api/account/delete' },
          ];
          // Both in one task: no attribute is left that was there before.
          for (const changes of [base, session, { ...base, ...session }]) {
            const element = inject(attributesOf(own));
            const before = await outcome(element);
            for (const [name, value] of Object.entries(changes)) element.setAttribute(name, value);
            // Another task: whatever the element does, it has done.
            await new Promise((done) => setTimeout(done, 50));
            outcomes.push([before, await outcome(element), element.iframe]);
            element.remove();
          }
          return outcomes;
        },
        stranger.origin,
      );
      assert.deepEqual(outcomes, Array(3).fill(['ready', 'not-allowed', null]));
      assert.deepEqual(asked(page), Array(3).fill('POST /api/embed-session'));
      assert.deepEqual(asked(stranger), []);
    },
  );
});

const sortedKeys = (value) => Object.fromEntries(Object.entries(value).sort());

test('what a script has allowed', async (t) => {
  const { tenant, inTurn } = await openFor(t);

  await inTurn(
    'what a script allows later is loaded, and without a report if it does so at once',
    async () => {
      const outcomes = await evaluate(driver, async () => {
        const element = inject(attributesOf(own));
        const { SvcEmbedElement } = await import('/dist/element.js');
        SvcEmbedElement.allow(own);
        const atOnce = [await outcome(element), [...reported], [...failed]];
        const other = { baseUrl: own.baseUrl, sessionUrl: '/api/account/delete' };
        const late = inject(attributesOf(other));
        const refused = await outcome(late);
        SvcEmbedElement.allow(other);
        await new Promise((done) => setTimeout(done));
        const allowed = await outcome(late);
        // An element that has left the document stays out of it.
        const gone = inject(attributesOf({ baseUrl: own.baseUrl, sessionUrl: '/api/gone' }));
        await outcome(gone);
        gone.remove();
        SvcEmbedElement.allow({ baseUrl: own.baseUrl, sessionUrl: '/api/gone' });
        await new Promise((done) => setTimeout(done, 50));
        return [atOnce, refused, allowed, gone.iframe];
      });
      assert.deepEqual(outcomes, [['ready', [], []], 'not-allowed', 'ready', null]);
    },
  );

  await inTurn(
    'what a script has allowed of a path, of parameters and of the iframe is loaded, and what it sets itself',
    async () => {
      const outcomes = await evaluate(driver, async () => {
        const { SvcEmbedElement } = await import('/dist/element.js');
        SvcEmbedElement.allow(own);
        const path = '/embed/dashboard/sales?theme=1';
        const params = { allowExport: true, page: 2 };
        const frameAttributes = { sandbox: 'allow-scripts allow-same-origin', class: 'x' };
        const outcomes = {};
        const [json, rights] = [params, frameAttributes].map((value) => JSON.stringify(value));
        // A property is not markup.
        const property = Object.assign(inject(attributesOf(own)), {
          path,
          params,
          frameAttributes,
        });
        outcomes.property = await outcome(property);
        outcomes.sandbox = property.iframe.getAttribute('sandbox');
        const looks = {
          ...attributesOf(own),
          'frame-attributes': '{"class":"x","allow":"fullscreen"}',
        };
        outcomes.looks = await outcome(inject(looks));
        const each = {
          path: [{ path }, { path }],
          // As an object, whatever the order, and as the text of the attribute.
          params: [{ params: { page: 2, allowExport: true } }, { params: json }],
          'the text of params': [
            { path, params: json },
            { path, params: json },
          ],
          rights: [{ frameAttributes }, { 'frame-attributes': rights }],
          renewal: [{ renewal: { maxAttempts: 3 } }, { renewal: '{"maxAttempts":3}' }],
        };
        for (const [name, [allowed, attributes]] of Object.entries(each)) {
          const element = inject({ ...attributesOf(own), ...attributes });
          const before = await outcome(element);
          SvcEmbedElement.allow({ ...own, ...allowed });
          await new Promise((done) => setTimeout(done));
          outcomes[name] = [before, await outcome(element)];
        }
        return outcomes;
      });
      const both = ['not-allowed', 'ready'];
      const [loaded] = tenant.requests.filter(({ url }) => url.startsWith('/embed/'));
      const search = loaded.url.split('?')[1].replace(/id-\d+/, 'id');
      assert.equal(search, 'theme=1&session=id&allowExport=true&page=2');
      assert.deepEqual(outcomes, {
        property: 'ready',
        sandbox: 'allow-scripts allow-same-origin',
        looks: 'ready',
        path: both,
        params: both,
        'the text of params': both,
        rights: both,
        renewal: both,
      });
    },
  );
});

test('the POST and its answers', async (t) => {
  let location;
  let asks = 0;
  const refuse = (request, response) =>
    ++asks === 1 ? response.writeHead(403).end() : mint()(request, response);
  const types = {
    'application/json': 'ready',
    'application/json; charset=utf-8': 'ready',
    'text/html': 'mint-failed',
    'text/plain': 'mint-failed',
  };
  const paths = Object.keys(types).map((type, index) => [`/api/${index}`, mint(type)]);
  const { page, tenant, stranger, inTurn } = await openFor(t, {
    '/api/moved': (_, response) => response.writeHead(307, { location }).end(),
    // An open redirect of the page's own origin must not make an address out of another.
    '/api/moved-here': (_, response) =>
      response.writeHead(307, { location: '/api/account/delete' }).end(),
    '/api/refuses-once': refuse,
    '/api/signed-out': (_, response) => response.writeHead(401).end(),
    ...Object.fromEntries(paths),
  });
  location = `${stranger.origin}/answer`;

  // The first, because it begins before the element is defined.
  await inTurn('properties that a script has set need no leave', async () => {
    const outcomes = await evaluate(driver, async () => {
      const before = Object.assign(inject({}), own);
      await import('/dist/element.js');
      const after = Object.assign(inject({}), own);
      // The last that was set holds.
      const last = Object.assign(inject(attributesOf({ baseUrl: 'x', sessionUrl: 'y' })), own);
      // An attribute that is gone says nothing.
      const gone = inject({ 'session-url': 'y' });
      gone.removeAttribute('session-url');
      gone.baseUrl = own.baseUrl;
      const all = [before, after, last, gone];
      return [...(await Promise.all(all.map(outcome))), reported];
    });
    assert.deepEqual(outcomes, ['ready', 'ready', 'ready', 'ready', []]);
  });

  await inTurn('the element reads only JSON', async () => {
    const codes = await evaluate(
      driver,
      async (paths) => {
        const { SvcEmbedElement } = await import('/dist/element.js');
        const renewal = '{"maxAttempts":1,"retryMinMs":0}';
        const { baseUrl } = own;
        const codes = [];
        for (const sessionUrl of paths) {
          SvcEmbedElement.allow({ baseUrl, sessionUrl, renewal });
          codes.push(await outcome(inject({ ...attributesOf({ baseUrl, sessionUrl }), renewal })));
        }
        return codes;
      },
      paths.map(([path]) => path),
    );
    assert.deepEqual(codes, Object.values(types));
  });

  await inTurn('401 is a sign-out; 403 is a failed mint, which is tried again', async () => {
    const found = await evaluate(driver, async () => {
      await import('/dist/element.js');
      const withUrl = (sessionUrl) => {
        const element = document.createElement('svc-embed');
        const renewal = { retryMinMs: 0, retryMaxMs: 1 };
        Object.assign(element, { baseUrl: own.baseUrl, publicId: 'sales', renewal, sessionUrl });
        return document.body.appendChild(element);
      };
      const causes = [];
      const refused = withUrl('/api/refuses-once');
      refused.addEventListener('session', ({ detail: { lastError } }) => {
        if (lastError) causes.push([lastError.code, lastError.cause.message]);
      });
      const first = await outcome(refused);
      return [first, causes[0], await outcome(withUrl('/api/signed-out'))];
    });
    const cause = ['mint-failed', 'The session-url answered 403.'];
    assert.deepEqual(found, ['ready', cause, 'signed-out']);
  });

  await inTurn(
    'an element whose mount-failed handler tries again each time leaves the page alive',
    async () => {
      const rounds = await evaluate(driver, async () => {
        await import('/dist/element.js');
        let rounds = 0;
        const element = document.createElement('svc-embed');
        element.addEventListener('mount-failed', (event) => {
          event.preventDefault();
          rounds++;
          element.retry();
        });
        Object.assign(element, { ...own, timezone: 'UTC+2' });
        document.body.append(element);
        let beats = 0;
        const beat = setInterval(() => beats++, 10);
        await new Promise((done) => setTimeout(done, 500));
        clearInterval(beat);
        element.remove();
        return { rounds, beats };
      });
      assert.ok(rounds.rounds > 1 && rounds.beats > 5, JSON.stringify(rounds));
    },
  );

  await inTurn(
    'the POST has a header that no form of another site can send, and follows no redirect',
    async () => {
      const codes = await evaluate(
        driver,
        async (stranger) => {
          const { SvcEmbedElement } = await import('/dist/element.js');
          const { baseUrl } = own;
          const renewal = '{"maxAttempts":1,"retryMinMs":0}';
          const codes = {};
          const here = ['/api/embed-session', '/api/moved', '/api/moved-here'];
          for (const sessionUrl of [...here, `${stranger}/answer`]) {
            SvcEmbedElement.allow({ baseUrl, sessionUrl, renewal });
            const element = inject({ ...attributesOf({ baseUrl, sessionUrl }), renewal });
            codes[sessionUrl.replace(stranger, '')] = await outcome(element);
          }
          // Markup of a stranger may have a `<base>`.
          document.head.append(Object.assign(document.createElement('base'), { href: stranger }));
          const element = inject({ ...attributesOf(own), renewal });
          codes['a base of another origin'] = await outcome(element);
          return codes;
        },
        stranger.origin,
      );
      assert.deepEqual(codes, {
        '/api/embed-session': 'ready',
        '/api/moved': 'mint-failed',
        '/api/moved-here': 'mint-failed',
        '/answer': 'mint-failed',
        'a base of another origin': 'mint-failed',
      });
      const [{ method, headers }] = page.requests.filter(({ url }) => url === '/api/embed-session');
      assert.deepEqual(
        [method, headers['x-svc-embed'], headers.origin],
        ['POST', '1', page.origin],
      );
      assert.deepEqual(asked(stranger), []);
      assert.ok(!asked(page).includes('POST /api/account/delete'), 'a redirect was followed');
    },
  );
});

test('the POST of a page without a referrer says its origin', async (t) => {
  const quiet = (request, response) => {
    response.setHeader('referrer-policy', 'no-referrer');
    html(PAGE)(request, response);
  };
  const { page, tenant } = await open(t, { '/': quiet });
  await evaluate(driver, setUp, tenant.origin);
  const code = await evaluate(driver, async () => {
    const { SvcEmbedElement } = await import('/dist/element.js');
    SvcEmbedElement.allow(own);
    return outcome(inject(attributesOf(own)));
  });
  assert.equal(code, 'ready');
  const { headers } = page.requests.find(({ method }) => method === 'POST');
  assert.equal(headers.origin, page.origin);
});

/** How a page takes over an iframe in markup: its script, and the URL of the iframe at the tenant. */
const ADOPTIONS = {
  'connect without a surface': ['await connect(frame, options)', '/out?session=first'],
  'connect with a surface': ['await connect(frame, { ...options, surface })', '/out?session=first'],
  'connect, with a param more': [
    'await connect(frame, { ...options, surface })',
    '/embed/dashboard/sales?session=first&allowExport=true',
  ],
  'the element': ['frame.parentNode', '/out?session=first'],
  'the element, with a param more': [
    'frame.parentNode',
    '/embed/dashboard/sales?session=first&allowExport=true',
  ],
};

testShells('an iframe in markup is no template for the next session id', async (t, { entry }) => {
  for (const [name, [adopt, src]] of Object.entries(ADOPTIONS)) {
    const isElement = name.startsWith('the element');
    if (isElement && entry !== 'index') continue;
    await t.test(name, async (t) => {
      const stranger = await servePages(t, { '*': embedPage() });
      const onward = (request, response) =>
        response.writeHead(302, { location: stranger.origin + request.url }).end();
      const puppet = await startPuppet(t, { isSilent: false }, { '/out': onward });
      const page = `<meta charset="utf-8"><title>Sales</title><main>
        <svc-embed public-id="sales" base-url="${puppet.origin}" session-url="/session">
          <iframe src="${puppet.origin}${src}"></iframe></svc-embed></main>
        <script type="module">
          addEventListener('unload', () => {});
          window.warned = [];
          console.warn = (text) => warned.push(String(text));
          const { connect } = await import('/dist/${entry}.js');
          const frame = document.querySelector('iframe');
          const baseUrl = '${puppet.origin}';
          const getSession = async () => (await fetch('/session', { method: 'POST' })).json().then((answer) => answer.sessionId);
          const options = { baseUrl, getSession, renewal: { retryMinMs: 50, retryMaxMs: 50 }, logger: false };
          const surface = { kind: 'dashboard', publicId: 'sales' };
          if (${isElement}) (await import('/dist/element.js')).SvcEmbedElement.allow({ baseUrl, sessionUrl: '/session' });
          try { window.embed = ${adopt}; } catch ({ code }) { window.refusal = code; }
        </script>`;
      const { origin } = await servePages(t, {
        '/': html(page),
        '/session': async (_, response) => {
          const minted = await fetch(`${puppet.origin}/mint`, { method: 'POST' });
          json({ sessionId: await minted.text() })(_, response);
        },
        '/other': html('<title>Other</title>'),
      });
      const inPage = (body, ...args) => evaluate(driver, body, ...args);
      const isThere = () => inPage(() => (window.refusal ?? window.embed) !== undefined);
      const settled = (text) =>
        waitFor(text, () =>
          inPage(() => {
            const { status, renewal, lastError } = window.embed?.session ?? {};
            return window.refusal ?? lastError?.code ?? (status === 'active' && renewal === 'idle');
          }),
        );
      await driver.get('about:blank');
      await driver.get(`${origin}/`);
      await waitFor('the page', isThere);
      if (isElement) {
        await settled('an embed of its own');
        const warned = await inPage(() =>
          window.warned.filter((text) => /invalid-target/.test(text)),
        );
        assert.equal(warned.length, 1);
        assert.match(warned[0], /The iframe is not adopted: its src is not the URL/);
      } else if (name !== 'connect without a surface')
        assert.equal(await inPage(() => window.refusal), 'invalid-target');
      await inPage(async () => {
        const frame = window.embed?.iframe;
        if (!frame) return;
        await window.embed.reload().catch(() => {});
        const parent = frame.getRootNode().host ?? frame;
        document.body.append(parent);
      });
      await settled('what follows a move');
      await driver.get(`${origin}/other`);
      await driver.navigate().back();
      await waitFor('the page', isThere);
      await settled('what follows the return');
      const others = ({ url }) => !/session=first$/.test(url) && !url.includes('favicon');
      assert.deepEqual(stranger.requests.filter(others), []);
      // The embed of an element works on, with ids that nobody else saw.
      if (isElement) assert.equal(await inPage(() => window.embed.session.lastError), null);
    });
  }
});
