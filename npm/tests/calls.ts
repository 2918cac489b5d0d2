// Calls of the management client that a careless caller writes: an example of each kind of mistake. Each
// `@ts-expect-error` is above a line that must not compile; the line before it, or the one after it, is how the
// call is right. That each field has its type and its values: tests/native/management/table.rs. What the service
// does not describe stays open: those calls are at the end.
import { ManagementClient, type Dashboard, type DashboardDraft } from 'svc-embed/management';

const client = new ManagementClient({ baseUrl: 'https://acme.example.com' });

function argumentsOfCalls() {
  client.workbooks.duplicate(7, '42', { shared: null });
  // @ts-expect-error: the id is missing
  client.workbooks.duplicate(7, undefined, { shared: true });
  // @ts-expect-error: an id is a number or a text
  client.workbooks.duplicate({ id: 7 }, 42);
  // @ts-expect-error: shared is a boolean
  client.workbooks.duplicate(7, 42, { shared: 'true' });
  // @ts-expect-error: misspelt
  client.workbooks.duplicate(7, 42, { Shared: true });
  // @ts-expect-error: the options are not the body
  client.workbooks.duplicate(7, 42, { timeoutMs: 5 });
  client.workbooks.setAiWidgetThread(7, 42, { widgetId: 'w', threadId: 't' });
  // @ts-expect-error: threadId is required
  client.workbooks.setAiWidgetThread(7, 42, { widgetId: 'w' });
  client.workspace.bulkDelete(7, { items: [{ type: 'FOLDER', id: 3 }] });
  // @ts-expect-error: there is no such item
  client.workspace.bulkDelete(7, { items: [{ type: 'DASHBOARD', id: 3 }] });
  // @ts-expect-error: items are required
  client.workspace.bulkDelete(7);
  // @ts-expect-error: there is no such operation
  client.deployments.retrieve(7);
  // @ts-expect-error: a file is an object or a body of fetch
  client.dataModel.putFile(7, 5);
  // @ts-expect-error: this operation has no input
  client.usageAnalytics.createToken({}, {});
  client.oidcTokenConfigs.list({ timeoutMs: 500 });
  // @ts-expect-error: a time limit is a number
  client.oidcTokenConfigs.list({ timeoutMs: '500' });
  // @ts-expect-error: a signal, not its controller
  client.regions.list({ signal: new AbortController() });
}

function dashboards() {
  const upsert = (dashboardDraft: DashboardDraft) =>
    client.workbooks.upsertBySlug(7, 'sales', { dashboardDraft });
  const position = { x: 0, y: 0, w: 6, h: 4 };
  upsert({ kind: 'CLASSIC', widgets: [{ type: 'CHART', position }] });
  // @ts-expect-error: misspelt
  upsert({ kind: 'CLASIC' });
  // @ts-expect-error: a value of another case
  upsert({ kind: 'app' });
  // @ts-expect-error: no longer advertised; use CONTAINER
  upsert({ widgets: [{ type: 'TABS_CONTAINER', position }] });
  // @ts-expect-error: a position has a height
  upsert({ widgets: [{ type: 'TEXT', position: { x: 0, y: 0, w: 6 } }] });
  // @ts-expect-error: positions are numbers
  upsert({ widgets: [{ type: 'TEXT', position: { ...position, x: '0' } }] });
  upsert({ layout: { cols: { lg: 12, xxs: null }, margin: [4, 4], rowHeight: 30 } });
  // @ts-expect-error: margins are numbers
  upsert({ layout: { margin: ['4px'] } });
  upsert({ app: { entry: 'main.js', files: { 'main.js': '' } } });
  // @ts-expect-error: the text of a file
  upsert({ app: { files: { 'main.js': new Blob() } } });
}

async function readChangeWrite(dashboard: Dashboard) {
  // What the service answered can be sent back, with values of a later version.
  const { config } = dashboard;
  client.workbooks.upsertBySlug(7, 'sales', { dashboardDraft: config });
  const widgets = config.widgets?.filter(({ type }) => type !== 'SPACER') ?? [];
  client.workbooks.upsertBySlug(7, 'sales', { dashboardDraft: { ...config, widgets } });
  // An answer may have a value of a later version, and can be compared with it.
  const isNew: boolean = config.kind === 'CANVAS';
  const text: string | undefined = widgets[0]?.type;
  switch (dashboard.status) {
    case 'published':
    case 'frozen':
      return isNew;
  }
  const user = await client.scim.users.retrieve('u');
  await client.scim.users.replace('u', { ...user, active: false });
  return text;
}

function lists() {
  client.reports.list(7, { first: 10, sortBy: 'name', folderId: 3 });
  client.reports.list(7, { limit: 10, sortBy: 'lastViewedAt', folderId: 3 });
  // @ts-expect-error: this order has no cursors
  client.reports.list(7, { first: 10, sortBy: 'lastViewedAt' });
  // @ts-expect-error: this order has no cursors
  client.reports.list(7, { after: 'c', sortBy: 'lastViewedAt' });
  // @ts-expect-error: a list with cursors has `first`
  client.reports.list(7, { limit: 10, sortBy: 'name' });
  // @ts-expect-error: a list with cursors has `first`
  client.reports.list(7, { limit: 10 });
  // @ts-expect-error: misspelt
  client.reports.list(7, { frist: 10 });
  // @ts-expect-error: there is no such order
  client.reports.list(7, { sortBy: 'nonsense' });
  // @ts-expect-error: an offset is for other lists
  client.reports.list(7, { offset: 10 });
  client.deployments.list({ offset: 20, limit: 20 });
  // @ts-expect-error: this list has no cursors
  client.deployments.list({ first: 20 });
  client.scim.users.list({ count: 100, startIndex: 1, filter: 'active eq true' });
  // @ts-expect-error: the pages of SCIM have other names
  client.scim.users.list({ first: 100 });
  // @ts-expect-error: the deployment is missing
  client.versions.list();
}

/** Fields that are required together, or of which there is one. */
function choices() {
  client.reports.refreshPlacement(7, 1, { placementId: 5 });
  client.reports.disconnectWorkbook(7, 1, {
    ...{ externalWorkbookId: 'w', sheetName: 'S', anchorCell: 'A1' },
  });
  // @ts-expect-error: the address of a placement is not whole
  client.reports.refreshPlacement(7, 1, { externalWorkbookId: 'w', sheetName: 'S' });
  // @ts-expect-error: the address of a placement is empty
  client.reports.disconnectWorkbook(7, 1, {});
  client.branches.setStagingEnvironment(7, { enabled: true, branchName: 'b' });
  client.branches.setStagingEnvironment(7, { enabled: false, branchId: 5 });
  // @ts-expect-error: a branch is required
  client.branches.setStagingEnvironment(7, { enabled: true });
  // @ts-expect-error: a name or an id, not both
  client.branches.setStagingEnvironment(7, { enabled: true, branchName: 'b', branchId: 5 });
  client.notifications.create(7, { dashboardPublicId: 'p', filters: [], timeGrains: [] });
  // @ts-expect-error: a dashboard is required
  client.notifications.create(7, { filters: [] });
  // @ts-expect-error: by one id, not by two
  client.dashboardExports.create(7, { dashboardId: 1, dashboardPublicId: 'p' });
  // @ts-expect-error: the image cannot be set
  client.deployments.update(7, { containerImage: 'latest' });
  client.embedSessions.generate({ settings: { locale: 'de', allowAi: false } });
  // @ts-expect-error: removed from the service
  client.embedSessions.generate({ ephemeralTtlSeconds: 300 });
  // @ts-expect-error: removed from the service
  client.embedSessions.generate({ settings: { ephemeralTtlSeconds: 300 } });
  client.scim.groups.patch('g', { Operations: [{ op: 'remove', path: 'members' }] });
  // @ts-expect-error: there is no such change
  client.scim.users.patch('u', { Operations: [{ op: 'set', path: 'active', value: false }] });
  client.environments.createMetaSyncToken(7, 'e', { security_context: {}, expires_in: 60 });
  // @ts-expect-error: another name than that of deployment tokens
  client.environments.createMetaSyncToken(7, 'e', { security_context: {}, expiresIn: 60 });
}

function longWork() {
  client.dashboardExports.run(7, { dashboardPublicId: 'p' }, { pollMs: 500, cancel: false });
  // @ts-expect-error: misspelt
  client.dashboardExports.run(7, { dashboardPublicId: 'p' }, { pollms: 500 });
  // @ts-expect-error: a number of milliseconds
  client.dashboardExports.run(7, { dashboardPublicId: 'p' }, { limitMs: '5m' });
  // @ts-expect-error: the dashboard is missing
  client.dashboardExports.run(7);
  // @ts-expect-error: there is no such source
  client.transformSync.run(7, { source: 'github' });
}

/** The service does not describe these fields, so whatever a caller knows of them can be sent. */
function open() {
  client.workbooks.upsertBySlug(7, 'sales', { owner: 5, tags: ['a'] });
  client.workbooks.setEmbedAccess(7, 42, { allEmbedUsers: 'read' });
  client.reports.connectWorkbook(7, 1, { resultLocation: { sheet: 1 }, addressOnly: 'yes' });
  client.reports.refreshPlacement(7, 1, { placementId: { uuid: 'x' }, force: true });
  client.reports.disconnectWorkbook(7, 1, undefined, { query: { placementId: 5 } });
  client.reports.list(7, { sortBy: 'name' }, { query: { ofTomorrow: 1 } });
  client.deployments.create({ name: 'New', region: 'eu' });
  client.dashboardExports.create(7, { width: 1200 });
  client.notifications.create(7, { dashboardId: 1, schedule: 'daily', recipients: [] });
  client.transformSync.start(7, { branchName: 'b', dryRun: true });
  client.embedSessions.generate({ deploymentId: 7, settings: { ofTomorrow: 1 } });
  client.users.create({ email: 'ada@acme.example', anything: [1] });
  client.scim.users.create({ userName: 'ada', 'urn:extension:User': { department: 'R&D' } });
  client.github.request('GET', 'repos', { query: { page: 1 } });
}

export { argumentsOfCalls, choices, dashboards, lists, longWork, open, readChangeWrite };
