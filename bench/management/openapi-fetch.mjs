import createClient from 'openapi-fetch';

const DEPLOYMENT = '/api/v1/deployments/{deploymentId}';

export function makeTasks(baseUrl) {
  const client = createClient({ baseUrl, headers: { authorization: 'Bearer token' } });
  const path = { deploymentId: 7 };
  const limit = () => ({ signal: AbortSignal.timeout(60_000) });

  return {
    // The library has no function for pages.
    async *list() {
      for (let after; ;) {
        const { data, error } = await client.GET(`${DEPLOYMENT}/reports`, {
          params: { path, query: { first: 100, after } },
          ...limit(),
        });
        if (error) throw new Error('the service answered with an error');
        for (const item of data.items) yield item;
        if (!data.pageInfo.hasNextPage) return;
        after = data.pageInfo.endCursor;
      }
    },

    async clone(id) {
      const { data, error } = await client.POST(`${DEPLOYMENT}/workbooks/{workbookId}/duplicate`, {
        params: { path: { ...path, workbookId: id } },
        ...limit(),
      });
      if (error) throw new Error('the service answered with an error');
      return data.id;
    },

    async download() {
      const { data, error } = await client.GET(`${DEPLOYMENT}/dashboard-exports/{jobId}/download`, {
        params: { path: { ...path, jobId: 9 } },
        parseAs: 'stream',
        ...limit(),
      });
      if (error) throw new Error('the service answered with an error');
      return data;
    },
  };
}
