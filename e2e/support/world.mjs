// The sandbox and the browser that all tests of a process share. The first import starts them, and
// they are stopped after the last test.

import { after } from 'node:test';
import { leaveNothingBehind } from '../../scripts/lib/processes.mjs';
import { openBrowser } from './browser.mjs';
import { smallSeed, startSandbox } from './sandbox.mjs';

leaveNothingBehind();

/** E2E_CHARTS is set for the tests of pages that are written for the demonstration data. */
export const sandbox = await startSandbox({
  seed: process.env.E2E_CHARTS ? undefined : smallSeed(),
});
export const { driver, engine, close } = await openBrowser().catch(async (error) => {
  await sandbox.stop();
  throw error;
});

after(async () => {
  await close();
  await sandbox.stop();
  failIfKeptAlive();
});

/** How long the process may live after its last test. */
const LONGEST_END_MS = 30_000;

/** Ends the process if something that a test has left keeps it alive: its suite would wait for its limit. */
function failIfKeptAlive() {
  const end = () => {
    const left = process.getActiveResourcesInfo().join(', ');
    console.error(`The tests have ended, and the process has not: it still has ${left}.`);
    process.exit(1);
  };
  setTimeout(end, LONGEST_END_MS).unref();
}
