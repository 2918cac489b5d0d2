// Holds the sandbox to its OpenAPI document with schemathesis, and to SCIM with scim2-tester, both
// from PyPI. `npm test -- --nightly` runs it; by itself it is `npm run conformance`. The run of
// schemathesis is bounded and the same each time; `-- --seed 2` asks other things. The nightly run asks
// with the seed of the day, too, which its step names.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { venv } from './lib/python.mjs';
import { isMain, main, root, run } from './lib/run.mjs';
import { buildSandbox, withSandbox } from './lib/sandbox.mjs';
import { setup } from './setup.mjs';

const folder = join(root, 'e2e/conformance');
const key = 'sandbox-admin-key';

/** How many examples of each operation there are. */
const EXAMPLES = 10;

/** How many chains of operations there are for each example: a chain calls only a few operations. */
const CHAINS = 6;

/**
 * No links of chains. The 404 of three may be about the branch or the file that the body names; schemathesis takes
 * it for one about the deployment that the chain has made. And it takes the last for a deletion: it cancels a sync,
 * whose state can still be read.
 */
const NOT_CHAINED = [
  ...['dataModel.deleteFile', 'dataModel.putFile', 'dataModel.renameFile'],
  'transformSync.cancel',
];

/** The pinned seed, with which each run asks the same. */
export const PINNED_SEED = '1';

/** A seed that is another one each day. */
export const seedOfTheDay = () => String(Math.floor(Date.now() / 86_400_000));

/** Runs both tools, each against a sandbox of its own, as steps of a tally. */
export async function conformance(tally, { seeds }) {
  const programs = await venv('conformance', join(folder, 'requirements.txt'));
  const sandbox = await buildSandbox();
  for (const seed of seeds) {
    const again = seed === PINNED_SEED ? '' : `; again: npm run conformance -- --seed ${seed}`;
    // In a sandbox that nothing else has changed, chains reach more operations.
    for (const phases of ['examples,coverage,fuzzing', 'stateful'])
      await tally.step(
        `The sandbox fits its OpenAPI document (schemathesis, ${phases}${again})`,
        () =>
          withSandbox(sandbox, ({ tenant }) => schemathesis(programs, tenant, { phases, seed })),
      );
  }
  await tally.step('The sandbox fits SCIM (scim2-tester)', () =>
    withSandbox(sandbox, ({ tenant }) =>
      run(join(programs, 'python3'), [join(folder, 'scim.py'), `${tenant}/api/scim/v2`, key]),
    ),
  );
}

/** Asks each operation by itself, or chains of operations, in which one uses what another made. */
async function schemathesis(programs, tenant, { phases, seed }) {
  const made = await things(tenant);
  const dir = join(root, 'target/conformance-run');
  mkdirSync(dir, { recursive: true });
  const document = join(dir, 'openapi.json');
  writeFileSync(document, JSON.stringify(await ask(tenant, key, 'GET', '/api/v1/spec')));
  const template = readFileSync(join(folder, 'schemathesis.toml'), 'utf8');
  const isChained = phases === 'stateful';
  // The ids of a chain are those that it made itself.
  const text = isChained
    ? template
        .replace(/^"path\..*\$\{.*\n/gm, '')
        .replace(/^\[\[operations\]\]\ninclude.*\nparameters.*("path\.id"|\$\{).*\n/gm, '')
    : template;
  const config = join(dir, 'schemathesis.toml');
  writeFileSync(
    config,
    text.replace(/\$\{(\w+)\}/g, (_, name) => made[name]),
  );
  const most = String(EXAMPLES * (isChained ? CHAINS : 1));
  const args = ['--config-file', config, 'run', document, '--url', tenant, '--checks', 'all'];
  args.push('--phases', phases, '--max-examples', most, '--seed', seed);
  args.push('--continue-on-failure', '--generation-database', 'none');
  if (isChained) for (const id of NOT_CHAINED) args.push('--exclude-operation-id', id);
  await run(join(programs, 'schemathesis'), [...args, '--no-color', '--warnings', 'off'], {
    cwd: dir,
  });
}

/** Makes one thing of each kind that a path names. Resolves to their ids. */
async function things(tenant) {
  const seven = '/api/v1/deployments/7';
  const post = (path, body = {}) => ask(tenant, key, 'POST', path, body);
  const dashboard = { dashboardPublicId: 'sales-overview' };
  const minted = await post('/api/v1/embed/generate-session', {
    embedTenantName: 'acme',
    externalId: 'dana',
  });
  const opened = { surface: 'dashboard', sessionId: minted.sessionId };
  const session = (await ask(tenant, key, 'POST', '/embed/api/session', opened)).token;
  const comments = '/api/v1/embed/dashboard/sales-overview/comments';
  await post('/build/api/v1/deployments/7/dev-mode');
  return {
    session,
    comment: (await ask(tenant, session, 'POST', comments, { text: 'Why?' })).id,
    export: (await post(`${seven}/dashboard-exports`, dashboard)).jobId,
    notification: (await post(`${seven}/notifications`, dashboard)).id,
    sync: (await post(`${seven}/transform-sync`, { output: 'files' })).syncJobId,
    preview: (await post(`${seven}/lakehouse-metric-view-previews`)).previewId,
    attribute: (await post('/api/v1/user-attributes/')).id,
    integration: (await post('/api/v1/oauth-integrations/')).id,
    token: (await post('/api/v1/user-oauth-tokens/')).id,
    config: (await post('/api/v1/oidc-token-configs/')).id,
    user: (await post('/api/v1/users/', { email: 'someone@example.com' })).id,
  };
}

async function ask(tenant, token, method, path, body) {
  const response = await fetch(`${tenant}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
  return response.json();
}

if (isMain(import.meta)) {
  await main(async () => {
    const options = { seed: { type: 'string', default: PINNED_SEED } };
    const { seed } = parseArgs({ options }).values;
    await setup();
    await conformance({ step: (_, work) => work() }, { seeds: [seed] });
  });
}
