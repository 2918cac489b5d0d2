// Headers, credentials and retries.

import { JSON_TYPE, TOKEN, act, add, answer, fails, me, ok } from './scenario.mjs';

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
add('a 401 of a request without a credential', me(), [answer(401, { error: 'no' })], {});
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
