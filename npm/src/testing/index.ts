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
export type { Duration } from './duration.js';
export type {
  ApiFault,
  BackendMode,
  EmbedFault,
  Levers,
  OperationId,
  PageMode,
  SandboxEmission,
  SandboxFaults,
  SandboxRequest,
  SandboxState,
} from './levers.js';
export { startSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
