// One client of measurement 7, in a process of its own. It runs the tasks that the parent sends. Its
// arguments are the client's name and the service's address; Node needs --expose-gc.

const [, , name, baseUrl] = process.argv;
const { makeTasks } = await import(`./${name}.mjs`);
const tasks = makeTasks(baseUrl);

/** The bytes in use after garbage collection. */
function used() {
  gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

let cloned = 0;

/** Runs a task; resolves to its outcome. Calls `onStep` at each tenth of it. */
const runs = {
  async list(onStep) {
    let count = 0;
    for await (const { id } of tasks.list()) {
      if (id !== count++) throw new Error(`item ${id} came as number ${count}`);
      if (count % 1000 === 0) onStep();
    }
    return count;
  },
  // Each time another workbook, so that no call equals the one before.
  clone: () => tasks.clone(++cloned),
  async download(onStep) {
    let bytes = 0;
    const tenth = 5 * 1024 * 1024;
    for await (const chunk of await tasks.download()) {
      if (Math.floor((bytes + chunk.length) / tenth) > Math.floor(bytes / tenth)) onStep();
      bytes += chunk.length;
    }
    return bytes;
  },
};

/** Milliseconds of one run, out of `times` in a row: elapsed, and of processor time. */
async function timed(task, times) {
  let outcome;
  const started = performance.now();
  const before = process.cpuUsage();
  for (let turn = 0; turn < times; turn++) outcome = await runs[task](() => {});
  const { user, system } = process.cpuUsage(before);
  const cpu = (user + system) / 1000 / times;
  return { outcome, elapsed: (performance.now() - started) / times, cpu };
}

/** The quickest of some tries, because other work of the machine can only slow a try down. */
async function sample({ task, times, tries }) {
  const found = [];
  for (let turn = 0; turn < tries; turn++) found.push(await timed(task, times));
  return found.reduce((best, other) => (other.elapsed < best.elapsed ? other : best));
}

/** The bytes in use at each tenth of a run. */
async function watched({ task }) {
  const levels = [];
  const outcome = await runs[task](() => levels.push(used()));
  return { outcome, levels };
}

process.on('message', (order) => {
  const answer = order.watch ? watched(order) : sample(order);
  answer.then(
    (found) => process.send(found),
    (error) => process.send({ error: error.stack }),
  );
});
process.once('disconnect', () => process.exit());
process.send('ready');
