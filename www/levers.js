// The sandbox's controls: its clock and its faults. Beside them, what this page has counted.

import { byId, setText } from './dom.js';
import { showTestCode, written } from './last.js';

/** Explains each mode of the backend to the viewer. */
const MEANINGS = {
  ok: 'Makes a new session id for each request.',
  down: 'Answers 503. svc-embed tries again after growing pauses.',
  slow: 'Answers after 3 seconds. The old session works until then.',
  hang: 'Never answers. svc-embed aborts the request and tries again.',
  junk: 'Answers 200 with an HTML page, as some sign-in proxies do.',
  repeat: 'Answers with the previous id, as a cache would. svc-embed refuses it.',
  'signed-out': 'Answers 401. getSession throws SignedOutError, and renewal stops.',
};

/** How far a test turns the clock, with a session that has just begun. */
const FAR = { '5min': '5m', '1h': '1h', expiring: '22h 30m', expired: '23h 1m' };

const modes = [...byId('backend-modes').querySelectorAll('input')];
const hint = byId('backend-hint');
const fault = byId('sandbox-fault');
const refusals = byId('reject-left');
const counters = [...byId('counts').querySelectorAll('[data-count]')];

/** What this page has done. The sandbox's own counters would include other pages. */
const done = { requests: 0, ids: 0, renewals: 0, refused: 0 };

/** Adds one to a counter of this page. */
export function count(name) {
  done[name] += 1;
  showCounts();
}

/** The counters of this page. */
export function counted() {
  return { ...done };
}

/** Connects the controls. `remount` is called after a reset. */
export function startLevers(sandbox, remount) {
  for (const input of modes) {
    input.addEventListener('change', () => {
      showTestCode(`await sandbox.fault(${written({ backend: { mode: input.value } })});`);
      sandbox.setBackend(input.value);
    });
  }
  byId('clock').addEventListener('click', ({ target }) => {
    const { move } = target.closest('button')?.dataset ?? {};
    if (!move) return;
    showTestCode(`await sandbox.clock.advance('${FAR[move]}');`);
    sandbox.turn(move);
  });
  byId('reject').addEventListener('submit', (event) => {
    event.preventDefault();
    const times = byId('reject-times').valueAsNumber;
    showTestCode(`await sandbox.fault({ rejectExchanges: ${times} });`);
    sandbox.refuse(times);
  });
  byId('reset').addEventListener('click', async () => {
    await sandbox.reset();
    for (const name of Object.keys(done)) done[name] = 0;
    showCounts();
    remount();
  });
}

/** Shows the sandbox's state; `snapshot` is null if the sandbox does not answer. */
export function showLevers(snapshot) {
  setText(fault, snapshot ? '' : 'The sandbox does not answer. Is it still running?');
  if (!snapshot) return;
  const { faults } = snapshot;
  const { mode } = faults.backend;
  for (const input of modes) input.checked = input.value === mode;
  setText(hint, MEANINGS[mode] ?? `Mode set outside this page: ${mode}.`);
  const left = faults.rejectExchanges;
  setText(refusals, left > 0 ? `${left} left` : '');
}

function showCounts() {
  for (const counter of counters) setText(counter, String(done[counter.dataset.count]));
}
