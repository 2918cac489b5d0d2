/** How long a try may take. */

/** How many tries use a limit, one after the other. */
let uses = 1;

/**
 * Lets a limit be used again. In Node each costs a tenth of a small call: the signal, the timer, and
 * what `fetch` makes of them. Elsewhere that is nothing beside the network, and some platforms tie a
 * signal to the event that it was made in.
 */
export function reuseLimits(): void {
  // Node's `fetch` adds a listener to the signal for each request, and leaves it there.
  uses = 8;
}

/** The limit that waits to be used again. */
let idle: Limit | undefined;

/** The longest time that a timer can be set to. */
const LONGEST_MS = 2 ** 31 - 1;

/** The time limit of a try, joined with the caller's signal. */
export class Limit {
  /** Whether the time ran out. */
  over = false;
  readonly #controller = new AbortController();
  #uses = 0;
  #caller: AbortSignal | undefined;
  /** When the time is over, in milliseconds of the platform's clock; never, where nobody waits. */
  #until = Infinity;
  /** When the timer fires: where the limit was used again, before the time is over. */
  #due = Infinity;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #abort = () => this.#controller.abort(this.#caller?.reason);

  /** A limit that begins now. */
  static start(timeoutMs: number, caller: AbortSignal | undefined): Limit {
    const limit = idle ?? new Limit();
    idle = undefined;
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
    if (!streamed) this.#caller?.removeEventListener('abort', this.#abort);
    const spent = streamed || this.#uses >= uses || this.signal.aborted;
    if (spent || idle) clearTimeout(this.#timer);
    else idle = this;
  }

  #start(timeoutMs: number, caller: AbortSignal | undefined): void {
    this.#uses += 1;
    this.#caller = caller;
    this.#until = performance.now() + timeoutMs;
    if (this.#until < this.#due) this.#arm();
    if (caller?.aborted) this.#abort();
    else caller?.addEventListener('abort', this.#abort, { once: true });
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
      this.#controller.abort();
    } else if (this.#until < Infinity) this.#arm();
  }
}
