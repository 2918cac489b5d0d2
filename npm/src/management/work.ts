/** Long work: starts a job, polls it, and fetches its result. */
import { load } from './core.js';
import { NotFoundError } from './errors.js';
import type { OpenObject, PathParameter, RequestOptions } from './options.js';
import type { ApiPromise } from './promise.js';
import type { CreateDashboardExport, StartTransformSync } from './resources.js';
import { unreadable, wait } from './send.js';

/** The options of long work. The options of a call apply to each of its calls. */
export interface WorkOptions extends RequestOptions {
  /** Called with the answer of each poll. */
  onProgress?: ((job: unknown) => void) | undefined;
  /** The pause between polls in milliseconds; 1,000 by default. */
  pollMs?: number | undefined;
}

/** Runs an export from its start to its file. */
export interface DashboardExportsRun {
  /**
   * Starts an export, waits until it is finished, and resolves to the response with the unread file.
   * The service keeps an export for 5 minutes after its start. If it is gone, `run` rejects with the
   * code `expired`.
   */
  run(
    deploymentId: PathParameter,
    body: CreateDashboardExport,
    options?: WorkOptions,
  ): Promise<Response>;
}

/** Runs a sync from its start to its result. */
export interface TransformSyncRun {
  /** Starts a sync, waits until it is finished, and resolves to its result. */
  run(
    deploymentId: PathParameter,
    body?: StartTransformSync,
    options?: WorkOptions,
  ): Promise<unknown>;
}

/** Runs a preview from its start to its result. */
export interface MetricViewPreviewsRun {
  /** Queues a preview, waits until it is finished, and resolves to its result. */
  run(deploymentId: PathParameter, body?: OpenObject, options?: WorkOptions): Promise<unknown>;
}

type Method = (...args: unknown[]) => ApiPromise<unknown>;
type Methods = Record<string, Method>;

/** Adds `run` to the namespaces with long work. */
export function longWork(client: object): void {
  const namespaces = client as Record<string, Methods>;
  for (const [name, start, last, key, collection] of [
    ['dashboardExports', 'create', 'download', 'jobId', 'dashboard-exports'],
    ['transformSync', 'start', 'result', 'syncJobId', 'transform-sync'],
    ['metricViewPreviews', 'create', 'result', 'previewId', 'lakehouse-metric-view-previews'],
  ] as const) {
    const methods = namespaces[name] as Record<typeof start | typeof last | 'retrieve', Method>;
    const run = (deploymentId: unknown, body: unknown, options: WorkOptions = {}) =>
      work(`${name}.run`, methods[start], methods.retrieve, methods[last], {
        ...{ deploymentId, body, options, key, collection },
      });
    Object.assign(methods, { run });
  }
}

async function work(
  operation: string,
  start: Method,
  poll: Method,
  finish: Method,
  given: {
    deploymentId: unknown;
    body: unknown;
    options: WorkOptions;
    key: string;
    collection: string;
  },
): Promise<unknown> {
  const { deploymentId } = given;
  const { onProgress, pollMs = 1000, ...options } = given.options;
  const core = await load();
  const started = await start(deploymentId, given.body, options).withResponse();
  const job = core.jobId(started.data, given.key, given.collection);
  if (job === undefined)
    throw unreadable(
      `${operation}: the answer has no job id.`,
      ...([operation, started.response, started.data] as const),
    );
  // The idempotency key is only for the start.
  const { idempotencyKey: _, ...rest } = options;
  try {
    for (;;) {
      const { data, response } = await poll(deploymentId, job, undefined, rest).withResponse();
      onProgress?.(data);
      const progress = core.progress(data);
      if (progress === 'done') return await finish(deploymentId, job, undefined, rest);
      if (progress === 'failed')
        throw unreadable(
          `${operation}: the job ended without a result.`,
          ...([operation, response, data, 'job-failed'] as const),
        );
      await wait(pollMs, options.signal);
    }
  } catch (error) {
    // The job existed, so the service has dropped it.
    if (error instanceof NotFoundError)
      throw new NotFoundError(error.message, { ...error, code: 'expired', operation });
    throw error;
  }
}
