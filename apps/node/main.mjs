import { mount } from 'svc-embed';
import 'svc-embed/element';
import { ManagementClient } from 'svc-embed/management';
import 'svc-embed/react';

const client = new ManagementClient({
  baseUrl: process.env.TENANT,
  apiKey: process.env.SVC_API_KEY,
});
for await (const { name } of client.reports.list(7)) console.log(name);

const error = await mount('#dashboard', {}).catch((error) => error);
console.log(`mount rejects: ${error.code}`);
