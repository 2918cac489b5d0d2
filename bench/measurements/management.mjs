// Measurement 7: the management client in Node, beside `fetch`, openapi-fetch and ky, each with a time
// limit of a minute. The service and the clients are processes of their own, so that none waits for the
// garbage collection of another.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ratio, summary } from '../lib/statistics.mjs';

const FLOOR = 'fetch';
const CLIENTS = [FLOOR, 'svc-embed', 'openapi-fetch', 'ky'];

/** Each task with its expected outcome, and how often a sample runs it. */
const TASKS = {
  list: { outcome: 10_000, times: 1 },
  clone: { outcome: 42, times: 200 },
  download: { outcome: 50 * 1024 * 1024, times: 1 },
};

export async function measure(world) {
  const service = start('service.mjs');
  try {
    const [baseUrl] = await once(service, 'message');
    const result = { unit: 'ms', memoryUnit: 'bytes' };
    for (const task of Object.keys(TASKS)) result[task] = await starts(world, baseUrl, task);
    return result;
  } finally {
    service.disconnect();
  }
}

/**
 * Measures a task with several processes of each client, one after the other, because the position of
 * a process in memory changes its time by a twentieth. Each task has new processes, because the heap
 * of one task changes how often garbage is collected in the next.
 */
async function starts({ quick }, baseUrl, task) {
  const { times } = TASKS[task];
  const plan = quick
    ? { starts: 1, warmUp: 1, rounds: 1, order: { times: 1, tries: 1 } }
    : { starts: 12, warmUp: 6, rounds: 3, order: { times, tries: 3 } };
  const samples = new Map(CLIENTS.map((name) => [name, { elapsed: [], cpu: [], memory: [] }]));
  for (let start = 0; start < plan.starts; start++) {
    await withWorkers(baseUrl, async (workers) => {
      await rounds(workers, task, plan, samples);
      for (const [name, worker] of workers)
        samples.get(name).memory = (await ask(worker, task, { watch: true })).levels;
    });
  }
  const floor = samples.get(FLOOR);
  return Object.fromEntries(
    [...samples].map(([name, { elapsed, cpu, memory }]) => [
      name,
      {
        elapsed: { ...summary(elapsed), ratio: ratio(elapsed, floor.elapsed) },
        cpu: { ...summary(cpu), ratio: ratio(cpu, floor.cpu) },
        memory,
      },
    ]),
  );
}

/** Runs `use` with a process of each client. */
async function withWorkers(baseUrl, use) {
  const workers = new Map();
  try {
    for (const name of CLIENTS) {
      const worker = start('worker.mjs', [name, baseUrl]);
      workers.set(name, worker);
      await once(worker, 'message');
    }
    await use(workers);
  } finally {
    for (const worker of workers.values()) worker.disconnect();
  }
}

async function rounds(workers, task, { warmUp, rounds, order }, samples) {
  // During these the engine compiles the code.
  for (let turn = 0; turn < warmUp; turn++)
    for (const worker of workers.values()) await ask(worker, task, order);
  for (let round = 0; round < rounds; round++) {
    // The order alternates, so that no client always runs after the same other one.
    const turn = round % 2 ? [...workers].reverse() : workers;
    for (const [name, worker] of turn) {
      const { elapsed, cpu } = await ask(worker, task, order);
      samples.get(name).elapsed.push(elapsed);
      samples.get(name).cpu.push(cpu);
    }
  }
}

async function ask(worker, task, order) {
  worker.send({ task, ...order });
  const [answer] = await once(worker, 'message');
  if (answer.error) throw new Error(answer.error);
  if (answer.outcome !== TASKS[task].outcome) {
    throw new Error(`${task} came to ${answer.outcome} instead of ${TASKS[task].outcome}`);
  }
  return answer;
}

function start(script, args = []) {
  const path = fileURLToPath(new URL(`../management/${script}`, import.meta.url));
  return fork(path, args, { execArgv: ['--expose-gc'] });
}
