// A backend that mints: Express and svc-embed.

import { randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import express from 'express';
import { ManagementClient } from 'svc-embed/management';
import { nodeSessionEndpoint } from 'svc-embed/server';

const { SVC_BASE_URL, SVC_API_KEY, PORT = '3000' } = process.env;
if (!SVC_BASE_URL || !SVC_API_KEY) throw new Error('Set SVC_BASE_URL and SVC_API_KEY.');
// The origin of your pages, such as https://app.example.com.
const { ORIGIN = `http://localhost:${PORT}` } = process.env;

const app = express();
app.use(express.json());

// The endpoint. The API key goes from the environment to this client, and nowhere else.
app.all(
  '/api/embed-session',
  nodeSessionEndpoint({
    client: new ManagementClient({ baseUrl: SVC_BASE_URL, apiKey: SVC_API_KEY }),
    origin: ORIGIN,
    authorize: (request) => {
      const user = userOf(request);
      return user && { userId: user.name, session: sessionOf(user) };
    },
  }),
);

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

app.post('/login', (request, response) => {
  const user = users.get(request.body?.user);
  if (!user) return response.sendStatus(401);
  const token = randomUUID();
  signedIn.set(token, user);
  // On https, add `secure: true`.
  response.cookie('token', token, { httpOnly: true, sameSite: 'lax' }).sendStatus(204);
});

function userOf(request) {
  const token = /(?:^|; )token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1];
  return signedIn.get(token) ?? null;
}

// A page with an embed, and the package that it imports.
app.use('/svc-embed', express.static(dirname(fileURLToPath(import.meta.resolve('svc-embed')))));
app.get('/', (_, response) => {
  response.type('html').send(`<!doctype html>
    <html lang="en">
      <title>Sales</title>
      <script type="module">
        import { SvcEmbedElement } from '/svc-embed/element.js';

        SvcEmbedElement.allow({
          baseUrl: ${JSON.stringify(SVC_BASE_URL)},
          sessionUrl: '/api/embed-session',
        });
      </script>
      <svc-embed
        base-url="${SVC_BASE_URL}"
        public-id="sales-overview"
        session-url="/api/embed-session"
        style="height: 40rem"
      ></svc-embed>
    </html>`);
});

app.listen(Number(PORT), 'localhost', () => console.log(`http://localhost:${PORT}`));
