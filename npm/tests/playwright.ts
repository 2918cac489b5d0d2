// The types of svc-embed/testing/playwright as a strict user's compiler sees them.
import { expect, test } from 'svc-embed/testing/playwright';

test.use({ sandboxOptions: { www: 'dist' } });
// @ts-expect-error: there is no such option
test.use({ sandboxOptions: { folder: 'dist' } });

test('a day', async ({ page, sandbox }) => {
  await page.goto('/');
  await sandbox.clock.advance('24h');
  expect((await sandbox.state()).offsetMs).toBe(86_400_000);
});

const more = test.extend<{ mints: number }>({
  mints: async ({ sandbox }, use) => use((await sandbox.state()).counts['mints'] ?? 0),
});
more('another', ({ mints }) => expect(mints).toBe(0));
