// Mounts embeds on the host page, and reads and controls the embeds and the sandbox.

import { evaluate, insideFrame, patiently, showsIn, waitFor } from './page.mjs';
import { driver, sandbox } from './world.mjs';

/** Renewal options without randomness and without long waits. */
export const QUICK = { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 };

/**
 * Resets the sandbox, opens a fresh host page and mounts an embed on it. Its `getSession` asks the
 * page's backend. `window.embed` keeps every event (`seen`), session state (`states`), dropped
 * message (`dropped`) and request for an id (`requests`).
 */
export async function openEmbed(options = {}, { until = 'dashboard-loaded', entry } = {}) {
  await freshPage();
  await mountEmbed(options, 'embed', entry);
  if (until) await event(until);
}

/** Resets the sandbox and opens a host page without an embed, or the page of `url`. */
export async function freshPage(url) {
  // The page before is left first: after the reset it would go on to ask for ids, which tests count.
  await driver.get(url ? 'about:blank' : `${sandbox.host}/`);
  await control('reset', {});
  if (url) await driver.get(url);
}

/** Mounts another embed as `window[name]`, with one of the package's entry points. */
export async function mountEmbed(options = {}, name = 'embed', entry = 'index') {
  const all = { surface: { kind: 'dashboard', publicId: 'sales-overview' }, renewal: QUICK };
  if (options.isPrivate) await control('faults', { signedIn: true });
  await evaluate(
    driver,
    async (name, entry, tenant, options) => {
      // Kept, because in Firefox an import of each script of the driver makes another copy of the module:
      // copies share no turns to mint. A page under a policy loads the package with its own script.
      const bridges = (window.bridges ??= {});
      bridges[entry] ??= window.load?.(entry) ?? import(`/dist/${entry}.js`);
      const bridge = await bridges[entry];
      const own = { seen: [], states: [], dropped: [], requests: [] };
      const getSession = async ({ signal, ...request }) => {
        own.requests.push(request);
        const response = await fetch('/api/embed-session', { method: 'POST', signal });
        if (response.status === 401) throw new bridge.SignedOutError();
        if (!response.ok) throw new Error(`the backend answered ${response.status}`);
        return (await response.json()).sessionId;
      };
      const { isPrivate, ...rest } = options;
      own.embed = await bridge.mount('#target', {
        baseUrl: tenant,
        ...(isPrivate ? { mode: 'private' } : { getSession }),
        ...rest,
      });
      own.embed.on('*', (event) => own.seen.push(event));
      own.embed.on('session', (state) => own.states.push(state));
      own.embed.on('dropped', (message) => own.dropped.push(message));
      own.embed.iframe.id = name;
      window.bridge = bridge;
      window[name] = own;
    },
    name,
    entry,
    sandbox.tenant,
    { ...all, ...options },
  );
}

/** Runs `body` in the page with `own` (of `mountEmbed`) as its first argument. */
export function withEmbed(body, args = [], name = 'embed') {
  return evaluate(
    driver,
    new Function('name', '...args', `return (${body})(window[name], ...args);`),
    name,
    ...args,
  );
}

/** The events of a kind that the embed has sent so far. */
export function seen(kind, name = 'embed') {
  return withEmbed(
    (own, kind) => own.seen.filter(({ type }) => type === `svc:event:${kind}`),
    [kind],
    name,
  );
}

/** Waits for the `count`-th event of a kind and resolves to it. */
export async function event(kind, count = 1, name = 'embed') {
  const heard = patiently(
    (own, kind, at) => own.seen.filter(({ type }) => type === `svc:event:${kind}`)[at],
  );
  return waitFor(`event ${count} of kind ${kind}`, () => withEmbed(heard, [kind, count - 1], name));
}

/** The embed's session. */
export function session(name = 'embed') {
  return withEmbed((own) => own.embed.session, [], name);
}

/** Waits until the session has all properties of `wanted`. */
export async function sessionIs(wanted, { name = 'embed', ...options } = {}) {
  const isSo = patiently(({ embed }, wanted) =>
    Object.entries(wanted).every(([key, value]) => embed.session[key] === value),
  );
  await waitFor(
    `a session that is ${JSON.stringify(wanted)}`,
    async () => {
      if (await withEmbed(isSo, [wanted], name)) return true;
      throw new Error(JSON.stringify(await session(name)));
    },
    options,
  );
}

/** Evaluates `body` inside the embed's iframe. */
export function inEmbed(body, args = [], name = 'embed') {
  return insideFrame(driver, `#${name}`, () => evaluate(driver, body, ...args));
}

/** The `data-` attributes in which the sandbox's embed shows its state. */
export function shown(name = 'embed') {
  return inEmbed(() => ({ ...document.documentElement.dataset }), [], name);
}

/** Waits until the embed shows all properties of `wanted`. */
export function showsThat(wanted, name = 'embed') {
  return showsIn((body, ...args) => inEmbed(body, args, name), wanted);
}

/** Sends a change to one of the sandbox's controls. Resolves to the sandbox's state. */
export async function control(route, change) {
  const response = await fetch(`${sandbox.host}/control/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`/control/${route} answered ${response.status}`);
  return response.json();
}

/** The sandbox's counters. */
export async function counts() {
  return (await (await fetch(`${sandbox.host}/control/state`)).json()).counts;
}

/** How often the service was asked for the page of a dashboard. */
export async function pageLoads() {
  const { requests } = await (await fetch(`${sandbox.host}/control/requests`)).json();
  return requests.filter(({ path }) => path.startsWith('/embed/dashboard/')).length;
}

/** Moves the sandbox's clock. */
export function advance({ hours = 0, minutes = 0 }) {
  return control('clock', { advanceMs: (hours * 60 + minutes) * 60_000 });
}
