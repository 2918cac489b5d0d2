/** How long a try may take. */

/** The `fetch` for which a limit is used again, by one try after the other. */
let known: typeof fetch | undefined;

/**
 * Lets limits be used again, as long as the platform's own `fetch` takes them. In Node each costs a
 * tenth of a small call: the signal, the timer, and what `fetch` makes of them. Elsewhere that is
 * nothing beside the network, and some platforms tie a signal to the event that it was made in.
 * What a caller's own `fetch` does with a signal nobody knows: it gets one of its own.
 */
export function reuseLimits(): void {
  known = globalThis.fetch;
}

/** The limit that waits to be used again. */
let idle: Limit | undefined;

/** The longest time that a timer can be set to. */
const LONGEST_MS = 2 ** 31 - 1;

/** What a listener is added with. */
type Listening = Parameters<AbortSignal['addEventListener']>;

/** The time limit of a try, joined with the caller's signal. */
export class Limit {
  /** Whether the time ran out. */
  over = false;
  readonly #controller = new AbortController();
  /** What listens to the signal, where it does not know that itself. */
  #listeners: Listening[] = [];
  #caller: AbortSignal | undefined;
  /** When the time is over, in milliseconds of the platform's clock; never, where nobody waits. */
  #until = Infinity;
  /** When the timer fires: where the limit was used again, before the time is over. */
  #due = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #callerAborts = () => this.#abort(this.#caller?.reason);

  /** Whether it may be used again. */
  readonly #lasts: boolean;

  private constructor(lasts: boolean) {
    this.#lasts = lasts;
    if (lasts) this.#keepListeners();
  }

  /** A limit that begins now, for this `fetch`. */
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

  /** Rejects when the time is over, or the caller aborts. */
  reached(): Promise<never> {
    return new Promise((_, reject) =>
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true }),
    );
  }

  /** Ends the time limit; the caller's signal goes on to hold for an answer that is streamed. */
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
    // A timer that is late may have been lost, with a clock that a test had put in its place.
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
    // While nothing else is under way, a limit does not keep Node's process alive.
    (this.#timer as { unref?(): void }).unref?.();
  }

  #check(): void {
    this.#due = Infinity;
    // A timer may fire a little early.
    if (this.#until - performance.now() < 1) {
      this.over = true;
      this.#abort();
    } else if (this.#until < Infinity) this.#arm();
  }

  /**
   * Has the signal's listeners kept here, where they cost nothing, until it is aborted. Node's
   * `fetch` adds one for each request, and takes it away when garbage is collected.
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
    // The platform's own methods come to light again, and get the listeners.
    const signal: Partial<AbortSignal> = this.signal;
    delete signal.addEventListener;
    delete signal.removeEventListener;
    for (const listening of this.#listeners) this.signal.addEventListener(...listening);
    this.#controller.abort(reason);
  }
}
