// Repeatable random numbers: the same seed gives the same numbers.

/** A random number generator (mulberry32). It is small, and good enough for tests. */
export function chanceFrom(seed) {
  let state = seed >>> 0;
  /** A number from 0 (included) to 1 (excluded). */
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  /** A number from `low` to `high`. */
  const between = (low, high) => low + draw() * (high - low);
  return {
    between,
    /** A whole number from `low` to `high`, both included. */
    whole: (low, high) => Math.floor(between(low, high + 1)),
    /** True with the probability `share`. */
    happens: (share) => draw() < share,
    pick: (list) => list[Math.floor(draw() * list.length)],
  };
}
