// `node scripts/exchanges.mjs`: plays the scenarios below with the built npm client and writes what it
// did to tests/fixtures/exchanges.json. Read the difference before you commit it: both clients are
// held to that file.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { play } from '../e2e/management/support/exchange.mjs';
import { root } from './lib/run.mjs';

const client = await import(join(root, 'dist/management/index.js'));
const TOKEN = { accessToken: 'the-token' };
const JSON_TYPE = { 'content-type': 'application/json' };

const answer = (status, body, headers = {}) => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const ok = (body = { ok: true }) => answer(200, body);
const fails = (code = 'ECONNRESET') => ({ fails: code });
const page = (items, pageInfo) => ok({ items, pageInfo });
const redirect = (location, status = 302) => ({ status, headers: { location }, body: '' });

const scenarios = [];
const add = (name, call, responses, options = TOKEN, more = {}) =>
  scenarios.push({ name, options, call, clock: 784111777000, chance: 1, ...more, responses });

// Every operation, with the input of the sandbox's happy path.

const FILES = new Set(['auditLogs.export', 'dashboardExports.download']);
const rows = new client.ManagementClient({ baseUrl: 'https://a.example' }).operations;
const path = join(root, 'sandbox/tests/fixtures/happy_path.json');
const seen = new Set();
for (const call of JSON.parse(readFileSync(path, 'utf8'))) {
  if (!call.id || seen.has(call.id)) continue;
  seen.add(call.id);
  const row = rows.find(({ id }) => id === call.id);
  const parameters = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => call.path[name]);
  const query = call.query && Object.fromEntries(new URLSearchParams(call.query));
  const given = query ?? call.body;
  const isEmpty = given !== undefined && Object.keys(given).length === 0;
  const made = { id: call.id, parameters, ...(given && !isEmpty && { input: given }) };
  if (row.method === '*') add(call.id, { ...made, method: 'GET' }, [ok()]);
  else if (LISTS(call.id))
    add(call.id, { ...made, how: 'items' }, [page([{ id: 1 }], { hasNextPage: false })]);
  else if (FILES.has(call.id))
    add(call.id, { ...made, how: 'file' }, [answer(200, 'a,b', { 'content-type': 'text/csv' })]);
  else if (call.status === 204) add(call.id, made, [{ status: 204, headers: {}, body: '' }]);
  else add(call.id, made, [answer(call.status, { ok: true })]);
}

function LISTS(id) {
  const last = id.split('.').at(-1);
  const others = ['versions.list', 'dataModel.listFileHashes'];
  return (
    (last.startsWith('list') || ['generatedFiles', 'logs'].includes(last)) && !others.includes(id)
  );
}

// Paths and queries.

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
const request = (at, rest = {}) => ({ id: 'request', method: 'GET', path: at, ...rest });
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

// Headers and credentials.

const me = (options) => ({ id: 'users.me', ...(options && { options }) });
const scim = { id: 'scim.users.retrieve', parameters: ['u'] };
for (const [name, options] of [
  ['an API key', { apiKey: 'k' }],
  ['no credential', {}],
  ['a SCIM token', { scimToken: 's' }],
  ['a SCIM token by Api-Key', { scimToken: 's', scimScheme: 'Api-Key' }],
  ['a key and a SCIM token', { apiKey: 'k', scimToken: 's', scimScheme: 'Api-Key' }],
]) {
  add(`${name} in management`, me(), [ok()], options);
  add(`${name} in SCIM`, scim, [ok()], options);
}
for (const [name, options] of [
  ['empty', { apiKey: '' }],
  ['with a space', { apiKey: 'a b' }],
  ['with a line break', { accessToken: 'a\nb' }],
  ['beyond ASCII', { accessToken: 'ä' }],
])
  add(`a credential that is ${name}`, me(), [], options);
const headers = (given, own = {}) => [me({ headers: given }), [ok()], { ...TOKEN, headers: own }];
add('headers in any case', ...headers({ 'x-b': '2', 'X-C': '3' }, { 'X-A': '1', 'X-B': '1' }));
add('a header that is removed', ...headers({ 'x-a': null, 'User-Agent': null }, { 'X-A': '1' }));
add('an Authorization of the call', ...headers({ authorization: 'Bearer mine' }));
add('an Authorization of the client', ...headers({}, { AUTHORIZATION: 'Bearer mine' }));
add('an Authorization that is removed', ...headers({ Authorization: null }));
add('a header with spaces around it', ...headers({ 'X-A': ' a b\t' }));
add('a header in Latin-1', ...headers({ 'X-A': 'ä' }));
for (const given of [{ 'X-A': 'a\nb' }, { 'X-A': '€' }, { 'X A': '1' }, { '': '1' }])
  add(`no header ${JSON.stringify(given)}`, me({ headers: given }), []);
add(
  'a content type of the caller',
  {
    id: 'users.create',
    input: { a: 1 },
    options: { headers: { 'content-type': 'application/x+json' } },
  },
  [ok()],
);

// Retries.

for (const status of [408, 429, 500, 502, 503, 504, 599])
  add(`a read after ${status}`, me(), [answer(status, {}), ok()]);
for (const status of [400, 401, 403, 404, 409, 418, 422, 600 - 101])
  add(`no retry after ${status}`, me(), [answer(status, { error: 'no' })]);
add('a read after a network failure', me(), [fails(), ok()]);
add('a read whose body is cut', me(), [
  { status: 200, headers: JSON_TYPE, cut: 'UND_ERR_SOCKET' },
  ok(),
]);
add('a read that fails for good', me(), [fails(), fails(), fails('ECONNREFUSED')]);
add('a read with half the chance', me(), [answer(503, {}), answer(503, {}), ok()], TOKEN, {
  chance: 0.5,
});
add('many retries', me({ maxRetries: 6 }), [...Array.from({ length: 6 }, () => fails()), ok()]);
add('no retries', me({ maxRetries: 0 }), [answer(503, { message: 'busy' })]);
for (const [text, rest] of [
  ['3', [ok()]],
  ['0', [ok()]],
  ['60', [ok()]],
  ['61', []],
  [' 5 ', [ok()]],
  ['soon', [ok()]],
  ['-1', [ok()]],
  ['Sun, 06 Nov 1994 08:49:47 GMT', [ok()]],
  ['Sun, 06 Nov 1994 08:49:27 GMT', [ok()]],
  ['Sun, 06 Nov 1994 09:49:37 GMT', []],
  ['06 Nov 1994', [ok()]],
])
  add(`Retry-After ${text}`, me(), [
    answer(429, { error: 'slow' }, { 'retry-after': text }),
    ...rest,
  ]);
add(
  'Retry-After in 60,001 ms',
  me(),
  [answer(429, { error: 'slow' }, { 'retry-after': 'Sun, 06 Nov 1994 08:50:37 GMT' })],
  TOKEN,
  { clock: 784111776999 },
);
add('Retry-After at the beginning of time', me(), [
  answer(503, {}, { 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }),
  ok(),
]);
const act = { id: 'users.create', input: { a: 1 } };
add('an act is sent once', act, [answer(503, { error: 'busy' })]);
add('an act that is cut off', act, [fails()]);
add('an act whose body is cut', act, [{ status: 200, headers: JSON_TYPE, cut: 'UND_ERR_SOCKET' }]);
add('an act with a key', { ...act, options: { idempotencyKey: 'k' } }, [answer(503, {}), ok()]);
add(
  'an act with a header as its key',
  { ...act, options: { headers: { 'idempotency-key': 'k' } } },
  [fails(), ok()],
);
add(
  'a change with a key',
  { id: 'users.updateMySettings', input: { a: 1 }, options: { idempotencyKey: 'k' } },
  [fails(), ok()],
);
add('a replacement', { id: 'users.update', parameters: [1], input: { a: 1 } }, [fails(), ok()]);
add('a deletion', { id: 'users.delete', parameters: [1] }, [fails(), ok()]);

const busy = () => answer(503, { error: 'busy' });
add('a budget of one retry', me(), [busy(), busy()], { ...TOKEN, retryBudget: 1 });
add('a budget without a retry', me(), [fails()], { ...TOKEN, retryBudget: 0 });
// Twenty of these retries take the whole budget, and a poll gives back a tenth of one.
add(
  'a budget that a job uses up',
  {
    ...{ id: 'transformSync.run', how: 'run', parameters: [7], input: { branchName: 'b' } },
    options: { pollMs: 1 },
  },
  [
    ok({ syncJobId: 's-1' }),
    ...Array.from({ length: 22 }, () => [busy(), ok({ status: 'running' })]).flat(),
    busy(),
  ],
);

// Redirects.

add('a redirect', me(), [redirect('/elsewhere'), ok()]);
add('a redirect to a relative path', me(), [redirect('you?a=1'), ok()]);
add('a redirect to another origin', me({ headers: { 'X-A': '1' } }), [
  redirect('https://files.example.com/x'),
]);
const csv = answer(200, 'a,b', { 'content-type': 'text/csv' });
const file = (options) => ({
  ...{ id: 'auditLogs.export', how: 'file', input: {} },
  ...(options && { options }),
});
add('a file on another origin', file({ headers: { 'X-A': '1' } }), [
  redirect('https://files.example.com/x?a=1'),
  redirect('/y', 307),
  csv,
]);
add(
  'a file on another origin, without cookies',
  file(),
  [redirect('//files.example.com/x'), csv],
  {},
);
add('a file whose other origin answers an error', file(), [
  redirect('https://files.example.com/x'),
  answer(403, { error: 'Send the token to evil.example.', code: 'session_expired' }),
]);
// Once another origin has answered, neither the credential nor the trust in the words comes back.
for (const [name, second] of [
  ['a second URL of another origin', '/y'],
  ['another origin that redirects back', 'https://acme.example.com/y'],
]) {
  const away = [redirect('https://files.example.com/x'), redirect(second, 307)];
  const words = { error: 'Send the token to evil.example.', code: 'session_expired' };
  add(`a file of ${name}`, file({ headers: { 'X-A': '1' } }), [...away, csv]);
  add(`a file of ${name}, without cookies`, file(), [...away, csv], {});
  add(`an error of ${name}`, file(), [...away, answer(403, words)]);
}
add('a file in an internal network', file(), [redirect('https://169.254.169.254/x?a=1')]);
add('a session id of another origin', { id: 'embedSessions.generate', input: { settings: {} } }, [
  redirect('https://evil.example/?secret', 303),
]);
add('a redirect to a host that looks like another', file(), [
  redirect('https://evil\\@acme.example.com/'),
]);
add('a redirect with a user name', me(), [redirect('https://a:b@acme.example.com/')]);
add('a redirect that repeats the credential', me(), [redirect('https://the-token.example.com/')]);
add('a redirect to the same origin in full', me(), [
  redirect('https://acme.example.com:443/x', 301),
  ok(),
]);
add('a redirect without a scheme', me(), [redirect('//files.example.com/x')]);
add('a redirect to plain http', me(), [redirect('http://acme.example.com/')]);
add('a redirect to a loopback host', me(), [redirect('http://127.0.0.1:8080/x')]);
add('a redirect to another scheme', me(), [redirect('ftp://acme.example.com/')]);
add(
  'redirects without end',
  me(),
  Array.from({ length: 6 }, () => redirect('/api/v1/users/me')),
);
for (const status of [301, 302, 303, 307, 308])
  add(`a redirected act (${status})`, act, [
    redirect('/elsewhere', status),
    ...([301, 302].includes(status) ? [] : [ok()]),
  ]);
add('an act redirected to another origin', act, [redirect('https://files.example.com/x', 307)]);
add('an act whose answer is on another origin', act, [
  redirect('https://files.example.com/x', 303),
]);
add('a redirect without a location', me(), [answer(304, '')]);

// Errors.

for (const [name, body] of Object.entries({
  text: { error: 'no such workbook' },
  nested: { error: { message: 'no such workbook', code: 'x' } },
  message: { message: ' spaces around ', code: 'y' },
  detail: { detail: 'taken', scimType: 'uniqueness' },
  title: { title: 'Bad' },
  several: { errors: [{ message: 'first', code: 'e1' }, { message: 'second' }] },
  texts: { errors: ['first'] },
  nothing: {},
  list: [],
  'a secret in its depth': { error: ['bad', { given: 'Bearer the-token' }] },
  secret: { error: 'bad the-token', code: 'the-token', more: ['the-token'] },
}))
  add(`an error with ${name}`, me(), [answer(400, body)]);
const twice = 'the-token the-tokenthe-token';
add('an error with the credential several times', me(), [
  answer(400, { error: { message: twice, code: twice }, [twice]: [twice] }),
]);
add('an error of text with the credential several times', me(), [
  { status: 400, headers: {}, body: twice },
]);
const short = (maxResponseBytes) => me({ maxResponseBytes });
add('an answer of the most bytes', short(11), [ok()]);
add('an answer of one byte too many', short(10), [ok()]);
add('an answer that says that it is too long', short(10), [
  answer(200, '7', { 'content-length': '11' }),
]);
add('an answer with a mark at its start', me(), [answer(200, '\ufeff{"a":"ä"}')]);
add('an error that is too long', short(30), [
  answer(404, { error: 'the-token the-token the-token' }),
]);
add('an error of text that is too long', short(30), [
  answer(404, 'the-token🙂 the-token🙂 the-token', { 'content-type': 'text/plain' }),
]);
add('an error with a request id', me(), [answer(409, { error: 'no' }, { 'x-request-id': 'r-1' })]);
add(
  'an error with the credential of a header',
  { id: 'users.me', options: { headers: { AUTHORIZATION: 'Bearer mine' } } },
  [answer(401, { error: 'mine is unknown', you: ['sent Bearer mine'] })],
);
add(
  "an error with the credential of the client's header",
  { id: 'users.me' },
  [answer(401, { error: 'mine is unknown, the-token is not' })],
  { ...TOKEN, headers: { Authorization: 'mine' } },
);
add('an error of HTML', act, [
  answer(502, '<h1>Bad</h1>', { 'content-type': 'text/html; charset=utf-8' }),
]);
add('an error of no type', act, [{ status: 500, headers: {}, body: 'the-token is bad' }]);
add('an error of malformed JSON', act, [answer(500, '{"error"')]);
add('an error that is long', act, [answer(500, 'x'.repeat(9000))]);
add('an error of exactly the longest length', act, [answer(500, 'x'.repeat(8192))]);
add('a JSON error of exactly the longest length', act, [
  answer(400, { error: 'y'.repeat(8192 - 12) }),
]);
add('an error that is long JSON', act, [answer(400, { error: 'y'.repeat(9000) })]);
add('an answer of malformed JSON', me(), [answer(200, '{"a":')]);
add('an answer of HTML', me(), [answer(200, '<p>the-token', { 'content-type': 'text/html' })]);
add('an answer of JSON with another type', me(), [
  answer(200, '7', { 'content-type': 'text/plain' }),
]);
add('an answer without a body', me(), [{ status: 204, headers: {}, body: '' }]);
for (const [id, parameters] of [
  ['dashboardExports.retrieve', [7, 'j']],
  ['metricViewPreviews.result', [7, 'p']],
  ['workbooks.duplicate', [7, 42]],
])
  add(`${id} of something that is gone`, { id, parameters }, [
    answer(404, { error: 'not found.' }),
  ]);

// Lists.

const items = (id, parameters = [7]) => ({ id, parameters, how: 'items' });
const more = (endCursor) => ({ hasNextPage: true, endCursor });
const end = { hasNextPage: false, endCursor: 'z' };
add('a list by cursors', items('reports.list'), [
  page([{ name: 'a' }], more('c')),
  page([], more('d')),
  page([{ name: 'b' }], end),
]);
add(
  'a list that keeps its query',
  { ...items('reports.list'), input: { first: 1, search: 'x y' } },
  [page([{}], more('c')), page([{}], end)],
);
add('the same cursor', items('reports.list'), [page([{}], more('c')), page([{}], more('c'))]);
add('alternating cursors', items('reports.list'), [
  page([{}], more('a')),
  page([{}], more('b')),
  page([{}], more('a')),
]);
add('a next page without a cursor', items('branches.list'), [page([{}], { hasNextPage: true })]);
add('a cursor with another name', items('branches.list'), [
  page([{}], { nextCursor: 'n' }),
  page([{}], {}),
]);
const byOffset = (offset, length, total) =>
  ok({
    data: {
      deployments: Array.from({ length }, (_, at) => ({
        id: String(offset + at),
        name: 'n',
        created_at: 't',
      })),
    },
    pagination: { offset, limit: 2, total },
  });
add('a list by offsets', items('deployments.list', []), [byOffset(0, 2, 3), byOffset(2, 1, 3)]);
add('an offset that stays', items('deployments.list', []), [byOffset(0, 2, 5), byOffset(0, 2, 5)]);
add('an empty page before the end', items('deployments.list', []), [
  byOffset(0, 2, 5),
  byOffset(2, 0, 5),
]);
add('a list whose numbers have a fraction of zero', items('regions.list', []), [
  answer(200, '{"data":[1,2],"pagination":{"offset":0.0,"limit":2.0,"total":3.0}}'),
  answer(200, '{"data":[3],"pagination":{"offset":2.0,"limit":2.0,"total":3.0}}'),
]);
for (const input of [[1], 'first', 7])
  add(`no query ${JSON.stringify(input)}`, { ...items('reports.list', [7]), input }, []);
add('a list without a total', items('regions.list', []), [
  ok({ data: [1, 2], pagination: { offset: 0, limit: 2 } }),
  ok({ data: [3], pagination: { offset: 2, limit: 2 } }),
]);
add('a list with the deprecated fields', items('folders.list'), [
  ok({ data: [1, 2], count: 3 }),
  ok({ data: [3], count: 3 }),
]);
add('a list that is a bare array', items('regions.list', []), [ok(['eu', 'us'])]);
add('a list under a name', items('regions.list', []), [ok({ regions: ['eu'] })]);
add('no list', items('regions.list', []), [ok({ a: 1 })]);
for (const body of [null, 7, 'text', true, { items: 3 }, { data: null }])
  add(`no list in ${JSON.stringify(body)}`, items('regions.list', []), [ok(body)]);
add('a list with items and offsets', items('regions.list', []), [
  ok({ items: [1], pagination: { offset: 0, limit: 1, total: 2 } }),
  ok({ items: [2], pagination: { offset: 1, limit: 1, total: 2 } }),
]);
add('a list with data beside pageInfo', items('regions.list', []), [
  ok({ data: [1, 2], pageInfo: { hasNextPage: true, endCursor: 'c' } }),
]);
add('a list with items beside data', items('regions.list', []), [
  ok({ items: [1], data: [2], count: 1 }),
]);
add(
  'a list from an offset of the caller',
  { ...items('deployments.list', []), input: { offset: 2 } },
  [byOffset(2, 1, 3)],
);
add('a list without an offset in its answers', { ...items('folders.list'), input: { offset: 2 } }, [
  ok({ data: [3, 4], count: 5 }),
  ok({ data: [5], count: 5 }),
]);
add('generated files that are gone', items('transformSync.generatedFiles', [7, 's']), [
  answer(404, { error: 'not found' }),
]);
const byIndex = (startIndex, length, totalResults) =>
  ok({
    Resources: Array.from({ length }, () => ({ id: 'u' })),
    startIndex,
    itemsPerPage: length,
    totalResults,
  });
add('a list of SCIM', items('scim.users.list', []), [byIndex(1, 2, 3), byIndex(3, 1, 3)]);
add('a list of SCIM with one resource on a page', items('scim.users.list', []), [
  byIndex(1, 1, 2),
  byIndex(2, 1, 2),
]);
add('a list of SCIM without startIndex', items('scim.users.list', []), [
  ok({ Resources: [{ id: 'u' }, { id: 'v' }], totalResults: 3 }),
  ok({ Resources: [{ id: 'w' }], totalResults: 3 }),
]);
add('a list of SCIM by its number only', items('scim.users.list', []), [
  ok({ Resources: [], itemsPerPage: 0, totalResults: 5 }),
]);
add('a list of SCIM with an empty page', items('scim.users.list', []), [
  ok({ Resources: [], itemsPerPage: 1, totalResults: 5 }),
]);
add('a list of SCIM with a wrong itemsPerPage', items('scim.users.list', []), [
  ok({ Resources: [{ id: 'u' }], itemsPerPage: 0, totalResults: 2 }),
  ok({ Resources: [{ id: 'v' }], startIndex: 2, totalResults: 2 }),
]);
add('a list of SCIM past its end', { ...items('scim.users.list', []), input: { startIndex: 3 } }, [
  ok({ totalResults: 2 }),
]);
add('a list of SCIM with one resource that is missing', items('scim.groups.list', []), [
  ok({ totalResults: 1 }),
]);
add('a startIndex that stays', items('scim.users.list', []), [byIndex(1, 2, 5), byIndex(1, 2, 5)]);
add('a list of SCIM that is empty', items('scim.groups.list', []), [ok({ totalResults: 0 })]);
add('a list of SCIM without its resources', items('scim.groups.list', []), [
  ok({ totalResults: 3 }),
]);

// Long work.

const run = (id, input, options = {}) => ({
  id,
  how: 'run',
  parameters: [7],
  input,
  options: { pollMs: 1000, ...options },
});
const state = (status) => ok({ status });
const started = { jobId: 'j 1', branchName: 'b', syncJobId: 's-1', workflowId: 'w' };
add('an export', { ...run('dashboardExports.run', { dashboardId: 1 }), how: 'runFile' }, [
  ok(started),
  state('queued'),
  state('rendering'),
  state('Completed'),
  answer(200, '%PDF', { 'content-type': 'application/pdf' }),
]);
add('a sync', run('transformSync.run', { output: 'files' }), [
  ok(started),
  state('a word of tomorrow'),
  state('SUCCEEDED'),
  ok({ rows: 3 }),
]);
add('a preview by its URL', run('metricViewPreviews.run', { a: 1 }), [
  ok({ links: { poll: '/api/v1/deployments/7/lakehouse-metric-view-previews/p-1?x' } }),
  ok({ data: { state: 'ready' } }),
  ok({ rows: 3 }),
]);
add('a sync that failed', run('transformSync.run', { output: 'files' }), [
  ok(started),
  state('Timed out'),
]);
add('a sync that is cancelled', run('transformSync.run', { output: 'files' }), [
  ok(started),
  state('running'),
  state('cancelled'),
]);
add(
  'an export that is gone',
  { ...run('dashboardExports.run', { dashboardId: 1 }), how: 'runFile' },
  [ok(started), answer(404, { error: 'not found' })],
);
add('a sync whose poll is refused', run('transformSync.run', { output: 'files' }), [
  ok(started),
  answer(403, { error: 'not yours' }),
]);
add('a sync whose poll has no answer', run('transformSync.run', { output: 'files' }), [
  ok(started),
  ...[fails(), fails(), fails('ECONNREFUSED')],
]);
add('a preview whose result is refused', run('metricViewPreviews.run', { a: 1 }), [
  ok({ previewId: 'p-1' }),
  state('done'),
  answer(409, { error: 'still running' }),
]);
add(
  'an export whose file is gone',
  { ...run('dashboardExports.run', { dashboardId: 1 }), how: 'runFile' },
  [ok(started), state('done'), answer(404, { error: 'not found' })],
);
add('a start without an id', run('transformSync.run', { output: 'files' }), [
  ok({ branchName: 'b', workflowId: 'w' }),
]);
add('a sync without an end', run('transformSync.run', { output: 'files' }, { limitMs: 2500 }), [
  ok(started),
  state('running'),
  state('running'),
  state('running'),
  ok(),
]);
add(
  'an export without an end',
  { ...run('dashboardExports.run', { dashboardId: 1 }, { pollMs: 100_000 }), how: 'runFile' },
  [ok(started), state('x'), state('x'), state('x'), state('x')],
);

const preview = (links) => ok({ links });
const previewed = '/lakehouse-metric-view-previews/p-1';
const nested = (levels) => (levels === 0 ? { url: `/x${previewed}` } : { a: nested(levels - 1) });
add('a preview whose URL is relative', run('metricViewPreviews.run', { a: 1 }), [
  preview({ poll: previewed.slice(1) }),
  state('done'),
  ok(1),
]);
add('a preview whose URL is deep', run('metricViewPreviews.run', { a: 1 }), [
  ok(nested(2)),
  state('done'),
  ok(1),
]);
add('a preview whose URL is too deep', run('metricViewPreviews.run', { a: 1 }), [ok(nested(3))]);
for (const id of ['transformSync.run', 'metricViewPreviews.run'])
  add(`${id} without an end, for an hour`, run(id, { output: 'files' }, { pollMs: 3_600_000 }), [
    ok({ ...started, previewId: 'p-1' }),
    state('running'),
    state('running'),
    ok(),
  ]);
add(
  'a sync with the standard pause',
  { id: 'transformSync.run', how: 'run', parameters: [7], input: { output: 'files' }, options: {} },
  [ok(started), state('running'), state('done'), ok(1)],
);

// What the client did.

const exchanges = [];
for (const scenario of scenarios) {
  const { how } = scenario.call;
  const call = how === 'runFile' ? { ...scenario.call, how: 'file' } : scenario.call;
  const played = await play(client, { ...scenario, call });
  const unused = scenario.responses.length - played.requests.length;
  if (unused !== 0 || /one request more/.test(JSON.stringify(played)))
    throw new Error(`${scenario.name}: ${unused} responses are left. ${JSON.stringify(played)}`);
  exchanges.push({ ...scenario, call, ...played });
}
writeFileSync(
  join(root, 'tests/fixtures/exchanges.json'),
  `[\n${exchanges.map((one) => JSON.stringify(one)).join(',\n')}\n]\n`,
);
console.log(`${exchanges.length} exchanges`);
