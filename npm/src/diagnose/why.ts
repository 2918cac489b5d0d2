// Why there is no picture, as far as a page can know. Each finding is one sentence, and none holds the frame's
// URL: it has the session id. What a page cannot tell apart, the sentence names together.

import {
  FRAME_BLOCKED,
  FRAME_ELSEWHERE,
  FRAME_ISOLATED,
  FRAME_LATE,
  FRAME_PRIVATE,
  FRAME_REDIRECTED,
  FRAME_REFUSED,
  FRAME_SANDBOXED,
  FRAME_SILENT,
  FRAME_UNANSWERED,
  FRAME_UNREACHABLE,
  type Sentence,
} from '../core/frame-errors.js';
import { bodyOf, UNSTYLED_HEIGHT } from './notice.js';

/** What is known of an embed that says nothing. */
export interface Known {
  readonly iframe: HTMLIFrameElement;
  /** The tenant's exact origin. */
  readonly origin: string;
  /** What svc-embed has asked for, without the query, which has the session id; undefined if the page has. */
  readonly address: string | undefined;
  /** The other origin whose message of the iframe's window was dropped last. */
  readonly elsewhere: string | undefined;
  readonly isPrivate: boolean;
}

/** Why there is no picture. */
export interface Finding {
  readonly sentence: Sentence;
  readonly detail: string;
  /** Whether the browser will not show the embed. Otherwise it may yet become ready. */
  readonly isSure: boolean;
}

/** A policy of this page keeps an iframe out. Another frame's violation says nothing about this one. */
export function ofViolation(
  { originalPolicy, blockedURI }: SecurityPolicyViolationEvent,
  origin: string,
): Finding | undefined {
  if (originOf(blockedURI) !== origin) return undefined;
  const directives = originalPolicy.split(';').map((text) => text.trim().split(/\s+/));
  const [directive = '', ...allowed] =
    ['frame-src', 'child-src', 'default-src']
      .map((name) => directives.find(([other]) => other!.toLowerCase() === name))
      .find(Boolean) ?? [];
  // Firefox names the tenant also if its answer leads elsewhere.
  if (allowed.includes(origin)) return sure(FRAME_REDIRECTED);
  return sure(FRAME_BLOCKED, `: its ${directive} does not allow ${origin}`);
}

/** What a browser reports of the embed's page. Only Chromium reports its refusal to the page that shows it. */
export function ofReport(
  told: Report,
  iframe: HTMLIFrameElement,
  origin: string,
): Finding | undefined {
  const report = bodyOf(told);
  if (report['disposition'] !== 'enforce') return undefined;
  if (told.type === 'coep') {
    const isOurs = originOf(report['blockedURL']) === origin && !isCredentialless(iframe);
    return report['destination'] === 'iframe' && isOurs ? sure(FRAME_ISOLATED) : undefined;
  }
  const isOurs = originOf(report['documentURL']) === origin;
  return isOurs && report['effectiveDirective'] === 'frame-ancestors'
    ? sure(FRAME_REFUSED, `: ${report['originalPolicy']}`)
    : undefined;
}

/** The page in the iframe has loaded and has said nothing since. */
export async function ofSilence(known: Known): Promise<Finding> {
  const { iframe, origin, address = origin, elsewhere, isPrivate } = known;
  const missing = missingRights(iframe);
  if (missing) return unsure(FRAME_SANDBOXED, missing);
  if (elsewhere) return unsure(FRAME_ELSEWHERE, `, ${elsewhere}`);
  // Some browsers show a page of their own if nothing answers.
  if (await isUnreachable(origin)) return unsure(FRAME_UNREACHABLE, `: ${origin}`);
  return unsure(isPrivate ? FRAME_PRIVATE : FRAME_SILENT, address);
}

/** Nothing has loaded. */
export async function ofNoAnswer({ iframe, origin, address }: Known): Promise<Finding> {
  // Firefox neither reports this block nor ends the load.
  if (crossOriginIsolated && !isCredentialless(iframe)) return unsure(FRAME_ISOLATED);
  if (address === undefined && iframe.src) return unsure(FRAME_LATE, origin);
  if (await isUnreachable(origin)) return unsure(FRAME_UNREACHABLE, `: ${origin}`);
  return unsure(
    FRAME_UNANSWERED,
    address === undefined ? ': the iframe has no src' : `: ${origin}`,
  );
}

/**
 * Whether it is certain that nothing answers at the tenant's origin. No browser tells a page why a frame of
 * another origin shows what it shows, but each tells whether a request was answered.
 */
async function isUnreachable(origin: string): Promise<boolean> {
  // Isolation forbids the request although the tenant answers.
  if (crossOriginIsolated) return false;
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
    return false;
  } catch {
    // The event of the policy comes after the rejection.
    await new Promise((resolve) => setTimeout(resolve, 50));
    return !isForbidden && !limit.signal.aborted;
  } finally {
    clearTimeout(timer);
    document.removeEventListener('securitypolicyviolation', onViolation);
  }
}

/** How long the tenant's origin has to answer, in milliseconds. */
const ANSWER_WAIT = 3_000;

/** What keeps the viewer from seeing an embed that is ready; undefined if nothing does. */
export function unseen(iframe: HTMLIFrameElement): string | undefined {
  // Test runners lay nothing out.
  if (/jsdom|happydom/i.test(navigator.userAgent)) return undefined;
  const [box] = iframe.getClientRects();
  if (!box) return NOT_DISPLAYED;
  const { id, localName = 'target' } = iframe.parentElement ?? ({} as Partial<Element>);
  const target = `its target (${id ? `#${id}` : localName})`;
  if (box.width < 1)
    return `The embed is ready, but nobody can see it: it has no width. Give ${target} one, such as 100%, or flex: 1 in a row.`;
  if (box.height < 1)
    return `The embed is ready, but nobody can see it: it has no height. Give ${target} one, such as 40rem.`;
  return box.height === UNSTYLED_HEIGHT
    ? `The embed is 150 pixels high, as every iframe around which nothing has a height. Give ${target} one, such as 40rem: a height of 100% or a min-height is none. If it is to be 150 pixels high, all is well.`
    : undefined;
}

/** This may be a closed tab. */
export const NOT_DISPLAYED =
  'The embed is ready, but nobody can see it: its target or an element around it is not displayed (display: none). If that is a closed tab or panel, all is well.';

/** The rights that a sandbox does not give and that every embed needs. */
function missingRights(iframe: HTMLIFrameElement): string {
  if (!iframe.hasAttribute('sandbox')) return '';
  return ['allow-scripts', 'allow-same-origin']
    .filter((right) => !iframe.sandbox.contains(right))
    .join(' and ');
}

function isCredentialless(iframe: HTMLIFrameElement): boolean {
  return (iframe as { credentialless?: boolean }).credentialless === true;
}

function originOf(url: string | undefined): string | undefined {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;
}

function sure(sentence: Sentence, detail = ''): Finding {
  return { sentence, detail, isSure: true };
}

function unsure(sentence: Sentence, detail = ''): Finding {
  return { sentence, detail, isSure: false };
}
