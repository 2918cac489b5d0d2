// Plays an exchange of tests/fixtures/exchanges.json with the client. Runs in Node and in a page.

/** A time limit that no pause has, by which its timer is known. */
const TIMEOUT_MS = 54_321;

/**
 * Makes the call of an exchange. `fetch`, the clock, the timers and chance are scripted. Resolves to
 * what the client did: `requests`, `pauses`, and `result` or `error`.
 */
export async function play({ ManagementClient }, exchange) {
  const { call, clock, chance, responses } = exchange;
  const requests = [];
  const pauses = [];
  const answers = [...responses];
  const restore = script({ pauses, clock, chance, isRun: call.id.endsWith('.run') });
  try {
    const make = () =>
      new ManagementClient({
        baseUrl: 'https://acme.example.com',
        ...exchange.options,
        timeoutMs: TIMEOUT_MS,
        logger: false,
        fetch: async (url, init) => {
          requests.push(requestOf(url, init));
          if (init.redirect !== 'manual') throw new Error('fetch would follow a redirect.');
          const answer = answers.shift();
          if (!answer) throw new Error('There is one request more than the exchange has.');
          if (answer.fails) {
            const cause = Object.assign(new Error('failed'), { code: answer.fails });
            throw new TypeError('fetch failed', { cause });
          }
          return responseOf(answer);
        },
      });
    return { requests, pauses, ...(await outcomeOf(make, call)) };
  } finally {
    restore();
  }
}

async function outcomeOf(make, call) {
  try {
    const result = await resultOf(make(), call);
    return { result: result === undefined ? null : result };
  } catch (error) {
    return { error: errorOf(error) };
  }
}

async function resultOf(client, { id, how, method, path, parameters = [], input, options }) {
  if (id === 'request') return client.request(method, path, { ...options, body: input });
  const place = id.split('.').reduce((at, name) => at[name], client);
  const args = method ? [method, ...parameters] : [...parameters];
  const row = client.operations.find((operation) => operation.id === id);
  if (input !== undefined) args.push(row?.method === '*' ? { body: input } : input);
  else if (options && takesInput(row, how)) args.push(undefined);
  if (options) args.push(options);
  const promise = place(...args);
  if (how === 'items') {
    const items = [];
    for await (const item of promise) items.push(item);
    return items;
  }
  if (how === 'file') return (await promise).text();
  return promise;
}

/** True if the options come after an input that is left out. */
const takesInput = (row, how) =>
  how === 'run' || row === undefined || ['POST', 'PUT', 'PATCH', '*'].includes(row.method);

function requestOf(url, { method, headers, body, credentials }) {
  const { origin, pathname, searchParams } = new URL(url);
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method,
    url: origin + pathname,
    query: [...searchParams].map((pair) => pair.join('=')).sort(),
    headers: Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))),
    cookies: credentials === 'include',
    body: body ? JSON.parse(body) : null,
  };
}

function responseOf({ status, headers, body, cut }) {
  const content = cut
    ? new ReadableStream({
        pull(controller) {
          controller.error(Object.assign(new Error('cut'), { cause: { code: cut } }));
        },
      })
    : // Also the answer to HEAD has none.
      [204, 304].includes(status) || body === ''
      ? null
      : // Bytes, because a text would get a type.
        new TextEncoder().encode(body);
  return new Response(content, { status, headers });
}

function errorOf(error) {
  const { name, field, status, code, message, body, operation } = error;
  const known = { name, field, status, code, operation, body };
  const present = Object.entries(known).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(present), message };
}

/** Replaces the clock, the timers and chance. Returns a function that puts them back. */
function script({ pauses, clock, chance, isRun }) {
  // Browsers refuse timers as methods of another object.
  const later = setTimeout;
  const real = { now: Date.now, ticks: performance.now, random: Math.random };
  let passed = 0;
  // The first timer of long work is its limit, which the scripted clock passes by itself.
  let isLimit = isRun;
  globalThis.setTimeout = (handler, ms, ...args) => {
    if (ms === undefined) return later(handler, ms, ...args);
    if (ms === TIMEOUT_MS) return undefined;
    if (isLimit) return void (isLimit = false);
    pauses.push(ms);
    passed += ms;
    return later(handler, 0, ...args);
  };
  Date.now = () => clock + passed;
  performance.now = () => passed;
  Math.random = () => chance;
  return () => {
    globalThis.setTimeout = later;
    Date.now = real.now;
    performance.now = real.ticks;
    Math.random = real.random;
  };
}
