// Writes docs/benchmarks.md and its plots from the results.

import { format } from 'prettier';
import { checks, sections } from './sections.mjs';
import { number } from './text.mjs';

/** Resolves to the report's Markdown, its plots by name, and the results as JSON. */
export async function report(found) {
  const parts = Object.entries(sections)
    .filter(([name]) => found[name])
    .map(([name, section]) => section(found[name]));
  const text = [intro(found), ...parts.map((part) => part.text)].join('\n\n');
  const markdown = await format(text, { parser: 'markdown', printWidth: 100 });
  const json = await format(JSON.stringify(found, rounded), { parser: 'json', printWidth: 100 });
  return { markdown, json, plots: Object.assign({}, ...parts.map(({ plots }) => plots)) };
}

/** Results are not exact to more than five digits. */
const rounded = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);

const intro = ({
  machine,
  versions,
  ...found
}) => `<!-- Written by \`npm run bench -- --write\`. -->

# Benchmarks

How much time and memory this library takes, beside other libraries and a listener written by hand ("by hand", the floor). All contenders of a measurement run in one headless browser, in turn, round after round, so that other work of the machine slows all of them down. Unless a table says otherwise, a figure is the median of the rounds with its quartiles, and a ratio is the median of the rounds' ratios. In 1, 2, 4 and 7 a round's figure is the quickest of a few tries, because other work of the machine can only slow a try down.

Each peer is used as its documentation recommends. Its iframe speaks its protocol, over TLS and from another site. If a peer cannot do the work, the table says so.

Measured on ${machine.cpu}, ${machine.cores} cores, ${number(machine.memory / 2 ** 30)} GB, with ${versions.browser} and Node ${versions.node}. ${loads(found)} The figures as JSON, with quartiles: [benchmarks/results.json](benchmarks/results.json). Absolute times differ from machine to machine. Ratios differ less, but they do differ.

## Who checks what

${checks(versions)}

A port is handed over once, and everything that comes through it is trusted. If a library does not check the window and the origin, the page has to.`;

function loads(found) {
  const loaded = Object.entries(sections)
    .filter(([name]) => found[name])
    .map(
      ([name]) =>
        `${name} ${number(found[name].load)} (${found[name].date.slice(0, 16).replace('T', ' ')})`,
    );
  return `The machine's load at the beginning of each measurement, of which the benchmark itself causes about one: ${loaded.join(', ')}.`;
}
