// Records what happens to the session; the timeline draws it. Every `at` is a time of the page's
// monotonic clock (`performance.now()`), which does not move when the viewer turns the sandbox's
// clock.

/** Older entries are removed. */
const KEEP_MS = 30 * 60 * 1_000;

/**
 * - `spans`: the periods of each status; `to` is null in the current one
 * - `attempts`: the attempts to renew. `from`: getSession was called. `posted`: its id was sent to
 *   the embed. `to`: the attempt ended. `outcome`: confirmed, failed, abandoned, or null until `to`
 * - `moments`: events of the embed
 * - `jumps`: the times when the viewer turned the sandbox's clock
 */
export class History {
  spans = [];
  attempts = [];
  moments = [];
  jumps = [];
  /** The time of the next attempt, or null. */
  planned = null;
  /** The current session: its number, and the time when it began. */
  session = null;
  #state = null;
  #changed;

  constructor(changed) {
    this.#changed = changed;
  }

  /** Call when an embed is being mounted. */
  begin() {
    this.end();
    this.#state = { status: 'starting', renewal: 'idle', renewals: 0 };
    this.spans.push({ status: 'starting', from: performance.now(), to: null });
    this.#note();
  }

  /** Call when the embed is destroyed. */
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

  /** Call when `getSession` is called. */
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

  /** Call when the session's state has changed. */
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

  /** Call when the embed has sent an event that the timeline shows. */
  report(kind) {
    this.moments.push({ kind, at: performance.now() });
    this.#note();
  }

  /** Call when the sandbox's clock was moved. */
  jump(byMs) {
    this.jumps.push({ at: performance.now(), byMs });
    this.#note();
  }

  /** The sandbox's time at the moment `at`. `sandboxNow` is its time now. */
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
      // The first id is part of the iframe's URL, and `ready` confirms it.
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
