import { SvcEmbedElement } from 'svc-embed/element';
import { show, tenant } from '../shared/page.js';

start();

async function start() {
  const embed = document.querySelector('svc-embed');
  show(embed);
  const baseUrl = await tenant();
  // The page has `session-url` as an attribute.
  SvcEmbedElement.allow({ baseUrl, sessionUrl: '/api/embed-session' });
  embed.baseUrl = baseUrl;
}
