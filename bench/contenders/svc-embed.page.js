import { mount } from 'svc-embed';
import { EVENTS } from '../page/events.js';

/** Resolves to a function that destroys the embed. */
export async function open({ target, origin, onEvent, getSession }) {
  const embed = await mount(target, {
    baseUrl: origin,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    getSession,
    // Renewals start at once and may take minutes: the harness decides when `getSession` answers.
    renewal: { spreadMs: 0, mintTimeoutMs: 600_000 },
  });
  for (const name of EVENTS) embed.on(name, onEvent);
  return () => embed.destroy();
}
