// The bridge as the README shows it, and the management client, in the page and in a worker.

import { mount } from 'svc-embed';
import { ManagementClient } from 'svc-embed/management';
import { getSession, print, show, tenant } from './page.js';

/** Shows a dashboard in `#dashboard`. */
export async function showDashboard() {
  const embed = await mount('#dashboard', {
    baseUrl: await tenant(),
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
  });
  show(embed);
}

/** Prints what the client reads here, and what it reads in a worker. */
export async function showReports(worker) {
  const baseUrl = await tenant();
  const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
  for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);

  worker.onmessage = ({ data }) => print('worker', data);
  worker.postMessage(baseUrl);
}
