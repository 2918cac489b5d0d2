// The floor of measurement 7: what the platform gives.

export function makeTasks(baseUrl) {
  const deployment = `${baseUrl}/api/v1/deployments/7`;
  const headers = { authorization: 'Bearer token' };

  async function answered(url, init) {
    const response = await fetch(url, { headers, ...init });
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return response;
  }

  return {
    async *list() {
      for (let after; ;) {
        const query = new URLSearchParams({ first: '100', ...(after ? { after } : {}) });
        const { items, pageInfo } = await (await answered(`${deployment}/reports?${query}`)).json();
        yield* items;
        if (!pageInfo.hasNextPage) return;
        after = pageInfo.endCursor;
      }
    },

    async clone() {
      const response = await answered(`${deployment}/workbooks/41/duplicate`, { method: 'POST' });
      return (await response.json()).id;
    },

    download: async () => (await answered(`${deployment}/dashboard-exports/9/download`)).body,
  };
}
