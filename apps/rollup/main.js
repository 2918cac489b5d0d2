import { mount } from 'svc-embed';
import { getSession, show, tenant } from '../shared/page.js';

const baseUrl = await tenant();
const embed = await mount('#dashboard', {
  baseUrl,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession,
});
show(embed);
