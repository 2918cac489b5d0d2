/** Lays a kept iframe over its target, wherever the page moves that. */
import { joinOrder, leaveOrder } from './focus.js';
import { clipOf, contentOf, isSame, layerOf, placeOf, type Box } from './geometry.js';
import { Follower } from './follow.js';
import { attempt } from '../shell/values.js';

/** What every state has. The iframe takes the pointer by itself: a cover below it stays usable. */
const BASE =
  'margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none;inset:auto;max-width:none;max-height:none;';

/** How CSS positions one element at another. */
const CAN_ANCHOR = (): boolean =>
  globalThis.CSS?.supports?.('anchor-name:--a') && CSS.supports('top:calc(anchor(top) + 1px)');

/** With `moveBefore`, a browser moves an iframe and does not load it again. */
type Mover = { moveBefore?(node: Node, child: Node | null): void };

let made = 0;

export class Overlay {
  /** What `mount` fills. */
  readonly frame: HTMLElement = document.createElement('div');
  readonly #root: HTMLElement = document.createElement('div');
  readonly #name = `svc-embed-kept-${++made}`;
  #target: Element | null = null;
  /** The element whose box is covered: the target, or the element that it stands for. */
  #place: HTMLElement | null = null;
  #undo: (() => void) | undefined;
  #isAnchored = false;
  #isReady = false;
  #left = 0;
  #top = 0;
  #zoom = 1;
  #last: Box | undefined;
  readonly #follower = new Follower(() => this.#update());

  constructor() {
    this.frame.style.cssText = 'width:100%;height:100%';
    this.#root.id = this.#name;
    this.#root.append(this.frame);
    this.#park();
    document.body.append(this.#root);
  }

  /** The iframe that it lays over the page. */
  adopt(iframe: HTMLIFrameElement): void {
    iframe.style.pointerEvents = 'auto';
  }

  shows(iframe: HTMLIFrameElement): boolean {
    return this.#root.isConnected && this.#root.contains(iframe);
  }

  set isReady(isReady: boolean) {
    this.#isReady = isReady;
    this.#follower.look();
  }

  show(target: Element): void {
    if (this.#target === target) return this.#follower.look();
    this.hide();
    this.#target = target;
    const place = (this.#place = placeOf(target));
    const { anchorName = '' } = place.style as { anchorName?: string };
    const owns = place.getAttribute('aria-owns');
    // A screen reader reads it where it is seen.
    place.setAttribute('aria-owns', [owns, this.#name].filter(Boolean).join(' '));
    this.#isAnchored = CAN_ANCHOR();
    const present = this.#isAnchored && getComputedStyle(place).getPropertyValue('anchor-name');
    const names = [present === 'none' ? '' : present, `--${this.#name}`].filter(Boolean).join(', ');
    if (this.#isAnchored) place.style.setProperty('anchor-name', names);
    joinOrder(this.#root, this.frame, place);
    this.#undo = () => {
      leaveOrder(this.#root);
      if (owns === null) place.removeAttribute('aria-owns');
      else place.setAttribute('aria-owns', owns);
      if (CAN_ANCHOR()) place.style.setProperty('anchor-name', anchorName);
      if (place.getAttribute('style') === '') place.removeAttribute('style');
    };
    this.#last = undefined;
    this.#update();
    this.#follower.start(place);
  }

  hide(): void {
    this.#undo?.();
    this.#undo = undefined;
    this.#target = this.#place = null;
    this.#follower.stop();
    this.#setTop(false);
    this.#moveTo(document.body);
    this.#park();
  }

  remove(): void {
    this.hide();
    this.#root.remove();
  }

  /**
   * Transparent, and neither in the tab order nor in the accessibility tree. It has its size: a
   * browser draws no frame that has none, and an embed may wait for that before it is ready.
   */
  #park(): void {
    const { width = innerWidth, height = innerHeight } = this.#last ?? {};
    this.#root.inert = true;
    this.#root.style.cssText = `${BASE}position:fixed;left:0;top:0;opacity:0;z-index:-1;width:${width}px;height:${height}px`;
    this.#isStyled = false;
  }
  #isStyled = false;

  /** Brings it to its place. Returns the box if something has changed. */
  #update(): Box | undefined {
    const place = this.#place;
    if (!place) return undefined;
    const box = contentOf(place);
    if (!box) {
      // The target is hidden, or out of the document.
      if (this.#isStyled) this.#park();
      return undefined;
    }
    // A browser that does not know a selector throws.
    const within = (selector: string) => attempt(() => place.closest<HTMLElement>(selector));
    const modal = within('dialog:modal,:fullscreen');
    this.#moveTo(modal ?? document.body);
    this.#setTop(!modal && Boolean(within(':popover-open')));
    const { style } = this.#root;
    if (!this.#isStyled) {
      const { position, zIndex } = layerOf(place);
      style.cssText = `${BASE}position:${position};z-index:${zIndex}`;
      this.#isStyled = true;
      this.#last = undefined;
    }
    // The loading state of an element or its failure, which is below, is seen and used instead.
    const { shadowRoot } = place;
    const ofFailure = shadowRoot?.querySelector<HTMLSlotElement>('slot[name=error]');
    const isCovered = ofFailure
      ? ofFailure.assignedElements().length > 0
      : !this.#isReady && shadowRoot !== null && place.childElementCount > 0;
    style.opacity = isCovered ? '0' : '';
    this.#root.inert = isCovered;
    style.clipPath = clipOf(place, box);
    const isMoved =
      !this.#last || !isSame(box, this.#last) || !isSame(this.#root.getBoundingClientRect(), box);
    this.#last = box;
    if (!isMoved) return undefined;
    if (this.#isAnchored) {
      const outer = place.getBoundingClientRect();
      const at = (side: 'left' | 'top', size: 'width' | 'height') => {
        style.setProperty(side, `calc(anchor(${side}) + ${box[side] - outer[side]}px)`);
        style.setProperty(size, `calc(anchor-size(${size}) - ${outer[size] - box[size]}px)`);
      };
      style.setProperty('position-anchor', `--${this.#name}`);
      at('left', 'width');
      at('top', 'height');
      // The browser may not take the target as an anchor, for example in a shadow tree.
      this.#isAnchored = isSame(this.#root.getBoundingClientRect(), box);
      if (this.#isAnchored) return box;
      style.removeProperty('position-anchor');
    }
    // Wherever its own coordinates begin, and whatever a pixel of them is.
    for (let tries = 0; tries < 3; tries++) {
      style.left = `${this.#left}px`;
      style.top = `${this.#top}px`;
      style.width = `${box.width / this.#zoom}px`;
      style.height = `${box.height / this.#zoom}px`;
      const is = this.#root.getBoundingClientRect();
      if (isSame(is, box)) break;
      if (is.width > 0) this.#zoom *= is.width / box.width;
      this.#left += (box.left - is.left) / this.#zoom;
      this.#top += (box.top - is.top) / this.#zoom;
    }
    return box;
  }

  /** A modal dialog, and an element in full screen, makes all that is outside of it inert. */
  #moveTo(parent: HTMLElement): void {
    const root = this.#root;
    if (root.parentNode === parent || !root.isConnected) return;
    try {
      (parent as Mover).moveBefore!(root, null);
    } catch {
      // The browser loads the iframe again, and the bridge has an id for it.
      parent.append(root);
    }
    // The coordinates may begin elsewhere.
    this.#isStyled = false;
  }

  /** In the top layer, above the popover that its target is in, or not. */
  #setTop(isTop: boolean): void {
    const root = this.#root;
    if (isTop === root.hasAttribute('popover') || !root.showPopover) return;
    if (isTop) {
      root.popover = 'manual';
      root.showPopover();
    } else {
      root.removeAttribute('popover');
    }
    this.#isStyled = false;
  }
}
