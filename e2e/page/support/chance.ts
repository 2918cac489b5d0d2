// The same numbers for the same seed: mulberry32.

export function chanceFrom(seed: number) {
  let state = seed;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number): number => Math.floor(draw() * most);
  return { draw, below, pick: <T>(list: readonly T[]): T => list[below(list.length)] };
}
