import { mount } from 'svc-embed';
import { EVENTS } from '../page/events.js';

export async function open({ target, origin, onEvent, getSession }) {
  const embed = await mount(target, {
    baseUrl: origin,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
  });
  for (const name of EVENTS) embed.on(name, onEvent);
}
