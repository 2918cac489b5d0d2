/**
 * For tests of pages: an `Embed` without a browser, and the sandbox service as a process.
 *
 * @example
 * ```ts
 * import { fakeEmbed } from 'svc-embed/testing';
 *
 * const embed = fakeEmbed();
 * showSales(embed); // the code under test
 * embed.emit('drilldown', { member: 'orders.revenue' });
 * expect(embed.actions).toEqual([{ type: 'refresh', payload: {} }]);
 * ```
 *
 * @module
 */
export {
  fakeEmbed,
  type EmitArguments,
  type FakeAction,
  type FakeEmbed,
  type FakeEmbedOptions,
} from './fake.js';
export {
  startSandbox,
  type BackendMode,
  type Sandbox,
  type SandboxFaults,
  type SandboxOptions,
  type SandboxState,
} from './sandbox.js';
