/** Notices that the target of a kept embed may have moved, and then looks at each frame until it rests. */
import type { Box } from './geometry.js';
import { own } from '../shell/values.js';

/** How long the target must have rested, in milliseconds. */
const REST_MS = 300;

/** What may move an element. None of them bubbles. */
const EVENTS = [
  ...['scroll', 'resize', 'fullscreenchange', 'toggle', 'close', 'load'],
  ...['transitionrun', 'animationstart'],
];

const LISTENING = /* @__PURE__ */ own({ capture: true, passive: true });

export class Follower {
  /** Returns the box if it has changed. */
  readonly #update: () => Box | undefined;
  #place: Element | undefined;
  #frame: number | undefined;
  #until = 0;
  #sizes: ResizeObserver | undefined;
  #moves: IntersectionObserver | undefined;
  readonly look = (): void => {
    if (!this.#place) return;
    this.#until = performance.now() + REST_MS;
    this.#frame ??= requestAnimationFrame(this.#onFrame);
  };

  constructor(update: () => Box | undefined) {
    this.#update = update;
  }

  start(place: Element): void {
    this.#place = place;
    for (const type of EVENTS) addEventListener(type, this.look, LISTENING);
    visualViewport?.addEventListener('resize', this.look);
    this.#sizes = new ResizeObserver(this.look);
    for (const element of [place, document.body, document.documentElement])
      this.#sizes.observe(element);
    this.look();
  }

  stop(): void {
    this.#place = undefined;
    for (const type of EVENTS) removeEventListener(type, this.look, LISTENING);
    visualViewport?.removeEventListener('resize', this.look);
    this.#sizes?.disconnect();
    this.#moves?.disconnect();
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
  }

  readonly #onFrame = (): void => {
    this.#frame = undefined;
    const now = performance.now();
    if (this.#update()) this.#until = now + REST_MS;
    if (now < this.#until) this.#frame = requestAnimationFrame(this.#onFrame);
    else this.#watch();
  };

  /** An element that moves without an event leaves the part of the window in which it rests now. */
  #watch(): void {
    this.#moves?.disconnect();
    const place = this.#place;
    if (!place) return;
    const { left, top, right, bottom } = place.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const margins = [top, clientWidth - right, clientHeight - bottom, left];
    const rootMargin = margins.map((margin) => `${-Math.floor(margin)}px`).join(' ');
    let isFirst = true;
    this.#moves = new IntersectionObserver(
      () => {
        if (!isFirst) this.look();
        isFirst = false;
      },
      own({ rootMargin, threshold: [0, 0.5, 0.9, 1] }),
    );
    this.#moves.observe(place);
  }
}
