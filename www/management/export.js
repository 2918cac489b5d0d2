// Exports a dashboard: its progress, a way to cancel it, and the file.

import { byId, h } from '../dom.js';
import { exportFile } from './calls.js';
import { traced } from './client.js';
import { attempt, say } from './outcome.js';

/** How long the sandbox takes for the export, so that a viewer can see it and cancel it. */
const EXPORT_MS = 4_000;
const USUAL_MS = 300;

const place = byId('export-outcome');
const bar = byId('export-bar');
const cancel = byId('export-cancel');
const file = byId('export-file');

/** Connects the form. */
export function startExport({ deploymentId, dashboards }) {
  const own = traced(byId('export-calls'));
  const select = byId('export-source');
  for (const { publicId, title } of dashboards)
    select.append(h('option', { value: publicId }, title));
  let job = new AbortController();
  cancel.addEventListener('click', () => job.abort());
  byId('export-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(place, byId('export-run'), run);
  });

  async function run() {
    const [format, outcome] = ['format', 'outcome'].map(
      (name) => document.querySelector(`[name="export-${name}"]:checked`).value,
    );
    const began = performance.now();
    const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);
    let polls = 0;
    job = new AbortController();
    begin();
    await jobs({ durationMs: EXPORT_MS, fail: outcome === 'fails' });
    try {
      const body = { dashboardPublicId: select.value, format };
      const blob = await exportFile(own, deploymentId, body, {
        signal: job.signal,
        async onProgress({ status }) {
          polls += 1;
          say(place, `The export is ${status}: poll ${polls}, after ${seconds()} s.`);
          // What has begun keeps its time.
          if (polls === 1) await jobs({ durationMs: USUAL_MS });
        },
      });
      bar.value = 1;
      offer(blob, `${select.value}.${format}`);
      say(place, `The export took ${seconds()} s and ${polls} polls.`);
    } catch (error) {
      bar.value = 0;
      if (!job.signal.aborted) throw error;
      const after = `You cancelled after ${seconds()} s.`;
      say(place, `${after} The client polls no more; the service drops the export by itself.`);
    } finally {
      cancel.hidden = true;
      await jobs({ durationMs: USUAL_MS });
    }
  }
}

function begin() {
  // Without a value, the bar shows that something happens and not how much.
  bar.removeAttribute('value');
  cancel.hidden = false;
  if (file.href) URL.revokeObjectURL(file.href);
  file.removeAttribute('href');
  file.hidden = true;
  say(place, 'The export is started.');
}

function offer(blob, name) {
  file.href = URL.createObjectURL(blob);
  file.download = name;
  file.textContent = `Save ${name} (${blob.type}, ${blob.size} bytes)`;
  file.hidden = false;
}

/** How the sandbox does the exports that start from now on. */
function jobs(jobs) {
  return fetch('/control/faults', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jobs }),
  });
}
