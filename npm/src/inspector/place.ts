// Moves and resizes the inspector: by the pointer, by the keyboard, and by plain clicks for those who
// cannot drag.

import { button } from './dom.js';

/** The least distance to the edges of the window, and the width of the frame that resizes. */
const MARGIN = 8;
/** How far an arrow key moves. */
const STEP = 24;
const LEAST = { width: 300, height: 220 };
/** The sizes that the button goes through. The window may be smaller. */
const SIZES = [
  { width: 600, height: 560 },
  { width: 1_100, height: 2_000 },
  { width: 400, height: 320 },
] as const;

const HINT_MOVE = 'Move to the next corner; the arrow keys move it';
const HINT_SIZE = 'Take the next size; the arrow keys resize it';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The place of an inspector that lies over the page. */
export class Place {
  /** Moves to the next corner, and by the arrow keys. */
  readonly mover: HTMLButtonElement = button('Move', () => this.#nextCorner(), HINT_MOVE);
  /** Takes the next size, and resizes by the arrow keys. */
  readonly sizer: HTMLButtonElement = button('Size', () => this.#nextSize(), HINT_SIZE);
  readonly #frame: HTMLElement;
  #box: Box;
  #window: { width: number; height: number };
  #corner = 0;
  #size = 0;

  /**
   * @param frame - The element that is placed. Its edge resizes it.
   * @param handle - The part of it that moves it.
   */
  constructor(frame: HTMLElement, handle: HTMLElement, signal: AbortSignal) {
    this.#frame = frame;
    this.#window = windowSize();
    this.#box = { x: this.#window.width, y: this.#window.height, ...SIZES[0] };
    this.#put(this.#box);
    addEventListener('resize', () => this.#onResize(), { signal });
    this.mover.addEventListener('keydown', (event) =>
      this.#onArrow(event, ({ x, y, ...size }, [right, down]) => ({
        ...size,
        x: x + right,
        y: y + down,
      })),
    );
    this.sizer.addEventListener('keydown', (event) =>
      this.#onArrow(event, ({ width, height, ...corner }, [right, down]) => ({
        ...corner,
        width: width + right,
        height: height + down,
      })),
    );
    handle.addEventListener('pointerdown', (event) => {
      if (!(event.target as Element).closest('button')) this.#drag(event, handle, moved);
    });
    frame.addEventListener('pointerdown', (event) => {
      if (event.target === frame) this.#drag(event, frame, edgesAt(event, this.#box));
    });
  }

  #onArrow(event: KeyboardEvent, change: (box: Box, by: readonly [number, number]) => Box): void {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    this.#put(change(this.#box, by));
  }

  /** Follows the pointer until it is released. */
  #drag(
    { clientX, clientY, pointerId, button }: PointerEvent,
    target: HTMLElement,
    change: (box: Box, right: number, down: number) => Box,
  ): void {
    if (button !== 0) return;
    const start = this.#box;
    const drag = new AbortController();
    const { signal } = drag;
    const end = () => drag.abort();
    // An iframe beneath the pointer would swallow its moves.
    target.setPointerCapture(pointerId);
    const follow = (event: PointerEvent) =>
      this.#put(change(start, event.clientX - clientX, event.clientY - clientY));
    target.addEventListener('pointermove', follow, { signal });
    for (const type of ['pointerup', 'pointercancel', 'lostpointercapture'])
      target.addEventListener(type, end, { signal });
  }

  #nextCorner(): void {
    this.#corner = (this.#corner + 1) % 4;
    const { width, height } = windowSize();
    const x = this.#corner === 0 || this.#corner === 3 ? width : 0;
    const y = this.#corner < 2 ? height : 0;
    this.#put({ ...this.#box, x, y });
  }

  #nextSize(): void {
    this.#size = (this.#size + 1) % SIZES.length;
    this.#put({ ...this.#box, ...SIZES[this.#size] });
  }

  /** Stays with the nearer edges of a window that changes. */
  #onResize(): void {
    const { x, y, width, height } = this.#box;
    const before = this.#window;
    const now = windowSize();
    const isRight = x + width / 2 > before.width / 2;
    const isBottom = y + height / 2 > before.height / 2;
    this.#put({
      ...this.#box,
      x: isRight ? x + now.width - before.width : x,
      y: isBottom ? y + now.height - before.height : y,
    });
  }

  /** Puts the frame where `box` is, as far as the window has room for it. */
  #put({ x, y, width, height }: Box): void {
    const room = windowSize();
    const size = {
      width: Math.min(Math.max(width, LEAST.width), room.width - 2 * MARGIN),
      height: Math.min(Math.max(height, LEAST.height), room.height - 2 * MARGIN),
    };
    const box = {
      ...size,
      x: Math.min(Math.max(x, MARGIN), room.width - MARGIN - size.width),
      y: Math.min(Math.max(y, MARGIN), room.height - MARGIN - size.height),
    };
    this.#box = box;
    this.#window = room;
    // Folded, the frame is lower: it stays at the nearer edge.
    const isBottom = box.y + box.height / 2 > room.height / 2;
    Object.assign(this.#frame.style, {
      left: `${box.x}px`,
      top: isBottom ? 'auto' : `${box.y}px`,
      bottom: isBottom ? `${room.height - box.y - box.height}px` : 'auto',
      width: `${box.width}px`,
      height: `${box.height}px`,
    });
  }
}

/** The part of the window that shows the page, without its scroll bar. */
function windowSize(): { width: number; height: number } {
  return { width: document.documentElement.clientWidth || innerWidth, height: innerHeight };
}

function moved({ x, y, ...size }: Box, right: number, down: number): Box {
  return { ...size, x: x + right, y: y + down };
}

/** The change of a box whose edge, or corner, is dragged from where the pointer is. */
function edgesAt(
  { clientX, clientY }: PointerEvent,
  { x, y, width, height }: Box,
): (box: Box, right: number, down: number) => Box {
  const isNear = (place: number, edge: number) => Math.abs(place - edge) < 2 * MARGIN;
  const left = isNear(clientX, x);
  const top = isNear(clientY, y);
  const right = !left && isNear(clientX, x + width);
  const bottom = !top && isNear(clientY, y + height);
  return (box, across, down) => {
    // The opposite edge stays, also at the least size.
    const fromLeft = left ? Math.min(across, box.width - LEAST.width) : 0;
    const fromTop = top ? Math.min(down, box.height - LEAST.height) : 0;
    return {
      x: box.x + fromLeft,
      y: box.y + fromTop,
      width: box.width - fromLeft + (right ? across : 0),
      height: box.height - fromTop + (bottom ? down : 0),
    };
  };
}
