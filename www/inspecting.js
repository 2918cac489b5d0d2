// The inspector of svc-embed, beside the event log. It follows the page's embed from mount to mount, or
// plays a recording that an inspector has saved.

import { inspect, replay } from '/dist/inspector.js';
import { byId, setText } from './dom.js';

/** The largest file that is read. A full inspector saves less. */
const LARGEST_FILE = 10_000_000;
const HINT = 'Use Export to save a recording (names and times, no session ids).';

const panel = byId('inspector');
const place = byId('inspector-place');
const button = byId('inspect');
const file = byId('replay');
const back = byId('replay-end');
const hint = byId('replay-hint');
let embed = null;
let inspector = null;
let isReplaying = false;

/** Connects the button that opens and closes the inspector, and those of the replay. */
export function startInspecting() {
  button.addEventListener('click', () => show(button.getAttribute('aria-pressed') !== 'true'));
  file.addEventListener('change', () => void openRecording());
  back.addEventListener('click', () => {
    followEmbed();
    // The focused button disappears.
    file.focus();
  });
  // The inspector closes itself by a button or Escape. The focus was in it and would be lost.
  new MutationObserver(() => {
    if (!inspector || inspector.element.isConnected) return;
    const opener = isReplaying ? file : button;
    if (isReplaying) followEmbed();
    else show(false);
    opener.focus();
  }).observe(place, { childList: true });
}

/** Call with each embed that is mounted, and with null when it is destroyed. */
export function inspectEmbed(mounted) {
  embed = mounted;
  if (!isReplaying) followEmbed();
}

function show(isShown) {
  panel.hidden = !isShown;
  button.setAttribute('aria-pressed', String(isShown));
  byId('log').classList.toggle('inspecting', isShown);
  followEmbed();
}

/** Shows the page's embed, if there is one. */
function followEmbed() {
  isReplaying = false;
  back.hidden = true;
  setText(hint, HINT);
  inspector?.close();
  inspector = embed && !panel.hidden ? inspect(embed, { target: place }) : null;
}

/** Plays the chosen file. What is wrong with it is said, and the inspector stays as it is. */
async function openRecording() {
  const [chosen] = file.files;
  // The same file can then be chosen again.
  file.value = '';
  if (!chosen) return;
  try {
    if (chosen.size > LARGEST_FILE) throw new Error('The file has more than 10 MB.');
    const player = replay(await chosen.text(), { target: place });
    isReplaying = true;
    inspector?.close();
    inspector = player;
    back.hidden = false;
    setText(hint, chosen.name);
  } catch (error) {
    setText(hint, error.message);
  }
}
