// The entry that needs nothing of a bundler, and no module script.

import { mount } from 'svc-embed/inline';
import { getSession, show, tenant } from './page.js';

start();

async function start() {
  const embed = await mount('#dashboard', {
    baseUrl: await tenant(),
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
  });
  show(embed);
}
