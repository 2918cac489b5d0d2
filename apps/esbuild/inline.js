import { mount } from 'svc-embed/inline';
import { getSession, show, tenant } from '../shared/page.js';

start();

async function start() {
  const embed = await mount('#dashboard', {
    baseUrl: await tenant(),
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
  });
  show(embed);
}
