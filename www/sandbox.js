// The page's client of the sandbox: its clock, faults and counters, and the backend that mints. Your
// own page needs only a function like `mint`.

import { SignedOutError } from '/dist/index.js';

const POLL_MS = 1_500;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How far each move turns the clock if there is no session whose times decide it. */
const MOVES = {
  '5min': 5 * MINUTE,
  '1h': 60 * MINUTE,
  expiring: 22.5 * 60 * MINUTE,
  expired: (23 * 60 + 1) * MINUTE,
};

/** The tenant's address, the deployment and the dashboards. */
export async function config() {
  return answerOf(await fetch('/api/config'));
}

/** The tour can take the network away. */
export const network = { isDown: false };

/** Asks the page's backend for a fresh session id, as `getSession` should. */
export async function mint({ signal }) {
  if (network.isDown) throw new TypeError('Failed to fetch');
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
    signal,
  });
  if (response.status === 401) throw new SignedOutError();
  const { sessionId } = await answerOf(response);
  return sessionId;
}

/**
 * The sandbox's clock and faults. `changed` receives each snapshot of its state, or null if the
 * sandbox did not answer. `jumped` receives the milliseconds of each turn of the clock.
 */
export class Sandbox {
  /** The sandbox's clock minus this page's, in milliseconds. */
  #offset = 0;
  /** The part of the offset that turns of the clock have added; null before the first snapshot. */
  #turned = null;
  #commands = 0;
  #changed;
  #jumped;

  constructor({ changed, jumped }) {
    this.#changed = changed;
    this.#jumped = jumped;
  }

  /** The sandbox's time, in epoch milliseconds. */
  now() {
    return Date.now() + this.#offset;
  }

  /** Reads the state now, then regularly while the page is visible. Resolves to the first state. */
  async watch() {
    const first = await this.#read();
    setInterval(() => document.hidden || this.#read(), POLL_MS);
    return first;
  }

  /** Turns the clock by one of the named moves. */
  async turn(move) {
    await this.#advance(this.#untilEdge(move, await this.#read()) ?? MOVES[move]);
  }

  /** Turns the clock forwards to a moment. */
  async turnTo(at) {
    const snapshot = await this.#read();
    if (snapshot && at > snapshot.now) await this.#advance(at - snapshot.now);
  }

  /** When the newest session ends. */
  async newestEnd() {
    return (await this.#read()).sessions.at(-1).expiresAt;
  }

  /** Lets the backend and the service do their work again. */
  clearFaults() {
    return this.#command('faults', { backend: { mode: 'ok' }, rejectExchanges: 0 });
  }

  setBackend(mode) {
    return this.#command('faults', { backend: { mode } });
  }

  refuse(times) {
    return this.#command('faults', { rejectExchanges: times });
  }

  reset() {
    return this.#command('reset', {});
  }

  /**
   * The milliseconds until just after the newest session starts expiring or has expired, whichever
   * the move is named for. Undefined if no such moment lies ahead.
   */
  #untilEdge(move, snapshot) {
    const expiresAt = snapshot?.sessions.at(-1)?.expiresAt;
    if (!expiresAt || MOVES[move] < MOVES.expiring) return undefined;
    const edge = move === 'expiring' ? expiresAt - 30 * MINUTE + SECOND : expiresAt + MINUTE;
    return edge > snapshot.now ? edge - snapshot.now : undefined;
  }

  #advance(advanceMs) {
    // Applied before the answer arrives. The embed learns of the turn first, and its next events
    // would otherwise appear before the turn on the timeline.
    this.#turnTo((this.#turned ?? 0) + advanceMs);
    return this.#command('clock', { advanceMs });
  }

  async #read() {
    const commands = this.#commands;
    const snapshot = await fetch('/control/state').then(answerOf, () => null);
    // A command that was sent in the meantime makes this snapshot out of date.
    if (commands === this.#commands) this.#take(snapshot);
    return snapshot;
  }

  async #command(name, body) {
    const number = ++this.#commands;
    const snapshot = await fetch(`/control/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(answerOf, () => null);
    if (number === this.#commands) this.#take(snapshot);
  }

  #take(snapshot) {
    if (snapshot) {
      this.#turnTo(snapshot.offsetMs);
      this.#offset = snapshot.now - Date.now();
    }
    this.#changed(snapshot);
  }

  #turnTo(turned) {
    const by = turned - (this.#turned ?? turned);
    this.#turned = turned;
    if (by === 0) return;
    this.#offset += by;
    this.#jumped(by);
  }
}

async function answerOf(response) {
  const { pathname } = new URL(response.url);
  if (!response.ok) throw new Error(`${pathname} answered ${response.status}.`);
  return response.json();
}
