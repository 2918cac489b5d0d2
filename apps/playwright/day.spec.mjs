// A day of the page in some seconds: its backend fails at the wrong moment, its user signs out.

import { expect, test } from 'svc-embed/testing/playwright';

// In your project, `www` is your built page, and `dist` is not needed.
test.use({ sandboxOptions: { www: process.env.PAGE ?? 'page', dist: process.env.DIST } });

/** Opens the page, and waits for its dashboard. */
async function open(page) {
  await page.goto('/');
  const dashboard = page.frameLocator('iframe');
  await expect(dashboard.locator('[data-widget="revenue-by-category"]')).toBeVisible();
  return dashboard.locator('html');
}

test('the session is renewed, though the backend fails twice', async ({ page, sandbox }) => {
  const dashboard = await open(page);
  await sandbox.fault({ backend: { mode: 'down', times: 2 } });
  await sandbox.clock.advance('24h');
  await expect(dashboard).toHaveAttribute('data-session-state', 'expired');
  await expect(dashboard).toHaveAttribute('data-session-state', 'active', { timeout: 20_000 });
  expect((await sandbox.state()).counts.mints).toBe(2);
});

test('a user who has signed out is asked to sign in', async ({ page, sandbox }) => {
  await open(page);
  await sandbox.fault({ backend: { mode: 'signed-out' } });
  await sandbox.clock.advance('24h');
  await expect(page.getByRole('status')).toHaveText('Please sign in again.');
});
