/**
 * Fixtures for Vitest's `test.extend`: each test has a sandbox of its own, with its data, its clock and
 * its faults.
 *
 * @example
 * ```ts
 * import { expect, test as base } from 'vitest';
 * import { sandboxFixtures } from 'svc-embed/testing/vitest';
 *
 * const test = base.extend(sandboxFixtures());
 *
 * test('the backend mints', async ({ sandbox }) => {
 *   await fetch(`${sandbox.host}/api/embed-session`, { method: 'POST' });
 *   expect((await sandbox.state()).counts['mints']).toBe(1);
 * });
 * ```
 *
 * @module
 */
import { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';

/** Hands the value of a fixture to the test. Resolves when the test has ended. */
export type Use<T> = (value: T) => Promise<void>;

/** The fixtures: what `test.extend` of Vitest takes. */
export interface SandboxFixtures {
  /** The test's own sandbox. It ends with the test. */
  sandbox: (given: object, use: Use<Sandbox>) => Promise<void>;
}

/**
 * The fixture `sandbox`, the test's own. Needs an environment of Node: `fetch` of a simulated browser may refuse
 * other origins.
 *
 * @param options - How the sandbox is started.
 */
export function sandboxFixtures(options: SandboxOptions = {}): SandboxFixtures {
  return {
    // Vitest reads from the source of the function which fixtures it needs, so `{}` is none.
    sandbox: async ({}, use) => {
      const sandbox = await startSandbox(options);
      await use(sandbox);
      await sandbox.stop();
    },
  };
}
