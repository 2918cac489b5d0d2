// What may say that an embed is not well: noticed here, and weighed in `diagnostics.ts`, which is loaded
// only then.

import type { EmbedError } from '../errors.js';
import type { Host } from '../shell/host.js';
import type { SessionState, Topics } from '../types.js';
import { attempt } from '../shell/values.js';

/** Loads the diagnostics as soon as they have something to report. Most pages never need them. */
export function diagnose(host: Host): void {
  const { iframe, handlers, settings } = host;
  let heard: Dropped | undefined;
  let hasReported = false;
  const report = (failure: EmbedError | null, clue?: Clue) => {
    hasReported = true;
    void import('./diagnostics.js')
      .then((diagnostics) => diagnostics.report(host, settings, failure, clue, heard))
      // The file did not load, or the page's logger threw. The embed works all the same.
      .catch(() => {});
  };
  if (settings.logger || settings.unused[0]) report(null);
  // Nobody may wait for `ready`: then the page would stay empty without a word.
  host.ready.then(
    () => (iframe.offsetHeight <= UNSTYLED_HEIGHT || !iframe.offsetWidth) && report(null, 'ready'),
    report,
  );
  handlers.add('session', ({ lastError }: SessionState) => {
    if (lastError || hasReported) report(lastError);
  });
  const look = (clue: Clue) => host.isShown || report(null, clue);
  // The first one that may be about this embed says enough.
  const off = handlers.add('blocked', (clue: SecurityPolicyViolationEvent | Report) => {
    off();
    look(clue);
  });
  let timer = setTimeout(look, UNANSWERED, 'slow');
  // What is in no document has no size.
  const sizes = attempt(() => new ResizeObserver(() => iframe.isConnected || report(null, 'gone')));
  let errors = 0;
  const offErrors = handlers.add('error', (error) => {
    if (++errors === MOST_ERRORS) offErrors();
    report(null, error);
  });
  handlers.add('dropped', (dropped: Dropped) => (heard = dropped));
  handlers.add('load', () => {
    clearTimeout(timer);
    timer = setTimeout(look, SILENCE, 'load');
  });
  sizes?.observe(iframe);
  handlers.onEnd.add(() => {
    clearTimeout(timer);
    sizes?.disconnect();
  });
}

/**
 * What may say why there is no picture: a violation of a policy, an error of the embed, a `load` after which
 * nothing was said, no `load` at all, an iframe in no document, or a `ready` of an embed without a size.
 */
export type Clue =
  SecurityPolicyViolationEvent | Report | Topics['error'] | 'load' | 'slow' | 'gone' | 'ready';

/** What a browser reports: it has no properties of its own. */
export function bodyOf({ body }: Report): Readonly<Record<string, string>> {
  return (body as { toJSON(): Record<string, string> } | null)?.toJSON() ?? {};
}

/** What the policy has forbidden, if that may be an iframe or the page in one. */
export function forbiddenUrl(clue: SecurityPolicyViolationEvent & Report): string | undefined {
  const { blockedURL, documentURL } = bodyOf(clue);
  const isOfFrame = clue.disposition === 'enforce' && OF_FRAMES.test(clue.effectiveDirective);
  return isOfFrame ? clue.blockedURI : clue.type === 'coep' ? blockedURL : documentURL;
}

/** The directives that can block an iframe. */
const OF_FRAMES = /^(frame|child|default)-/;

type Dropped = Topics['dropped'];

/** The height of an iframe whose target has none, in CSS pixels. */
export const UNSTYLED_HEIGHT = 150;
/** After how long a page that has loaded and says nothing is odd, in milliseconds. */
const SILENCE = 5_000;
/** After how long an embed that has not loaded is odd, in milliseconds. */
const UNANSWERED = 9_000;
/** How many errors of an embed are looked at. */
const MOST_ERRORS = 20;
