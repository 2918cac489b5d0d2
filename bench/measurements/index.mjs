// All measurements. The numbers are those of docs/benchmarks.md.

import { Failure } from '../../scripts/lib/run.mjs';

const MEASUREMENTS = [
  { numbers: ['1', '2'], name: 'events', title: 'Events, from listener to callback' },
  { numbers: ['3'], name: 'bursts', title: 'Bursts through a real iframe' },
  { numbers: ['4'], name: 'embeds', title: 'Many embeds on a page' },
  { numbers: ['5'], name: 'start', title: 'From the script to the iframe' },
  { numbers: ['6'], name: 'renewal', title: 'From an expired session to the next' },
  { numbers: ['7'], name: 'management', title: 'The management client' },
  { numbers: ['8'], name: 'mounts', title: 'Ten thousand mounts on a page' },
  { numbers: ['9'], name: 'claims', title: 'What the guide says of other libraries' },
  { numbers: ['10'], name: 'arrival', title: 'From the page to the dashboard, over a network' },
];

/** The measurements that `listed` names, numbers between commas. Without it, all of them. */
export function choose(listed) {
  if (listed === undefined) return MEASUREMENTS;
  const wanted = listed.split(',');
  const all = MEASUREMENTS.flatMap(({ numbers }) => numbers);
  const unknown = wanted.find((number) => !all.includes(number));
  if (unknown !== undefined) {
    throw new Failure(`There is no measurement ${unknown}. The measurements: ${all.join(', ')}.`);
  }
  return MEASUREMENTS.filter(({ numbers }) => numbers.some((number) => wanted.includes(number)));
}
