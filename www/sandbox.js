// The sandbox service as this page sees it: its time, its faults and counters, and the backend that
// mints. A page of your own has none of this but a route like `mint`.

import { SignedOutError } from '/dist/index.js';

const POLL_MS = 1_500;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How far each of the clock's moves goes where the session's own times do not say. */
const MOVES = {
  '5min': 5 * MINUTE,
  '1h': 60 * MINUTE,
  expiring: 22.5 * 60 * MINUTE,
  expired: (23 * 60 + 1) * MINUTE,
};

/** What the page must know to embed. */
export async function config() {
  return answerOf(await fetch('/api/config'));
}

/** Asks the page's backend for a fresh session id, as `getSession` should. */
export async function mint({ signal }) {
  const response = await fetch('/api/embed-session', { method: 'POST', signal });
  if (response.status === 401) throw new SignedOutError();
  const { sessionId } = await answerOf(response);
  return sessionId;
}

/** The sandbox's time and levers; `changed` is told each snapshot, or null where there is none. */
export class Sandbox {
  /** How far the sandbox's clock stands from this page's. */
  #offset = 0;
  /** The part of the offset that the viewer has turned. */
  #turned = null;
  #commands = 0;
  #changed;
  #jumped;

  constructor({ changed, jumped }) {
    this.#changed = changed;
    this.#jumped = jumped;
  }

  /** The sandbox's time, epoch milliseconds. */
  now() {
    return Date.now() + this.#offset;
  }

  /** Reads the state now and from then on, while the page is in view. */
  async watch() {
    await this.#read();
    setInterval(() => document.hidden || this.#read(), POLL_MS);
  }

  /** Turns the clock by one of the named moves. */
  async turn(move) {
    await this.#advance(this.#untilEdge(move, await this.#read()) ?? MOVES[move]);
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
   * The way to just after the edge that a move is named for, by the newest session's own times;
   * undefined where there is none ahead.
   */
  #untilEdge(move, snapshot) {
    const expiresAt = snapshot?.sessions.at(-1)?.expiresAt;
    if (!expiresAt || MOVES[move] < MOVES.expiring) return undefined;
    const edge = move === 'expiring' ? expiresAt - 30 * MINUTE + SECOND : expiresAt + MINUTE;
    return edge > snapshot.now ? edge - snapshot.now : undefined;
  }

  #advance(advanceMs) {
    // Taken for granted before the answer: the embed hears of it sooner than this page does, and
    // what it then says must not seem to have come before the turn.
    this.#turnTo((this.#turned ?? 0) + advanceMs);
    return this.#command('clock', { advanceMs });
  }

  async #read() {
    const commands = this.#commands;
    const snapshot = await fetch('/control/state').then(answerOf, () => null);
    // Where the viewer has turned something meanwhile, this is how it was before.
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
