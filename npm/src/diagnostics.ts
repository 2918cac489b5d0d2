// What the bridge tells the developer of a page. Loaded only when there is something to tell, so a
// page that works does not pay for it. It imports nothing that others import: in a worker, Parcel does
// not find the modules that a lazily loaded one shares with the rest.

import type { Clue, Heard } from './diagnose.js';
import type { EmbedError } from './errors.js';
import type { Host } from './host.js';
import type { Settings } from './options.js';
import { meaningOf } from './mint-words.js';
import type { ConnectOptions, MountOptions, RenewalOptions } from './types.js';
import { findingOf, refusedBy, unseen } from './why.js';

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
  loading: 1,
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

/** Where each code is explained. */
const ERRORS = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md';

/** What was said of an embed. */
interface Told {
  /** Of the attempts that fail now: nothing is said of them again until one succeeds. */
  isFailing: boolean;
  hasGivenUp: boolean;
  /** The findings of why there is no picture. */
  readonly findings: Set<string>;
  /** The origin that the page's policy did not let some iframe load. */
  refused: string | undefined;
  /** Looks again at an embed that nobody sees. */
  timer?: ReturnType<typeof setTimeout>;
}

const told = new WeakMap<Host, Told>();

/**
 * Reports odd options, the first failure of each renewal, its end, and why there is no picture; hands
 * messages on to a logger of the page.
 */
export function report(
  host: Host,
  settings: Pick<Settings, 'logger' | 'unused' | 'origin'>,
  failure: EmbedError | null,
  clue?: Clue,
  heard?: Heard,
): void {
  const { logger, unused, origin } = settings;
  const isLogger = logger && typeof logger.warn === 'function';
  const to: Partial<Pick<Console, 'info' | 'warn'>> = isLogger ? logger : console;
  const say: Say = (level, text) => {
    if (logger !== false) to[level]?.(`svc-embed: ${text}`);
  };
  const warn = (text: string) => say('warn', text);
  let own = told.get(host);
  if (!own) {
    own = { isFailing: false, hasGivenUp: false, findings: new Set(), refused: undefined };
    told.set(host, own);
    const kept = own;
    host.handlers.onEnd.add(() => clearTimeout(kept.timer));
    if (logger && !isLogger) warn('logger has no method warn. The console is used.');
    for (const option of unused) warn(oddity(option));
    if (logger) trace(host, logger);
  }
  if (clue) lookAt(host, origin, own, clue, heard, say);
  else reportSession(host, own, failure, say);
}

type Say = (level: 'info' | 'warn', text: string) => void;

/** The first failure of each renewal, the end of all attempts, and the recovery are a line each. */
function reportSession(host: Host, own: Told, failure: EmbedError | null, say: Say): void {
  const { status, nextAttemptAt } = host.session;
  const code = failure?.code;
  // The page has asked for the end, and what blocks a frame was said when it was found.
  if (code === 'destroyed' || code === 'frame-blocked') return;
  if (!failure) {
    // Between two attempts there is an error; a session that goes on without one has recovered.
    if (own.isFailing && status === 'active') {
      own.isFailing = own.hasGivenUp = false;
      say('info', 'The session works again.');
    }
    return;
  }
  const next = nextAttemptAt === null ? '' : ` Next attempt at ${timeOf(nextAttemptAt)}.`;
  explain(host, failure);
  const { message, cause } = failure;
  if (!own.isFailing) {
    own.isFailing = true;
    own.hasGivenUp = status === 'stopped';
    const why = code === 'ready-timeout' && isError(cause) ? ` ${cause.message}` : '';
    return say('warn', `${message}${why}${next} ${linkTo(failure)}`);
  }
  if (status !== 'stopped' || own.hasGivenUp) return;
  own.hasGivenUp = true;
  say('warn', `No attempt has succeeded: ${message}${next} ${linkTo(failure)}`);
}

/** Says in the error what a failure of `getSession` means, if that is known. */
function explain(host: Host, failure: EmbedError): void {
  const meaning = failure.code === 'mint-failed' ? meaningOf(failure.cause) : undefined;
  if (!meaning) return;
  host.explainCause(meaning);
  const { lastError } = host.session;
  // The page has this very error already.
  if (lastError?.code === failure.code) failure.message = lastError.message;
}

function isError(value: unknown): value is Error {
  return typeof (value as Partial<Error> | undefined)?.message === 'string';
}

function linkTo({ code }: Pick<EmbedError, 'code'>): string {
  return `${ERRORS}#${code}`;
}

/** Looks for a reason why there is no picture, and says it once. */
function lookAt(
  host: Host,
  origin: string,
  own: Told,
  clue: Clue,
  heard: Heard | undefined,
  say: Say,
): void {
  const { iframe } = host;
  if (clue === 'ready') {
    const text = unseen(iframe);
    if (text) say('warn', text);
    return;
  }
  own.refused ??= refusedBy(clue);
  if (host.isShown || host.isClosed) return;
  // What nobody sees may wait for that, and has all the time it wants.
  if (clue === 'load' && !isSeen(iframe)) {
    clearTimeout(own.timer);
    own.timer = setTimeout(() => lookAt(host, origin, own, clue, heard, say), SEEN_AGAIN);
    return;
  }
  if (clue === 'slow' && host.session.renewal === 'minting') {
    if (!own.isFailing) say('info', 'getSession has not answered yet. svc-embed waits for it.');
    return;
  }
  const finding = findingOf(clue, { iframe, origin, heard, refused: own.refused });
  if (!finding) return;
  const { sentence, detail, isSure } = finding;
  const [code, template] = sentence;
  const text = template.replace('{}', () => detail);
  if (own.findings.has(template)) return;
  own.findings.add(template);
  host.explain(code, text, isSure);
  // A server that takes long may be well.
  say(clue === 'slow' ? 'info' : 'warn', `${text} ${linkTo({ code })}`);
}

/** How long an embed that nobody sees is left alone, in milliseconds. */
const SEEN_AGAIN = 5_000;

function isSeen(iframe: HTMLIFrameElement): boolean {
  const [box] = iframe.getClientRects();
  if (!box || document.hidden) return false;
  return box.bottom >= 0 && box.right >= 0 && box.top <= innerHeight && box.left <= innerWidth;
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
