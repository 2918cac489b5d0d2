import { ManagementClient } from 'svc-embed/management';
import { createApp } from 'vue';
import { print, tenant } from '../shared/page.js';
import Sales from './Sales.vue';

const baseUrl = await tenant();
createApp(Sales, { baseUrl }).mount('#root');

const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);

const worker = new Worker(new URL('../shared/worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => print('worker', data);
worker.postMessage(baseUrl);
