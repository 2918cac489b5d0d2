// A page whose dashboard comes with it, from plain Node: `node server.mjs --port 8080`.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { ManagementClient } from 'svc-embed/management';
import { nodeSessionEndpoint } from 'svc-embed/server';
import { frameFor } from '../shared/frame.js';
import { signIn, userOf } from '../shared/sign-in.js';

const { TENANT: baseUrl, SVC_API_KEY: apiKey } = process.env;
const { port } = parseArgs({ options: { port: { type: 'string' } } }).values;
const installed = new URL('.', import.meta.resolve('svc-embed'));

/** The page. Its script adopts the iframe. */
const page = (html) => `<!doctype html>
<html lang="en">
  <meta charset="utf-8" />
  <title>Sales</title>
  <link rel="icon" href="data:," />
  <style>main { height: 50rem }</style>
  <button id="filter">Completed orders</button>
  <output id="session"></output>
  <pre id="log"></pre>
  <main>${html}</main>
  <script type="importmap">{ "imports": { "svc-embed": "/svc-embed/index.js" } }</script>
  <script type="module" src="/page.js"></script>
</html>`;

const script = `
import { connect } from 'svc-embed';
import { getSession } from '/shared/page.js';

const log = document.querySelector('#log');
const embed = await connect(document.querySelector('iframe'), {
  baseUrl: ${JSON.stringify(baseUrl)},
  getSession,
});
embed.on('*', ({ type }) => (log.textContent += type + '\\n'));
embed.on('session', ({ status, renewals }) => {
  document.querySelector('#session').textContent = status + ', renewals: ' + renewals;
});
document.querySelector('#filter').addEventListener('click', () => {
  embed.setFilter({ member: 'orders.status', value: 'completed' });
});
`;

const mint = nodeSessionEndpoint({
  client: new ManagementClient({ baseUrl, apiKey }),
  origin: process.env.ORIGIN ?? `http://localhost:${port}`,
  authorize: (request) => {
    const user = userOf({ headers: new Headers({ cookie: request.headers.cookie ?? '' }) });
    return (
      user && { userId: user.name, session: { embedTenantProfile: { displayName: user.company } } }
    );
  },
});

/** Answers with a file of a folder. Its name has no `..`: Node's URL has resolved it. */
async function sendFile(response, folder, name) {
  const body = await readFile(new URL(name, folder)).catch(() => null);
  response.writeHead(body ? 200 : 404, { 'content-type': 'text/javascript' }).end(body);
}

createServer(async (request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost');
  const headers = new Headers({ cookie: request.headers.cookie ?? '' });
  if (pathname === '/api/embed-session') return mint(request, response);
  if (pathname === '/api/login') {
    let body = '';
    for await (const chunk of request) body += chunk;
    const answer = await signIn(new Request('http://localhost', { method: 'POST', body }));
    return response.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
  }
  if (pathname === '/page.js')
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
  if (pathname.startsWith('/svc-embed/'))
    return sendFile(response, installed, `.${pathname.slice('/svc-embed'.length)}`);
  if (pathname.startsWith('/shared/'))
    return sendFile(response, new URL('../shared/', import.meta.url), `.${pathname.slice(7)}`);
  // `frameFor` gives the response its header; whoever is not signed in sees a page without a dashboard.
  const frame = await frameFor({ headers, baseUrl, apiKey, response });
  response.setHeader('content-type', 'text/html');
  response.end(page(frame?.html ?? ''));
}).listen(Number(port), 'localhost', () => {
  console.log(`Listening on http://localhost:${port}`);
});
