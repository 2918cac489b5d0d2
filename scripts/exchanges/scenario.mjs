// What the scenarios are written with: a call, the options of its client, and the responses that it gets.

import { join } from 'node:path';
import { root } from '../lib/run.mjs';

export const client = await import(join(root, 'dist/management/index.js'));
export const TOKEN = { accessToken: 'the-token' };
export const JSON_TYPE = { 'content-type': 'application/json' };

export const answer = (status, body, headers = {}) => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
export const ok = (body = { ok: true }) => answer(200, body);
export const fails = (code = 'ECONNRESET') => ({ fails: code });
export const page = (items, pageInfo) => ok({ items, pageInfo });
export const redirect = (location, status = 302) => ({ status, headers: { location }, body: '' });

/** All scenarios, in the order in which they were added. */
export const scenarios = [];
export const add = (name, call, responses, options = TOKEN, more = {}) =>
  scenarios.push({ name, options, call, clock: 784111777000, chance: 1, ...more, responses });

export const me = (options) => ({ id: 'users.me', ...(options && { options }) });
export const act = { id: 'users.create', input: { a: 1 } };
export const request = (at, rest = {}) => ({ id: 'request', method: 'GET', path: at, ...rest });
export const file = (options) => ({
  ...{ id: 'auditLogs.export', how: 'file', input: {} },
  ...(options && { options }),
});
