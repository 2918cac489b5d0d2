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
import { startSandbox, type Sandbox, type SandboxOptions, type SandboxWorld } from './sandbox.js';

/** Hands the value of a fixture to the test. Resolves when the test has ended. */
export type Use<T> = (value: T) => Promise<void>;

/** The fixtures: what `test.extend` of Vitest takes. */
export interface SandboxFixtures {
  /** The process that has the worlds of a file's tests. It ends with the file. */
  sandboxProcess: [(given: object, use: Use<Sandbox>) => Promise<void>, { readonly scope: 'file' }];
  /** The test's own world. It is closed when the test ends. */
  sandbox: (given: { sandboxProcess: Sandbox }, use: Use<SandboxWorld>) => Promise<void>;
}

/**
 * The fixtures `sandbox`, the test's own world, and `sandboxProcess`. Needs Vitest 3.2 or newer, and an
 * environment of Node: `fetch` of a simulated browser may refuse other origins.
 *
 * @param options - How the file's sandbox is started.
 */
export function sandboxFixtures(options: SandboxOptions = {}): SandboxFixtures {
  return {
    // Vitest reads from the source of each function which fixtures it needs, so `{}` is none.
    sandboxProcess: [
      async ({}, use) => {
        const sandbox = await startSandbox(options);
        await use(sandbox);
        await sandbox.stop();
      },
      { scope: 'file' },
    ],
    sandbox: async ({ sandboxProcess }, use) => {
      const world = await sandboxProcess.openWorld();
      await use(world);
      await world.close();
    },
  };
}
