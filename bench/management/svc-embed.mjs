import { ManagementClient } from '../../dist/management/index.js';

export function makeTasks(baseUrl) {
  const client = new ManagementClient({ baseUrl, accessToken: 'token' });

  return {
    list: () => client.reports.list(7, { first: 100 }),
    clone: async (id) => (await client.workbooks.duplicate(7, id)).id,
    download: async () => (await client.dashboardExports.download(7, 9)).body,
  };
}
