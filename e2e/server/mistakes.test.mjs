// What an endpoint says of the mistakes of a backend: wrong options, what `authorize` returns, and a server of
// another kind.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import {
  exportEndpoint,
  nodeExportEndpoint,
  nodeSessionEndpoint,
  sessionEndpoint,
} from 'svc-embed/server';
import { answered, fake, optionsFor, SAME_ORIGIN } from './support/endpoint.mjs';
import { serving } from './support/servers.mjs';

const options = (change) => optionsFor(fake, change);

test('wrong options are refused when the endpoint is made', () => {
  for (const [change, message] of [
    [{ client: {} }, /^client must be/],
    [{ client: null }, /^client must be/],
    [{ client: Promise.resolve(fake) }, /^client must be .* it is a promise: an await is missing/],
    [{ authorize: undefined }, /^authorize must be/],
    [{ onError: console }, /^onError must be a function, such as/],
    [{ rateLimit: 10 }, /^rateLimit must be \{ requests, windowMs \} or false/],
    [{ rateLimit: true }, /^rateLimit must be/],
    [{ rateLimit: { requests: 0 } }, /^rateLimit\.requests/],
    [{ rateLimit: { requests: NaN } }, /^rateLimit\.requests/],
    [{ rateLimit: { requests: Infinity } }, /^rateLimit\.requests/],
    [{ rateLimit: { windowMs: Infinity } }, /^rateLimit\.windowMs/],
    [{ rateLimit: { windowMs: -1 } }, /^rateLimit\.windowMs/],
    [{ rateLimit: { windowMs: 0 } }, /^rateLimit\.windowMs/],
    [{ origin: 'app' }, /^origin must be the URL/],
    [{ origin: '' }, /^origin must be the URL/],
    // A parser makes one host of them, and no page has that.
    [{ origin: ['https://a.example.com', 'https://b.example.com'] }, /^origin must be the URL/],
    [{ origin: 'https://a.example.com,https://b.example.com' }, /^origin must be the URL/],
    // An environment variable that is not set must not turn the check off.
    [{ origin: process.env.SVC_EMBED_NOT_SET }, /^origin is undefined.*Leave it out/],
    [{ origin: null }, /^origin is null.*Leave it out/],
    // Their origin is "null", which a sandboxed frame sends.
    [{ origin: 'localhost:3000' }, /^origin must be the URL/],
    [{ origin: 'capacitor://localhost' }, /^origin must be the URL/],
    [{ origin: 'data:text/html,' }, /^origin must be the URL/],
    [{ origin: 'xhttps://app.example.com' }, /^origin must be the URL/],
    [{ origin: 'https-app://app.example.com' }, /^origin must be the URL/],
  ]) {
    for (const make of [sessionEndpoint, nodeSessionEndpoint])
      assert.throws(() => make(options(change)), { name: 'TypeError', message });
  }
});

test('an API key that cannot be one is a mistake of the backend, and not of the service', async () => {
  const baseUrl = 'https://acme.example.com';
  for (const apiKey of ['', 'Bearer a-secret', 'a-secret\n']) {
    const given = options({ client: new ManagementClient({ baseUrl, apiKey }) });
    const request = new Request('http://a.example/', { method: 'POST', headers: SAME_ORIGIN });
    await answered(await sessionEndpoint(given)(request), 500);
    assert.match(given.errors[0].message, /^apiKey must be a credential: .* without spaces/);
    assert.doesNotMatch(given.errors[0].message, /secret/);
  }
  const missing = () => new ManagementClient({ baseUrl, apiKey: undefined });
  assert.throws(missing, /apiKey has no value/);
});

test('an authorize that returns something else is a mistake of the backend, which is named', async () => {
  const whole = {
    minted: { userId: 'ada', session: {} },
    exported: { userId: 'ada', deploymentId: 7, dashboards: [], renderAs: null },
  };
  const fields = {
    minted: 'authorize must return { userId, session } or null.',
    exported: 'authorize must return { userId, deploymentId, dashboards, renderAs } or null.',
  };
  const promised = 'a promise: an await is missing';
  for (const [purpose, change, said] of [
    ['minted', true, 'It has returned a boolean.'],
    ['minted', 'secret', 'It has returned a text.'],
    ['minted', { userId: '' }, 'userId must be a text; it is empty.'],
    // The number may be an id: it is in no log.
    ['minted', { userId: 42 }, 'userId must be a text; it is a number.'],
    ['minted', { userId: 42n }, 'userId must be a text; it is a bigint.'],
    ['minted', { userId: undefined }, 'userId must be a text; it is undefined.'],
    ['minted', { userId: Promise.resolve('a') }, `userId must be a text; it is ${promised}.`],
    ['minted', { session: undefined }, 'session must be an object; it is undefined.'],
    ['minted', { session: null }, 'session must be an object; it is null.'],
    ['minted', { session: 'secret' }, 'session must be an object; it is a text.'],
    ['minted', { session: [{}] }, 'session must be an object; it is an array.'],
    ['minted', { session: Promise.resolve({}) }, `session must be an object; it is ${promised}.`],
    ['exported', { userId: 42 }, 'userId must be a text; it is a number.'],
    ['exported', { deploymentId: '7' }, 'deploymentId must be a whole number; it is a text.'],
    ['exported', { deploymentId: NaN }, 'deploymentId must be a whole number; it is NaN.'],
    ['exported', { dashboards: 'sales' }, 'dashboards must be an array of texts; it is a text.'],
    [
      'exported',
      { dashboards: ['sales', { publicId: 'sales' }] },
      'dashboards must be an array of texts; it is an array.',
    ],
    ['exported', { renderAs: undefined }, 'renderAs must be an object or null; it is undefined.'],
    [
      'exported',
      { renderAs: Promise.resolve({}) },
      `renderAs must be an object or null; it is ${promised}.`,
    ],
  ]) {
    const authorized = typeof change === 'object' ? { ...whole[purpose], ...change } : change;
    const given = options({ client: fake, authorize: () => authorized });
    const request = new Request('http://a.example/', { method: 'POST', headers: SAME_ORIGIN });
    const make = purpose === 'minted' ? sessionEndpoint : exportEndpoint;
    await answered(await make(given)(request), 500);
    assert.equal(given.errors[0].message, `${fields[purpose]} ${said}`);
  }
});

test('a handler in a server of another kind says which one is for that, and the server goes on', async () => {
  const post = { method: 'POST', headers: SAME_ORIGIN };
  for (const [make, sentence] of [
    [sessionEndpoint, /^sessionEndpoint takes .* use nodeSessionEndpoint of/],
    [exportEndpoint, /^exportEndpoint takes .* use nodeExportEndpoint of/],
    [
      nodeSessionEndpoint,
      /^nodeSessionEndpoint takes .* use sessionEndpoint of .* request\.raw and reply\.raw\. In Koa/,
    ],
    [nodeExportEndpoint, /^nodeExportEndpoint takes .* use exportEndpoint of/],
  ]) {
    const given = options();
    const handler = make(given);
    if (sentence.source.startsWith('^node'))
      // Next passes a context, and Hono its own.
      for (const more of [[], [{ params: {} }]])
        await answered(await handler(new Request('http://a.example/', post), ...more), 500);
    else
      await serving(handler, async (origin) => {
        for (let asked = 0; asked < 2; asked++) await answered(await fetch(origin, post), 500);
      });
    assert.equal(given.errors.length, 2);
    assert.match(given.errors[0].message, sentence);
  }
});

test('a handler that gets what is no request says what it takes', async () => {
  const given = options({ client: fake });
  for (const wrong of [undefined, null, {}, { raw: {} }])
    await answered(await sessionEndpoint(given)(wrong), 500);
  assert.match(given.errors[3].message, /In Hono, pass c\.req\.raw\.$/);
  // The page of symptoms has the first sentence of both, word for word.
  await nodeSessionEndpoint(given)(new Request('http://a.example/'));
  const page = readFileSync(
    new URL('../../docs/guide/troubleshooting.md', import.meta.url),
    'utf8',
  );
  for (const { message } of given.errors.slice(3)) {
    const [first] = /^.*?\.(?= For)/.exec(message);
    assert.ok(page.includes(`- **${first}**`), first);
  }
});
