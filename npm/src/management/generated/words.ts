// Generated from src/management/service.toml by `npm run generate`; change it there.

/** The words of a job that ended with a result. */
export const DONE = 'complete completed done succeeded success successful finished ready ok';

/** The words of a job that ended without one. */
export const FAILED = 'failed failure error errored canceled cancelled aborted expired timed_out timedout timeout terminated rejected dropped stale skipped killed ended_without_result no_result invalid crashed stopped';

/** A kind of job: its operations, and where its answers have the job's id. */
export interface Kind {
  name: string;
  start: string;
  last: string;
  /** Not optional: it could be inherited from a polluted prototype. */
  cancel: string | undefined;
  key: string;
  collection: string;
  limitMs: number;
}

export const KINDS: readonly Kind[] = [
  { name: 'dashboardExports', start: 'create', last: 'download', cancel: undefined, key: 'jobId', collection: 'dashboard-exports', limitMs: 300000 },
  { name: 'transformSync', start: 'start', last: 'result', cancel: 'cancel', key: 'syncJobId', collection: 'transform-sync', limitMs: 3600000 },
  { name: 'metricViewPreviews', start: 'create', last: 'result', cancel: 'cancel', key: 'previewId', collection: 'lakehouse-metric-view-previews', limitMs: 3600000 },
];

/** Statuses below 500 of failures that may be temporary. Every status from 500 on may be, too. */
export const RETRIED: readonly number[] = [408, 429];

/** How long the service keeps what an operation reads. */
export const RETENTION = {
  export: 'Exports and their files are kept for 5 minutes after submission. If this one is gone, start a new export.',
  files: 'Generated files are kept for 1 hour after the sync completed. A sync that commits to a branch has none.',
  preview: 'Previews are kept for at most 7 days.',
};
