import { init, mount } from 'svc-embed';
import wasm from 'svc-embed/svc_embed_bg.wasm';
import { getSession, show, tenant } from '../shared/page.js';

await init(new URL(wasm, import.meta.url));
const baseUrl = await tenant();
const embed = await mount('#dashboard', {
  baseUrl,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession,
});
show(embed);
