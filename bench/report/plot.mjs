// Draws plots as SVG. They have a white background, because a page that shows them may be dark.

import { FLOOR, OURS } from '../contenders/index.mjs';
import { count, number, titleOf } from './text.mjs';

const COLOURS = {
  [OURS]: '#3b5bdb',
  'svc-embed/no-wasm': '#748ffc',
  [FLOOR]: '#495057',
  'a plain iframe': '#495057',
  fetch: '#495057',
};
const OTHERS = ['#e8590c', '#2b8a3e', '#9c36b5', '#1098ad', '#f08c00', '#c2255c', '#868e96'];

const LEFT = 150;
const WIDTH = 800;
const RIGHT = WIDTH - 90;
const BAR = 22;

/**
 * Draws bars for each of `groups`, `{ title, rows: { name: summary } }`, with a whisker between the
 * quartiles. The scale is logarithmic if the values lie far apart.
 */
export function bars(groups) {
  let y = 0;
  const parts = groups.map(({ title, rows }) => {
    const entries = Object.entries(rows);
    const values = entries.flatMap(([, { q1, median, q3 }]) => [q1, median, q3]);
    const scale = scaleOf(values);
    // Leaves room for the title, and for the marks of the group before.
    const top = y + 48;
    y = top + entries.length * BAR;
    return [
      text(20, top - 14, title, 'font-weight="600"'),
      ...entries.map(([name, row], place) => bar(name, row, top + place * BAR, scale)),
      grid(scale, top, y),
    ].join('\n');
  });
  return svg(y + 30, parts);
}

function bar(name, { q1, median, q3 }, y, scale) {
  const middle = y + BAR / 2;
  const colour = COLOURS[name] ?? '#ced4da';
  const end = scale.at(median);
  return [
    text(LEFT - 8, middle + 4, titleOf(name), 'text-anchor="end"'),
    `<rect x="${LEFT}" y="${y + 4}" width="${round(end - LEFT)}" height="${BAR - 8}" fill="${colour}"/>`,
    `<path d="M${round(scale.at(q1))} ${middle}H${round(scale.at(q3))}" stroke="#212529"/>`,
    text(Math.max(end, scale.at(q3)) + 6, middle + 4, number(median)),
  ].join('');
}

/** Maps values to the plot's width. */
function scaleOf(values) {
  const high = Math.max(...values);
  const low = Math.min(...values.filter((value) => value > 0));
  const span = RIGHT - LEFT;
  if (high / low < 20) return { at: (value) => LEFT + (span * value) / high, marks: [] };
  const from = Math.floor(Math.log10(low));
  const to = Math.log10(high);
  const at = (value) => LEFT + (span * Math.max(0, Math.log10(value) - from)) / (to - from);
  const powers = Array.from(
    { length: Math.floor(to) - from + 1 },
    (_, step) => 10 ** (from + step),
  );
  return { at, marks: powers };
}

const grid = ({ at, marks }, top, bottom) =>
  marks
    .map(
      (mark) =>
        `<path d="M${round(at(mark))} ${top}V${bottom}" stroke="#adb5bd" stroke-dasharray="2 3"/>` +
        text(at(mark), bottom + 14, count(mark), 'text-anchor="middle" fill="#868e96"'),
    )
    .join('');

/** Draws a line for each name of `rows`, `{ name: { x: value } }`; both scales are logarithmic. */
export function lines(title, unit, rows) {
  const height = 380;
  const [top, bottom, right] = [50, height - 40, WIDTH - 160];
  const all = Object.values(rows).flatMap((points) => Object.entries(points));
  const xs = [...new Set(all.map(([x]) => Number(x)))].sort((a, b) => a - b);
  const [low, high] = extent(all.map(([, y]) => y));
  const atX = (x) => 70 + ((right - 70) * Math.log10(x / xs[0])) / Math.log10(xs.at(-1) / xs[0]);
  const atY = (y) => bottom - ((bottom - top) * Math.log10(y / low)) / Math.log10(high / low);
  let next = 0;
  const ends = Object.entries(rows).map(([name, points]) => ({
    name,
    colour: COLOURS[name] ?? OTHERS[next++ % OTHERS.length],
    path: Object.entries(points)
      .map(([x, y], place) => `${place ? 'L' : 'M'}${round(atX(x))} ${round(atY(y))}`)
      .join(''),
    y: atY(Object.values(points).at(-1)),
  }));
  apart(ends);
  return svg(height, [
    text(20, 24, title, 'font-weight="600"'),
    `<path d="M70 ${top}V${bottom}H${right}" fill="none" stroke="#868e96"/>`,
    ...powers(low, high).map((mark) => text(64, atY(mark) + 4, count(mark), 'text-anchor="end"')),
    text(64, top - 10, unit, 'text-anchor="end" fill="#868e96"'),
    ...xs.map((x) => text(atX(x), bottom + 18, count(x), 'text-anchor="middle"')),
    ...ends.map(
      ({ name, colour, path, y }) =>
        `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${name === OURS ? 3 : 1.5}"/>` +
        text(right + 8, y + 4, titleOf(name), `fill="${colour}"`),
    ),
  ]);
}

/** Moves labels apart that would overlap. */
function apart(labels) {
  labels.sort((a, b) => a.y - b.y);
  for (let place = 1; place < labels.length; place++) {
    labels[place].y = Math.max(labels[place].y, labels[place - 1].y + 14);
  }
}

const extent = (values) => [
  10 ** Math.floor(Math.log10(Math.min(...values))),
  10 ** Math.ceil(Math.log10(Math.max(...values))),
];

const powers = (low, high) =>
  Array.from({ length: Math.round(Math.log10(high / low)) + 1 }, (_, step) => low * 10 ** step);

const round = (value) => Number(value.toFixed(1));

const text = (x, y, content, attributes = '') =>
  `<text x="${round(x)}" y="${round(y)}" ${attributes}>${content}</text>`;

const svg = (height, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" ` +
  `font-family="system-ui, sans-serif" font-size="12">\n` +
  `<rect width="${WIDTH}" height="${height}" fill="#fff"/>\n${parts.join('\n')}\n</svg>\n`;
