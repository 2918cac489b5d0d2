// Why there is no picture, as far as the page can know. Loaded with the diagnostics. Each finding is one
// sentence, and none holds the frame's URL: it has the session id.

import {
  FRAME_BLOCKED,
  FRAME_CHANGED,
  FRAME_ELSEWHERE,
  FRAME_IN_SANDBOX,
  FRAME_ISOLATED,
  FRAME_LATE,
  FRAME_OF_PATH,
  FRAME_OWN,
  FRAME_PRIVATE,
  FRAME_REDIRECTED,
  FRAME_REFUSED,
  FRAME_SANDBOXED,
  FRAME_SILENT,
  FRAME_UNANSWERED,
  FRAME_UNREACHABLE,
  type Sentence,
} from '../core/frame-errors.js';
import type { Clue, Heard } from './notice.js';
import type { Host } from '../shell/host.js';

interface Json {
  toJSON(): object;
}

/** What is known of an embed when a clue comes. */
export interface Known {
  readonly iframe: HTMLIFrameElement;
  /** The tenant's exact origin. */
  readonly origin: string;
  /** What svc-embed has asked for, without the query, which has the session id; otherwise the origin. */
  readonly address: string;
  /** The message of its window that was dropped last. */
  readonly heard: Heard | undefined;
  /** The origin that the page's policy did not let some iframe load. */
  readonly refused: string | undefined;
  readonly isPrivate: boolean;
  /** Whether the page has made the iframe, and loads it. */
  readonly isOfPage: boolean;
  /** Whether `baseUrl` has the path of an embed in it. */
  readonly isPathTwice: boolean;
  /** Whether the page has set the `src` of an iframe of ours. */
  readonly isChanged: boolean;
}

/** Why there is no picture. */
export interface Finding {
  readonly sentence: Sentence;
  readonly detail: string;
  /** Whether the browser will not show the embed. Otherwise it may yet become ready. */
  readonly isSure: boolean;
  /** Whether the reason may be that nothing answers: some browsers show a page of their own then. */
  readonly mayBeUnreachable?: boolean;
}

/** What `clue` says about an embed that is not shown; undefined if nothing. */
export function findingOf(clue: Clue, known: Known): Finding | undefined {
  if (clue === 'load') return ofSilence(known);
  if (clue === 'slow') return ofNoAnswer(known);
  if (typeof clue === 'string') return undefined;
  return isReport(clue) ? ofReport(clue, known) : ofViolation(clue, known);
}

/** The origin that a policy of this page keeps out of its iframes. */
export function refusedBy(clue: Clue): string | undefined {
  if (typeof clue === 'string' || isReport(clue) || !isOfFrames(clue)) return undefined;
  return originOf(clue.blockedURI);
}

// twin: src/bridge/why/policy.rs of_violation
function ofViolation(
  violation: SecurityPolicyViolationEvent,
  { origin }: Known,
): Finding | undefined {
  // Another frame's violation says nothing about this one.
  if (!isOfFrames(violation) || originOf(violation.blockedURI) !== origin) return undefined;
  const directives = violation.originalPolicy.split(';').map((text) => text.trim());
  const directive = ['frame-src', 'child-src', 'default-src'].find((name) =>
    directives.some((text) => text.toLowerCase().startsWith(`${name} `)),
  );
  const text = directives.find((other) => other.toLowerCase().startsWith(`${directive} `)) ?? '';
  const allowed = text.split(/\s+/);
  // Firefox names the tenant also if its answer leads elsewhere.
  if (allowed.includes(origin)) return sure(FRAME_REDIRECTED, '');
  const more = directive === 'frame-src' ? '' : ', and it has no frame-src';
  const path = allowed.find((source) => source.startsWith(`${origin}/`));
  return path
    ? sure(FRAME_BLOCKED, `: its ${directive} allows ${path}, and not all of ${origin}`)
    : sure(FRAME_BLOCKED, `: its ${directive} does not allow ${origin}${more}`);
}

// twin: src/bridge/why/policy.rs of_report
function ofReport({ type, body }: Report, { origin, iframe }: Known): Finding | undefined {
  // Chromium's report of an isolation has its fields only as JSON.
  const report = ((body as Json | null)?.toJSON() ?? {}) as Partial<Record<string, string>>;
  if (report['disposition'] !== 'enforce') return undefined;
  if (type === 'coep') {
    const isOurs = originOf(report['blockedURL']) === origin && !isCredentialless(iframe);
    return report['destination'] === 'iframe' && isOurs ? sure(FRAME_ISOLATED, '') : undefined;
  }
  // Only Chromium reports the refusal to the page that shows the iframe.
  const isRefusal =
    report['effectiveDirective'] === 'frame-ancestors' &&
    originOf(report['documentURL']) === origin;
  return isRefusal ? sure(FRAME_REFUSED, `: ${report['originalPolicy']}`) : undefined;
}

/** The page has loaded and has said nothing since. */
// twin: src/bridge/why/silence.rs of_silence
function ofSilence(known: Known): Finding {
  const { iframe, origin, address, heard, refused, isPrivate, isPathTwice, isChanged } = known;
  if (!navigator.onLine) return unsure(FRAME_UNANSWERED, OFFLINE);
  const missing = missingRights(iframe);
  if (missing) return unsure(FRAME_SANDBOXED, missing);
  // A `data:` URL has no origin either, but its iframes have theirs.
  if (globalThis.origin === 'null' && location.protocol !== 'data:')
    return unsure(FRAME_IN_SANDBOX, '');
  if (isChanged) return unsure(FRAME_CHANGED, '');
  if (isPathTwice) return unsure(FRAME_OF_PATH, origin);
  if (refused && refused !== origin) return unsure(FRAME_REDIRECTED, `: ${refused}`);
  if (heard?.reason === 'origin') return unsure(FRAME_ELSEWHERE, `, ${heard.origin}`);
  const sentence = isPrivate ? FRAME_PRIVATE : FRAME_SILENT;
  return { ...unsure(sentence, address), mayBeUnreachable: !heard };
}

// twin: src/bridge/why/silence.rs of_no_answer
function ofNoAnswer({ iframe, origin, refused, isOfPage }: Known): Finding {
  if (isOfPage && !iframe.src) return unsure(FRAME_UNANSWERED, ': the iframe has no src');
  if (refused && refused !== origin) return unsure(FRAME_REDIRECTED, `: ${refused}`);
  // Firefox neither reports the block nor ends the load.
  if (crossOriginIsolated && !isCredentialless(iframe)) return unsure(FRAME_ISOLATED, '');
  if (!navigator.onLine) return unsure(FRAME_UNANSWERED, OFFLINE);
  if (origin === globalThis.origin) {
    // Only a page of this origin can be read.
    return iframe.contentDocument?.URL.startsWith(origin)
      ? unsure(FRAME_OWN, origin)
      : unsure(FRAME_UNANSWERED, `: ${origin} is this page's own origin`);
  }
  if (isOfPage) return unsure(FRAME_LATE, origin);
  return { ...unsure(FRAME_UNANSWERED, `: ${origin}`), mayBeUnreachable: true };
}

const OFFLINE = ': this device is offline';

/** Whether the page has set the `src` of an iframe that `mount` has made. `isSigned`: it has none then. */
export function isChangedByPage(
  iframe: HTMLIFrameElement,
  origin: string,
  isSigned: boolean,
): boolean {
  // There, a session id is in the attribute, too.
  if (isSigned && SIMULATED.test(navigator.userAgent)) return false;
  return isSigned ? iframe.hasAttribute('src') : originOf(iframe.src) !== origin;
}

/** The documents of test runners. */
const SIMULATED = /jsdom|happydom/i;

/** A request to the tenant's origin has failed: no browser says why. */
export function unreachable(origin: string): Finding {
  return unsure(FRAME_UNREACHABLE, `: ${origin}`);
}

/**
 * Whether anything answers at the tenant's origin; undefined if that cannot be known. No browser tells a
 * page why a frame of another origin shows what it shows, but each tells whether a request was answered.
 */
export async function answers(origin: string): Promise<boolean | undefined> {
  // Isolation forbids the request although the tenant answers.
  if (crossOriginIsolated) return undefined;
  let isForbidden = false;
  const onViolation = () => (isForbidden = true);
  document.addEventListener('securitypolicyviolation', onViolation);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), ANSWER_WAIT);
  try {
    await fetch(`${origin}/`, {
      // What a library has put on `Object.prototype` is no option.
      __proto__: null,
      mode: 'no-cors',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      signal: limit.signal,
    } as RequestInit);
    return true;
  } catch {
    // The event of the policy comes after the rejection.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return isForbidden || limit.signal.aborted ? undefined : false;
  } finally {
    clearTimeout(timer);
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** How long the tenant's origin has to answer, in milliseconds. */
const ANSWER_WAIT = 3_000;

/** Says that the target has another embed of `mount`; undefined if it has none. */
export function second(iframe: HTMLIFrameElement): string | undefined {
  const isOfMount = ({ localName, style }: HTMLElement) =>
    localName === 'iframe' && style.cssText === iframe.style.cssText && style.border !== '';
  const others = [...(iframe.parentElement?.children ?? [])].filter((child) => child !== iframe);
  return (others as HTMLElement[]).some(isOfMount) ? SECOND : undefined;
}

const SECOND =
  'The target of this embed has another embed, so there are two below each other. Was mount() called twice? Destroy the first, or give each embed an element of its own.';

/** An embed that has begun. */
interface Begun {
  readonly host: WeakRef<Host>;
  readonly url: string;
  readonly at: number;
  /** Whether it was said that this embed is mounted again and again. */
  readonly isSaid: boolean;
}

/** The last embeds that have begun, the oldest first. */
let begun: Begun[] = [];

/**
 * Says that the page mounts the same embed again and again, or one whose params change each time, always
 * after it has destroyed the one before. Said once.
 */
// twin: src/bridge/why/again.rs say_if_mounted_again
export function mountedAgain(host: Host, url: string | undefined): string | undefined {
  // An iframe of the page has an address of its own.
  if (url === undefined) return undefined;
  const at = performance.now();
  begun = begun.filter((one) => one.at > at - LATELY).slice(-KEPT);
  const isOver = (one: Begun) => one.host.deref()?.isClosed !== false;
  const ended = begun.filter((one) => pageOf(one.url) === pageOf(url) && isOver(one));
  const isSame = ended.filter((one) => one.url === url).length >= ENDED;
  const areOthers =
    ended.length >= ENDED && new Set(ended.map((one) => one.url).concat(url)).size > ended.length;
  const wasSaid = ended.some(({ isSaid }) => isSaid);
  const isAgain = isSame || areOthers;
  begun.push({ host: new WeakRef(host), url, at, isSaid: wasSaid || isAgain });
  if (!isAgain || wasSaid) return undefined;
  return isSame ? MOUNTED_AGAIN : CHANGED_AGAIN.replace('{}', () => changed(ended, url));
}

/** What is before the query of an embed's URL. */
export function pageOf(url: string): string {
  return url.split('?')[0]!;
}

/** The names of the first parameters that the last embed had with another value. */
function changed(ended: readonly Begun[], url: string): string {
  const [before, now] = [ended.at(-1)!.url, url].map((text) => new URL(text).searchParams);
  const valuesOf = (all: URLSearchParams, name: string) => JSON.stringify(all.getAll(name));
  const names = new Set([...before!.keys(), ...now!.keys()]);
  const isOther = (name: string) => valuesOf(before!, name) !== valuesOf(now!, name);
  return [...names].filter(isOther).slice(0, NAMED).join(', ');
}

/** How long it is remembered that an embed has begun, in milliseconds. */
const LATELY = 30_000;
/** How many embeds of one page must have ended. `diagnose.ts` has let three more go by before. */
const ENDED = 2;
/** How many parameters are named. */
const NAMED = 3;
/** Enough for two embeds that the page mounts again and again, in turn. */
const KEPT = 4;

export const CONNECTED_LATE =
  'The iframe has sent messages, but no ready: connect() was probably called too late, because an embed reports ready only once. Call it before the iframe has loaded.';

const CHANGED_AGAIN =
  'The page loads this embed again and again, each time with other params ({}), and each time with another session. Look for a value that is made at each rendering, such as Date.now(). If the viewer chooses it, all is well: then setFilter() may do the same without a load.';

export const MOUNTED_AGAIN =
  'The page mounts this embed again and again: each time the one before was destroyed, and it loads from the beginning, with another session. In React, look for a component that is defined inside another one, and for a key, attributes or renewal that change at each rendering. If the viewer opens and closes it, svc-embed/keep shows it again without a load.';

/** Whether `AbortSignal.timeout` has aborted a signal. */
export function isTimeout({ reason }: AbortSignal): boolean {
  return (Object(reason) as Partial<Error>).name === 'TimeoutError';
}

/** Whether a signal is that of an element or a component, which ends its embeds by itself. */
// twin: npm/src/component/controller.ts stop
export function isOwn({ reason }: AbortSignal): boolean {
  return reason === 0;
}

export const ENDED_BY_TIMEOUT =
  'The option signal has ended this embed, because AbortSignal.timeout has aborted it. A signal ends an embed for good, also one that works. To limit how long it may take until the embed is ready, pass readyTimeoutMs instead.';

export const ENDED_EARLY =
  'The option signal has ended this embed before it was ready. A signal ends an embed for good. To limit how long it may take until the embed is ready, pass readyTimeoutMs instead. If the page does not want the embed any more, all is well.';

/** The id of an element around the iframe that the document has again, as another element. */
// twin: src/bridge/why/gone.rs rendered_again
export function renderedAgain(iframe: HTMLIFrameElement): string | undefined {
  for (let old = iframe.parentElement; old; old = old.parentElement)
    if (old.id && document.getElementById(old.id)) return old.id;
  return undefined;
}

/** What is said of an iframe that is in no document any more. */
// twin: src/bridge/why/gone.rs gone
export function gone(iframe: HTMLIFrameElement): string {
  const id = renderedAgain(iframe);
  if (id !== undefined)
    return `The page has rendered #${id} again, and the iframe of the embed has gone with the old element. Mount into an element that the page leaves as it is, or call destroy() and mount() at each rendering.`;
  return 'The page has taken the iframe of the embed out of the document. If it is not needed any more, call destroy(). If the page has rendered an element around it again, mount into one that the page leaves as it is. If the page puts it back later, all is well.';
}

/** What keeps the viewer from seeing an embed that is ready; undefined if nothing does. */
// twin: src/bridge/why/size.rs unseen
export function unseen(iframe: HTMLIFrameElement): string | undefined {
  if (SIMULATED.test(navigator.userAgent)) return undefined;
  const [box] = iframe.getClientRects();
  if (!box) return NOT_DISPLAYED;
  const target = targetOf(iframe);
  const name = target ? nameOf(target) : 'target';
  const { width, height } = box;
  if (height < 1 || width < 1) {
    const size = `${Math.round(width)} × ${Math.round(height)}`;
    const lacks = height < 1 ? 'height, such as 40rem' : 'width, such as 100%, or flex: 1 in a row';
    return `The embed is ready, but nobody can see it: it is ${size} pixels. Give its target (${name}) a ${lacks}.`;
  }
  if (height !== UNSTYLED_HEIGHT || !target || !isHeightOpen(iframe)) {
    const narrow = width === UNSTYLED_WIDTH && target && asWideAsContent(iframe, target);
    if (!narrow) return undefined;
    const place =
      narrow === target
        ? `its target (${name})`
        : `the element around its target (${nameOf(narrow)})`;
    return `The embed is 300 pixels wide, as every iframe whose target is only as wide as what is in it. Give ${place} a width of its own: flex: 1 in a row, otherwise width: 100%.`;
  }
  const { display, minHeight } = getComputedStyle(target);
  if (display === 'inline')
    return `The embed is 150 pixels high: its target (${name}) is display: inline, and has no height of its own. Make it a block, and give it a height, such as 40rem.`;
  return parseFloat(minHeight) > 0
    ? `The embed is 150 pixels high: its target (${name}) has only a min-height, which an iframe does not fill. Give it a height, such as 40rem.`
    : `The embed is 150 pixels high, as every iframe whose target has no height. Give its target (${name}) one, such as 40rem: a height of 100% is none unless the element around it has one.`;
}

/** This may be a closed tab. */
export const NOT_DISPLAYED =
  'The embed is ready, but nobody can see it: its target or an element around it is not displayed (display: none). If that is a closed tab or panel, all is well.';

/** The height of an iframe whose target has none, in CSS pixels. */
const UNSTYLED_HEIGHT = 150;

/** The width of an iframe around which nothing has a width, in CSS pixels. */
const UNSTYLED_WIDTH = 300;

function nameOf({ id, localName }: Element): string {
  return id ? `#${id}` : localName;
}

/** The element whose box the iframe fills: one without a box stands for the one around it. */
function targetOf({ parentElement, parentNode }: Element): Element | null {
  const target = parentElement ?? (parentNode instanceof ShadowRoot ? parentNode.host : null);
  return target && getComputedStyle(target).display === 'contents' ? targetOf(target) : target;
}

/**
 * Whether the iframe's 100 % are a part of nothing, because nothing around it has a height. A target that
 * is 150 pixels high by a style of its own looks the same, so another height is tried for a moment, which
 * nobody sees. If the iframe does not follow it, a style of the page decides.
 */
// twin: src/bridge/why/size.rs is_height_open
function isHeightOpen(iframe: HTMLIFrameElement): boolean {
  const { style } = iframe;
  if (style.height !== '100%' || style.getPropertyPriority('height')) return false;
  const heightWith = (height: string) => {
    style.height = height;
    return iframe.offsetHeight;
  };
  const isFree = heightWith('160px') === 160;
  const isOpen = heightWith('200%') === UNSTYLED_HEIGHT;
  style.height = '100%';
  return isFree && isOpen;
}

/**
 * The outermost element around the iframe that takes its width from it, although there is twice as much room;
 * undefined if there is none. Another width is tried for a moment, which nobody sees.
 */
// twin: src/bridge/why/size.rs as_wide_as_content
function asWideAsContent({ style }: HTMLIFrameElement, target: Element): Element | undefined {
  if (style.width !== '100%' || style.getPropertyPriority('width')) return undefined;
  const around: Element[] = [];
  for (let one: Element | null = target; one; one = targetOf(one)) around.push(one);
  const widths = around.map(widthOf);
  style.width = `${UNSTYLED_WIDTH + WIDENED}px`;
  const isFixed = (one: Element, index: number) =>
    Math.round(widthOf(one) - widths[index]!) !== WIDENED;
  const fixed = around.findIndex(isFixed);
  style.width = '100%';
  const hasRoom = fixed > 0 && widths[fixed]! >= 2 * UNSTYLED_WIDTH;
  return hasRoom ? around[fixed - 1] : undefined;
}

/** By how much the iframe is made wider for a moment, in CSS pixels. */
const WIDENED = 10;

function widthOf(element: Element): number {
  return element.getBoundingClientRect().width;
}

/** The rights that a sandbox does not give and that every embed needs. */
function missingRights(iframe: HTMLIFrameElement): string {
  if (!iframe.hasAttribute('sandbox')) return '';
  return ['allow-scripts', 'allow-same-origin']
    .filter((right) => !iframe.sandbox.contains(right))
    .join(' and ');
}

function isReport(clue: SecurityPolicyViolationEvent | Report): clue is Report {
  return 'body' in clue;
}

function isOfFrames({ effectiveDirective, disposition }: SecurityPolicyViolationEvent): boolean {
  return disposition === 'enforce' && /^(frame|child|default)-src/.test(effectiveDirective);
}

function isCredentialless(iframe: HTMLIFrameElement): boolean {
  return (iframe as { credentialless?: boolean }).credentialless === true;
}

function originOf(url: string | undefined): string | undefined {
  try {
    return new URL(url!).origin;
  } catch {
    return undefined;
  }
}

function sure(sentence: Sentence, detail: string): Finding {
  return { sentence, detail, isSure: true };
}

function unsure(sentence: Sentence, detail: string): Finding {
  return { sentence, detail, isSure: false };
}
