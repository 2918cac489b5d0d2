// The page's client of the sandbox: its clock, its faults, and the backend that mints. A page of your own
// needs only a function like `mint`.

import { SignedOutError } from '/dist/index.js';

const MINUTE = 60_000;

/** A scene takes the network from the page, and gives it back. */
export const network = { isDown: false };

/** The sandbox's clock minus this page's, in milliseconds. */
let offset = 0;
/** Receives the state of the sandbox after each command, and by how much the clock was turned. */
let changed = () => {};

/** Asks the page's backend for a fresh session id, as `getSession` should. */
export async function mint({ signal }) {
  if (network.isDown) throw new TypeError('Failed to fetch');
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
    signal,
  });
  if (response.status === 401) throw new SignedOutError();
  return (await answerOf(response)).sessionId;
}

/** The tenant's address and the dashboards. */
export async function config() {
  return answerOf(await fetch('/api/config'));
}

/** The sandbox's time, in milliseconds of the epoch. */
export const now = () => Date.now() + offset;

/** Reads the sandbox's state. From now on, `then` receives it after each command. */
export async function watchSandbox(then) {
  changed = then;
  return take(await read());
}

/** Turns the clock forwards. */
export async function turn(advanceMs) {
  await command('clock', { advanceMs }, advanceMs);
}

/** Turns the clock to where the newest session is `expiring`, or `expired`. */
export async function turnPast(edge) {
  const { sessions, now } = await read();
  const end = sessions.at(-1)?.expiresAt ?? now;
  const at = end + (edge === 'expired' ? MINUTE : -29.9 * MINUTE);
  if (at > now) await turn(at - now);
}

/** Lets the backend work (`ok`), or fail in one of its ways. */
export const setBackend = (mode) => command('faults', { backend: { mode } });

/** Resets the clock, the faults, the sessions and the data. */
export const reset = () => command('reset', {});

async function command(name, body, turnedByMs = 0) {
  const response = await fetch(`/control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  take(await answerOf(response), turnedByMs);
}

async function read() {
  return answerOf(await fetch('/control/state'));
}

function take(state, turnedByMs = 0) {
  offset = state.now - Date.now();
  changed(state, turnedByMs);
  return state;
}

async function answerOf(response) {
  const { pathname } = new URL(response.url);
  if (!response.ok) throw new Error(`${pathname} answered ${response.status}.`);
  return response.json();
}
