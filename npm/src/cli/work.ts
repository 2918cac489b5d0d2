/** Reads a document in a thread of its own, which has limits and no environment. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { compare, type Comparison } from './compare.js';
import { parsed, resolved } from './document.js';
import { DESCRIPTION } from './generated/description.js';
import { opened, type Opened } from './schemas.js';

/** What is made of a document. */
interface Results {
  compare: Comparison;
  typescript: Opened;
  rust: Opened;
}

/** Does a task with a document. `what` names it in errors. GitHub's, of 12 MB, takes four seconds. */
export async function work<T extends keyof Results>(
  task: T,
  bytes: Uint8Array,
  what: string,
  longestMs = 60_000,
): Promise<Results[T]> {
  const worker = new Worker(new URL(import.meta.url), {
    ...{ workerData: { task, bytes }, env: {}, execArgv: [] },
    resourceLimits: { maxOldGenerationSizeMb: 2_048 },
  });
  const answer = await new Promise<Results[T] | string>((end) => {
    setTimeout(() => end(`it takes more than ${longestMs} ms.`), longestMs).unref();
    worker.once('message', end);
    worker.once('error', () => end('it needs more memory than it may have.'));
  });
  await worker.terminate();
  if (typeof answer === 'string') throw new Error(`${what} could not be read: ${answer}`);
  return answer;
}

if (!isMainThread && parentPort) {
  const { task, bytes } = workerData as { task: keyof Results; bytes: Uint8Array };
  try {
    const [ours, theirs] = [resolved(DESCRIPTION), resolved(parsed(bytes))];
    if (task === 'compare') parentPort.postMessage(compare(ours.document, theirs.document));
    else parentPort.postMessage(opened(ours.document, theirs, task === 'rust'));
  } catch (error) {
    const isDeep = error instanceof RangeError;
    parentPort.postMessage(isDeep ? 'it is nested too deep.' : (error as Error).message);
  }
}
