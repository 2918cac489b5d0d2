// Runs the tests of the apps in one process, so that they share a browser, a sandbox and the projects.

await import('../e2e/support/world.mjs');
await Promise.all([import('./apps.test.mjs'), import('./backends.test.mjs')]);
