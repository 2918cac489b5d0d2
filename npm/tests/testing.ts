// The types of svc-embed/testing as a strict user's compiler sees them.
import type { Embed } from 'svc-embed';
import { fakeEmbed, startSandbox, type FakeEmbed, type Sandbox } from 'svc-embed/testing';

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
  await sandbox.setFaults({ backend: { mode: 'down', times: 2 } });
  // @ts-expect-error: there is no such fault
  await sandbox.setFaults({ backend: { mode: 'sleepy' } });
  const { counts } = await sandbox.advance(24 * 3_600_000);
  await sandbox.stop();
  return counts['mints'] ?? 0;
}
