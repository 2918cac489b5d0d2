// The types of svc-embed/testing as a strict user's compiler sees them.
import type { Embed } from 'svc-embed';
import { fakeEmbed, startSandbox, type FakeEmbed, type Sandbox } from 'svc-embed/testing';
import { sandboxFixtures, type SandboxFixtures } from 'svc-embed/testing/vitest';

const fake: FakeEmbed = fakeEmbed({ surface: 'app', mode: 'signed', onRenew: async () => {} });
// Code under test takes it as an embed.
const embed: Embed = fake;

fake.emit('ready');
fake.emit('session-expiring');
fake.emit('drilldown', { member: 'orders.revenue' });
fake.emit('confetti', { colour: 'red' });
// @ts-expect-error: this payload has a required field
fake.emit('drilldown', {});
fake.fail();
fake.fail('signed-out', new Error('why'));
// @ts-expect-error: there is no such code
fake.fail('tired');
fake.setSession({ status: 'expired' });
// @ts-expect-error: there is no such status
fake.setSession({ status: 'tired' });
for (const { type, payload } of fake.actions) console.log(type.length, Object.keys(payload));

async function day(): Promise<number> {
  const sandbox: Sandbox = await startSandbox({ www: 'dist', strict: true });
  await sandbox.fault({ backend: { mode: 'down', times: 2 } });
  // @ts-expect-error: there is no such fault
  await sandbox.fault({ backend: { mode: 'sleepy' } });
  await sandbox.fault({
    api: [{ operation: 'scim.users.list', status: 429, retryAfter: 1 }, { path: '/api/v1/*' }],
    embed: { page: 'sign-in', times: 1 },
  });
  // @ts-expect-error: there is no such operation
  await sandbox.fault({ api: [{ operation: 'reports.lists' }] });
  // @ts-expect-error: there is no such page
  await sandbox.fault({ embed: { page: 'rude' } });
  await sandbox.emit('ready');
  await sandbox.emit('error', { message: 'All is lost.', fatal: true });
  // @ts-expect-error: this payload has a required field
  await sandbox.emit('drilldown', {});
  await sandbox.emit({ embed: 1, event: 'ready' });
  await sandbox.emit({ message: 42 });
  // @ts-expect-error: there is no such unit
  await sandbox.clock.advance('23 hours');
  await sandbox.clock.advance('1h 30m');
  const [request] = await sandbox.requests({ operation: 'workbooks.duplicate', since: 1 });
  console.log(request?.status, request?.durationMs);
  const { counts } = await sandbox.clock.advance('24h');
  await sandbox.stop();
  return counts['mints'] ?? 0;
}

const fixtures: SandboxFixtures = sandboxFixtures({ www: 'dist' });
// @ts-expect-error: there is no such option
sandboxFixtures({ folder: 'dist' });
console.log(fixtures.sandbox.length);
