/** Time limits, and the caller's signals. */

/** As the method of signals, which older platforms lack. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw reasonOf(signal);
}

/** Older platforms have no reason. */
const reasonOf = (signal: AbortSignal | undefined): unknown =>
  signal?.reason ?? new DOMException('The call was aborted.', 'AbortError');

/** A time limit for something that a caller can abort, too. */
export interface Limit {
  /** Aborted at the limit. */
  limit: AbortController;
  /** Aborted at the limit, and by the caller. */
  signal: AbortSignal;
  /** Ends the limit. Once all `isDone`, the caller's signal has no effect any more, either. */
  stop: (isDone: boolean) => void;
}

/** Starts a time limit. */
export function limitOf(ms: number, caller: AbortSignal | undefined): Limit {
  const limit = new AbortController();
  // It keeps Node alive, because somebody waits for the end. Longer times fire at once.
  const timer = setTimeout(() => limit.abort(), Math.min(ms, 2 ** 31 - 1));
  const { signal, unlink } = link(caller, limit);
  const stop = (isDone: boolean) => {
    clearTimeout(timer);
    if (isDone) unlink?.();
  };
  return { limit, signal, stop };
}

/** A signal that is aborted by the caller's and by a limit. */
function link(
  caller: AbortSignal | undefined,
  limit: AbortController,
): { signal: AbortSignal; unlink?: () => void } {
  if (!caller) return limit;
  // `any` leaves no listener on the caller's signal, even while an answer is streamed. It is asked of
  // the signal's own class, because the signal may be of another window, or the platform too old.
  const its = caller.constructor as { any?: typeof AbortSignal.any };
  if (its.any) return { signal: its.any([caller, limit.signal]) };
  const controller = new AbortController();
  const abort = () => controller.abort(caller.reason);
  for (const signal of [caller, limit.signal]) signal.addEventListener('abort', abort);
  if (caller.aborted) abort();
  return {
    signal: controller.signal,
    unlink: () => caller.removeEventListener('abort', abort),
  };
}

/** Rejects if `signal` is aborted before `promise` settles. */
export async function beforeAbort<T>(
  promise: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(reasonOf(signal));
    signal?.addEventListener('abort', stop);
    if (signal?.aborted) stop();
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

/** Resolves after `ms` milliseconds. Rejects if `signal` is aborted. */
export async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  let timer;
  try {
    await beforeAbort(new Promise((resolve) => (timer = setTimeout(resolve, ms))), signal);
  } finally {
    clearTimeout(timer);
  }
}
