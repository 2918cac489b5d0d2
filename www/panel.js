// Shows the fields of `embed.session`, with countdowns.

import { duration, endOf, weekdayTime } from './format.js';
import { byId, h, setText } from './dom.js';

const status = byId('state-status');
const announcer = byId('announcer');
const fields = Object.fromEntries(
  [...byId('state').querySelectorAll('[data-field]')].map((field) => [field.dataset.field, field]),
);
let shownError;

/** What each status means to the viewer. */
const MEANINGS = {
  starting: 'The iframe is being loaded. Its URL has the first session id.',
  active: 'The session works. svc-embed renews it when the embed reports that it is about to end.',
  expiring: 'The session works for at most 30 minutes more. svc-embed posts a new id in time.',
  expired: 'The session has ended. svc-embed asks for a new id until it has one.',
  stopped: 'svc-embed is not asking for an id now.',
};

/**
 * Shows a session's state. Null means that there is no embed. `began` is when its session began by
 * the sandbox's clock, or null if there is none.
 */
export function showState(state, sandboxNow, began) {
  const word = state?.status ?? 'no embed';
  if (status.textContent !== word) {
    status.textContent = word;
    status.dataset.status = state?.status ?? 'stopped';
    announcer.textContent = `The session is now: ${word}.`;
  }
  setText(fields.mode, state?.mode ?? '–');
  setText(fields.renewal, state?.renewal ?? '–');
  setText(fields.attempt, String(state?.attempt ?? '–'));
  setText(fields.renewals, String(state?.renewals ?? '–'));
  setText(fields.expiresAt, state ? expiry(state.expiresAt, began, sandboxNow) : '–');
  setText(fields.nextAttemptAt, state ? nextAttempt(state.nextAttemptAt) : '–');
  showError(state?.lastError ?? null, MEANINGS[state?.status] ?? '');
}

function expiry(expiresAt, began, now) {
  if (expiresAt === null && began === null) return 'not known yet';
  const { at, about } = endOf(expiresAt, began);
  const left = at - now;
  const when = left > 0 ? `in ${about}${duration(left)}` : `${duration(left)} ago`;
  return about ? `${when} (estimated)` : `${weekdayTime(at)}, ${when}`;
}

/** Uses this page's clock, because svc-embed plans attempts by it and not by the sandbox's. */
function nextAttempt(at) {
  return at === null ? 'none planned' : `in ${(Math.max(0, at - Date.now()) / 1_000).toFixed(1)} s`;
}

/** Shows the last error; without one, what the status means. */
function showError(error, meaning) {
  const key = error ? `${error.code} ${error.cause?.message}` : meaning;
  if (key === shownError) return;
  shownError = key;
  if (!error) {
    fields.lastError.replaceChildren('none', h('span', { class: 'cause' }, meaning));
    return;
  }
  const { code, message, cause } = error;
  fields.lastError.replaceChildren(
    h('code', {}, code),
    ` ${message}`,
    ...(cause instanceof Error ? [h('span', { class: 'cause' }, `Cause: ${cause.message}`)] : []),
  );
}
