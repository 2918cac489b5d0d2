// svc-embed in its translated form. Only its start differs enough to be measured.

import { mount } from 'svc-embed/no-wasm';

export async function open({ target, origin, getSession }) {
  await mount(target, {
    baseUrl: origin,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
  });
}
