// What the viewer sees, and how the viewer came.

import { attempt } from './values.js';

/** jsdom and happy-dom, in which unit tests run, load an iframe only by its `src`, and draw nothing. */
export const IS_SIMULATED: boolean = /* @__PURE__ */ /jsdom|happydom/i.test(
  globalThis.navigator?.userAgent,
);

/**
 * Whether nobody sees the page. Only the value `true` counts: if a stranger's markup has an image with the
 * name `hidden`, `document.hidden` is that image.
 */
export function isHidden(): boolean {
  return document.hidden === true;
}

/**
 * Calls `onView` once the viewer sees the iframe: browsers draw no frame that nobody sees, and an embed
 * may wait for that before it is ready.
 */
export function awaitViewer(iframe: HTMLIFrameElement, onView: () => void): IntersectionObserver {
  const viewing = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    viewing.disconnect();
    onView();
  });
  viewing.observe(iframe);
  return viewing;
}

/** Whether the iframe is in the part of the page that is shown, as far as can be told at once. */
export function isInView(iframe: HTMLIFrameElement): boolean {
  if (IS_SIMULATED) return true;
  const [box] = iframe.getClientRects();
  if (!box || isHidden()) return false;
  // Newer browsers also say whether it is in something that is not drawn, such as a closed `<details>`.
  if (iframe.checkVisibility?.() === false) return false;
  return box.bottom >= 0 && box.right >= 0 && box.top <= innerHeight && box.left <= innerWidth;
}

/**
 * Whether the viewer came to this page through the history of the tab, and the page was loaded for it.
 */
export function cameBack(): boolean {
  // The documents of unit tests have no such entries.
  const navigation = attempt(() => performance.getEntriesByType('navigation')[0]);
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}
