// Writes messages for the developer of a page. This file is loaded only when there is a message, so a page
// that works does not download it.

import { FRAME_UNREACHABLE, type Sentence } from '../core/frame-errors.js';
import type { EmbedError } from '../errors.js';
import type { Host } from '../shell/host.js';
import type { Settings } from '../shell/options.js';
import type { Topics } from '../types.js';
import { answerOf, meaningOf } from './mint-words.js';
import type { Clue } from './notice.js';
import { oddity } from './oddities.js';
import {
  NOT_DISPLAYED,
  ofNoAnswer,
  ofReport,
  ofSilence,
  ofViolation,
  unseen,
  type Finding,
} from './why.js';

/** An embed, with what was said of it. */
interface Told {
  readonly host: Host;
  readonly settings: Settings;
  readonly say: (level: Level, text: string) => void;
  /** The codes of the attempts that fail now, and `END`, `OTHER_ID`: each is said once until one succeeds. */
  readonly failing: Set<string>;
  /** The attempt whose id the embed rejected first. */
  rejectedAt: number | undefined;
  /** The findings and the kinds of errors that were said. */
  readonly said: Set<string | Sentence>;
  /** Whether it is known why there is no picture: a silence adds nothing. */
  isFound: boolean;
}

type Level = 'info' | 'warn';

const told = new WeakMap<Host, Told>();

/** Reports options, failures of renewals, and why there is no picture; hands messages on to a logger of the page. */
export function report(
  host: Host,
  settings: Settings,
  failure: EmbedError | null,
  clue?: Clue,
  heard?: Topics['dropped'],
): void {
  const own = told.get(host) ?? begin(host, settings);
  if (!clue) reportSession(own, failure);
  else if (!host.isClosed) void lookAt(own, clue, heard);
}

function begin(host: Host, settings: Settings): Told {
  const { logger, unused } = settings;
  const own: Told = {
    host,
    settings,
    say(level, text) {
      sayTo(logger, level, text);
      // For the inspector.
      host.handlers.call('told', text);
    },
    failing: new Set(),
    rejectedAt: undefined,
    said: new Set(),
    isFound: false,
  };
  told.set(host, own);
  if (logger && !hasWarn(logger))
    own.say('warn', 'logger has no method warn. The console is used.');
  for (const option of unused) {
    const text = oddity(option, settings);
    if (text) own.say('warn', text);
  }
  if (logger) trace(host, logger);
  return own;
}

function hasWarn(logger: Settings['logger']): logger is Exclude<typeof logger, false | undefined> {
  return Boolean(logger) && typeof (logger as Console).warn === 'function';
}

/** Writes a line to the page's logger, or to the console. */
function sayTo(logger: Settings['logger'], level: Level, text: string): void {
  const to: Partial<Pick<Console, Level>> = hasWarn(logger) ? logger : console;
  if (logger !== false) to[level]?.(`svc-embed: ${text}`);
}

function once({ said, say }: Told, level: Level, text: string): void {
  if (!said.has(text)) say(level, text);
  said.add(text);
}

// The session.

/** Each kind of failure, the end of all attempts, and the recovery are a line each. */
function reportSession(own: Told, failure: EmbedError | null): void {
  const { host, settings, say, failing } = own;
  const { status, renewal, attempt, nextAttemptAt } = host.session;
  if (!failure) {
    // Between two attempts there is an error; a session that goes on without one has recovered.
    if (failing.size === 0 || status !== 'active') return;
    failing.clear();
    own.rejectedAt = undefined;
    return say('info', 'The session works again.');
  }
  const { code } = failure;
  // The page has asked for the end, and what blocks a frame was said when it was found.
  if (code === 'destroyed' || code === 'frame-blocked') return;
  if (code === 'mint-failed') host.explainCause(meaningOf);
  if (code === 'mint-invalid') host.explainCause(answerOf);
  const { lastError } = host.session;
  // The page has this very error already.
  if (lastError?.code === code) failure.message = lastError.message;
  const next = nextAttemptAt === null ? '' : ` Next attempt at ${timeOf(nextAttemptAt)}.`;
  // The link comes last.
  const line = failure.message.replace(/(?= https:\S+$)/, next);
  const hasEnded = status === 'stopped';
  if (!failing.has(code)) say('warn', line);
  else if (hasEnded && !failing.has(END)) say('warn', `No attempt has succeeded: ${line}`);
  failing.add(code);
  if (hasEnded) failing.add(END);
  // It works, and only its `ready` is missing.
  if (code === 'ready-timeout' && settings.url === undefined && host.isShown)
    once(own, 'info', CONNECTED_LATE);
  if (code !== 'exchange-rejected') return;
  own.isFound = true;
  own.rejectedAt ??= attempt;
  // While the next attempt is under way, the error is still that of the one before.
  const isOver = lastError?.code === code && (hasEnded || renewal === 'backing-off');
  const isOther = isOver && attempt > own.rejectedAt;
  if (isOther && !failing.has(OTHER_ID)) {
    failing.add(OTHER_ID);
    say('warn', OTHER_ID.replace('{}', settings.origin));
  }
}

const END = 'end';
const OTHER_ID =
  'The embed has rejected a second, different session id. Does the backend get its ids from the tenant of baseUrl, {}?';
const CONNECTED_LATE =
  'The iframe has sent messages, but no ready: connect() was probably called too late, because an embed reports ready only once. Call it before the iframe has loaded.';

// The picture.

/** Looks for a reason why there is no picture, and says it once. */
async function lookAt(own: Told, clue: Clue, heard: Topics['dropped'] | undefined): Promise<void> {
  const { host, settings, say } = own;
  const { iframe } = host;
  const { origin, url, getSession } = settings;
  const isPrivate = getSession === undefined && url !== undefined;
  if (clue === 'ready') {
    const text = unseen(iframe);
    return text ? once(own, text === NOT_DISPLAYED ? 'info' : 'warn', text) : undefined;
  }
  if (typeof clue !== 'string') {
    if ('payload' in clue) return tellOfError(own, clue, isPrivate);
    const finding =
      clue instanceof SecurityPolicyViolationEvent
        ? ofViolation(clue, origin)
        : ofReport(clue, iframe, origin);
    return tell(own, 'warn', finding);
  }
  if (clue === 'gone') {
    // The page has some time to put it back.
    await pause(host);
    // One that was moved is kept out of the document until its fresh id is there.
    const isAwaited = !iframe.parentNode && /minting|backing-off/.test(host.session.renewal);
    if (!iframe.isConnected && !host.isClosed && !isAwaited) once(own, 'warn', OUT_OF_DOCUMENT);
    return;
  }
  // What nobody sees may wait for that, and has all the time it wants.
  while (clue === 'load' && !isSeen(iframe) && !host.isShown && !host.isClosed) await pause(host);
  if (own.isFound || host.isShown || host.isClosed) return;
  const { renewal, status } = host.session;
  if (!iframe.isConnected && (iframe.parentNode || renewal !== 'minting'))
    return once(own, 'warn', OUT_OF_DOCUMENT);
  if (clue === 'slow' && renewal === 'minting' && own.failing.size === 0)
    say('info', 'getSession has not answered yet. svc-embed waits for it.');
  // No page has been asked for: what failed before that was said when it failed.
  if (/minting|scheduled|backing-off/.test(renewal) || status === 'stopped') return;
  const address = url?.split('?')[0];
  const elsewhere = heard?.reason === 'origin' ? heard.origin : undefined;
  const known = { iframe, origin, address, elsewhere, isPrivate };
  const finding = await (clue === 'load' ? ofSilence(known) : ofNoAnswer(known));
  // A server that takes long may be well.
  const isSlow = clue === 'slow' && finding.sentence !== FRAME_UNREACHABLE;
  tell(own, isSlow ? 'info' : 'warn', finding);
}

function tell(own: Told, level: Level, finding: Finding | undefined): void {
  const { host, said, say } = own;
  if (!finding || own.isFound || host.isShown || host.isClosed || said.has(finding.sentence))
    return;
  const { sentence, detail, isSure } = finding;
  const [code, template] = sentence;
  said.add(sentence);
  own.isFound = isSure;
  say(
    level,
    host.explain(
      code,
      template.replace('{}', () => detail),
      isSure,
    ).message,
  );
  if (isSure || level === 'info') return;
  // Not the promise: that of an earlier document may have been kept.
  host.handlers.add('ready', () => once(own, 'info', 'The embed is ready after all.'));
}

/** After how long an embed that nobody sees, or that is in no document, is looked at again, in milliseconds. */
const LOOK_AGAIN = 5_000;

/** Resolves after a while, unless the embed ends before. */
function pause({ handlers, isClosed }: Host): Promise<void> {
  return new Promise((resolve) => {
    if (isClosed) return;
    const stop = () => clearTimeout(timer);
    const timer = setTimeout(() => {
      handlers.onEnd.delete(stop);
      resolve();
    }, LOOK_AGAIN);
    handlers.onEnd.add(stop);
  });
}

function isSeen(iframe: HTMLIFrameElement): boolean {
  const [box] = iframe.getClientRects();
  if (!box || document.hidden) return false;
  return box.bottom >= 0 && box.right >= 0 && box.top <= innerHeight && box.left <= innerWidth;
}

const OUT_OF_DOCUMENT =
  'The iframe of the embed is in no document, so nothing is loaded: the page has not inserted the target, or has rendered it or an element around it again. Mount into an element that the page leaves as it is, and call destroy() if the embed is not needed any more.';

/** Says once of each kind of error that the embed reports it, without its message, which may name an id. */
function tellOfError(own: Told, { surface, payload }: Topics['error'], isPrivate: boolean): void {
  const { name, context } = payload;
  // The session says what has become of its id.
  const isOfSession = context === 'session-renewal';
  if (isOfSession && name === 'EmbedSessionExchangeError') return;
  const kind = [name, context].filter((word) => /^[\w.-]{1,60}$/.test(word ?? '')).join(', ');
  const advice = surface === 'dashboard' && !isOfSession && !isPrivate ? NOT_ALLOWED : '';
  const text = `The embed reports an error${kind && ` (${kind})`}. Its message is in the event error.${advice}`;
  once(own, 'warn', text);
}

const NOT_ALLOWED =
  ' If the dashboard is not shown, see whether its allowEmbed is true at the service: otherwise signed sessions may not show it.';

/** Writes a line for each message and each change of the session, without what they carry. */
function trace(host: Host, logger: Pick<Console, 'debug'>): void {
  const say = (...words: unknown[]) => logger.debug?.('svc-embed:', ...words);
  const state = () => {
    const { status, renewal, attempt, lastError } = host.session;
    const more = attempt ? [`attempt ${attempt}`] : [];
    say('session', status, renewal, ...more, lastError?.code ?? '');
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
