import 'svc-embed/element';
import { show, tenant } from '../shared/page.js';

start();

async function start() {
  const embed = document.querySelector('svc-embed');
  show(embed);
  embed.baseUrl = await tenant();
}
