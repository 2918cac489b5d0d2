// Jobs: exports, syncs and previews.

import { add, answer, fails, ok } from './scenario.mjs';

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
