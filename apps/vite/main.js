import { createApp } from 'vue';
import { showReports } from '../shared/main.js';
import { tenant } from '../shared/page.js';
import Sales from './Sales.vue';

createApp(Sales, { baseUrl: await tenant() }).mount('#root');
await showReports(new Worker(new URL('../shared/worker.js', import.meta.url), { type: 'module' }));
