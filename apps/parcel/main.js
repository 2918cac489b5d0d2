import { SvcEmbedElement } from 'svc-embed/element';
import { ManagementClient } from 'svc-embed/management';
import { print, show, tenant } from '../shared/page.js';

start();

async function start() {
  const baseUrl = await tenant();
  const embed = document.querySelector('svc-embed');
  show(embed);
  // The page has `session-url` as an attribute.
  SvcEmbedElement.allow({ baseUrl, sessionUrl: '/api/embed-session' });
  embed.baseUrl = baseUrl;

  const worker = new Worker(new URL('../shared/worker.js', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }) => print('worker', data);
  worker.postMessage(baseUrl);

  const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
  for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);
}
