/** Decides whether a failed try is repeated, and when. Twin: `retry.rs`. */
import { RETRIED } from './generated/words.js';

/** The first pause, before jitter. Each further pause is twice as long. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** With a longer `Retry-After` the call fails, and the caller decides. */
const LONGEST_RETRY_AFTER_MS = 60_000;

/** A failed try, and the state of its call. */
export interface Situation {
  /** The HTTP status; 0 if there is no complete answer. */
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** The number of retries so far. */
  retries: number;
  maxRetries: number;
  method: string;
  hasIdempotencyKey: boolean;
}

/** True if sending a request twice has the same effect as sending it once. */
export const isIdempotent = (method: string): boolean =>
  ['GET', 'HEAD', 'PUT', 'DELETE'].includes(method);

/** What a retry costs, in tenths. */
const RETRY = 10;

/**
 * The retries that a client has left, so that its calls do not multiply while the service is down. It
 * begins full. Each retry takes one, and each call gives a tenth back, whatever becomes of it.
 */
export class Budget {
  readonly #most: number;
  #tenths: number;

  constructor(retries: number) {
    this.#most = this.#tenths = retries * RETRY;
  }

  /** A call begins. */
  earn(): void {
    this.#tenths = Math.min(this.#most, this.#tenths + 1);
  }

  /** Takes a retry. False if none is left. */
  spend(): boolean {
    const isLeft = this.#tenths >= RETRY;
    if (isLeft) this.#tenths -= RETRY;
    return isLeft;
  }
}

/** The pause in milliseconds before the next try; undefined if there is no next try. */
export function pauseOf(situation: Situation): number | undefined {
  const { status, retries } = situation;
  const passes = status === 0 || RETRIED.includes(status) || (status >= 500 && status < 600);
  const isRepeatable = isIdempotent(situation.method) || situation.hasIdempotencyKey;
  if (!passes || !isRepeatable || retries >= situation.maxRetries) return undefined;
  const asked = retryAfterMs(situation.retryAfter);
  if (asked !== undefined) return asked <= LONGEST_RETRY_AFTER_MS ? asked : undefined;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** retries, LONGEST_PAUSE_MS);
  // Half of the pause is random, to spread the retries of many clients.
  return (pause * (1 + Math.random())) / 2;
}

/** `Retry-After` in milliseconds from now; undefined if it is neither seconds nor a date. */
function retryAfterMs(text: string | null): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d+$/.test(trimmed)) return Number(trimmed) * 1000;
  // WebKit reads the day 0.
  const isDate = /^\w+, +(?!0+ )\d\d? \w{3} \d{4} \d\d?:\d\d?:\d\d? GMT$/.test(trimmed);
  const at = isDate ? Date.parse(trimmed) : NaN;
  return at >= 0 ? Math.max(at - Date.now(), 0) : undefined;
}
