// `npm run load`: sends 2,000 requests a second to the sandbox for a minute, and fails at the first error
// or if it cannot keep the rate. Prints latencies, and the sandbox's memory before and after.
// `-- --rate 500 --seconds 10` sends less.
//
// A request is due at its place in the minute, whether or not the ones before were answered, and its
// latency counts from then: a sandbox that stops for a moment is seen to have stopped.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { cargoPaths } from './lib/cargo.mjs';
import { Failure, main, output, run, say } from './lib/run.mjs';

const CONNECTIONS = 64;
const WARM_UP_MS = 2000;
const TICK_MS = 5;

const seven = '/api/v1/deployments/7';
const read = (path) => () => ({ method: 'GET', path });
/** One in ten writes, each time another name. */
const CALLS = [
  read('/api/v1/users/me'),
  read('/api/v1/deployments'),
  read(`${seven}/reports?first=10`),
  read(`${seven}/folders`),
  read(`${seven}/environments`),
  read(`${seven}/workbooks/41/embed-access`),
  read(`${seven}/settings`),
  read('/api/v1/embed-tenants/'),
  read('/api/scim/v2/Users?count=10&startIndex=1'),
  (number) => ({
    method: 'PUT',
    path: `${seven}/workbooks/by-slug/load-${number % 100}`,
    body: JSON.stringify({ name: `Load ${number}` }),
  }),
];

await main(async () => {
  const options = {
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
  };
  const { values } = parseArgs({ options });
  const [rate, seconds] = [Number(values.rate), Number(values.seconds)];
  if (!(rate > 0 && seconds > 0)) throw new Failure('--rate and --seconds are numbers above 0.');
  await run('cargo', ['build', '--release', '-p', 'svc-sandbox']);
  const { targetDir } = await cargoPaths();
  await withSandbox(join(targetDir, 'release', 'svc-sandbox'), async (tenant, pid) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    await load(tenant, agent, rate, WARM_UP_MS);
    const before = await memoryOf(pid);
    say(`Sending ${rate} requests a second for ${seconds} s…`);
    const found = await load(tenant, agent, rate, seconds * 1000);
    report(found, before, await memoryOf(pid));
    agent.destroy();
    if (found.errors.length > 0) throw new Failure(`${found.errors.length} requests failed.`);
    // What is due in the last moments is answered a little later.
    if (found.rate < rate * 0.99)
      throw new Failure(`The rate was ${Math.round(found.rate)} a second.`);
  });
});

async function withSandbox(program, work) {
  const args = ['--json', '--host-port', '0', '--tenant-port', '0'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const gone = once(child, 'exit');
  try {
    const { value } = await createInterface(child.stdout)[Symbol.asyncIterator]().next();
    await work(JSON.parse(value).tenant, child.pid);
  } finally {
    child.kill();
    await gone;
  }
}

/** Sends the requests that are due. Resolves when all are answered. */
async function load(tenant, agent, rate, durationMs) {
  const total = Math.round((rate * durationMs) / 1000);
  const latencies = new Float64Array(total);
  const errors = [];
  const pending = [];
  const started = performance.now();
  const dueAt = (number) => started + (number / rate) * 1000;
  for (let number = 0; number < total;) {
    for (const now = performance.now(); number < total && dueAt(number) <= now; number += 1) {
      const due = dueAt(number);
      const place = number;
      const sent = send(tenant, agent, CALLS[number % CALLS.length](number)).then(
        () => (latencies[place] = performance.now() - due),
        (error) => errors.push(error.message),
      );
      pending.push(sent);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
  const took = performance.now() - started;
  return { total, errors, latencies: latencies.sort(), rate: (total / took) * 1000 };
}

function send(tenant, agent, { method, path, body }) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer sandbox-admin-key' };
    if (body) headers['content-type'] = 'application/json';
    const sent = request(tenant + path, { agent, method, headers }, (response) => {
      response.on('error', reject).on('end', () => {
        if (response.statusCode < 300) resolve();
        else reject(new Error(`${method} ${path}: ${response.statusCode}`));
      });
      response.resume();
    });
    sent.on('error', reject).end(body);
  });
}

/** The memory that a process holds, in megabytes. */
async function memoryOf(pid) {
  return Number(await output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
}

function report({ total, errors, latencies, rate }, before, after) {
  const at = (share) => latencies[Math.min(total - 1, Math.floor(total * share))].toFixed(1);
  say(`${total} requests, ${errors.length} errors, ${Math.round(rate)} a second.`);
  for (const error of new Set(errors)) say(`  ${error}`);
  say(`Latency: half under ${at(0.5)} ms, 99 % under ${at(0.99)} ms, the longest ${at(1)} ms.`);
  say(`Memory: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after.`);
}
