// Numbers and tables as Markdown.

import { contenders } from '../contenders/index.mjs';

/** A number as people read it: three digits that count, thousands apart. */
export function number(value) {
  if (!Number.isFinite(value)) return '–';
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  const rounded = Number(value.toPrecision(3));
  return rounded.toLocaleString('en', {
    minimumFractionDigits: Math.min(digits, value >= 100 ? 0 : 2),
    maximumFractionDigits: Math.min(digits, 2),
  });
}

/** How many of something there are. */
export const count = (value) => value.toLocaleString('en');

/** The quartiles around a median. */
export const spread = ({ q1, q3 }) => `${number(q1)}–${number(q3)}`;

export const times = ({ median }) => `${number(median)}×`;

export const titleOf = (name) => contenders[name]?.title ?? name;

/** A table; `columns` are its heads, those after the first to the right unless they end in `:`. */
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
