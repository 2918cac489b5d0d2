// Runs the tests of the apps in one process, so that they share a browser, a sandbox and the projects.

await import('../e2e/support/world.mjs');
// By day there is no Python.
const python = process.env.APPS_PYTHON && import('./fastapi.test.mjs');
await Promise.all([import('./apps.test.mjs'), python]);
