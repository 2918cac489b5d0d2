import type { EventName } from '../core/protocol.js';
import type { Namespaces } from '../management/generated/namespaces.js';
import { milliseconds, type Duration } from './duration.js';
import type { EmitArguments } from './fake.js';

/** How the sandbox's own backend answers when a page asks for a session id. */
export type BackendMode =
  'ok' | 'down' | 'slow' | 'hang' | 'junk' | 'number' | 'empty' | 'repeat' | 'signed-out';

/** Why an embed's page shows no embed. */
export type PageMode = 'error' | 'refused' | 'silent' | 'slow' | 'sign-in' | 'elsewhere';

type Methods<Prefix extends string, T> = {
  [K in keyof T & string]: T[K] extends (...input: never[]) => unknown
    ? `${Prefix}.${K}`
    : Methods<`${Prefix}.${K}`, T[K]>;
}[keyof T & string];

/** The id of an operation of the API, which is its method on `ManagementClient`: `workbooks.duplicate`. */
export type OperationId = Exclude<
  { [K in keyof Namespaces & string]: Methods<K, Namespaces[K]> }[keyof Namespaces & string],
  `${string}.run`
>;

/**
 * How calls of the API fail. Without `operation` and `path`: every call. Without `status` and `body`,
 * the service does its work and gives its own answer.
 */
export interface ApiFault {
  /** Only calls of this operation. */
  operation?: OperationId | undefined;
  /** Only calls of this path, without its query. A `*` at its end stands for any rest. */
  path?: string | undefined;
  /** The status of the answer. */
  status?: number | undefined;
  /** The header `Retry-After`: seconds, or an HTTP date. */
  retryAfter?: number | string | undefined;
  /** How long the answer is held up, in milliseconds. */
  delayMs?: number | undefined;
  /** After how many calls the fault ends. Default: at the next `fault` with `api`, or `reset`. */
  times?: number | undefined;
  /** The body: a string is sent as HTML, anything else as JSON. Default: an error of the API. */
  body?: unknown;
}

/** What embed pages do. A page has what is set when it is asked for. */
export interface EmbedFault {
  /**
   * Why there is no embed: `error` (status 500), `refused` (no other page may show it), `silent` (sends
   * no message), `slow` (`ready` comes late), `sign-in` (a page of a sign-in), `elsewhere` (a redirect to
   * another origin).
   */
  page?: PageMode | undefined;
  /** After how many pages `page` ends. Default: at the next `fault` with `embed`, or `reset`. */
  times?: number | undefined;
  /** How late a slow page is, in milliseconds. Default 3,000. */
  delayMs?: number | undefined;
  /** Reports `view` also for the path that the embed shows. */
  samePathViews?: boolean | undefined;
  /** Loads a document for each path. */
  documents?: boolean | undefined;
  /** Reports `ready` for each session. */
  readyEachSession?: boolean | undefined;
  /** How much later than `expiresAt` a session ends, in milliseconds. */
  expiredLateMs?: number | undefined;
  /** How long the page's `load` is held up, in milliseconds. */
  loadDelayMs?: number | undefined;
}

/** Faults of the sandbox. Those that are left out stay as they are. */
export interface SandboxFaults {
  /** The page's backend. `times` ends the fault after that many requests. */
  backend?: { mode: BackendMode; times?: number; delayMs?: number } | undefined;
  /** How calls of the API fail. The first that concerns a call is performed. `[]` ends them. */
  api?: ApiFault[] | undefined;
  /** What embed pages do. `{}` ends it. */
  embed?: EmbedFault | undefined;
  /** How many good session ids the service refuses. */
  rejectExchanges?: number | undefined;
  /** How many embed pages are a 502. */
  failPages?: number | undefined;
  /** How many sessions end as soon as they begin. */
  lapseAtOnce?: number | undefined;
  /** How long an export, a sync or a preview takes, and whether it fails. */
  jobs?: { durationMs?: number; fail?: boolean } | undefined;
  /** Whether an id is redeemed when its page is asked for. */
  strict?: boolean | undefined;
  /** Whether each viewer is signed in to the service. Otherwise an embed without an id asks for a sign-in. */
  signedIn?: boolean | undefined;
}

/** The state of the sandbox. It contains no id, no token and no key. */
export interface SandboxState {
  /** The sandbox's time (epoch ms). */
  readonly now: number;
  /** How far its clock is ahead, in milliseconds. */
  readonly offsetMs: number;
  /** What was counted since the last reset: `mintRequests`, `mints`, `exchanges` and so on. */
  readonly counts: Readonly<Record<string, number>>;
  /** The sessions that were opened. */
  readonly sessions: readonly {
    readonly n: number;
    readonly surface: string;
    readonly mode: string;
    readonly openedAt: number;
    readonly expiresAt: number | null;
    readonly status: string;
  }[];
  /** The embed pages that are open, the oldest first. */
  readonly embeds: readonly {
    /** Its number, for `emit`. */
    readonly n: number;
    readonly surface: string | null;
    readonly publicId?: string;
  }[];
}

/** A request to the service. It has no key, no session id, no token and no body. */
export interface SandboxRequest {
  /** Its number, counted from 1 since the last reset. */
  readonly n: number;
  /** When it came, by the sandbox's clock (epoch ms). */
  readonly at: number;
  /** The HTTP method. */
  readonly method: string;
  /** The operation; `null` for embed pages, and for paths where nothing is. */
  readonly operation: OperationId | null;
  /** The path without its query. */
  readonly path: string;
  /** The status of the answer; `null` if there was none. */
  readonly status: number | null;
  /** How long the answer took, in milliseconds; `null` as long as it is not complete. */
  readonly durationMs: number | null;
  /** The fault that was performed, by its name in `fault`: `api`, `embed.page`, `failPages`, `rejectExchanges`. */
  readonly fault: string | null;
}

/** What can be turned in a sandbox. */
export interface Levers {
  /** The sandbox's clock. Every open embed is notified of each move. */
  readonly clock: {
    /**
     * Moves the clock forward.
     *
     * @param by - Milliseconds, or a text such as `'23h'`, `'90m'` or `'1h 30m'`.
     * @throws A `TypeError` if it is neither.
     */
    advance(by: Duration): Promise<SandboxState>;
    /** Sets the clock back to the wall clock. */
    reset(): Promise<SandboxState>;
  };
  /**
   * Turns faults on or off. Those that are left out stay as they are.
   *
   * @example
   * ```ts
   * await sandbox.fault({ api: [{ operation: 'reports.list', status: 429, retryAfter: 1, times: 2 }] });
   * await sandbox.fault({ embed: { page: 'refused' } });
   * ```
   */
  fault(faults: SandboxFaults): Promise<SandboxState>;
  /**
   * Has open embeds send an event of the catalog. Resolves when they have sent it.
   *
   * @param event - Its bare name.
   * @param payload - Its payload. The default of `ready` is the embed's own.
   * @throws An `Error` if no embed is open, or if the payload does not fit the catalog.
   *
   * @example
   * ```ts
   * await sandbox.emit('error', { message: 'All is lost.', fatal: true });
   * await sandbox.emit({ embed: 2, event: 'ready' }); // from one embed of `state().embeds`
   * await sandbox.emit({ message: { source: 'svc-embed', type: 'svc:event:tomorrow' } }); // unchecked
   * ```
   */
  emit<N extends EventName>(event: N, ...payload: EmitArguments<N>): Promise<SandboxState>;
  /** Has one embed send an event, or any message. */
  emit(what: SandboxEmission): Promise<SandboxState>;
  /**
   * Reads what was asked of the service since the last reset, the oldest first.
   *
   * @param wanted - Only calls of this operation; only requests after the one with the number `since`.
   *
   * @example
   * ```ts
   * const [mint] = await sandbox.requests({ operation: 'embedSessions.generate' });
   * expect(mint?.status).toBe(200);
   * ```
   */
  requests(wanted?: { operation?: OperationId; since?: number }): Promise<SandboxRequest[]>;
  /** Brings the clock, the faults, the journal, the sessions and the data back to the start. */
  reset(): Promise<SandboxState>;
  /** Reads the state. */
  state(): Promise<SandboxState>;
}

/** What an embed sends: an event of the catalog, or a message without a check. */
export type SandboxEmission = {
  /** The number of the embed by `state().embeds`. Default: every open embed. */
  embed?: number;
} & ({ event: EventName; payload?: object } | { message: unknown });

/** The clock and the faults of the sandbox whose host origin this is. */
export function levers(host: string): Levers {
  const get = (path: string) => ask(`${host}/control/${path}`);
  const post = (lever: string, change: object) =>
    ask(`${host}/control/${lever}`, change) as Promise<SandboxState>;
  return {
    clock: {
      advance: async (by) => post('clock', { advanceMs: milliseconds(by) }),
      reset: () => post('clock', { offsetMs: 0 }),
    },
    fault: (faults) => post('faults', faults),
    emit: (what: EventName | SandboxEmission, payload?: object) =>
      post('emit', typeof what === 'string' ? { event: what, payload } : what),
    async requests(wanted = {}) {
      const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      return ((await get(`requests?${query}`)) as { requests: SandboxRequest[] }).requests;
    },
    reset: () => post('reset', {}),
    state: () => get('state') as Promise<SandboxState>,
  };
}

/** Asks one of the addresses below `/control`. */
export async function ask(url: string, change?: object): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const body = change && { method: 'POST', headers, body: JSON.stringify(change) };
  const response = await fetch(url, body);
  const answer = (await response.json()) as { error?: string };
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}: ${answer.error}`);
  return answer;
}
