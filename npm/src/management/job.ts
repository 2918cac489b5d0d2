/** Long work: starts a job, polls it, and fetches its result. Twin: `job.rs`. */
import { beforeAbort, limitOf, wait } from './limit.js';
import { ApiError, ConnectionError, NotFoundError, TimeoutError } from './errors.js';
import { shown, unusable } from './failure.js';
import type { CreateDashboardExport, StartTransformSync } from './generated/resources.js';
import { DONE, FAILED, KINDS, type Kind } from './generated/words.js';
import type { OpenObject, PathParameter, RequestOptions } from './options.js';
import type { ApiPromise } from './promise.js';
import { amountOf } from './request.js';
import { member, ownOf, scalar, textOf } from './values.js';

/** The options of long work. The options of a call apply to each of its calls. */
export interface WorkOptions extends RequestOptions {
  /** Called with the answer of each poll, and awaited. */
  onProgress?: ((job: unknown) => void | Promise<void>) | undefined;
  /** The pause between polls in milliseconds; 1,000 by default. */
  pollMs?: number | undefined;
  /**
   * The time after which the job is given up, in milliseconds: by default 5 minutes for an export,
   * which the service drops then, and an hour for other jobs. A poll under way is cut off. The start
   * and the fetching of the result have only their own `timeoutMs`.
   */
  limitMs?: number | undefined;
  /**
   * Cancels the job at the service if the limit is reached or `signal` is aborted. True by default.
   * The service cannot cancel an export.
   */
  cancel?: boolean | undefined;
}

/** Runs an export from its start to its file. */
export interface DashboardExportsRun {
  /**
   * Starts an export, waits until it is finished, and resolves to the response with the unread file.
   * Rejects with the code `job-failed` if the export ended without a file, with the code `expired`
   * if the service has dropped it, and with a `TimeoutError` if it did not end within the limit.
   */
  run(
    deploymentId: PathParameter,
    body: CreateDashboardExport,
    options?: WorkOptions,
  ): Promise<Response>;
}

/** Runs a sync from its start to its result. */
export interface TransformSyncRun {
  /**
   * Starts a sync, waits until it is finished, and resolves to its result. Rejects with the code
   * `job-failed` if the sync ended without a result, and with a `TimeoutError` if it did not end
   * within the limit.
   */
  run(
    deploymentId: PathParameter,
    body?: StartTransformSync,
    options?: WorkOptions,
  ): Promise<unknown>;
}

/** Runs a preview from its start to its result. */
export interface MetricViewPreviewsRun {
  /**
   * Queues a preview, waits until it is finished, and resolves to its result. Rejects with the code
   * `job-failed` if the preview ended without a result, and with a `TimeoutError` if it did not end
   * within the limit.
   */
  run(deploymentId: PathParameter, body?: OpenObject, options?: WorkOptions): Promise<unknown>;
}

type Method = (...args: unknown[]) => ApiPromise<unknown>;

/** Adds `run` to the namespaces with long work. */
export function longWork(client: object): void {
  for (const kind of KINDS) {
    const methods = member(client, kind.name) as Record<string, Method>;
    const run = (deploymentId: unknown, body: unknown, options: WorkOptions = {}) =>
      work(kind, methods, deploymentId, body, options);
    Object.assign(methods, { run });
  }
}

async function work(
  kind: Kind,
  methods: Record<string, Method>,
  deploymentId: unknown,
  body: unknown,
  given: WorkOptions,
): Promise<unknown> {
  const operation = `${kind.name}.run`;
  const {
    onProgress,
    pollMs = 1000,
    limitMs = kind.limitMs,
    cancel = true,
    ...options
  } = ownOf(given);
  const pause = amountOf('pollMs', pollMs);
  const until = performance.now() + amountOf('limitMs', limitMs);
  const call = (name: string, ...args: unknown[]) => (methods[name] as Method)(...args);

  const started = await call(kind.start, deploymentId, body, options).answer();
  const job = jobId(started.data, kind.key, kind.collection);
  if (job === undefined)
    throw unusable(operation, 'the answer to the start has no job id.', started.reply);
  const jobShown = shown(job, started.reply.secret);
  // The idempotency key is only for the start.
  const { idempotencyKey: _, ...rest } = options;
  const { limit, signal, stop } = limitOf(until - performance.now(), options.signal);
  let isRunning = true;
  let statusShown = 'unknown';
  const giveUp = async () => {
    // Best effort, and without the caller's signal, which may be aborted.
    const others = { ...rest, signal: undefined };
    if (cancel && kind.cancel) await call(kind.cancel, deploymentId, job, others).catch(() => {});
  };
  try {
    for (;;) {
      const { data, reply } = await call('retrieve', deploymentId, job, {
        ...rest,
        signal,
      }).answer();
      const status = statusOf(data) ?? 'unknown';
      statusShown = shown(status, reply.secret);
      // It may never settle.
      await beforeAbort(Promise.resolve(onProgress?.(data)), signal);
      const progress = progressOf(status);
      isRunning = progress === 'running';
      if (progress === 'done') return await call(kind.last, deploymentId, job, rest);
      if (progress === 'failed')
        throw unusable(
          operation,
          `job ${jobShown} ended without a result (status: ${statusShown}).`,
          ...([reply, 'job-failed'] as const),
        );
      if (performance.now() + pause > until) limit.abort();
      await wait(pause, signal);
    }
  } catch (error) {
    if (options.signal?.aborted) void giveUp();
    else if (limit.signal.aborted && isRunning) {
      await giveUp();
      throw new TimeoutError(
        operation,
        `job ${jobShown} did not end within ${limitMs} ms (status: ${statusShown}).`,
      );
    }
    const isOfCall = error instanceof ApiError || error instanceof ConnectionError;
    if (isOfCall && error.operation !== operation) {
      // The job existed, so the service has dropped it.
      const isGone = error instanceof NotFoundError;
      error.message = `${operation}: job ${jobShown} ${isGone ? 'is gone' : 'cannot be followed'}. ${error.message}`;
      Object.assign(error, { operation }, isGone && { code: 'expired' });
    }
    throw error;
  } finally {
    stop(true);
  }
}

function progressOf(status: string): 'running' | 'done' | 'failed' {
  const word = status.toLowerCase().replace(/[ -]/g, '_');
  if (DONE.split(' ').includes(word)) return 'done';
  return FAILED.split(' ').includes(word) ? 'failed' : 'running';
}

/** The status as the service wrote it: `status` or `state`, at the top or in `data`. */
function statusOf(body: unknown): string | undefined {
  const read = (part: unknown) => textOf(part, 'status') ?? textOf(part, 'state');
  return read(body) ?? read(member(body, 'data'));
}

/**
 * The id of a job that was started: the member `key` or `id`, at the top or in `data`. If the answer
 * has only URLs to poll, the segment after `collection` in a URL.
 */
function jobId(body: unknown, key: string, collection: string): string | undefined {
  const named = (part: unknown) => scalar(member(part, key) ?? member(part, 'id'));
  const inner = member(body, 'data') ?? body;
  return named(body) ?? named(inner) ?? idInUrls(inner, collection, 2);
}

/** Searches the texts of an object and of its members, `depth` levels deep. */
function idInUrls(value: unknown, collection: string, depth: number): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const key of Object.keys(value)) {
    const url = textOf(value, key);
    const segments = url?.split(/[/?]/) ?? [];
    const place = segments.indexOf(collection);
    const found = url
      ? place < 0
        ? undefined
        : segments[place + 1]
      : depth > 0
        ? idInUrls(member(value, key), collection, depth - 1)
        : undefined;
    if (found) return found;
  }
  return undefined;
}
