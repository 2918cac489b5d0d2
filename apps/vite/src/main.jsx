import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ManagementClient } from 'svc-embed/management';
import { print, tenant } from '../../shared/page.js';
import { Sales } from '../../shared/sales.jsx';

const baseUrl = await tenant();
createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Sales baseUrl={baseUrl} />
  </StrictMode>,
);

const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);

const worker = new Worker(new URL('../../shared/worker.js', import.meta.url), { type: 'module' });
worker.onmessage = ({ data }) => print('worker', data);
worker.postMessage(baseUrl);
