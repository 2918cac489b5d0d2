// Writes messages for the developer of a page. This file is loaded only when there is a message, so a page
// that works does not download it. It imports nothing that others import: in a worker, Parcel does
// not find the modules that a lazily loaded one shares with the rest.

import type { Clue, Heard } from './notice.js';
import type { EmbedError } from '../errors.js';
import type { Host } from '../shell/host.js';
import type { Settings } from '../shell/options.js';
import { FRAME_OWN } from '../core/frame-errors.js';
import { answerOf, meaningOf } from './mint-words.js';
import { oddity } from './oddities.js';
import { isReported, tellOfError, type Reported, type ToldErrors } from './reported.js';
import {
  answers,
  CONNECTED_LATE,
  ENDED_BY_TIMEOUT,
  ENDED_EARLY,
  findingOf,
  gone,
  isChangedByPage,
  isOwn,
  isTimeout,
  MOUNTED_AGAIN,
  mountedAgain,
  NOT_DISPLAYED,
  pageOf,
  refusedBy,
  renderedAgain,
  second,
  unreachable,
  unseen,
  type Finding,
} from './why.js';

/** What was said of an embed. */
interface Told {
  /** Of the attempts that fail now: nothing is said of them again until one succeeds. */
  isFailing: boolean;
  /** Whether it was told that the page returns the same id again and again. */
  isRepeating: boolean;
  hasGivenUp: boolean;
  /** The attempt whose id the embed rejected first. */
  rejectedAt: number | undefined;
  /** Whether it was told that another id was rejected, too. */
  isRejectedTwice: boolean;
  /** The findings of why there is no picture. */
  readonly findings: Set<string>;
  readonly errors: ToldErrors;
  /** Whether it is known why, or the embed has spoken: a silence adds nothing. */
  isFound: boolean;
  /** Whether the console has a warning that `ready` is to take back. */
  isDoubted: boolean;
  /** Whether it was told that `signal` has ended the embed, or that is not to be told. */
  isEndTold: boolean;
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
  settings: Pick<Settings, 'logger' | 'unused' | 'origin' | 'getSession' | 'url' | 'signal'>,
  failure: EmbedError | null,
  clue?: Clue | Reported,
  heard?: Heard,
  target?: Element,
): void {
  const { logger, unused } = settings;
  const isLogger = hasWarn(logger);
  const say: Say = (level, text) => {
    sayTo(logger, level, text);
    // For the inspector.
    host.handlers.call('told', text);
  };
  const warn = (text: string) => say('warn', text);
  let own = told.get(host);
  if (!own) {
    own = {
      isFailing: false,
      isRepeating: false,
      hasGivenUp: false,
      rejectedAt: undefined,
      isRejectedTwice: false,
      findings: new Set(),
      errors: { kinds: new Set(), isAdvised: false },
      isFound: false,
      isDoubted: false,
      isEndTold: false,
      refused: undefined,
    };
    told.set(host, own);
    const kept = own;
    host.handlers.onEnd.add(() => clearTimeout(kept.timer));
    if (logger && !isLogger) warn('logger has no method warn. The console is used.');
    for (const option of unused) {
      const text = oddity(option, settings);
      if (text) warn(text);
    }
    if (logger) trace(host, logger);
  }
  const { signal } = settings;
  if (host.isClosed && signal?.aborted) {
    // Before `ready`, which is rejected then. Afterwards, only a timeout is no wish of the page.
    if (own.isEndTold || !(failure || isTimeout(signal))) return;
    own.isEndTold = true;
    lookForEnd(signal, say, target);
    return;
  }
  const looked = { host, settings, own, say };
  if (isReported(clue)) {
    const isOfViewer = host.session.mode === 'private' || isPrivate(settings);
    tellOfError(own.errors, clue, isOfViewer, warn);
  } else if (clue) lookAt(looked, clue, heard);
  // It says where the iframe is: what has become of it says more.
  else if (failure?.code === 'invalid-target' && isTakenEarly(looked)) awaitReturn(looked);
  else reportSession(looked, failure);
}

type Level = 'info' | 'warn';
type Say = (level: Level, text: string) => void;

function hasWarn(logger: Settings['logger']): logger is Exclude<typeof logger, false | undefined> {
  return Boolean(logger) && typeof (logger as Console).warn === 'function';
}

/** Writes a line to the page's logger, or to the console. */
function sayTo(logger: Settings['logger'], level: Level, text: string): void {
  const to: Partial<Pick<Console, Level>> = hasWarn(logger) ? logger : console;
  if (logger !== false) to[level]?.(`svc-embed: ${text}`);
}

/** For an embed that has waited until it is seen, or for others, and that a timeout has ended before. */
export function reportEnd(logger: Settings['logger']): void {
  sayTo(logger, 'warn', ENDED_BY_TIMEOUT);
}

/**
 * Says that `signal` has ended the embed. If a timeout has not done that, the page may have wanted it: its
 * target has gone or is hidden, or has the next embed. A framework may take a moment for that.
 */
function lookForEnd(signal: AbortSignal, say: Say, target: Element | undefined): void {
  if (isTimeout(signal)) return say('warn', ENDED_BY_TIMEOUT);
  if (isOwn(signal) || !target?.isConnected) return;
  setTimeout(() => {
    const isShown = target.isConnected && target.getClientRects().length > 0;
    if (isShown && !target.querySelector('iframe')) say('info', ENDED_EARLY);
  }, LEAVING);
}

/** How long the page may take to remove the target of an embed that it has ended, in milliseconds. */
const LEAVING = 1_000;

/** The first failure of each renewal, the end of all attempts, and the recovery are a line each. */
function reportSession(
  { host, settings: { origin, url }, own, say }: Looked,
  failure: EmbedError | null,
): void {
  const { status, renewal, attempt, nextAttemptAt, lastError } = host.session;
  const code = failure?.code;
  // The page has asked for the end, and what blocks a frame was said when it was found.
  if (code === 'destroyed' || code === 'frame-blocked') return;
  if (code === 'exchange-rejected') {
    own.isFound = true;
    own.rejectedAt ??= attempt;
  }
  if (!failure) {
    // Between two attempts there is an error; a session that goes on without one has recovered.
    if (own.isFailing && status === 'active') {
      own.isFailing = own.isRepeating = own.hasGivenUp = own.isRejectedTwice = false;
      own.rejectedAt = undefined;
      say('info', 'The session works again.');
    }
    return;
  }
  const next = nextAttemptAt === null ? '' : ` Next attempt at ${timeOf(nextAttemptAt)}.`;
  explain(host, failure);
  // The link comes last.
  const line = failure.message.replace(/(?= https:\S+$)/, next);
  if (!own.isFailing) {
    own.isFailing = true;
    own.isRepeating = code === 'mint-repeated';
    own.hasGivenUp = status === 'stopped';
    say('warn', line);
    if (code === 'signed-out' && !host.isShown) say('info', SIGNED_OUT_EARLY);
    // It works, and only its `ready` is missing.
    if (code === 'ready-timeout' && url === undefined && host.isShown) say('info', CONNECTED_LATE);
    return;
  }
  // The session may have gone on since it reported the failure.
  const isRejected = lastError?.code === 'exchange-rejected';
  const hasEnded = renewal === 'backing-off' || status === 'stopped';
  const isOther = own.rejectedAt !== undefined && attempt > own.rejectedAt;
  if (isRejected && hasEnded && isOther && !own.isRejectedTwice) {
    own.isRejectedTwice = true;
    say('warn', rejectedTwice(origin));
  }
  // An id that was rejected, and comes again, says more than the first time.
  if (code === 'mint-repeated' && !own.isRepeating && status !== 'stopped') say('warn', line);
  own.isRepeating ||= code === 'mint-repeated';
  if (status !== 'stopped' || own.hasGivenUp) return;
  own.hasGivenUp = true;
  say('warn', `No attempt has succeeded: ${line}`);
}

// twin: src/bridge/why/mint_words.rs ask_for_cookie
const SIGNED_OUT_EARLY =
  'If the viewer is signed in: does the request of getSession carry the cookie (another origin needs credentials and CORS), and does the backend find the user of it?';

const rejectedTwice = (origin: string) =>
  `The embed has rejected a second, different session id. Does the backend get its ids from the tenant of baseUrl, ${origin}?`;

/** Says in the error what a failure of `getSession` means, if that is known. */
function explain(host: Host, failure: EmbedError): void {
  if (failure.code === 'mint-failed') host.explainCause(meaningOf);
  else if (failure.code === 'mint-invalid') host.explainCause(answerOf);
  else return;
  const { lastError } = host.session;
  // The page has this very error already.
  if (lastError?.code === failure.code) failure.message = lastError.message;
}

/** An embed, with what was said of it. */
interface Looked {
  readonly host: Host;
  readonly settings: Pick<Settings, 'origin' | 'getSession' | 'url'>;
  readonly own: Told;
  readonly say: Say;
}

/** Whether the page wants no session. Of an iframe of its own that is not known before its `ready`. */
const isPrivate = ({ getSession, url }: Looked['settings']): boolean =>
  getSession === undefined && url !== undefined;

/** Looks for a reason why there is no picture, and says it once. */
function lookAt(looked: Looked, clue: Clue, heard: Heard | undefined): void {
  const { host, settings, own, say } = looked;
  const { iframe } = host;
  if (clue === 'ready') {
    for (const text of [unseen(iframe), second(iframe)])
      if (text) say(text === NOT_DISPLAYED ? 'info' : 'warn', text);
    return;
  }
  if (clue === 'many') {
    const text = mountedAgain(host, settings.url);
    // The viewer may have chosen each.
    if (text) say(text === MOUNTED_AGAIN ? 'warn' : 'info', text);
    return;
  }
  own.refused ??= refusedBy(clue);
  if (clue === 'load' && !iframe.isConnected) {
    if (host.isShown) return lookForGone(looked);
    // It may never have been in the document.
    clue = 'slow';
  }
  if (host.isShown || host.isClosed) return;
  // In a page without an origin, the first, empty document counts as one that has loaded.
  if (clue === 'load' && globalThis.origin === 'null' && isUnloaded(host)) clue = 'slow';
  // What nobody sees may wait for that, and has all the time it wants.
  if (clue === 'load' && !isSeen(iframe)) {
    clearTimeout(own.timer);
    own.timer = setTimeout(() => lookAt(looked, clue, heard), SEEN_AGAIN);
    return;
  }
  if ((clue === 'load' || clue === 'slow') && isExplained(looked, clue)) return;
  const { origin, url } = settings;
  const isPathTwice = url !== undefined && /\/embed\/(.*\/)?embed\//.test(url);
  const isOfPage = url === undefined;
  const isChanged = !isOfPage && isChangedByPage(iframe, origin, !isPrivate(settings));
  const { refused } = own;
  const address = isOfPage ? origin : pageOf(url);
  const place = { iframe, origin, address, isOfPage, isPathTwice, isChanged };
  const known = { ...place, heard, refused, isPrivate: isPrivate(settings) };
  const finding = findingOf(clue, known);
  // A server that takes long may be well.
  const level = clue === 'slow' && finding?.sentence !== FRAME_OWN ? 'info' : 'warn';
  if (!finding?.mayBeUnreachable) {
    if (finding) tell(looked, level, finding);
    return;
  }
  void answers(origin).then((isThere) => {
    if (isThere === false) tell(looked, 'warn', unreachable(origin));
    else tell(looked, level, finding);
  });
}

/** Whether the page has taken out what is around the iframe before the embed has said anything. */
function isTakenEarly({ host }: Looked): boolean {
  const { iframe, isShown } = host;
  if (isShown || iframe.isConnected || !iframe.parentNode) return false;
  const { renewal, attempt, lastError } = host.session;
  // No id is minted for an iframe that was never in the document.
  return (
    renewal !== 'idle' || attempt > 0 || lastError !== null || renderedAgain(iframe) !== undefined
  );
}

/** The page has taken the iframe out of the document, or what is around it, and has not put it back since. */
function lookForGone(looked: Looked): void {
  const { host, own, say } = looked;
  const { iframe } = host;
  if (host.isClosed || iframe.isConnected || own.findings.has('gone')) return;
  // An iframe that was moved is kept out of the document, and of its target, until its fresh id is there.
  if (!iframe.parentNode && !/idle|scheduled/.test(host.session.renewal))
    return awaitReturn(looked);
  own.findings.add('gone');
  say('warn', gone(iframe));
}

/** The page has some time to put the iframe back. */
function awaitReturn(looked: Looked): void {
  clearTimeout(looked.own.timer);
  looked.own.timer = setTimeout(lookForGone, SEEN_AGAIN, looked);
}

/** Whether the embed waits for its first session id, or will get none. */
function isUnloaded({ session: { status, renewal } }: Host): boolean {
  return status === 'stopped' || (status === 'starting' && /minting|backing-off/.test(renewal));
}

/** Whether a silence says nothing new. What it is instead is said here, if nothing else says it. */
function isExplained(looked: Looked, clue: 'load' | 'slow'): boolean {
  const { host, own, say } = looked;
  const { iframe } = host;
  const { renewal, status } = host.session;
  if (own.isFound) return true;
  if (clue === 'load') return false;
  // While a mint is under way, an iframe that was moved is kept out of the document, and of its target.
  if (!iframe.isConnected && (iframe.parentNode || renewal !== 'minting')) {
    if (own.findings.has('gone')) return true;
    own.findings.add('gone');
    // `mount` puts the iframe into its target: one without a parent was taken out by the page.
    if (iframe.parentNode && !isTakenEarly(looked)) say('info', DETACHED);
    else say('warn', gone(iframe));
    return true;
  }
  if (renewal === 'minting' && !own.isFailing)
    say('info', 'getSession has not answered yet. svc-embed waits for it.');
  // No page has been asked for: what failed before that was said when it failed.
  return renewal === 'minting' || renewal === 'backing-off' || status === 'stopped';
}

const DETACHED =
  "The embed's target is in no document, so nothing is loaded. Insert it, or mount into an element of the page.";

function tell({ host, own, say }: Looked, level: 'info' | 'warn', finding: Finding): void {
  const { sentence, detail, isSure } = finding;
  const [code, template] = sentence;
  if (host.isShown || host.isClosed || (own.isFound && !isSure)) return;
  if (own.findings.has(template)) return;
  own.findings.add(template);
  own.isFound ||= isSure;
  const { message } = host.explain(
    code,
    template.replace('{}', () => detail),
    isSure,
  );
  say(level, message);
  if (isSure || level !== 'warn' || own.isDoubted) return;
  own.isDoubted = true;
  // Not the promise: that of an earlier document may have been kept.
  host.handlers.add('ready', () => {
    if (own.isDoubted) say('info', 'The embed is ready after all.');
    own.isDoubted = false;
  });
}

/** How long an embed that nobody sees is left alone, in milliseconds. */
const SEEN_AGAIN = 5_000;

function isSeen(iframe: HTMLIFrameElement): boolean {
  const [box] = iframe.getClientRects();
  if (!box || document.hidden) return false;
  return box.bottom >= 0 && box.right >= 0 && box.top <= innerHeight && box.left <= innerWidth;
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
