// A list of 10,000 reports. The client's iterator fetches a page when the viewer scrolls near the end.

import { byId, h, setText } from '../dom.js';
import { readReports } from './calls.js';
import { traced } from './client.js';
import { say, sayError } from './outcome.js';
import { Reading } from './reading.js';
import { control } from './sandbox.js';
import { WindowedList } from './windowed-list.js';

const COUNT = 10_000;
const TYPING_MS = 250;

const place = byId('reports-outcome');
const number = new Intl.NumberFormat('en-GB');
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Connects the controls and shows the list. What fails is said in the part. */
export function startReports(deploymentId) {
  const client = traced(byId('reports-calls'));
  const search = byId('reports-search');
  const list = new WindowedList(byId('reports'), {
    draw: ({ id, name, kind }) => [
      h('span', { class: 'report-id' }, String(id)),
      h('span', { class: 'report-name' }, name),
      h('span', { class: 'report-kind' }, kind ?? ''),
    ],
    chosen: ({ id, name, publicId, createdAt }) => {
      const since = day.format(new Date(createdAt));
      choose(`${name}: report ${id}, ${publicId}, created ${since}`);
    },
    near: (rows) => reading?.reach(rows),
  });
  let reading;

  async function read() {
    reading?.end();
    const current = (reading = new Reading(list, () => count(list)));
    choose('Choose a report with the arrow keys or a click.');
    say(place, 'Reading the first page.');
    try {
      await fill();
      await readReports(client, await deploymentId, search.value.trim(), current);
      list.isWhole = true;
      list.changed();
      count(list);
    } catch (error) {
      // The next reading has ended this one, and uses its place.
      if (current.signal.aborted) return;
      current.end();
      sayError(place, error);
    }
  }

  let typing;
  search.addEventListener('input', () => {
    clearTimeout(typing);
    typing = setTimeout(read, TYPING_MS);
  });
  byId('reports-all').addEventListener('click', () => {
    // A reading that failed begins again.
    if (reading.signal.aborted) void read();
    reading.readAll();
  });
  void read();
}

const choose = (text) => setText(byId('report-chosen'), text);

function count({ items, isWhole }) {
  const { length } = items;
  if (isWhole && length === 0) say(place, 'No report has this text in its name.');
  else if (isWhole && length === 1) say(place, 'One report has this text in its name.');
  else if (isWhole)
    say(place, `These are all ${number.format(length)} reports, read by thousands.`);
  // Said once a page, and not for each report.
  else if (length % 100 === 0) say(place, `${number.format(length)} reports are read so far.`);
}

let filling;

/** The seed of the sandbox has a few reports. Adds those that are missing, once. */
function fill() {
  filling ??= control('reports', { count: COUNT }).catch((error) => {
    filling = undefined;
    throw error;
  });
  return filling;
}
