// Formats numbers and tables as Markdown.

import { contenders } from '../contenders/index.mjs';

/** A number with three significant digits and separated thousands. */
export function number(value) {
  if (!Number.isFinite(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en', {
    minimumFractionDigits: Math.min(digits, value >= 100 ? 0 : 2),
    maximumFractionDigits: Math.min(digits, 2),
  });
}

/** A whole number with separated thousands. */
export const count = (value) => value.toLocaleString('en');

/** The quartiles around a median. */
export const spread = ({ q1, q3 }) => `${number(q1)}–${number(q3)}`;

/** The range of all samples. */
export const range = ({ least, most }) => `${number(least)}–${number(most)}`;

export const times = ({ median }) => `${number(median)}×`;

export const titleOf = (name) => contenders[name]?.title ?? name;

/** A table. Columns after the first are aligned to the right unless their head ends in `:`. */
export function table(columns, rows) {
  const left = (head, place) => place === 0 || head.endsWith(':');
  return [
    columns.map((head) => head.replace(/:$/, '')),
    columns.map((head, place) => (left(head, place) ? '---' : '--:')),
    ...rows,
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}
