import { init, mount } from 'svc-embed';
import { init as initManagement, ManagementClient } from 'svc-embed/management';
import managementFile from 'svc-embed/management/svc_embed_management_bg.wasm';
import file from 'svc-embed/svc_embed_bg.wasm';
import { getSession, print, show, tenant } from '../shared/page.js';

await init(new URL(file, import.meta.url));
await initManagement(new URL(managementFile, import.meta.url));

const baseUrl = await tenant();
const embed = await mount('#dashboard', {
  baseUrl,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession,
});
show(embed);

const client = new ManagementClient({ baseUrl, accessToken: 'sandbox-oauth-token' });
for await (const { name } of client.reports.list(7)) print('reports', `${name}, `);
