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

/** What ends a command with a sentence for people, and with the exit code 2. */
export class Stop extends Error {}

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
  const { result, problem } = await new Promise<{ result?: Results[T]; problem?: string }>(
    (end) => {
      setTimeout(() => end({ problem: `it takes more than ${longestMs} ms.` }), longestMs).unref();
      worker.once('message', end);
      worker.once('error', () => end({ problem: 'it needs more memory than it may have.' }));
    },
  );
  await worker.terminate();
  if (result === undefined) throw new Stop(`${what} could not be read: ${problem}`);
  return result;
}

if (!isMainThread && parentPort) {
  const { task, bytes } = workerData as { task: keyof Results; bytes: Uint8Array };
  try {
    const [ours, theirs] = [resolved(DESCRIPTION).document, resolved(parsed(bytes))];
    const isCompared = task === 'compare';
    const result = isCompared
      ? compare(ours, theirs.document)
      : opened(ours, theirs, task === 'rust');
    parentPort.postMessage({ result });
  } catch (error) {
    const isDeep = error instanceof RangeError;
    parentPort.postMessage({
      problem: isDeep ? 'its references lead too deep.' : (error as Error).message,
    });
  }
}
