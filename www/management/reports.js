// A list of 10,000 reports. The client's iterator fetches a page when the viewer scrolls near the end.

import { byId, h, setText } from '../dom.js';
import { readReports } from './calls.js';
import { traced } from './client.js';
import { say, sayError } from './outcome.js';
import { Reading } from './reading.js';
import { WindowedList } from './windowed-list.js';

const COUNT = 10_000;
const TYPING_MS = 250;

const place = byId('reports-outcome');
const number = new Intl.NumberFormat('en-GB');
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Fills the sandbox and shows the list. */
export async function startReports(deployment) {
  const client = traced(byId('reports-calls'));
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

  async function read(search) {
    reading?.end();
    const current = (reading = new Reading(list, () => count(list)));
    choose('Choose a report with the arrow keys or a click.');
    try {
      await readReports(client, deployment, search, current);
      list.isWhole = true;
      list.changed();
      count(list);
    } catch (error) {
      if (!current.signal.aborted) sayError(place, error);
    }
  }

  let typing;
  byId('reports-search').addEventListener('input', ({ target }) => {
    clearTimeout(typing);
    typing = setTimeout(() => void read(target.value.trim()), TYPING_MS);
  });
  byId('reports-all').addEventListener('click', () => reading.readAll());
  await fill();
  await read('');
}

const choose = (text) => setText(byId('report-chosen'), text);

function count({ items, isWhole }) {
  const { length } = items;
  if (isWhole && length === 0) say(place, 'No report has this in its name.');
  else if (isWhole) say(place, `These are all ${number.format(length)} reports.`);
  // Said once a page, and not for each report.
  else if (length % 100 === 0) say(place, `${number.format(length)} reports are read so far.`);
}

/** The seed of the sandbox has a few reports. Adds those that are missing. */
async function fill() {
  const body = JSON.stringify({ count: COUNT });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch('/control/reports', { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`/control/reports answered ${response.status}.`);
}
