import { showDashboard, showReports } from '../shared/main.js';

await showDashboard();
// A bundler finds a worker only by this form.
await showReports(new Worker(new URL('../shared/worker.js', import.meta.url), { type: 'module' }));
