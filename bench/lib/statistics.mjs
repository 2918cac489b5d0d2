// Statistics of samples.

/** The value that the share `at` of `values` lies below, interpolated between neighbours. */
export function quantile(values, at) {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * at;
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

export const median = (values) => quantile(values, 0.5);

/** The median, the quartiles around it, the least and the most. */
export const summary = (values) => ({
  least: Math.min(...values),
  most: Math.max(...values),
  median: median(values),
  q1: quantile(values, 0.25),
  q3: quantile(values, 0.75),
  samples: values.length,
});

/**
 * The ratio of `values` to `floor`, sample by sample: the two samples of a round were taken side by
 * side, so other work of the machine slowed both down.
 */
export const ratio = (values, floor) => summary(values.map((value, round) => value / floor[round]));

/** The difference of `values` and `floor`, sample by sample. */
export const difference = (values, floor) =>
  summary(values.map((value, round) => value - floor[round]));
