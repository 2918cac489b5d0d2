// Started by `npm test`: waits until that process has ended, in whatever way, and then ends what is left of its
// run. The standard input is a pipe that only that process holds, so it closes with it.

import { setTimeout as sleep } from 'node:timers/promises';
import { endRun } from './processes.mjs';

/** A process that is just being started is found by the next look. */
const LOOKS = 5;

const [run] = process.argv.slice(2);
process.stdin.resume().once('close', async () => {
  for (let look = 0; look < LOOKS; look++) {
    endRun(run);
    await sleep(500);
  }
});
