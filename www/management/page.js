// The page of the management API. Each part shows a result, and the calls that made it.

import { byId } from '../dom.js';
import { startScheme } from '../scheme.js';
import * as calls from './calls.js';
import { makeClient } from './client.js';
import { showRules, startClone } from './clone.js';
import { startExport } from './export.js';
import { sayError } from './outcome.js';
import { startReports } from './reports.js';
import { startUsers } from './users.js';
import { startWorkbooks } from './workbooks.js';

startScheme(() => {});
for (const code of document.querySelectorAll('[data-calls]')) {
  code.textContent = code.dataset.calls
    .split(' ')
    .map((name) => String({ ...calls, makeClient }[name]))
    .join('\n\n');
}
showRules();
// Hidden until now, so that nothing moves when the code appears.
byId('parts').hidden = false;
await start();

async function start() {
  let service;
  try {
    const response = await fetch('/api/config');
    if (!response.ok) throw new Error(`/api/config answered ${response.status}.`);
    service = await response.json();
  } catch (error) {
    sayError(byId('tree-outcome'), error);
    return;
  }
  const { deploymentId } = service;
  startExport(service);
  // Each part says what failed in it, and the others go on.
  await Promise.all([
    shownIn('tree-outcome', async () => {
      startClone(deploymentId, await startWorkbooks(deploymentId));
    }),
    shownIn('reports-outcome', () => startReports(deploymentId)),
    shownIn('users-outcome', startUsers),
  ]);
}

async function shownIn(id, start) {
  try {
    await start();
  } catch (error) {
    sayError(byId(id), error);
  }
}
