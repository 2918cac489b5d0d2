// The calls of this page. The page shows the source of these functions, so what it shows is what runs.

export async function workspace(client, deployment) {
  const [folders, workbooks] = await Promise.all([
    all(client.folders.list(deployment)),
    all(client.workspace.listShared(deployment)),
  ]);
  return { folders, workbooks };
}

export async function reportsOf(client, deployment, workbook) {
  if (!workbook.folderId) return [];
  const query = { folderId: workbook.folderId, first: 100 };
  const reports = await all(client.reports.list(deployment, query));
  return reports.filter(({ workbookId }) => workbookId === workbook.id);
}

export async function all(list) {
  const items = [];
  for await (const item of list) items.push(item);
  return items;
}

export function clone(client, deployment, id, shared) {
  return client.workbooks.duplicate(deployment, id, { shared });
}

export async function exportFile(client, deployment, body, options) {
  const response = await client.dashboardExports.run(deployment, body, {
    pollMs: 400,
    onProgress: options.onProgress,
    signal: options.signal,
  });
  return response.blob();
}

export async function readReports(client, deployment, search, shown) {
  const query = { first: 1_000, ...(search && { search }) };
  const { signal } = shown;
  const list = client.reports.list(deployment, query, { signal });
  for await (const report of list) {
    shown.add(report);
    // Until the viewer scrolls near the end, the next page is not fetched.
    await shown.room();
  }
}

export function listUsers(client, filter) {
  return all(client.scim.users.list({ count: 100, ...(filter && { filter }) }));
}

export function createUser(client, userName, name) {
  return client.scim.users.create({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName,
    name,
    active: true,
  });
}

export function setActive(client, user, active) {
  return client.scim.users.patch(user.id, {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'replace', path: 'active', value: active }],
  });
}
