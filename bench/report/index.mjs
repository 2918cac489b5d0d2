// docs/benchmarks.md and its plots, from what was found.

import { format } from 'prettier';
import { checks, sections } from './sections.mjs';
import { number } from './text.mjs';

/** Resolves to the report's Markdown, its plots by name, and all that was found as JSON. */
export async function report(found) {
  const parts = Object.entries(sections)
    .filter(([name]) => found[name])
    .map(([name, section]) => section(found[name]));
  const text = [intro(found), ...parts.map((part) => part.text)].join('\n\n');
  const markdown = await format(text, { parser: 'markdown', printWidth: 100 });
  const json = await format(JSON.stringify(found, rounded), { parser: 'json', printWidth: 100 });
  return { markdown, json, plots: Object.assign({}, ...parts.map(({ plots }) => plots)) };
}

/** Digits beyond the fifth say nothing. */
const rounded = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(5)) : value);

const intro = ({
  machine,
  versions,
  ...found
}) => `<!-- Written by \`npm run bench -- --write\`. -->

# Benchmarks

What a page pays for this library, beside what it would pay for another. The contenders of a measurement are measured in one headless browser, in turn, round after round: what disturbs the machine disturbs all. A figure is the median of the rounds, between its quartiles; a ratio is the median of the rounds' own ratios. In 1, 2, 4 and 7 a round's figure is the quickest of a few tries, for whatever else a machine does can only slow it down.

Each peer is used as its documentation says, in the way that is best for it, and talks to an iframe that speaks its protocol, over TLS and from another site. Where one cannot do the work, the table says so.

Measured on ${machine.cpu}, ${machine.cores} cores, ${number(machine.memory / 2 ** 30)} GB, with ${versions.browser} and Node ${versions.node}. ${loads(found)} The figures as JSON, with quartiles: [benchmarks/results.json](benchmarks/results.json). Yours will differ; the ratios should not by much.

## Who checks what

${checks(versions)}

A port is handed over once: what comes through it is trusted without a further look. The checks of window and origin are what a page must do by itself where its library does not.`;

function loads(found) {
  const loaded = Object.entries(sections)
    .filter(([name]) => found[name])
    .map(
      ([name]) =>
        `${name} ${number(found[name].load)} (${found[name].date.slice(0, 16).replace('T', ' ')})`,
    );
  return `The machine's load as each began, of which the run itself makes about one: ${loaded.join(', ')}.`;
}
