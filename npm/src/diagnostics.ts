// What the bridge tells the developer of a page. Loaded only when there is something to tell, so a
// page that works does not pay for it. It imports nothing at run time: in a worker, Parcel does not find
// the modules that a lazily loaded one shares with the rest.

import type { EmbedError } from './errors.js';
import type { Host } from './host.js';
import type { Settings } from './options.js';
import type { ConnectOptions, MountOptions, RenewalOptions } from './types.js';

/** The names of the options of `connect`. The type requires each of them. */
const CONNECT: Record<keyof ConnectOptions, 1> = {
  baseUrl: 1,
  colorScheme: 1,
  getSession: 1,
  locale: 1,
  logger: 1,
  readyTimeoutMs: 1,
  renewal: 1,
  signal: 1,
  theme: 1,
  timezone: 1,
};

/** The names of the options that only `mount` has. */
const MOUNT: Record<Exclude<keyof MountOptions, keyof ConnectOptions>, 1> = {
  attributes: 1,
  filters: 1,
  params: 1,
  surface: 1,
  title: 1,
};

/** The names of the options of `renewal`. */
const RENEWAL: Record<keyof RenewalOptions, 1> = {
  mintTimeoutMs: 1,
  confirmMs: 1,
  retryMinMs: 1,
  retryMaxMs: 1,
  maxAttempts: 1,
  spreadMs: 1,
  lifetimeMs: 1,
  onExhausted: 1,
  retryStoppedMs: 1,
};

/** The embeds whose options were reported, and whose messages a logger receives. */
const known = new WeakSet<Host>();
/** The embeds whose first failure was reported. */
const failed = new WeakSet<Host>();

/** Reports odd options and the first failure, and hands messages on to a logger of the page. */
export function report(
  host: Host,
  { logger, unused }: Pick<Settings, 'logger' | 'unused'>,
  failure: EmbedError | null,
): void {
  if (logger === false) return;
  const isLogger = typeof logger?.warn === 'function';
  const warn = (text: string) => (isLogger ? logger : console).warn(`svc-embed: ${text}`);
  if (!known.has(host)) {
    known.add(host);
    if (logger && !isLogger) warn('logger has no method warn. The console is used.');
    for (const option of unused) warn(oddity(option));
    if (logger) trace(host, logger);
  }
  // Signing out and destroying are no failures: the page has asked for them.
  const isAsked = failure?.code === 'signed-out' || failure?.code === 'destroyed';
  if (!failure || isAsked || failed.has(host)) return;
  failed.add(host);
  const { nextAttemptAt } = host.session;
  const isPlanned = nextAttemptAt !== null;
  warn(failure.message + (isPlanned ? ` Next attempt at ${timeOf(nextAttemptAt)}.` : ''));
}

/** A sentence for an option that has no effect. */
function oddity(option: string): string {
  if (Object.hasOwn(MOUNT, option)) {
    return `connect() has no option ${option}: the page itself loads its iframe.`;
  }
  const [, group, name = option] = /^(renewal|params|attributes)\.([^]*)/.exec(option) ?? [];
  if (group === 'params' || group === 'attributes')
    return `${option} is undefined and was left out.`;
  return `There is no option ${option}.${group ? hint('renewal.', name, RENEWAL) : hint('', name, { ...CONNECT, ...MOUNT })}`;
}

function hint(prefix: string, name: string, names: object): string {
  const near = nearest(name, Object.keys(names));
  // `readyTimeoutMs` is an option of its own and not one of `renewal`.
  const meant = Object.hasOwn(CONNECT, name) ? name : near && prefix + near;
  return meant ? ` Did you mean ${meant}?` : '';
}

/** The name that `given` probably stands for; undefined if none is near. */
function nearest(given: string, names: readonly string[]): string | undefined {
  // Longer than any option: the comparison would take long, too.
  if (given.length > 40) return undefined;
  const [best] = names
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(1, given.length / 4) ? best.name : undefined;
}

/** How many letters must be changed, added or taken away to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, otherLetter] of [...other].entries()) {
      const replaced = row[place]! + Number(letter !== otherLetter);
      next.push(Math.min(replaced, row[place + 1]! + 1, next[place]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}

/** Writes a line for each message and each change of the session, without what they carry. */
function trace(host: Host, logger: Pick<Console, 'debug'>): void {
  const say = (...words: unknown[]) => logger.debug?.('svc-embed:', ...words);
  const state = () => {
    const { status, renewal, attempt, lastError } = host.session;
    say(
      'session',
      status,
      renewal,
      ...(attempt ? [`attempt ${attempt}`] : []),
      lastError?.code ?? '',
    );
  };
  state();
  host.handlers.add('session', state);
  host.handlers.add('*', ({ type }: { type: string }) => say('received', type));
  host.handlers.add('sent', (type: string) => say('sent', type));
  host.handlers.add('dropped', ({ reason }: { reason: string }) => say('dropped', reason));
}

function timeOf(epoch: number): string {
  return new Date(epoch).toLocaleTimeString();
}
