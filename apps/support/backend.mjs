// What the tests ask of a backend.

import assert from 'node:assert/strict';

/** A POST as the backend's own page sends it, with what a browser adds. */
export const post = (url, { body, cookie, headers } = {}) =>
  fetch(url, {
    method: 'POST',
    headers: {
      'x-svc-embed': '1',
      'sec-fetch-site': 'same-origin',
      origin: new URL(url).origin,
      ...(body && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

/** Signs the only user in at `url`. Resolves to the cookie. */
export async function signIn(url) {
  assert.equal((await post(url, { body: { user: 'mallory' } })).status, 401);
  const answer = await post(url, { body: { user: 'ada' } });
  assert.equal(answer.status, 204);
  const cookie = answer.headers.get('set-cookie');
  assert.match(cookie, /HttpOnly/i);
  assert.match(cookie, /SameSite=Lax/i);
  return cookie.split(';')[0];
}
