// An embed of the sandbox, with what it said, and the sandbox's controls.

import type { Embed, MountOptions } from 'svc-embed';
import { mount, SignedOutError } from 'svc-embed';
import { until } from './assert.js';
import { driver, inside, origins } from './test.js';

/** Renewal options without randomness and without long waits. */
export const QUICK = { spreadMs: 0, confirmMs: 600, retryMinMs: 100, retryMaxMs: 200 };

/** Asks the sandbox's backend for an id. */
export async function getSession({ signal }: { signal?: AbortSignal } = {}): Promise<string> {
  const response = await fetch('/api/embed-session', { method: 'POST', signal: signal ?? null });
  if (response.status === 401) throw new SignedOutError();
  if (!response.ok) throw new Error(`the backend answered ${response.status}`);
  return (await response.json()).sessionId;
}

/** Sends a change to one of the sandbox's controls. Resolves to the sandbox's state. */
export async function control(route: string, change: object): Promise<Record<string, any>> {
  const response = await fetch(`/control/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(change),
  });
  if (!response.ok) throw new Error(`/control/${route}: ${await response.text()}`);
  return response.json();
}

export const faults = (change: object) => control('faults', change);
export const advance = ({ hours = 0, minutes = 0 }) =>
  control('clock', { advanceMs: (hours * 60 + minutes) * 60_000 });

/** The dashboard that has a chart, whose bars can be clicked. */
export const WITH_CHART = { kind: 'dashboard', publicId: 'charts' } as const;
export const BARS = '.mark-rect path';

/** The sandbox's counters. */
export const counts = async (): Promise<Record<string, number>> =>
  (await (await fetch('/control/state')).json()).counts;

/** The open embeds send an event of the catalog, whatever its payload. */
export const say = (event: string, payload: object = {}) => {
  const parts = { source: 'svc-embed', direction: 'event', surface: 'dashboard' };
  return control('emit', {
    message: { ...parts, type: `svc:event:${event}`, payload, timestamp: Date.now() },
  });
};

export const target = () => document.querySelector<HTMLElement>('#target')!;
export const iframes = () => document.querySelectorAll('iframe').length;

/** Waits until the sandbox's page in a frame shows these `data-` attributes. */
export async function shows(
  frame: HTMLIFrameElement | (() => HTMLIFrameElement | null),
  wanted: Record<string, string>,
) {
  let last: Record<string, string> = {};
  const isSo = async () => {
    const present = typeof frame === 'function' ? frame() : frame;
    // While it is replaced or loads again, there is nothing to read.
    if (present) last = await inside(present, 'dataset').catch(() => ({}));
    return Object.entries(wanted).every(([name, value]) => last[name] === value);
  };
  await until(`an embed that shows ${JSON.stringify(wanted)}`, isSo).catch((error) => {
    throw new Error(`${error.message} It shows ${JSON.stringify(last)}`);
  });
  return last;
}

/** What an embed said, in its order. */
export class Watched {
  readonly seen: { type: string; payload: any }[] = [];
  readonly states: Embed['session'][] = [];
  readonly dropped: unknown[] = [];

  constructor(
    readonly embed: Pick<Embed, 'on'> & {
      session: Embed['session'] | null;
      iframe: HTMLIFrameElement | null;
    },
  ) {
    embed.on('*', (event) => void this.seen.push(event));
    embed.on('session', (state) => void this.states.push(state));
    embed.on('dropped', (message) => void this.dropped.push(message));
  }

  all(kind: string) {
    return this.seen.filter(({ type }) => type === `svc:event:${kind}`);
  }

  /** Waits for the `count`-th event of a kind. */
  event(kind: string, count = 1): Promise<any> {
    return until(`event ${count} of kind ${kind}`, () => this.all(kind)[count - 1]);
  }

  /** Waits until the session has all properties of `wanted`. */
  async session(wanted: Partial<Embed['session']>): Promise<void> {
    const isSo = () =>
      Object.entries(wanted).every(([key, value]) => (this.embed.session as any)?.[key] === value);
    await until(`a session that is ${JSON.stringify(wanted)}`, isSo).catch((error) => {
      throw new Error(`${error.message} It is ${JSON.stringify(this.embed.session)}`);
    });
  }

  shows(wanted: Record<string, string>) {
    return shows(() => this.embed.iframe, wanted);
  }

  /** Does something in the sandbox's page: `INSIDE` in e2e/support/in-page.mjs. */
  inside(ask: string, ...args: unknown[]): Promise<any> {
    return inside(this.embed.iframe!, ask, ...args);
  }

  /** Clicks an element of the sandbox's page. If the page replaces it before the click: its successor. */
  async click(selector: string): Promise<void> {
    const click = () =>
      this.inside('click', selector).then(
        () => true,
        () => false,
      );
    await until(`a click on ${selector}`, click);
  }
}

export interface Mounted extends Watched {
  embed: Embed;
  requests: { reason: string; attempt: number; signal: AbortSignal }[];
}

/** Mounts an embed of the sandbox, whose ids come from the page's backend. */
export async function mountEmbed(
  options: Partial<MountOptions> = {},
  until?: string,
): Promise<Mounted> {
  const requests: Mounted['requests'] = [];
  const embed = await mount(target(), {
    baseUrl: origins.sandbox,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    renewal: QUICK,
    getSession: (request) => (requests.push(request), getSession(request)),
    ...options,
  } as MountOptions);
  const own = Object.assign(new Watched(embed), { embed, requests });
  if (until) await own.event(until);
  return own;
}

/** What a path of one of the servers answers. Of a list each answers once, and the last from then on. */
export interface Served {
  status?: number;
  headers?: Record<string, string>;
  /** `{id}` is another text each time. */
  body?: string;
  /** It ends the connection. */
  dies?: boolean;
  /** It answers as if nothing was said of it, once `driver('release', server)` is called. */
  isHeld?: boolean;
}

/** Has a server (`page`, `tenant` or `stranger`) answer paths, whatever their query; `*` is any. */
export const serve = (
  server: 'page' | 'tenant' | 'stranger',
  answers: Record<string, Served | Served[] | null>,
): Promise<void> => driver('serve', server, answers);

/** What a server was asked for since the test began: not the page itself, and nothing of the package. */
export const asked = (
  server: 'page' | 'tenant' | 'stranger',
): Promise<{ method: string; url: string; headers: Record<string, string>; body: string }[]> =>
  driver('asked', server);

/** What the document of an embed would say to its page. */
export const message = (type: string, payload: object = {}, surface = 'dashboard') => ({
  ...{ source: 'svc-embed', direction: 'event', type: `svc:event:${type}`, payload },
  ...{ timestamp: Date.now(), surface },
});

/** The document of an embed. Its script has `say(name, payload)` and `ready()`. */
export const embedPage = (
  script = 'ready();',
  { mode = 'signed', surface = 'dashboard' } = {},
): Served => ({
  body: `<!doctype html><script>
    const say = (name, payload) => parent.postMessage({
      source: 'svc-embed', direction: 'event', type: 'svc:event:' + name, payload,
      timestamp: Date.now(), surface: '${surface}',
    }, '*');
    const of = { embedTenant: null, deploymentId: 1, mode: '${mode}', surface: '${surface}' };
    const ready = () => say('ready', of);
    ${script}
  </script>`,
});
