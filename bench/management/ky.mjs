import ky from 'ky';

export function makeTasks(baseUrl) {
  const deployment = ky.create({
    prefixUrl: `${baseUrl}/api/v1/deployments/7`,
    headers: { authorization: 'Bearer token' },
    timeout: 60_000,
  });

  return {
    // The library has no function for pages.
    async *list() {
      for (let after; ;) {
        const searchParams = { first: 100, ...(after ? { after } : {}) };
        const { items, pageInfo } = await deployment.get('reports', { searchParams }).json();
        for (const item of items) yield item;
        if (!pageInfo.hasNextPage) return;
        after = pageInfo.endCursor;
      }
    },

    clone: async (id) => (await deployment.post(`workbooks/${id}/duplicate`).json()).id,
    download: async () => (await deployment.get('dashboard-exports/9/download')).body,
  };
}
