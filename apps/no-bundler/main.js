import { showDashboard, showReports } from '/shared/main.js';

await showDashboard();
await showReports(new Worker('worker.js', { type: 'module' }));
