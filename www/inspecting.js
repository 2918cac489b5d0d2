// The inspector of svc-embed, beside the event log. It follows the page's embed from mount to mount.

import { inspect } from '/dist/inspector.js';
import { byId } from './dom.js';

const place = byId('inspector');
const button = byId('inspect');
let embed = null;
let inspector = null;

/** Connects the button that opens and closes the inspector. */
export function startInspecting() {
  button.addEventListener('click', () => show(button.getAttribute('aria-pressed') !== 'true'));
  // The inspector has a button of its own that closes it.
  new MutationObserver(() => {
    if (inspector && !inspector.element.isConnected) show(false);
  }).observe(place, { childList: true });
}

/** Call with each embed that is mounted, and with null when it is destroyed. */
export function inspectEmbed(mounted) {
  embed = mounted;
  inspector?.close();
  inspector = null;
  if (embed && !place.hidden) inspector = inspect(embed, { target: place });
}

function show(isShown) {
  place.hidden = !isShown;
  button.setAttribute('aria-pressed', String(isShown));
  byId('log').classList.toggle('inspecting', isShown);
  inspectEmbed(embed);
}
