// Replace with your own sign-in. This example checks no password and never signs anyone out. Its cookie has the name
// of the user, signed with a secret that only the backend has.

import { createHmac, timingSafeEqual } from 'node:crypto';

const users = new Map([['ada', { name: 'ada', company: 'Acme' }]]);

/** Signs a user in: answers with the cookie, or 401 if there is no such user. */
export async function signIn(request) {
  const { user } = await request.json().catch(() => ({}));
  if (!users.has(user)) return new Response(null, { status: 401 });
  // On https, add `; Secure`.
  const cookie = `token=${user}.${signatureOf(user)}; HttpOnly; SameSite=Lax; Path=/`;
  return new Response(null, { status: 204, headers: { 'set-cookie': cookie } });
}

/** The user whose cookie a request has; null if there is none. */
export function userOf(request) {
  const cookies = request.headers.get('cookie') ?? '';
  const [, name, signature] = /(?:^|; )token=(\w+)\.(\w+)(?:;|$)/.exec(cookies) ?? [];
  if (!users.has(name)) return null;
  const [given, own] = [Buffer.from(signature), Buffer.from(signatureOf(name))];
  return given.length === own.length && timingSafeEqual(given, own) ? users.get(name) : null;
}

function signatureOf(name) {
  const { SIGN_IN_SECRET } = process.env;
  if (!SIGN_IN_SECRET) throw new Error('Set SIGN_IN_SECRET.');
  return createHmac('sha256', SIGN_IN_SECRET).update(name).digest('hex');
}
