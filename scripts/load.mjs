// `npm run load`: opens 500 embeds, each with a session and a socket, and sends 2,000 requests a second to
// the sandbox for a minute. Fails at the first error, if it cannot keep the rate, if an embed does not
// hear of the time at the end, or if the sandbox's memory grows by more than 64 MB. Prints latencies, and
// the memory before and after. `-- --rate 500 --seconds 10 --embeds 50` asks less.
//
// A request is due at its place in the minute, whether or not the ones before were answered, and its
// latency counts from then: a sandbox that stops for a moment is seen to have stopped.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { cargoPaths } from './lib/cargo.mjs';
import { Failure, main, output, run, say } from './lib/run.mjs';

const CONNECTIONS = 64;
const WARM_UP_MS = 2000;
/** How much the sandbox's memory may grow during the load, in megabytes. */
const MOST_GROWTH = 64;
/** How long the embeds may take to hear of the time. */
const HEARING_MS = 10_000;
const TICK_MS = 5;

const seven = '/api/v1/deployments/7';
const read = (path) => () => ({ method: 'GET', path });
/** What the embed with this token asks. */
const query = (token) => ({
  method: 'POST',
  path: '/embed/api/query',
  token,
  body: JSON.stringify({
    measures: ['orders.count'],
    dimensions: ['orders.region'],
    range: { unit: 'day', count: 7 },
  }),
});
/** One of them writes, each time another name. */
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
    embeds: { type: 'string', default: '500' },
    rate: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '60' },
  };
  const { values } = parseArgs({ options });
  const [rate, seconds, count] = [values.rate, values.seconds, values.embeds].map(Number);
  if (!(rate > 0 && seconds > 0 && count >= 0))
    throw new Failure('--rate and --seconds are numbers above 0, and --embeds is not negative.');
  await run('cargo', ['build', '--release', '-p', 'svc-sandbox']);
  const { targetDir } = await cargoPaths();
  await withSandbox(join(targetDir, 'release', 'svc-sandbox'), async ({ host, tenant }, pid) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const embeds = [];
    for (let number = 0; number < count; number += 1)
      embeds.push(await openEmbed(host, tenant, agent));
    say(`${embeds.length} embeds are open.`);
    const tokens = embeds.map(({ token }) => token);
    await load(tenant, agent, tokens, rate, WARM_UP_MS);
    const before = await memoryOf(pid);
    say(`Sending ${rate} requests a second for ${seconds} s…`);
    const found = await load(tenant, agent, tokens, rate, seconds * 1000);
    const after = await memoryOf(pid);
    report(found, before, after);
    const deaf = await movesTheClock(host, agent, embeds);
    for (const { socket } of embeds) socket.destroy();
    agent.destroy();
    if (deaf > 0) throw new Failure(`${deaf} embeds did not hear of the time.`);
    if (after - before > MOST_GROWTH)
      throw new Failure(`The memory grew by ${(after - before).toFixed(1)} MB.`);
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
    await work(JSON.parse(value), child.pid);
  } finally {
    child.kill();
    await gone;
  }
}

/** Opens an embed as a page and its iframe do: mints, asks for the page, exchanges, opens the socket. */
async function openEmbed(host, tenant, agent) {
  const { sessionId } = await send(host, agent, { method: 'POST', path: '/api/embed-session' });
  await send(tenant, agent, {
    method: 'GET',
    path: `/embed/dashboard/sales-overview?session=${sessionId}`,
  });
  const { token } = await send(tenant, agent, {
    method: 'POST',
    path: '/embed/api/session',
    body: JSON.stringify({ surface: 'dashboard', sessionId }),
  });
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const asked = request(`${tenant}/embed/api/clock`, { headers, agent: false }).end();
  const [, socket] = await once(asked, 'upgrade');
  const embed = { token, socket, heard: 0 };
  socket.on('error', () => {}).on('data', () => (embed.heard += 1));
  return embed;
}

/** Moves the clock. Resolves to the number of embeds that did not hear of it. */
async function movesTheClock(host, agent, embeds) {
  for (const embed of embeds) embed.heard = 0;
  const body = JSON.stringify({ advanceMs: 1000 });
  await send(host, agent, { method: 'POST', path: '/control/clock', body });
  const deaf = () => embeds.filter(({ heard }) => heard === 0).length;
  const end = performance.now() + HEARING_MS;
  while (deaf() > 0 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  return deaf();
}

/** Sends the requests that are due. Resolves when all are answered. */
async function load(tenant, agent, tokens, rate, durationMs) {
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
      const call = callOf(number, tokens);
      const sent = send(tenant, agent, call).then(
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

/** The call with this number: of a round, each of `CALLS` and two queries of an embed. */
function callOf(number, tokens) {
  const round = tokens.length > 0 ? CALLS.length + 2 : CALLS.length;
  const place = number % round;
  if (place < CALLS.length) return CALLS[place](Math.floor(number / round));
  return query(tokens[Math.floor(number / round) % tokens.length]);
}

/** Sends a request. Resolves to the answer's JSON; undefined for an answer of another type. */
function send(origin, agent, { method, path, body, token = 'sandbox-admin-key' }) {
  return new Promise((resolve, reject) => {
    const headers = path.startsWith('/embed/api/session')
      ? {}
      : { authorization: `Bearer ${token}` };
    if (body) headers['content-type'] = 'application/json';
    const sent = request(origin + path, { agent, method, headers }, (response) => {
      const isJson = /json/.test(response.headers['content-type']);
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('error', reject).on('end', () => {
        if (response.statusCode < 300) resolve(isJson ? JSON.parse(text) : undefined);
        else reject(new Error(`${method} ${path}: ${response.statusCode}`));
      });
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
