// What has happened to the session, as the timeline shows it. Nothing here draws, and nothing here
// asks the embed: it is told. Every `at` is on the page's monotonic clock (`performance.now()`), so
// that the sandbox's clock can be turned under it.

/** Older than this is forgotten. */
const KEEP_MS = 30 * 60 * 1_000;

/**
 * - `spans`: the status from one moment to another, `to` null while it lasts
 * - `attempts`: from the call of getSession (`from`) over the delivery of its id (`posted`) to the
 *   `outcome`: confirmed, failed or abandoned; null while it is under way
 * - `moments`: what the embed reported
 * - `jumps`: turns of the sandbox's clock
 */
export class History {
  spans = [];
  attempts = [];
  moments = [];
  jumps = [];
  /** When the next attempt is planned. */
  planned = null;
  /** The session that holds: its number, and since when. */
  session = null;
  #state = null;
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** An embed is being mounted. */
  begin() {
    this.end();
    this.#state = { status: 'starting', renewal: 'idle', renewals: 0 };
    this.spans.push({ status: 'starting', from: performance.now(), to: null });
    this.#note();
  }

  /** The embed is gone. */
  end() {
    const at = performance.now();
    const span = this.spans.at(-1);
    if (span) span.to ??= at;
    this.#settle(at, 'abandoned');
    this.planned = null;
    this.session = null;
    this.#state = null;
    this.#note();
  }

  /** `getSession` is called. */
  minting({ reason, attempt }) {
    const at = performance.now();
    this.#settle(at, 'abandoned');
    this.attempts.push({
      reason,
      number: attempt,
      from: at,
      posted: null,
      to: null,
      outcome: null,
    });
    this.#note();
  }

  /** The session has changed. */
  follow(state) {
    if (!this.#state) return;
    const at = performance.now();
    const before = this.#state;
    this.#state = state;
    if (state.status !== before.status) {
      this.spans.at(-1).to = at;
      this.spans.push({ status: state.status, from: at, to: null });
    }
    this.planned =
      state.nextAttemptAt === null ? null : at + Math.max(0, state.nextAttemptAt - Date.now());
    this.#followAttempt(at, before, state);
    this.#note();
  }

  /** The embed reported something. */
  report(kind) {
    this.moments.push({ kind, at: performance.now() });
    this.#note();
  }

  /** The sandbox's clock was turned. */
  jump(byMs) {
    this.jumps.push({ at: performance.now(), byMs });
    this.#note();
  }

  /** What the sandbox's clock showed at a moment, given what it shows now. */
  sandboxTime(at, sandboxNow) {
    const turned = this.jumps
      .filter((jump) => jump.at > at)
      .reduce((sum, { byMs }) => sum + byMs, 0);
    return sandboxNow - (performance.now() - at) - turned;
  }

  #followAttempt(at, before, state) {
    const attempt = this.attempts.at(-1);
    if (!attempt || attempt.outcome) return;
    const delivered = before.renewal === 'minting' && state.renewal !== 'minting';
    if (state.renewal === 'backing-off' || state.status === 'stopped') {
      this.#settle(at, 'failed', state.lastError?.code);
    } else if (state.renewals > before.renewals) {
      this.#settle(at, 'confirmed');
    } else if (delivered) {
      attempt.posted = at;
    } else if (attempt.posted && before.status === 'starting' && state.status !== 'starting') {
      // An id that was loaded with the iframe: `ready` confirms it.
      this.#settle(at, 'confirmed');
    }
  }

  #settle(at, outcome, code) {
    const attempt = this.attempts.at(-1);
    if (!attempt || attempt.outcome) return;
    Object.assign(attempt, { to: at, outcome, code });
    if (outcome === 'confirmed') {
      this.session = { number: (this.session?.number ?? 0) + 1, since: attempt.posted ?? at };
    }
  }

  #note() {
    const oldest = performance.now() - KEEP_MS;
    this.spans = this.spans.filter(({ to }) => to === null || to > oldest);
    this.attempts = this.attempts.filter(({ to }) => to === null || to > oldest);
    this.moments = this.moments.filter(({ at }) => at > oldest);
    this.#changed();
  }
}
