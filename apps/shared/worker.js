// A module worker: the management client works here, and an embed has no page to be in.

import { mount } from 'svc-embed';
import { ManagementClient } from 'svc-embed/management';

addEventListener('message', async ({ data: baseUrl }) => {
  const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
  const { items } = await client.reports.list(7);
  const error = await mount('#dashboard', { baseUrl }).catch((error) => error);
  postMessage(`${items.length} reports, and mount rejects: ${error.code}`);
});
