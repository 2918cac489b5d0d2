import type { RateLimit } from './options.js';

/** The number of users that are remembered. Whoever asked longest ago is forgotten first. */
const MOST_USERS = 10_000;

/** Limits how often each user may ask. A user's requests refill evenly over the window. */
export class RateLimiter {
  readonly #requests: number;
  readonly #windowMs: number;
  /** For each user, the one who asked last at the end. */
  readonly #users = new Map<string, { left: number; at: number }>();

  constructor(limit: RateLimit = {}) {
    if (typeof limit !== 'object')
      throw new TypeError('rateLimit must be { requests, windowMs } or false.');
    // Only its own members, as those of the endpoint's options.
    const { requests = 60, windowMs = 60_000 }: RateLimit = {
      __proto__: null,
      ...limit,
    } as RateLimit;
    if (!Number.isSafeInteger(requests) || requests < 1)
      throw new TypeError('rateLimit.requests must be a whole number from 1 on.');
    if (!Number.isFinite(windowMs) || windowMs <= 0)
      throw new TypeError('rateLimit.windowMs must be a number above 0.');
    this.#requests = requests;
    this.#windowMs = windowMs;
  }

  /** Counts a request of `userId`. Returns the time to wait if it is one too many. */
  take(userId: string): number | undefined {
    const now = performance.now();
    const { left, at } = this.#users.get(userId) ?? { left: this.#requests, at: now };
    const perRequestMs = this.#windowMs / this.#requests;
    const present = Math.min(this.#requests, left + (now - at) / perRequestMs);
    const isAllowed = present >= 1;
    this.#users.delete(userId);
    this.#users.set(userId, { left: isAllowed ? present - 1 : present, at: now });
    if (this.#users.size > MOST_USERS) this.#users.delete(this.#users.keys().next().value!);
    return isAllowed ? undefined : (1 - present) * perRequestMs;
  }
}
