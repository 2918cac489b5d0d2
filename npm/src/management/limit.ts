/** Limits the time of a try. */

/** The `fetch` whose tries reuse a limit, one after the other. */
let known: typeof fetch | undefined;

/**
 * Allows tries with the platform's `fetch` to reuse limits. Called only in Node, where a new limit
 * costs a tenth of a small call: its signal, its timer, and the work of `fetch` on the signal. On
 * other platforms that cost is small compared with the network, and some platforms bind a signal to
 * the event in which it was created. A `fetch` of the caller always gets a new signal, because it may
 * keep the signal after the call.
 */
export function reuseLimits(): void {
  known = globalThis.fetch;
}

/** The limit that the next try can reuse. */
let idle: Limit | undefined;

/** The longest time that a timer can be set to. */
const LONGEST_MS = 2 ** 31 - 1;

/** The arguments of `addEventListener`. */
type Listening = Parameters<AbortSignal['addEventListener']>;

/** The time limit of a try, combined with the caller's signal. */
export class Limit {
  /** True if the time has run out. */
  over = false;
  readonly #controller = new AbortController();
  /** The signal's listeners, if they are kept here and not in the signal. */
  #listeners: Listening[] = [];
  #caller: AbortSignal | undefined;
  /** The end of the time, in milliseconds of `performance.now()`; Infinity if no try is running. */
  #until = Infinity;
  /** The time when the timer fires. A timer of an earlier try may fire before `#until`. */
  #due = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #callerAborts = () => this.#abort(this.#caller?.reason);

  /** True if another try may reuse this limit. */
  readonly #lasts: boolean;

  private constructor(lasts: boolean) {
    this.#lasts = lasts;
    if (lasts) this.#keepListeners();
  }

  /** Starts a limit for a try with the `fetch` function `by`. */
  static start(timeoutMs: number, caller: AbortSignal | undefined, by: typeof fetch): Limit {
    const lasts = by === known;
    const limit = (lasts && idle) || new Limit(lasts);
    if (lasts) idle = undefined;
    limit.#start(timeoutMs, caller);
    return limit;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Rejects when the time is over or the caller aborts. */
  reached(): Promise<never> {
    return new Promise((_, reject) =>
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true }),
    );
  }

  /** Ends the time limit. If the answer is streamed, the caller's signal still aborts it. */
  lift(streamed: boolean): void {
    this.#until = Infinity;
    if (!streamed) this.#forgetCaller();
    const spent = !this.#lasts || streamed || this.signal.aborted;
    if (spent || idle) return clearTimeout(this.#timer);
    this.#listeners = [];
    idle = this;
  }

  #start(timeoutMs: number, caller: AbortSignal | undefined): void {
    this.#caller = caller;
    const now = performance.now();
    this.#until = now + timeoutMs;
    // A timer that is overdue may be lost, if a test had replaced the timer functions meanwhile.
    if (this.#until < this.#due || this.#due < now) this.#arm();
    if (caller?.aborted) this.#callerAborts();
    else caller?.addEventListener('abort', this.#callerAborts, { once: true });
  }

  #forgetCaller(): void {
    this.#caller?.removeEventListener('abort', this.#callerAborts);
    this.#caller = undefined;
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const left = Math.min(this.#until - performance.now(), LONGEST_MS);
    this.#due = this.#until;
    this.#timer = setTimeout(() => this.#check(), left);
    // In Node, the timer alone must not keep the process alive.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #check(): void {
    this.#due = Infinity;
    // Timers may fire slightly early.
    if (this.#until - performance.now() < 1) {
      this.over = true;
      this.#abort();
    } else if (this.#until < Infinity) this.#arm();
  }

  /**
   * Keeps the signal's listeners in this object until the signal is aborted, because adding them to
   * the signal is slow. Node's `fetch` adds a listener for each request and removes it only at
   * garbage collection.
   */
  #keepListeners(): void {
    this.signal.addEventListener = (...listening: Listening) => {
      this.#listeners.push(listening);
    };
    this.signal.removeEventListener = (...[type, listener]: Listening) => {
      this.#listeners = this.#listeners.filter(
        ([otherType, other]) => other !== listener || otherType !== type,
      );
    };
  }

  #abort(reason?: unknown): void {
    // Restores the platform's methods and adds the kept listeners to the signal.
    const signal: Partial<AbortSignal> = this.signal;
    delete signal.addEventListener;
    delete signal.removeEventListener;
    for (const listening of this.#listeners) this.signal.addEventListener(...listening);
    this.#controller.abort(reason);
  }
}
