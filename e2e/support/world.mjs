// The sandbox and the browser that all tests of a process share. The first import starts them, and
// they are stopped after the last test.

import { after } from 'node:test';
import { openBrowser } from './browser.mjs';
import { startSandbox } from './sandbox.mjs';

export const sandbox = await startSandbox();
export const { driver, engine, close } = await openBrowser().catch(async (error) => {
  await sandbox.stop();
  throw error;
});

after(async () => {
  await close();
  await sandbox.stop();
});
