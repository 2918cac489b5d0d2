/** Where the target of a kept embed is, and how much of it is seen. */

import { own } from '../shell/values.js';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Half a pixel: what the rounding of browsers makes of equal places. */
const TOLERANCE = 0.75;

export function isSame(one: Box, other: Box): boolean {
  const sides = ['left', 'top', 'width', 'height'] as const;
  return sides.every((side) => Math.abs(one[side] - other[side]) < TOLERANCE);
}

/** The element whose box an embed fills: an element without a box stands for the one around it. */
export function placeOf(target: Element): HTMLElement {
  const root = target.getRootNode();
  const around = target.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  const hasBox = !around || getComputedStyle(target).display !== 'contents';
  return (hasBox ? target : placeOf(around)) as HTMLElement;
}

/** The content box, in the coordinates of the window. Undefined if nobody can see it. */
export function contentOf(place: HTMLElement): Box | undefined {
  const { left, top, width, height } = place.getBoundingClientRect();
  if (width === 0 || height === 0 || !isVisible(place)) return undefined;
  const style = getComputedStyle(place);
  const [l, t, r, b] = (['Left', 'Top', 'Right', 'Bottom'] as const).map(
    (side) => parseFloat(style[`padding${side}`]) + parseFloat(style[`border${side}Width`]),
  ) as [number, number, number, number];
  return { left: left + l, top: top + t, width: width - l - r, height: height - t - b };
}

function isVisible(place: HTMLElement): boolean {
  const how = own({ visibilityProperty: true } as CheckVisibilityOptions);
  return place.checkVisibility?.(how) ?? true;
}

/** The elements around one, also outside of its shadow tree. */
function* around(element: Element): Generator<Element> {
  for (let at: Element | null = element; ;) {
    const root: Node = at.getRootNode();
    at = at.assignedSlot ?? at.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
    if (!at) return;
    yield at;
  }
}

/** How the overlay has to be positioned, and how high it lies: as high as what the target is in. */
export function layerOf(place: Element): { position: string; zIndex: string } {
  let position = 'absolute';
  let zIndex = 'auto';
  for (const element of [place, ...around(place)]) {
    const style = getComputedStyle(element);
    if (style.position === 'fixed') position = 'fixed';
    if (style.position !== 'static' && style.zIndex !== 'auto') ({ zIndex } = style);
  }
  return { position, zIndex };
}

/** A `clip-path` that shows of `box` what the scrolled elements around the target show. */
export function clipOf(place: Element, box: Box): string {
  let [left, top] = [box.left, box.top];
  let [right, bottom] = [box.left + box.width, box.top + box.height];
  for (const element of around(place)) {
    if (element === document.body || element === document.documentElement) break;
    const style = getComputedStyle(element);
    const outer = element.getBoundingClientRect();
    const clips = (overflow: string) => !/visible|^$/.test(overflow);
    if (clips(style.overflowX)) {
      left = Math.max(left, outer.left + element.clientLeft);
      right = Math.min(right, outer.left + element.clientLeft + element.clientWidth);
    }
    if (clips(style.overflowY)) {
      top = Math.max(top, outer.top + element.clientTop);
      bottom = Math.min(bottom, outer.top + element.clientTop + element.clientHeight);
    }
    if (style.position === 'fixed') break;
  }
  const sides = [
    top - box.top,
    box.left + box.width - right,
    box.top + box.height - bottom,
    left - box.left,
  ].map((side) => Math.min(Math.max(side, 0), Math.max(box.width, box.height)));
  return sides.every((side) => side < TOLERANCE) ? 'none' : `inset(${sides.join('px ')}px)`;
}
