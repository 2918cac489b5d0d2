import { init } from 'svc-embed/inline';
import 'svc-embed/element';
import { show, tenant } from '../shared/page.js';

start();

async function start() {
  // The element takes the bridge that is there first.
  await init();
  const embed = document.querySelector('svc-embed');
  show(embed);
  embed.baseUrl = await tenant();
}
