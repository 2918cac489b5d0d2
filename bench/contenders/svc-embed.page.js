import { mount } from 'svc-embed';

export async function open({ target, origin, onEvent, getSession }) {
  const embed = await mount(target, {
    baseUrl: origin,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
  });
  embed.on('navigate', onEvent);
}
