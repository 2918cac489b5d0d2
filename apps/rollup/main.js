import { mount } from 'svc-embed';
import { ManagementClient } from 'svc-embed/management';
import { getSession, print, show, tenant } from '../shared/page.js';

const baseUrl = await tenant();
const embed = await mount('#dashboard', {
  baseUrl,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession,
});
show(embed);

const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);
