const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** A part of a duration: `23h`, `1.5d`. */
type Part = `${number}${keyof typeof UNITS}`;

/** Milliseconds, or a text of one or two parts: `'23h'`, `'90m'`, `'22h 30m'`. */
export type Duration = number | Part | `${Part} ${Part}`;

const PART = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/;

/**
 * The milliseconds of a duration.
 *
 * @throws A `TypeError` if it is neither a number nor a text of such parts.
 */
export function milliseconds(duration: Duration): number {
  const parts = typeof duration === 'number' ? [duration] : String(duration).split(' ').map(part);
  const sum = parts.reduce((sum, part) => sum + part, 0);
  if (Number.isFinite(sum)) return Math.round(sum);
  throw new TypeError(
    `There is no such duration: ${String(duration)}. Write it like '23h' or '90m'.`,
  );
}

function part(text: string): number {
  const [, amount, unit] = PART.exec(text) ?? [];
  return Number(amount) * (UNITS[unit as keyof typeof UNITS] ?? NaN);
}
