// Calls of the management client that a careless caller writes. Each `@ts-expect-error` is above a
// line that must not compile; the line before it, or the one after it, is how the call is right. What
// the service does not describe stays open: those calls are at the end.
import { ManagementClient, type Dashboard, type DashboardDraft } from 'svc-embed/management';

const client = new ManagementClient({ baseUrl: 'https://acme.example.com' });

function workbooks() {
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
  // @ts-expect-error: widgetId is a text
  client.workbooks.setAiWidgetThread(7, 42, { widgetId: 1, threadId: 't' });
  client.workbooks.upsertBySlug(7, 'sales', { name: 'Sales' });
  // @ts-expect-error: a name is a text
  client.workbooks.upsertBySlug(7, 'sales', { name: 5 });
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
  // @ts-expect-error: there is no such type of widget
  upsert({ widgets: [{ type: 'GRAPH', position }] });
  // @ts-expect-error: no longer advertised; use CONTAINER
  upsert({ widgets: [{ type: 'TABS_CONTAINER', position }] });
  // @ts-expect-error: a widget has a position
  upsert({ widgets: [{ type: 'TEXT' }] });
  // @ts-expect-error: a position has a height
  upsert({ widgets: [{ type: 'TEXT', position: { x: 0, y: 0, w: 6 } }] });
  // @ts-expect-error: positions are numbers
  upsert({ widgets: [{ type: 'TEXT', position: { ...position, x: '0' } }] });
  // @ts-expect-error: misspelt
  upsert({ widget: [] });
  upsert({ layout: { cols: { lg: 12, xxs: null }, margin: [4, 4], rowHeight: 30 } });
  // @ts-expect-error: there is no such width
  upsert({ layout: { cols: { xl: 12 } } });
  // @ts-expect-error: margins are numbers
  upsert({ layout: { margin: ['4px'] } });
  upsert({ app: { entry: 'main.js', files: { 'main.js': '' } } });
  // @ts-expect-error: the text of a file
  upsert({ app: { files: { 'main.js': new Blob() } } });
  upsert({ app: { manifest: { dependencies: {} } } });
  // @ts-expect-error: a version is a number
  upsert({ app: { manifest: { dependencies: {}, version: '1' } } });
  client.embedDashboards.setSignedEmbedding('sales', { allowEmbed: true });
  // @ts-expect-error: allowEmbed is a boolean
  client.embedDashboards.setSignedEmbedding('sales', { allowEmbed: 1 });
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

function reports() {
  client.reports.list(7, { first: 10, sortBy: 'name', folderId: 3 });
  client.reports.list(7, { limit: 10, sortBy: 'lastViewedAt', folderId: 3 });
  client.reports.list(7, { sortBy: 'lastViewedAt' });
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
  // @ts-expect-error: a number of items
  client.reports.list(7, { first: '10' });
  // @ts-expect-error: an offset is for other lists
  client.reports.list(7, { offset: 10 });
  // @ts-expect-error: folderId is a number
  client.reports.list(7, { folderId: 'root' });
  client.reports.upsertByPublicId(7, 'p', { name: 'Sales', title: null });
  // @ts-expect-error: a title is a text
  client.reports.upsertByPublicId(7, 'p', { title: ['Sales'] });
  client.reports.connectWorkbook(7, 1, { externalWorkbookId: 'w', sheetName: 'S' });
  // @ts-expect-error: the name of a sheet
  client.reports.connectWorkbook(7, 1, { sheetName: 1 });
  client.reports.refreshPlacement(7, 1, { placementId: 5 });
  client.reports.disconnectWorkbook(7, 1, {
    ...{ externalWorkbookId: 'w', sheetName: 'S', anchorCell: 'A1' },
  });
  // @ts-expect-error: the address of a placement is not whole
  client.reports.refreshPlacement(7, 1, { externalWorkbookId: 'w', sheetName: 'S' });
  // @ts-expect-error: the address of a placement is empty
  client.reports.disconnectWorkbook(7, 1, {});
}

function workspace() {
  client.folders.list(7, { first: 5, after: 'cursor' });
  // @ts-expect-error: misspelt
  client.folders.list(7, { befor: 'cursor' });
  client.workspace.bulkDelete(7, { items: [{ type: 'FOLDER', id: 3 }] });
  // @ts-expect-error: there is no such item
  client.workspace.bulkDelete(7, { items: [{ type: 'DASHBOARD', id: 3 }] });
  // @ts-expect-error: an item has an id
  client.workspace.bulkDelete(7, { items: [{ type: 'FOLDER' }] });
  // @ts-expect-error: items are required
  client.workspace.bulkDelete(7);
  client.workspace.bulkMove(7, { items: [], folderId: null });
  // @ts-expect-error: the id of a folder
  client.workspace.bulkMove(7, { items: [], folderId: 'root' });
}

function deployments() {
  client.deployments.list({ offset: 20, limit: 20 });
  // @ts-expect-error: this list has no cursors
  client.deployments.list({ first: 20 });
  client.deployments.create({ cloudProvider: 'aws', creationMethod: 'ssh', deployMode: 'git' });
  // @ts-expect-error: there is no such provider
  client.deployments.create({ cloudProvider: 'azure' });
  // @ts-expect-error: there is no such method
  client.deployments.create({ creationMethod: 'gitlab' });
  // @ts-expect-error: there is no such mode
  client.deployments.create({ deployMode: 'ci' });
  client.deployments.update(7, { region: 'eu', templateVariables: { a: 1 } });
  // @ts-expect-error: there is no such provider
  client.deployments.update(7, { cloudProvider: 'AWS' });
  // @ts-expect-error: the image cannot be set
  client.deployments.update(7, { containerImage: 'latest' });
  // @ts-expect-error: variables are an object
  client.deployments.update(7, { templateVariables: 'a=1' });
  client.deployments.createToken(7, { expiresIn: 60 });
  // @ts-expect-error: a number of seconds
  client.deployments.createToken(7, { expiresIn: '1h' });
  client.deployments.listLogs(7, { source: 'dev', container: 'MAIN' });
  // @ts-expect-error: there is no such source
  client.deployments.listLogs(7, { source: 'staging' });
  // @ts-expect-error: there is no such container
  client.deployments.listLogs(7, { container: 'main' });
  // @ts-expect-error: there is no such operation
  client.deployments.retrieve(7);
  client.envVars.list(7, { first: 5 });
  // @ts-expect-error: a number of items
  client.envVars.list(7, { first: true });
  // @ts-expect-error: the deployment is missing
  client.versions.list();
}

function environmentsAndBranches() {
  client.environments.list(7, { type: 'staging' });
  // @ts-expect-error: there is no such type
  client.environments.list(7, { type: 'prod' });
  client.environments.createMetaSyncToken(7, 'e', { security_context: {}, expires_in: 60 });
  // @ts-expect-error: the context is an object
  client.environments.createMetaSyncToken(7, 'e', { security_context: 'acme' });
  // @ts-expect-error: another name than that of deployment tokens
  client.environments.createMetaSyncToken(7, 'e', { security_context: {}, expiresIn: 60 });
  client.branches.setStagingEnvironment(7, { enabled: true, branchName: 'b' });
  client.branches.setStagingEnvironment(7, { enabled: false, branchId: 5 });
  // @ts-expect-error: enabled is required
  client.branches.setStagingEnvironment(7, { branchName: 'b' });
  // @ts-expect-error: a branch is required
  client.branches.setStagingEnvironment(7, { enabled: true });
  // @ts-expect-error: a name or an id, not both
  client.branches.setStagingEnvironment(7, { enabled: true, branchName: 'b', branchId: 5 });
  // @ts-expect-error: misspelt
  client.branches.setStagingEnvironment(7, { enabled: true, branchName: 'b', keep: true });
  client.branches.delete(7, { branchName: 'b', removeOnUpstream: true });
  // @ts-expect-error: removeOnUpstream is a boolean
  client.branches.delete(7, { branchName: 'b', removeOnUpstream: 'yes' });
  // @ts-expect-error: misspelt
  client.branches.delete(7, { branch: 'b' });
  client.dataModel.validate(7, { branchName: 'b' });
  // @ts-expect-error: misspelt
  client.dataModel.validate(7, { branchname: 'b' });
  // @ts-expect-error: a file is an object or a body of fetch
  client.dataModel.putFile(7, 5);
}

function longWork() {
  client.dashboardExports.create(7, { dashboardId: 1, format: 'png', renderAs: { userId: 5 } });
  // @ts-expect-error: there is no such format
  client.dashboardExports.create(7, { dashboardId: 1, format: 'PDF' });
  // @ts-expect-error: by one id, not by two
  client.dashboardExports.create(7, { dashboardId: 1, dashboardPublicId: 'p' });
  // @ts-expect-error: a user to render as is an object
  client.dashboardExports.create(7, { dashboardId: 1, renderAs: 'user@acme.example' });
  client.dashboardExports.run(7, { dashboardPublicId: 'p' }, { pollMs: 500, cancel: false });
  // @ts-expect-error: misspelt
  client.dashboardExports.run(7, { dashboardPublicId: 'p' }, { pollms: 500 });
  // @ts-expect-error: a number of milliseconds
  client.dashboardExports.run(7, { dashboardPublicId: 'p' }, { limitMs: '5m' });
  // @ts-expect-error: the dashboard is missing
  client.dashboardExports.run(7);
  client.transformSync.start(7, { output: 'files', source: 'manifest', manifest: {} });
  // @ts-expect-error: there is no such output
  client.transformSync.start(7, { output: 'disk' });
  // @ts-expect-error: there is no such source
  client.transformSync.run(7, { source: 'github' });
  // @ts-expect-error: a manifest is an object
  client.transformSync.start(7, { manifest: '{}' });
  client.transformSync.list(7, { status: 'running', trigger: 'manual', after: 'cursor' });
  // @ts-expect-error: misspelt
  client.transformSync.list(7, { state: 'running' });
  client.transformSync.generatedFiles(7, 'job', { first: 5 });
  // @ts-expect-error: the job is missing
  client.transformSync.generatedFiles(7, { first: 5 });
  client.metricViewIntegrations.upsert(7, 'lake', { expectedConfigurationVersion: 0 });
  // @ts-expect-error: the version is required
  client.metricViewIntegrations.upsert(7, 'lake', {});
}

function notifications() {
  client.notifications.create(7, { dashboardPublicId: 'p', filters: [], timeGrains: [] });
  // @ts-expect-error: a dashboard is required
  client.notifications.create(7, { filters: [] });
  // @ts-expect-error: by one id, not by two
  client.notifications.update(7, 1, { dashboardId: 1, dashboardPublicId: 'p' });
  // @ts-expect-error: filters are a list
  client.notifications.create(7, { dashboardId: 1, filters: {} });
  // @ts-expect-error: the id of a dashboard is a number
  client.notifications.create(7, { dashboardId: 'p' });
  client.notifications.list(7, { recipientEmail: 'user@acme.example' });
  // @ts-expect-error: misspelt
  client.notifications.list(7, { recipient: 'user@acme.example' });
}

function embedding() {
  client.embedTenants.listWorkbooks(7, 'R&D / EMEA', { accessSource: 'allEmbedUsers' });
  // @ts-expect-error: there is no such source
  client.embedTenants.listWorkbooks(7, 'acme', { accessSource: 'all' });
  // @ts-expect-error: the tenant is missing
  client.embedTenants.delete();
  client.embedSessions.generate({ settings: { locale: 'de', allowAi: false } });
  // @ts-expect-error: allowAi is a boolean
  client.embedSessions.generate({ settings: { allowAi: 'false' } });
  // @ts-expect-error: tenantGroups is a list
  client.embedSessions.generate({ tenantGroups: 'sales' });
  // @ts-expect-error: the name is in an object
  client.embedSessions.generate({ embedTenantProfile: 'Acme' });
  // @ts-expect-error: removed from the service
  client.embedSessions.generate({ ephemeralTtlSeconds: 300 });
  // @ts-expect-error: removed from the service
  client.embedSessions.generate({ settings: { ephemeralTtlSeconds: 300 } });
}

function people() {
  client.users.bulk({ action: 'DEACTIVATE', userIds: [1, 2] });
  // @ts-expect-error: a value of another case
  client.users.bulk({ action: 'deactivate', userIds: [1] });
  // @ts-expect-error: ids are a list
  client.users.bulk({ action: 'DELETE', userIds: 1 });
  client.users.updateMySettings({ sheets: null });
  // @ts-expect-error: sheets are an object
  client.users.updateMySettings({ sheets: 'none' });
  client.userAttributes.create({ type: 'string_array', name: 'regions' });
  // @ts-expect-error: there is no such type
  client.userAttributes.create({ type: 'array', name: 'regions' });
  client.userAttributes.update(1, { type: 'number' });
  // @ts-expect-error: there is no such type
  client.userAttributes.update(1, { type: 'integer' });
  // @ts-expect-error: a definition is an object
  client.userAttributes.update(1, 'number');
  client.scim.users.list({ count: 100, startIndex: 1, filter: 'active eq true' });
  // @ts-expect-error: the pages of SCIM have other names
  client.scim.users.list({ first: 100 });
  client.scim.users.create({ userName: 'ada', emails: [{ value: 'ada@acme.example' }] });
  // @ts-expect-error: active is a boolean
  client.scim.users.create({ userName: 'ada', active: 'true' });
  // @ts-expect-error: addresses are a list
  client.scim.users.create({ userName: 'ada', emails: 'ada@acme.example' });
  client.scim.groups.create({ displayName: 'Sales', members: [{ value: 'u' }] });
  // @ts-expect-error: members are objects
  client.scim.groups.replace('g', { displayName: 'Sales', members: ['u'] });
  client.scim.groups.patch('g', { Operations: [{ op: 'remove', path: 'members' }] });
  // @ts-expect-error: there is no such change
  client.scim.users.patch('u', { Operations: [{ op: 'set', path: 'active', value: false }] });
  // @ts-expect-error: changes are a list
  client.scim.users.patch('u', { Operations: { op: 'add', value: {} } });
}

function administration() {
  client.auditLogs.export({ start: '2025-01-01', eventName: 'login' });
  // @ts-expect-error: a date is a text
  client.auditLogs.export({ start: new Date() });
  // @ts-expect-error: misspelt
  client.auditLogs.export({ from: '2025-01-01' });
  client.oauthIntegrations.update('i', { name: 'Lake' });
  // @ts-expect-error: the id is missing
  client.oauthIntegrations.update({ name: 'Lake' });
  client.userOauthTokens.create({ integrationId: 1 });
  // @ts-expect-error: a body is no number
  client.userOauthTokens.create(1);
  client.oidcTokenConfigs.list({ timeoutMs: 500 });
  // @ts-expect-error: a time limit is a number
  client.oidcTokenConfigs.list({ timeoutMs: '500' });
  // @ts-expect-error: this operation has no input
  client.usageAnalytics.createToken({}, {});
  // @ts-expect-error: a signal, not its controller
  client.regions.list({ signal: new AbortController() });
}

/** The service does not describe these fields, so whatever a caller knows of them can be sent. */
function open() {
  client.workbooks.upsertBySlug(7, 'sales', { owner: 5, tags: ['a'] });
  client.workbooks.setEmbedAccess(7, 42, { allEmbedUsers: 'read' });
  client.reports.upsertByPublicId(7, 'p', { sqlQuery: 'select 1' });
  client.reports.connectWorkbook(7, 1, { resultLocation: { sheet: 1 }, addressOnly: 'yes' });
  client.reports.refreshPlacement(7, 1, { placementId: { uuid: 'x' }, force: true });
  client.reports.disconnectWorkbook(7, 1, undefined, { query: { placementId: 5 } });
  client.reports.list(7, { sortBy: 'name' }, { query: { ofTomorrow: 1 } });
  client.deployments.update(7, { template: 5, launchpadTabs: [{}], releaseChannel: 'beta' });
  client.deployments.create({ name: 'New', region: 'eu' });
  client.dashboardExports.create(7, { width: 1200 });
  client.notifications.create(7, { dashboardId: 1, schedule: 'daily', recipients: [] });
  client.transformSync.start(7, { branchName: 'b', dryRun: true });
  client.embedSessions.generate({ deploymentId: 7, settings: { ofTomorrow: 1 } });
  client.userAttributes.update(1, { displayName: 'Regions' });
  client.users.create({ email: 'ada@acme.example', anything: [1] });
  client.users.update(5, { isActive: false });
  client.scim.users.create({ userName: 'ada', 'urn:extension:User': { department: 'R&D' } });
  client.tenant.updateSettings({ anything: 1 });
  client.github.request('GET', 'repos', { query: { page: 1 } });
}

export { administration, dashboards, deployments, embedding, environmentsAndBranches };
export { longWork, notifications, open, people, readChangeWrite, reports, workbooks, workspace };
