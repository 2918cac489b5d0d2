/**
 * Playwright's `test`, in which each test has a sandbox of its own: its data, its clock, its faults.
 * Tests can run at the same time.
 *
 * @example
 * ```ts
 * import { expect, test } from 'svc-embed/testing/playwright';
 *
 * test.use({ sandboxOptions: { www: 'dist' } }); // your built page
 *
 * test('the session is renewed', async ({ page, sandbox }) => {
 *   await page.goto('/');
 *   await sandbox.clock.advance('24h'); // only this test's clock
 *   await expect(page.getByRole('status')).toHaveText('Connected');
 * });
 * ```
 *
 * @module
 */
import {
  test as base,
  type PlaywrightTestArgs,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type PlaywrightWorkerOptions,
  type TestType,
} from '@playwright/test';
import { startSandbox, type Sandbox, type SandboxOptions, type SandboxWorld } from './sandbox.js';

export { expect } from '@playwright/test';

/** What each test has. */
export interface SandboxFixtures {
  /** The test's own world. It is closed when the test ends. Relative addresses are of its `host`. */
  sandbox: SandboxWorld;
}

/** What each worker of Playwright has. */
export interface SandboxWorkerFixtures {
  /** How the worker's sandbox is started. Set it in the configuration, or by `test.use` of a file. */
  sandboxOptions: SandboxOptions;
  /** The process that has the worlds of the worker's tests. */
  sandboxProcess: Sandbox;
}

/** Playwright's `test` with a world for each test. `test.extend` adds fixtures of your own. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions & SandboxWorkerFixtures
> = base.extend<SandboxFixtures, SandboxWorkerFixtures>({
  sandboxOptions: [{}, { option: true, scope: 'worker' }],
  sandboxProcess: [
    async ({ sandboxOptions }, use) => {
      const sandbox = await startSandbox(sandboxOptions);
      await use(sandbox);
      await sandbox.stop();
    },
    { scope: 'worker' },
  ],
  sandbox: async ({ sandboxProcess }, use) => {
    const world = await sandboxProcess.openWorld();
    await use(world);
    await world.close();
  },
  baseURL: ({ sandbox }, use) => use(sandbox.host),
});
