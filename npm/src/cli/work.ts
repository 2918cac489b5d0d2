/** Reads a document in a thread of its own, which has limits, a stack of 4 MB, no environment and no output. */
import { once } from 'node:events';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compare } from './compare.js';
import { parsed, resolved, type OpenApi } from './document.js';
import { DESCRIPTION } from './generated/description.js';
import { opened } from './schemas.js';

const rust = (ours: OpenApi, theirs: OpenApi) => opened(ours, theirs, true);
const TASKS = { compare, typescript: opened, rust };
type Task = keyof typeof TASKS;

/** Does a task with a document, within `ms`. `what` names it in errors. GitHub's, of 12 MB, takes four seconds. */
export async function work<T extends Task>(task: T, bytes: Uint8Array, what: string, ms = 60_000) {
  const signal = AbortSignal.timeout(ms);
  const resourceLimits = { maxOldGenerationSizeMb: 2_048 };
  const options = { env: {}, execArgv: [], stderr: true, resourceLimits };
  const worker = new Worker(new URL(import.meta.url), { ...options, workerData: { task, bytes } });
  // What was made may be too deep to be received.
  worker.once('messageerror', (error) => worker.emit('error', error));
  try {
    const [done] = (await once(worker, 'message', { signal })) as [ReturnType<(typeof TASKS)[T]>];
    return done;
  } catch (error) {
    const why = signal.aborted ? 'it takes more than a minute.' : (error as Error).message;
    throw new Error(`${what} could not be read: ${why}`, { cause: error });
  } finally {
    await worker.terminate();
  }
}

if (!isMainThread) {
  const { task, bytes } = workerData as { task: Task; bytes: Uint8Array };
  parentPort?.postMessage(TASKS[task](resolved(DESCRIPTION), resolved(parsed(bytes))));
}
