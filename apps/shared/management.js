// The management client in the page.

import { ManagementClient } from 'svc-embed/management';
import { print, tenant } from './page.js';

listReports().catch(({ message, cause }) => print('reports', `${message} ${cause?.message}`));

async function listReports() {
  const baseUrl = await tenant();
  const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
  for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);
}
