// The types of svc-embed/testing/playwright as a strict user's compiler sees them.
import { expect, test } from 'svc-embed/testing/playwright';

test.use({ sandboxOptions: { www: 'dist' } });
// @ts-expect-error: there is no such option
test.use({ sandboxOptions: { folder: 'dist' } });

test('a day', async ({ page, sandbox, sandboxProcess }) => {
  await page.goto('/');
  await sandbox.clock.advance('24h');
  // @ts-expect-error: a world is closed, and does not stop
  await sandbox.stop();
  const state = await sandboxProcess.state();
  expect(state.now).toBeLessThan((await sandbox.state()).now);
});

const more = test.extend<{ mints: number }>({
  mints: async ({ sandbox }, use) => use((await sandbox.state()).counts['mints'] ?? 0),
});
more('another', ({ mints }) => expect(mints).toBe(0));
