// The page of the management API. Each part shows a result, and the calls that made it.

import { byId } from '../dom.js';
import { showCode } from '../highlight.js';
import { startScheme } from '../scheme.js';
import { makeClient } from './client.js';
import { showRules, startClone } from './clone.js';
import { startExport } from './export.js';
import { sayError } from './outcome.js';
import { completePart } from './part.js';
import { startReports } from './reports.js';
import { config } from './sandbox.js';
import { startUsers } from './users.js';
import { startWorkbooks } from './workbooks.js';

startScheme(() => {});
showCode(byId('client-code'), String(makeClient));
showCode(byId('first-code'), byId('first-code').textContent);
for (const part of document.querySelectorAll('.part')) completePart(part);
showRules();
// Hidden until now, so that nothing moves when the code appears.
byId('parts').hidden = false;
start();

/** Starts the parts. Each says what failed in it, and the others go on. */
function start() {
  const service = config();
  const deployment = service.then(({ deploymentId }) => deploymentId);
  const workspace = startWorkbooks(deployment);
  shownIn('tree', workspace);
  shownIn('clone', startClone(deployment, workspace));
  shownIn('export', startExport(service));
  startReports(deployment);
  shownIn('users', startUsers());
}

async function shownIn(part, started) {
  try {
    await started;
  } catch (error) {
    sayError(byId(`${part}-outcome`), error);
  }
}
