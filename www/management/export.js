// Exports a dashboard: its progress, a way to cancel it, and the file.

import { byId, h } from '../dom.js';
import { exportFile } from './calls.js';
import { traced } from './client.js';
import { attempt, say } from './outcome.js';
import { control } from './sandbox.js';

/** How long the sandbox takes for the export, so that a viewer can see it and cancel it. */
const EXPORT_MS = 4_000;
const USUAL_MS = 300;

const place = byId('export-outcome');
const bar = byId('export-bar');
const start = byId('export-run');
const cancel = byId('export-cancel');
const file = byId('export-file');

/** Connects the form. Resolves when one can choose a dashboard. */
export async function startExport(service) {
  const own = traced(byId('export-calls'));
  const select = byId('export-source');
  let job = new AbortController();
  cancel.addEventListener('click', () => job.abort());
  // Connected before there is a dashboard, so that a click meanwhile waits, or says what failed.
  byId('export-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void attempt(place, start, run);
  });

  const { dashboards } = await service;
  for (const { publicId, title } of dashboards)
    select.append(h('option', { value: publicId }, title));

  async function run() {
    const { deploymentId } = await service;
    const [format, outcome] = ['format', 'outcome'].map(
      (name) => document.querySelector(`[name="export-${name}"]:checked`).value,
    );
    const body = { dashboardPublicId: select.value, format };
    const began = performance.now();
    const seconds = () => ((performance.now() - began) / 1_000).toFixed(1);
    let polls = 0;
    job = new AbortController();
    begin();
    try {
      await control('faults', { jobs: { durationMs: EXPORT_MS, fail: outcome === 'fails' } });
      const blob = await exportFile(own, deploymentId, body, {
        signal: job.signal,
        async onProgress({ status }) {
          polls += 1;
          say(place, `The export is ${status}: poll ${polls}, after ${seconds()} s.`);
          // This export has begun, and keeps its time.
          if (polls === 1) await resetJobs();
        },
      });
      bar.value = 1;
      offer(blob, `${body.dashboardPublicId}.${format}`);
      say(place, `The export took ${seconds()} s and ${polls} polls.`);
    } catch (error) {
      bar.value = 0;
      if (!job.signal.aborted) throw error;
      const after = `You cancelled after ${seconds()} s.`;
      say(place, `${after} The client polls no more; the service drops the export by itself.`);
    } finally {
      // The button disappears, and the focus would be lost with it.
      if (document.activeElement === cancel) start.focus();
      cancel.hidden = true;
      await resetJobs();
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
  say(place, 'The export has started.');
}

function offer(blob, name) {
  file.href = URL.createObjectURL(blob);
  file.download = name;
  file.textContent = `Save ${name} (${blob.type}, ${blob.size} bytes)`;
  file.hidden = false;
}

/** Does not reject: a failure here must not hide how the export ended. */
function resetJobs() {
  return control('faults', { jobs: { durationMs: USUAL_MS } }).catch(() => {});
}
