// The types of <svc-embed>, as a strict user's compiler sees them.
import type { DroppedMessage, Embed, EmbedEvent } from 'svc-embed';
import { SvcEmbedElement } from 'svc-embed/element';

const element: SvcEmbedElement = document.createElement('svc-embed');
document.querySelector('svc-embed')?.setLocale('de');

element.addEventListener('drilldown', function (event) {
  const member: string = event.detail.payload.member;
  const same: SvcEmbedElement = this;
  // @ts-expect-error: there is no such field
  event.detail.payload.membre;
  return [member, same];
});
// The embed's own error, not the platform's.
element.addEventListener('error', ({ detail }) => detail.payload.message);
element.addEventListener('dropped', ({ detail }) => {
  const dropped: DroppedMessage = detail;
  return dropped;
});
element.addEventListener('mount-failed', (event) => event.preventDefault());
element.addEventListener('click', (event) => event.clientX);
element.addEventListener('anything', (event) => event.type);

element.baseUrl = new URL('https://acme.example.com');
element.surface = 'app';
element.surface = { kind: 'chat' };
element.filters = [{ member: 'orders.status', value: 'completed' }];
element.getSession = async ({ signal }) => (signal.aborted ? '' : 'id');
element.theme = undefined;
// @ts-expect-error: there is no such scheme
element.colorScheme = 'sepia';
// @ts-expect-error: there is no such surface
element.surface = 'table';
// @ts-expect-error: read-only
element.embed = null;

const off: () => void = element.on('ai-query', ({ payload }) => payload.query.trim(), {
  once: true,
});
// @ts-expect-error: a misspelt name
element.on('drildown', () => {});
const ready: Promise<EmbedEvent<'ready'>> = element.ready;
const view: Promise<EmbedEvent<'view'>> = element.once('view');
const embed: Embed | null = element.embed;
element.send('set-locale', { locale: 'de' });
element.clearFilter('orders.status');
element.removedFilters = 'reload';
element.loading = 'lazy';
element.loading = { margin: '100%' };
// @ts-expect-error: there is no such time
element.loading = 'later';
element.retry();
// @ts-expect-error: the payload of set-locale is a locale
element.send('set-locale', { local: 'de' });

export { embed, off, ready, view };
