// The bridge as the README shows it. It awaits nothing at its top level, so that it can also be
// bundled into a classic script.

import { mount } from 'svc-embed';
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
