// The strips above the two frames of a scene: the state of each session, and what differs.

import { byId, setText } from './dom.js';

const FACTS = ['filter', 'requests', 'ids', 'views', 'errors'];
const FRAMES = ['bridge', 'usual'];

/** What each state means to a viewer. */
const WORDS = {
  starting: 'is loading',
  active: 'works',
  expiring: 'ends soon',
  expired: 'expired',
  refused: 'refused',
  stopped: 'asks for a sign-in',
};

/** Empties the strips, so that no figure of another scene is shown. */
export function clearFacts(scene) {
  const none = { status: 'starting', filter: 'none', requests: 0, ids: 0, views: 0, errors: 0 };
  showFacts({ bridge: none, usual: none }, scene);
}

/** Shows the figures of both frames: those that differ, and of those which is the better one. */
export function showFacts(facts, { better = [] }) {
  for (const frame of FRAMES) {
    const { status } = facts[frame];
    const place = byId(`${frame}-status`);
    place.dataset.value = status;
    place.dataset.status = status === 'refused' ? 'expired' : status;
    setText(place, WORDS[status]);
    place.dataset.mark = markOfStatus(status);
  }
  for (const name of FACTS) {
    const values = FRAMES.map((frame) => valueOf(facts[frame], name));
    const differs = values[0] !== values[1];
    // The filter keeps its place from the moment when it is set, so that the others do not move.
    const isShown = differs || (name === 'filter' && values[0] !== 'none');
    for (const [index, frame] of FRAMES.entries()) {
      const cell = byId(`${frame}-${name}`);
      setText(cell, String(values[index]));
      cell.parentElement.hidden = !isShown;
      cell.parentElement.dataset.mark = isShown ? markOf(name, values[index], values, better) : '';
    }
  }
}

/** A filter is no use to a viewer who sees no dashboard. */
function valueOf(facts, name) {
  const isLost = name === 'filter' && facts.filter === 'kept' && isDead(facts.status);
  return isLost ? 'gone' : facts[name];
}

const isDead = (status) => status === 'expired' || status === 'refused';

function markOfStatus(status) {
  if (status === 'active' || status === 'expiring') return 'good';
  return status === 'starting' || status === 'stopped' ? '' : 'bad';
}

/** Fewer errors are better, and in some scenes fewer ids or views. */
function markOf(name, value, values, better) {
  if (name === 'filter') return { kept: 'good', lost: 'bad', gone: 'bad' }[value] ?? '';
  if (name !== 'errors' && !better.includes(name)) return '';
  return value === Math.min(...values) ? 'good' : 'bad';
}
