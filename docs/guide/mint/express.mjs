// A backend that mints: Express, and the management client of svc-embed.

import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { ManagementClient } from 'svc-embed/management';

const { SVC_BASE_URL, SVC_API_KEY, PORT = '3000' } = process.env;
if (!SVC_BASE_URL || !SVC_API_KEY) throw new Error('Set SVC_BASE_URL and SVC_API_KEY.');

// The key goes from the environment to this client, and nowhere else.
const service = new ManagementClient({
  baseUrl: SVC_BASE_URL,
  apiKey: SVC_API_KEY,
  timeoutMs: 10_000,
});

const app = express();
app.use(express.json());

// Stands in for your own sign-in, which knows passwords and ends sessions.
const users = new Map([['ada', { company: 'Acme Retail', timezone: 'Europe/Berlin' }]]);
const signedIn = new Map();

app.post('/login', (request, response) => {
  const user = users.get(request.body?.user);
  if (!user) return response.sendStatus(401);
  const token = randomUUID();
  signedIn.set(token, user);
  // On https add `secure: true`.
  response.cookie('token', token, { httpOnly: true, sameSite: 'lax' }).sendStatus(204);
});

function userOf(request) {
  const token = /(?:^|; )token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  return signedIn.get(token);
}

// What `session-url` and `getSession` ask.
app.post('/api/embed-session', async (request, response) => {
  response.set('Cache-Control', 'no-store');
  const user = userOf(request);
  if (!user) return response.sendStatus(401);
  try {
    const { sessionId } = await service.embedSessions.generate({
      embedTenantProfile: { displayName: user.company },
      settings: { timezone: user.timezone },
    });
    response.json({ sessionId });
  } catch (error) {
    // For your log. To the page the reason is none of its business.
    console.error('No embed session:', String(error));
    response.sendStatus(502);
  }
});

// The page, and the package that it imports.
app.use('/svc-embed', express.static(dirname(fileURLToPath(import.meta.resolve('svc-embed')))));
app.get('/', (_, response) => {
  response.type('html').send(`<!doctype html>
    <html lang="en">
      <title>Sales</title>
      <script type="module" src="/svc-embed/element.js"></script>
      <svc-embed
        base-url="${SVC_BASE_URL}"
        public-id="sales-overview"
        session-url="/api/embed-session"
        style="height: 40rem"
      ></svc-embed>
    </html>`);
});

app.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${PORT}`));
