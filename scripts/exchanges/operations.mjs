// Every operation, with the input of the sandbox's happy path.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { add, answer, client, ok, page } from './scenario.mjs';

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
