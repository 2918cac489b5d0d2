// What the tests of the endpoints share: a user, the headers of a page, and what each answer has.

import assert from 'node:assert/strict';

export const ADA = {
  userId: 'ada',
  session: { embedTenantProfile: { displayName: 'Acme Retail' } },
};
/** The header of the element. */
export const OURS = { 'x-svc-embed': '1' };
/** What a page of the same origin sends with a POST, and what the browser adds. */
export const SAME_ORIGIN = { ...OURS, 'sec-fetch-site': 'same-origin' };

/** A client that mints without a service. */
export const fake = {
  embedSessions: { generate: async () => ({ sessionId: 'minted' }) },
  dashboardExports: { run: async () => new Response('') },
};

/** The options of an endpoint that mints for Ada by `client`. `errors` collects what it reports. */
export function optionsFor(client, change = {}) {
  const errors = [];
  const onError = (error) => errors.push(error);
  // Not enumerable, because the endpoint has no such option.
  return Object.defineProperty({ client, authorize: () => ADA, onError, ...change }, 'errors', {
    value: errors,
  });
}

/** Fails unless an answer has this status, is JSON, and may not be stored. */
export async function answered(response, status) {
  assert.equal(response.status, status);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  assert.equal(response.headers.get('content-type'), 'application/json');
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  return response.json();
}
