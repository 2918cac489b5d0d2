import 'svc-embed/element';
import { init } from 'svc-embed/inline';
import { show, tenant } from '../shared/page.js';

init();
start();

async function start() {
  const embed = document.querySelector('svc-embed');
  show(embed);
  embed.baseUrl = await tenant();
}
