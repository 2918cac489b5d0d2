// The bar that shows how much of the current session's 23 hours has passed.

import { LIFETIME_MS, duration, endOf, weekdayTime } from './format.js';
import { setText } from './dom.js';

/** Shows the progress of a session. `expiresAt` is null if unknown. All times are the sandbox's. */
export function showLife(container, session, now) {
  const [about, end] = container.querySelectorAll('.life-text span');
  if (!session) {
    setText(about, 'No session');
    setText(end, '');
    setShare(container, 0);
    return;
  }
  const { number, began, expiresAt } = session;
  const { at, about: round } = endOf(expiresAt, began);
  const left = at - now;
  setText(about, `Session ${number}, ${duration(Math.max(0, now - began))} old`);
  setText(
    end,
    left > 0
      ? `ends ${round}${weekdayTime(at)}, in ${round}${duration(left)}`
      : `ended ${round}${weekdayTime(at)}, ${duration(left)} ago`,
  );
  setShare(container, Math.min(1, Math.max(0, 1 - left / LIFETIME_MS)));
}

function setShare(container, share) {
  container.style.setProperty('--share', share.toFixed(4));
}
