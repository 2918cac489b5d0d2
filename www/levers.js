// The sandbox's levers: its clock, its faults, and what it has counted.

import { byId, setText } from './dom.js';

/** What each way of the backend to answer means. */
const MEANINGS = {
  ok: 'Mints a fresh id for each request.',
  down: 'Answers 503. The bridge tries again, after pauses that grow.',
  slow: 'Answers after 3 seconds. The old session goes on meanwhile.',
  hang: 'Never answers. The bridge aborts the request in time and tries again.',
  junk: 'Answers 200 with a page of HTML, as sign-in walls do.',
  repeat: 'Answers the id before, as a cache would. It is never sent twice.',
  'signed-out': 'Answers 401: getSession throws SignedOutError, renewal stops.',
};

const modes = [...byId('backend-modes').querySelectorAll('input')];
const hint = byId('backend-hint');
const fault = byId('sandbox-fault');
const refusals = byId('reject-left');
const counters = [...byId('counts').querySelectorAll('[data-count]')];

/** Makes the levers work; `remount` is called after everything was reset. */
export function startLevers(sandbox, remount) {
  for (const input of modes) {
    input.addEventListener('change', () => sandbox.setBackend(input.value));
  }
  byId('clock').addEventListener('click', ({ target }) => {
    const { move } = target.closest('button')?.dataset ?? {};
    if (move) sandbox.turn(move);
  });
  byId('reject').addEventListener('submit', (event) => {
    event.preventDefault();
    sandbox.refuse(byId('reject-times').valueAsNumber);
  });
  byId('reset').addEventListener('click', async () => {
    await sandbox.reset();
    remount();
  });
}

/** Shows what the sandbox says of itself; null where it does not answer. */
export function showLevers(snapshot) {
  setText(fault, snapshot ? '' : 'The sandbox does not answer. Is it still running?');
  if (!snapshot) return;
  const { faults, counts } = snapshot;
  const { mode } = faults.backend;
  for (const input of modes) input.checked = input.value === mode;
  setText(hint, MEANINGS[mode] ?? `Set elsewhere: ${mode}.`);
  const left = faults.rejectExchanges;
  setText(refusals, left > 0 ? `${left} to go` : '');
  for (const counter of counters) setText(counter, String(counts[counter.dataset.count]));
}
