// `npm run load`: opens 500 embeds, each with a session and a socket, and sends 2,000 requests a second to
// the sandbox for a minute. Fails at the first error, if it cannot keep the rate, if an embed does not
// hear of the time at the end, or if the sandbox's memory grows by more than 64 MB. Prints latencies, and
// the memory before and after. `-- --rate 500 --seconds 10 --embeds 50` asks less.
//
// A request is due at its place in the minute, whether or not the ones before were answered, and its
// latency counts from then: a sandbox that stops for a moment is seen to have stopped.

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cargoPaths } from './lib/cargo.mjs';
import { Failure, main, output, run, say } from './lib/run.mjs';
import { withSandbox } from './lib/sandbox.mjs';

const WARM_UP_SECONDS = 2;
/** How much the sandbox's memory may grow during the load, in megabytes. */
const MOST_GROWTH = 64;
/** How long the embeds may take to hear of the time. */
const HEARING_MS = 10_000;
const TICK_MS = 5;

const KEY = 'sandbox-admin-key';
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

const SEVEN = '/api/v1/deployments/7';
const READ = [
  ...['/api/v1/users/me', '/api/v1/deployments', '/api/v1/embed-tenants/'],
  ...['reports?first=10', 'folders', 'environments', 'settings'].map((path) => `${SEVEN}/${path}`),
  ...[`${SEVEN}/workbooks/41/embed-access`, '/api/scim/v2/Users?count=10&startIndex=1'],
];
const QUERY = {
  measures: ['orders.count'],
  dimensions: ['orders.region'],
  range: { unit: 'day', count: 7 },
};

await main(async () => {
  const number = (text) => ({ type: 'string', default: text });
  const options = { embeds: number('500'), rate: number('2000'), seconds: number('60') };
  const { values } = parseArgs({ options });
  const [rate, seconds, count] = [values.rate, values.seconds, values.embeds].map(Number);
  if (!(rate > 0 && seconds > 0 && count > 0)) throw new Failure('Each number is above 0.');
  await run('cargo', ['build', '--release', '-p', 'svc-sandbox']);
  const { targetDir } = await cargoPaths();
  await withSandbox(join(targetDir, 'release', 'svc-sandbox'), async ({ host, tenant, pid }) => {
    const embeds = [];
    while (embeds.length < count) embeds.push(await openEmbed(host, tenant));
    await load(tenant, embeds, rate, WARM_UP_SECONDS);
    const before = await memoryOf(pid);
    say(`${count} embeds are open. Sending ${rate} requests a second for ${seconds} s…`);
    const found = await load(tenant, embeds, rate, seconds);
    const after = await memoryOf(pid);
    const at = (share) => found.latencies[Math.ceil(found.latencies.length * share) - 1].toFixed(1);
    say(`Latency: half under ${at(0.5)} ms, 99 % under ${at(0.99)} ms, the longest ${at(1)} ms.`);
    say(`Memory: ${before.toFixed(1)} MB before, ${after.toFixed(1)} MB after.`);
    const deaf = await moveClock(host, embeds);
    for (const { socket } of embeds) socket.destroy();
    agent.destroy();
    if (deaf > 0) throw new Failure(`${deaf} embeds did not hear of the time.`);
    if (after - before > MOST_GROWTH) throw new Failure('The memory grew too much.');
    // What is due in the last moments is answered a little later.
    if (found.rate < rate * 0.99)
      throw new Failure(`The rate was ${Math.round(found.rate)} a second.`);
  });
});

/** Opens an embed as a page and its iframe do: mints, asks for the page, exchanges, opens the socket. */
async function openEmbed(host, tenant) {
  const { sessionId } = await send(host, 'POST', '/api/embed-session');
  await send(tenant, 'GET', `/embed/dashboard/sales-overview?session=${sessionId}`);
  const { token } = await send(tenant, 'POST', '/embed/api/session', {
    body: { surface: 'dashboard', sessionId },
    token: undefined,
  });
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
  };
  const asked = request(`${tenant}/embed/api/clock`, { headers, agent: false }).end();
  const [, socket] = await once(asked, 'upgrade');
  const embed = { token, socket, hasHeard: false };
  socket.on('error', () => {}).on('data', () => (embed.hasHeard = true));
  return embed;
}

/** Moves the clock. Resolves to the number of embeds that did not hear of it. */
async function moveClock(host, embeds) {
  for (const embed of embeds) embed.hasHeard = false;
  await send(host, 'POST', '/control/clock', { body: { advanceMs: 1000 } });
  const deaf = () => embeds.filter(({ hasHeard }) => !hasHeard).length;
  const end = performance.now() + HEARING_MS;
  while (deaf() > 0 && performance.now() < end) await sleep(TICK_MS);
  return deaf();
}

/** Sends the requests that are due. Resolves when all are answered, and rejects if one fails. */
async function load(tenant, embeds, rate, seconds) {
  const pending = [];
  const latencies = [];
  let failure;
  const started = performance.now();
  while (pending.length < rate * seconds && !failure) {
    for (let due; (due = started + (pending.length / rate) * 1000) <= performance.now();) {
      const answered = () => latencies.push(performance.now() - due);
      const failed = (error) => (failure ??= error);
      pending.push(call(tenant, embeds, pending.length).then(answered, failed));
    }
    await sleep(TICK_MS);
  }
  await Promise.all(pending);
  if (failure) throw failure;
  const took = performance.now() - started;
  latencies.sort((a, b) => a - b);
  return { latencies, rate: (pending.length / took) * 1000 };
}

/** The request with this number: of a round, each of `READ`, one that writes, and two queries of an embed. */
function call(tenant, embeds, number) {
  const length = READ.length + 3;
  const [round, place] = [Math.floor(number / length), number % length];
  if (place < READ.length) return send(tenant, 'GET', READ[place]);
  if (place > READ.length) {
    const { token } = embeds[round % embeds.length];
    return send(tenant, 'POST', '/embed/api/query', { token, body: QUERY });
  }
  const path = `${SEVEN}/workbooks/by-slug/load-${round % 100}`;
  return send(tenant, 'PUT', path, { body: { name: `Load ${round}` } });
}

/** Sends a request. Resolves to the answer's JSON; undefined for an answer of another type. */
async function send(origin, method, path, { body, ...more } = {}) {
  const { token } = { token: KEY, ...more };
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = request(origin + path, { agent, method, headers }).end(body && JSON.stringify(body));
  const [response] = await once(sent, 'response');
  const text = (await response.setEncoding('utf8').toArray()).join('');
  if (response.statusCode >= 300) throw new Failure(`${method} ${path}: ${response.statusCode}`);
  return /json/.test(response.headers['content-type']) ? JSON.parse(text) : undefined;
}

/** The memory that a process holds, in megabytes. */
async function memoryOf(pid) {
  return Number(await output('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024;
}
