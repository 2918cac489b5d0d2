// What many samples come to.

/** The value below which the share `at` of `values` lies, between neighbours in proportion. */
export function quantile(values, at) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * at;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

export const median = (values) => quantile(values, 0.5);

/** The median, the quartiles around it, and the least. */
export const summary = (values) => ({
  least: Math.min(...values),
  median: median(values),
  q1: quantile(values, 0.25),
  q3: quantile(values, 0.75),
  samples: values.length,
});

/**
 * The ratio of `values` to `floor`, sample by sample: the two of one round were taken side by
 * side, so what slowed the machine then slowed both.
 */
export const ratio = (values, floor) => summary(values.map((value, round) => value / floor[round]));
