import { defineConfig } from '@playwright/test';

export default defineConfig({
  testMatch: '*.spec.mjs',
  // Each test has a sandbox of its own, so tests of one file run at the same time, too.
  fullyParallel: true,
  // A dashboard may take long to load on a machine that is busy.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    // A browser of your own. Without it, Playwright starts the one that it has installed.
    launchOptions: process.env.CHROME ? { executablePath: process.env.CHROME } : {},
  },
});
