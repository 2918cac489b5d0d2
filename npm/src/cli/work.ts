/** Reads a document in a thread of its own, which has limits, a stack of 4 MB and no environment. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compare } from './compare.js';
import { parsed, resolved } from './document.js';
import { DESCRIPTION } from './generated/description.js';
import { opened } from './schemas.js';

const ours = () => resolved(DESCRIPTION).document;

const TASKS = {
  compare: (bytes: Uint8Array) => compare(ours(), resolved(parsed(bytes)).document),
  typescript: (bytes: Uint8Array) => opened(ours(), resolved(parsed(bytes)), false),
  rust: (bytes: Uint8Array) => opened(ours(), resolved(parsed(bytes)), true),
};
type Tasks = typeof TASKS;

/** Does a task with a document. `what` names it in errors. GitHub's, of 12 MB, takes four seconds. */
export async function work<T extends keyof Tasks>(
  task: T,
  bytes: Uint8Array,
  what: string,
  longestMs = 60_000,
): Promise<ReturnType<Tasks[T]>> {
  const worker = new Worker(new URL(import.meta.url), {
    ...{ workerData: { task, bytes }, env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 2_048 },
  });
  const answer = await new Promise<ReturnType<Tasks[T]> | string>((end) => {
    setTimeout(() => end(`it takes more than ${longestMs} ms.`), longestMs).unref();
    worker.once('message', end);
    worker.once('error', ({ message }) => end(message));
  });
  await worker.terminate();
  if (typeof answer === 'string') throw new Error(`${what} could not be read: ${answer}`);
  return answer;
}

if (!isMainThread) {
  const { task, bytes } = workerData as { task: keyof Tasks; bytes: Uint8Array };
  parentPort?.postMessage(TASKS[task](bytes));
}
