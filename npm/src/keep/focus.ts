/**
 * The tab order of kept embeds. They are at the end of the document, but Tab goes into each from what
 * is before its target, and out of it to what comes after that.
 */

import { own } from '../shell/values.js';

interface Shown {
  readonly place: Element;
  readonly before: HTMLElement;
  readonly after: HTMLElement;
}

const shown = new Map<HTMLElement, Shown>();

/** The sentry to which the page's script has just moved the focus, so that Tab goes on from there. */
let passed: Element | undefined;

const STOPS =
  'a[href],area[href],button,input,select,textarea,summary,iframe,audio[controls],video[controls],[contenteditable],[tabindex],[aria-owns*=svc-embed-kept-]';

/** `root` has the embed in `frame`, and is laid over `place`. */
export function joinOrder(root: HTMLElement, frame: HTMLElement, place: Element): void {
  const [before, after] = [sentry(), sentry()];
  root.insertBefore(before, frame);
  root.append(after);
  before.onfocus = () => onSentry(before, place, -1);
  after.onfocus = () => onSentry(after, place, 1);
  if (shown.size === 0) addEventListener('keydown', onKey);
  shown.set(root, { place, before, after });
}

export function leaveOrder(root: HTMLElement): void {
  const { before, after } = shown.get(root) ?? {};
  before?.remove();
  after?.remove();
  shown.delete(root);
  if (shown.size === 0) removeEventListener('keydown', onKey);
}

function sentry(): HTMLElement {
  const element = document.createElement('span');
  element.tabIndex = 0;
  element.style.cssText = 'position:absolute;outline:none';
  return element;
}

/** All that Tab goes to, in the order of the document. The target stands for its embed. */
function stops(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(STOPS)].filter(
    (element) => shownAt(element) || isStop(element),
  );
}

function isStop(element: HTMLElement): boolean {
  const isOurs = [...shown.keys()].some((root) => root.contains(element));
  if (isOurs || element.tabIndex < 0 || element.matches(':disabled')) return false;
  if (element.closest('[inert]') || !(element.checkVisibility?.() ?? true)) return false;
  return getComputedStyle(element).visibility !== 'hidden';
}

function shownAt(place: Element | undefined): Shown | undefined {
  return [...shown.values()].find((each) => each.place === place);
}

function onKey(event: KeyboardEvent): void {
  const { key, code, shiftKey, altKey, ctrlKey, metaKey, defaultPrevented } = event;
  // WebKitGTK has no name for Shift and Tab.
  const isTab = key === 'Tab' || code === 'Tab';
  if (!isTab || altKey || ctrlKey || metaKey || defaultPrevented) return;
  const { activeElement } = document;
  const order = stops();
  const at = order.indexOf(activeElement as HTMLElement);
  if (at < 0) return;
  const next = order[at + (shiftKey ? -1 : 1)];
  const target = shownAt(next);
  if (target) pass(shiftKey ? target.after : target.before);
  // Behind the last one there are the embeds, and then the end.
  else if (!next && !shiftKey) pass([...shown.values()].at(-1)?.after);
}

/** The browser's own Tab goes on from this sentry. */
function pass(to: HTMLElement | undefined): void {
  passed = to;
  to?.focus(own({ preventScroll: true }));
  passed = undefined;
}

/** Tab has left the embed. */
function onSentry(element: HTMLElement, place: Element, step: -1 | 1): void {
  if (passed === element) return;
  const order = stops();
  const next = order[order.indexOf(place as HTMLElement) + step];
  const target = shownAt(next);
  if (target) (step > 0 ? target.before : target.after).focus();
  else next?.focus();
}
