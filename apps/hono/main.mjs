// A backend that mints: Hono and svc-embed. The same endpoint works in Next, Remix, SvelteKit, Bun, Deno
// and Workers: it takes a `Request`, and returns a promise of a `Response`.

import { randomUUID } from 'node:crypto';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { setCookie } from 'hono/cookie';
import { ManagementClient } from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';

const { SVC_BASE_URL, SVC_API_KEY, PORT = '3000' } = process.env;
if (!SVC_BASE_URL || !SVC_API_KEY) throw new Error('Set SVC_BASE_URL and SVC_API_KEY.');
// The origin of your pages, such as https://app.example.com.
const { ORIGIN = `http://localhost:${PORT}` } = process.env;

// The endpoint. The API key goes from the environment to this client, and nowhere else.
const endpoint = sessionEndpoint({
  client: new ManagementClient({ baseUrl: SVC_BASE_URL, apiKey: SVC_API_KEY }),
  origin: ORIGIN,
  authorize: (request) => {
    const token = /(?:^|; )token=([^;]*)/.exec(request.headers.get('cookie') ?? '')?.[1];
    const user = signedIn.get(token) ?? null;
    return user && { userId: user.name, session: sessionOf(user) };
  },
});

// What the service learns about a user. It decides what the user sees.
const sessionOf = ({ company, timezone }) => ({
  embedTenantProfile: { displayName: company },
  settings: { timezone },
});

// Replace with your own sign-in. This example checks no password and never signs anyone out.
const users = new Map([
  ['ada', { name: 'ada', company: 'Acme Retail', timezone: 'Europe/Berlin' }],
]);
const signedIn = new Map();

const app = new Hono();
app.all('/api/embed-session', (context) => endpoint(context.req.raw));
app.post('/login', async (context) => {
  const user = users.get((await context.req.json()).user);
  if (!user) return context.body(null, 401);
  const token = randomUUID();
  signedIn.set(token, user);
  // On https, add `secure: true`.
  setCookie(context, 'token', token, { httpOnly: true, sameSite: 'Lax' });
  return context.body(null, 204);
});

serve({ fetch: app.fetch, hostname: 'localhost', port: Number(PORT) }, () =>
  console.log(`http://localhost:${PORT}`),
);
