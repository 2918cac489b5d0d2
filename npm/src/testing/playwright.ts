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
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

export { expect } from '@playwright/test';

/** What each test has. */
export interface SandboxFixtures {
  /** How the test's sandbox is started. Set it in the configuration, or by `test.use` of a file. */
  sandboxOptions: SandboxOptions;
  /** The test's own sandbox. It ends with the test. Relative addresses are of its `host`. */
  sandbox: Sandbox;
}

/** Playwright's `test` with a sandbox for each test. `test.extend` adds fixtures of your own. */
export const test: TestType<
  PlaywrightTestArgs & PlaywrightTestOptions & SandboxFixtures,
  PlaywrightWorkerArgs & PlaywrightWorkerOptions
> = base.extend<SandboxFixtures>({
  sandboxOptions: [{}, { option: true }],
  sandbox: async ({ sandboxOptions }, use) => {
    const sandbox = await startSandbox(sandboxOptions);
    await use(sandbox);
    await sandbox.stop();
  },
  baseURL: ({ sandbox }, use) => use(sandbox.host),
});
