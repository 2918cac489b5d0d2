// A module worker, which no import map reaches: it imports by URL.

import { mount } from '/svc-embed/index.js';
import { ManagementClient } from '/svc-embed/management/index.js';

addEventListener('message', async ({ data: baseUrl }) => {
  const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
  const { items } = await client.reports.list(7);
  const error = await mount('#dashboard', { baseUrl }).catch((error) => error);
  postMessage(`${items.length} reports, and mount rejects: ${error.code}`);
});
