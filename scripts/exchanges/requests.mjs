// Paths, queries, and inputs that the service would refuse.

import { TOKEN, add, ok, request } from './scenario.mjs';

const tenant = (name) => ({ id: 'embedTenants.delete', parameters: [name] });
for (const name of [
  'R&D / EMEA',
  'Käse & Co?#%',
  '..x',
  'a\\b',
  'a/b',
  '...',
  '🙂',
  "$&!'()*~-._{x}",
])
  add(`the tenant ${name}`, tenant(name), [{ status: 204, headers: {}, body: '' }]);
const steps = ['.', '..', '../x', '..\\x', 'a/../x', 'a\\..', './x', 'a/.'];
for (const name of ['', ...steps, 'a\nb', '\u0085'])
  add(`no tenant ${JSON.stringify(name)}`, tenant(name), []);
add('a second parameter that is wrong', { id: 'workbooks.duplicate', parameters: [7, ''] }, []);
add('a number as a parameter', { id: 'users.delete', parameters: [7] }, [ok()]);
for (const at of [
  '',
  'api/x',
  '/a b',
  '/a#b',
  '/a/../b',
  '/a/%2e%2E',
  '/.%2e',
  '/a}b',
  '/a/./b',
  '/%2e/b',
  '/{a}b}',
  '/a\\b',
  '/..?',
  '/%2e',
  '/a/.%2e',
  '/a/%2E.?b=1',
])
  add(`no path ${at}`, request(at), []);
for (const at of ['/...', '/a%2eb', '/%2e%2e%2e', '/.well-known/x', '/api/v2/new?a=1', '/%252e'])
  add(`the path ${at}`, request(at, { options: { query: { b: 2 } } }), [ok()]);
add('a path with a parameter that is missing', request('/api/{a}/b'), []);
add(
  'an operation of tomorrow',
  { id: 'request', method: 'PATCH', path: '/api/v1/new', input: { b: 2 } },
  [ok()],
);
add('an operation of tomorrow in SCIM', request('/api/scim/v2/Schemas'), [ok()], { apiKey: 'k' });
add(
  'a body with a read',
  { id: 'request', method: 'GET', path: '/api/v1/new', input: { b: 2 } },
  [],
);
const query = (value) => ({ id: 'users.me', options: { query: value } });
for (const value of [
  { a: 1, b: 'x y', c: true },
  { a: [1, 'two', false] },
  { a: null, b: 'c&d=e+f' },
  { 'a[]': 'ä' },
  {},
])
  add(`the query ${JSON.stringify(value)}`, query(value), [ok()]);
for (const value of [{ a: { b: 1 } }, { a: [[1]] }, { a: [null] }])
  add(`no query ${JSON.stringify(value)}`, query(value), []);
add(
  'a query of the options over that of the input',
  {
    id: 'dataModel.validate',
    parameters: [7],
    input: { branchName: 'a' },
    options: { query: { branchName: 'b' } },
  },
  [ok()],
);
for (const [at, isRight] of [
  ['/repos/a b/.github', 1],
  ['repos', 1],
  ['a//b', 0],
  ['a/../b', 0],
  ['', 0],
])
  add(
    `the sub-path ${at}`,
    { id: 'github.request', method: 'PUT', parameters: [at] },
    isRight ? [ok()] : [],
  );
add(
  'a path of the options',
  { id: 'embedSessions.generate', input: { settings: { locale: 'de' } } },
  [ok({ sessionId: 's' })],
  { ...TOKEN, paths: { 'embedSessions.generate': '/api/v9/sessions' } },
);
add('a wrong path of the options', { id: 'users.me' }, [], {
  ...TOKEN,
  paths: { 'users.me': '/../x' },
});
add('a base URL with a path', { id: 'users.me' }, [ok()], {
  ...TOKEN,
  baseUrl: 'https://acme.example.com/tenant/',
});

// Inputs that the service would refuse.

const checked = (id, parameters, input, isRight) =>
  add(
    `${id} ${isRight ? 'with' : 'not with'} ${[...JSON.stringify(input)].slice(0, 60).join('')}`,
    { id, parameters, input },
    isRight ? [ok()] : [],
  );
const report = 'reports.upsertByPublicId';
checked(report, [7, 'p'], { name: '🙂'.repeat(255) }, true);
checked(report, [7, 'p'], { name: '🙂'.repeat(256) }, false);
checked(report, [7, 'p'], { title: 'x'.repeat(256) }, false);
checked(report, [7, 'p'], { title: 'x'.repeat(255) }, true);
checked(report, [7, 'p'], { title: null }, true);
for (const [life, isRight] of [
  [60, 1],
  [86400, 1],
  [null, 1],
  [59, 0],
  [86401, 0],
  [60.5, 0],
  ['60', 0],
])
  checked('deployments.createToken', [7], { expiresIn: life }, isRight);
const staging = 'branches.setStagingEnvironment';
checked(staging, [7], { enabled: true, branchName: 'a', branchId: 1 }, false);
checked(staging, [7], { enabled: true }, false);
checked(staging, [7], { branchId: 1 }, false);
checked(staging, [7], { enabled: false, branchId: 1 }, true);
const twoDashboards = { dashboardId: 1, dashboardPublicId: 'a' };
checked('notifications.create', [7], { filters: [] }, false);
checked('notifications.create', [7], twoDashboards, false);
checked('notifications.create', [7], { dashboardPublicId: 'a' }, true);
checked('notifications.update', [7, 1], {}, false);
checked('notifications.update', [7, 1], { dashboardPublicId: 'a' }, true);
checked('notifications.update', [7, 1], twoDashboards, false);
checked('dashboardExports.create', [7], twoDashboards, false);
checked('dashboardExports.create', [7], { board: 1 }, true);
const slug = 'workbooks.upsertBySlug';
const widgets = [{ id: 'a', type: 'TEXT' }, { type: 'TABS_CONTAINER' }];
checked(slug, [7, 's'], { dashboardDraft: { widgets } }, true);
checked(slug, [7, 's'], { dashboardPublished: { widgets } }, false);
checked(slug, [7, 's'], { publishedDashboard: { config: { widgets } } }, false);
checked(slug, [7, 's'], { dashboardDraft: { app: { entry: 'x'.repeat(255) } } }, true);
checked(slug, [7, 's'], { dashboardDraft: { app: { entry: 'x'.repeat(256) } } }, false);
checked('embedSessions.generate', [], { ephemeralTtlSeconds: 5 }, false);
checked('embedSessions.generate', [], { settings: { ephemeralTtlSeconds: 5 } }, false);
for (const id of ['reports.disconnectWorkbook', 'reports.refreshPlacement']) {
  checked(id, [7, 1], { externalWorkbookId: 'w', sheetName: 's' }, false);
  checked(id, [7, 1], { sheetName: 's' }, false);
  checked(id, [7, 1], {}, false);
  checked(id, [7, 1], { externalWorkbookId: 'w' }, false);
  checked(id, [7, 1], { externalWorkbookId: 'w', sheetName: 's', anchorCell: 'A1' }, true);
  checked(id, [7, 1], { placementId: 'p' }, true);
}
checked('workspace.bulkDelete', [7], { items: null }, false);
checked('workspace.bulkMove', [7], { items: [{ type: 'REPORT', id: 1 }], folderId: null }, true);
checked('metricViewIntegrations.upsert', [7, 'lake'], { a: 1 }, false);
checked('metricViewIntegrations.upsert', [7, 'lake'], { expectedConfigurationVersion: 0 }, true);
checked('environments.createMetaSyncToken', [7, 1], { expires_in: 60 }, false);
checked('branches.delete', [7], { removeOnUpstream: true }, false);
const listed = (id, parameters, input, responses, options) =>
  add(
    `${id} by ${JSON.stringify(input)}`,
    { id, parameters, input, how: 'items' },
    responses,
    options,
  );
listed('reports.list', [7], { sortBy: 'lastViewedAt', after: 'c' }, []);
listed('reports.list', [7], { sortBy: 'lastViewedAt', first: 5 }, []);
listed('reports.list', [7], { sortBy: 'lastViewedAt', limit: 5 }, [ok({ data: [{ id: 1 }] })]);
listed('reports.list', [7], { sortBy: 'lastViewedAt', first: null }, [ok({ items: [] })]);
listed('reports.list', [7], { sortBy: 'name', after: 'c', first: 5 }, [ok({ items: [] })]);
// RFC 7644: a startIndex below 1 is read as 1.
const firstUsers = { Resources: [{ id: 'a' }], startIndex: 1, totalResults: 2 };
const moreUsers = { Resources: [{ id: 'b' }], startIndex: 2, totalResults: 2 };
listed('scim.users.list', [], { startIndex: 0 }, [ok(firstUsers), ok(moreUsers)]);
listed('scim.groups.list', [], { startIndex: '-1' }, [ok({ totalResults: 0 })]);
listed('scim.groups.list', [], { startIndex: '01' }, [ok({ totalResults: 0 })]);
for (const startIndex of [1.5, 'x', '', '-', []]) listed('scim.users.list', [], { startIndex }, []);
