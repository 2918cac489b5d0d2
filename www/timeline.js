// Draws a History. The axis is the sandbox's time. A turn of the sandbox's clock is a break of fixed
// width, because at an even scale 22 hours would leave no room for the seconds that matter.

import { s } from './dom.js';
import { clockTime, signedDuration } from './format.js';

const HEIGHT = 138;
const EVENTS = 14;
const BAND = { top: 28, height: 24 };
const ATTEMPTS = 76;
const CAPTIONS = 99;
const AXIS = 114;

/** The width of a break. */
const BREAK = 92;
/** The share of the width that shows the future. */
const AHEAD = 0.16;
const START = 34;
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1_200].map((seconds) => seconds * 1_000);
const LEAST_STEP_PX = 88;
/** The axis is redrawn this often. Between two redraws it is only moved. */
const REDRAW_MS = 4_000;

/** The paths of the marks, centred on 0, 0. */
const MARKS = {
  minted: 'M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0',
  failed: 'M-4.5-4.5l9 9M4.5-4.5l-9 9',
  confirmed: 'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0M-3.2.2-.8 2.6 3.4-2.2',
  planned: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0',
  ready: 'M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0',
  expiring: 'M0-5.5 6 5H-6Z',
  expired: 'M-4.5-4.5h9v9h-9Z',
  rejected: 'M0-6 6 0 0 6-6 0Z',
};

export class Timeline {
  #history;
  #sandbox;
  #svg;
  #clip = s('rect', { y: 0, height: HEIGHT });
  #behind = s('g');
  #past = s('g');
  #over = s('g');
  #now = s('g', { class: 'now' });
  #nowTime = s('text', { y: AXIS + 17, 'text-anchor': 'middle' });
  #status = s('text', { x: 10, y: BAND.top + 16 });
  /** The axis' labels and their positions. A label is hidden while the line's label covers it. */
  #labels = [];

  #origin = performance.now();
  #spanMs = 60_000;
  #width = 0;
  #drawnAt = 0;
  #stale = true;
  #shift = null;

  constructor(container, history, sandbox) {
    this.#history = history;
    this.#sandbox = sandbox;
    this.#now.append(
      s('line', { y1: 4, y2: AXIS }),
      s('rect', { x: -31, y: AXIS + 4, width: 62, height: 18, rx: 9 }),
      this.#nowTime,
      this.#status,
    );
    this.#svg = s(
      'svg',
      {
        height: HEIGHT,
        role: 'img',
        'aria-label':
          'Timeline of the session: its status, the attempts to renew it, and the events of the embed. The event log below lists the same as text.',
      },
      s(
        'defs',
        {},
        s('clipPath', { id: 'past' }, this.#clip),
        s(
          'pattern',
          { id: 'hatch', width: 7, height: 7, patternUnits: 'userSpaceOnUse' },
          s('path', { d: 'M-1 8 8-1M-1 1 1-1M6 8 8 6', class: 'hatch' }),
        ),
      ),
      s('line', { class: 'axis', x1: 0, x2: '100%', y1: AXIS, y2: AXIS }),
      this.#behind,
      s('g', { 'clip-path': 'url(#past)' }, this.#past),
      this.#over,
      this.#now,
    );
    container.append(this.#svg);
    new ResizeObserver(([{ contentRect }]) => {
      this.#width = contentRect.width;
      this.#stale = true;
    }).observe(container);
    this.#run();
  }

  /** Sets how much time is visible. */
  show(minutes) {
    this.#spanMs = minutes * 60_000;
    this.#stale = true;
  }

  /** Call when the history has changed. */
  changed() {
    this.#stale = true;
  }

  #run() {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    let last = 0;
    const frame = (at) => {
      // With reduced motion, the line steps once a second.
      if (this.#stale || !still.matches || at - last >= 1_000) {
        last = at;
        if (this.#width > 0) this.#step(performance.now());
      }
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  #step(at) {
    if (this.#stale || at - this.#drawnAt > REDRAW_MS) this.#draw(at);
    const ahead = this.#width * AHEAD;
    const x = this.#x(at);
    // At first the line moves over a fixed track. When it reaches its final place, the track moves.
    const shift = Math.round(2 * Math.min(START, this.#width - ahead - x)) / 2;
    const line = Math.round(2 * (x + shift)) / 2;
    if (shift !== this.#shift) {
      this.#shift = shift;
      for (const track of [this.#behind, this.#past, this.#over]) {
        track.setAttribute('transform', `translate(${shift} 0)`);
      }
    }
    for (const [x, label] of this.#labels) {
      label.classList.toggle('covered', Math.abs(x + shift - line) < 60);
    }
    this.#clip.setAttribute('width', line);
    this.#now.setAttribute('transform', `translate(${line} 0)`);
    const time = clockTime(this.#sandbox.now());
    if (this.#nowTime.textContent !== time) this.#nowTime.textContent = time;
  }

  #draw(at) {
    this.#stale = false;
    this.#drawnAt = at;
    const from = this.#x(at) - this.#width;
    const to = this.#x(at) + this.#width;
    const inView = (start, end) => this.#x(end ?? at) >= from && this.#x(start) <= to;
    const { spans, attempts, moments, jumps, planned } = this.#history;
    const shown = attempts.filter((attempt) => inView(attempt.from, attempt.to));

    this.#labels = [];
    this.#behind.replaceChildren(
      ...this.#ticks(from, to),
      ...(planned === null ? [] : [this.#plan(planned)]),
    );
    this.#past.replaceChildren(
      ...spans.filter((span) => inView(span.from, span.to)).map((span) => this.#band(span, to)),
      ...jumps.filter((jump) => inView(jump.at, jump.at)).map((jump) => this.#jump(jump)),
      ...shown.map((attempt) => this.#attempt(attempt, to)),
      ...this.#moments(moments.filter(({ at }) => inView(at, at))),
    );
    this.#over.replaceChildren(...this.#captions(shown));

    const current = spans.at(-1);
    const status = current && current.to === null ? current.status : 'stopped';
    this.#status.textContent = current?.to === null ? status : 'no embed';
    this.#now.dataset.status = status;
  }

  /** The position of a moment on the track. */
  #x(at) {
    const breaks = this.#history.jumps.filter((jump) => jump.at <= at).length;
    return (at - this.#origin) * this.#scale() + breaks * BREAK;
  }

  #scale() {
    return (this.#width * (1 - AHEAD)) / this.#spanMs;
  }

  #ticks(from, to) {
    const step = STEPS.find((step) => step * this.#scale() >= LEAST_STEP_PX) ?? STEPS.at(-1);
    return this.#stretches().flatMap(({ start, end, offset }) => {
      const first = Math.max(start, this.#origin);
      const low = Math.max(this.#x(first), from);
      const high = Math.min(
        end === Infinity ? to : this.#x(first) + (end - first) * this.#scale(),
        to,
      );
      const begin = first + (low - this.#x(first)) / this.#scale();
      const ticks = [];
      for (let time = Math.ceil((begin + offset) / step) * step; ; time += step) {
        const x = this.#x(first) + (time - offset - first) * this.#scale();
        if (x > high) return ticks;
        ticks.push(s('line', { class: 'tick', x1: x, x2: x, y1: AXIS, y2: AXIS + 5 }));
        // A label must not overlap a break.
        if (x - low > 28 && (end === Infinity || high - x > 28)) {
          const place = { class: 'tick-label', x, y: AXIS + 17, 'text-anchor': 'middle' };
          const label = s('text', place, clockTime(time));
          ticks.push(label);
          this.#labels.push([x, label]);
        }
      }
    });
  }

  /**
   * The stretches between two turns of the clock. `offset` is the sandbox's clock minus
   * `performance.now()` in that stretch.
   */
  #stretches() {
    const stretches = [];
    let offset = this.#sandbox.now() - performance.now();
    let end = Infinity;
    for (const { at, byMs } of this.#history.jumps.toReversed()) {
      stretches.push({ start: at, end, offset });
      offset -= byMs;
      end = at;
    }
    return [...stretches, { start: -Infinity, end, offset }];
  }

  #band({ status, from, to }, edge) {
    const x = this.#x(from);
    const width = Math.max(1, (to === null ? edge : this.#x(to)) - x);
    // A label is drawn before the first turn of the clock, or not at all.
    const turn = this.#history.jumps.find((jump) => jump.at > from && jump.at <= (to ?? Infinity));
    const room = turn ? this.#x(turn.at) - BREAK - x : width;
    const labelled = (to !== null || turn) && room > 8 * status.length + 18;
    return s(
      'g',
      { 'data-status': status },
      s('rect', { class: 'band', x, y: BAND.top, width, height: BAND.height }),
      ...(labelled ? [s('text', { class: 'band-label', x: x + 8, y: BAND.top + 16 }, status)] : []),
      s('title', {}, `${status} from ${this.#time(from)}`),
    );
  }

  #attempt({ reason, number, from, posted, to, outcome, code }, edge) {
    const start = this.#x(from);
    const end = to === null ? edge : this.#x(to);
    const handed = posted === null ? end : this.#x(posted);
    const lines = [s('line', { class: 'mint', x1: start, x2: handed, y1: ATTEMPTS, y2: ATTEMPTS })];
    if (posted !== null) {
      lines.push(
        s('line', { class: 'confirming', x1: handed, x2: end, y1: ATTEMPTS, y2: ATTEMPTS }),
      );
    }
    // A very short attempt has no room for two marks, so only its end is marked.
    const marks = to !== null && end - start < 11 ? [] : [mark('minted', start, ATTEMPTS)];
    if (outcome === 'failed' || outcome === 'confirmed') marks.push(mark(outcome, end, ATTEMPTS));
    return s(
      'g',
      { 'data-outcome': outcome ?? 'open' },
      ...lines,
      ...marks,
      s('title', {}, `${reason}, attempt ${number}: ${code ?? outcome ?? 'running'}`),
    );
  }

  /** The result of each attempt, newest first. If two captions overlap, the older one is left out. */
  #captions(attempts) {
    let free = Infinity;
    return attempts.toReversed().flatMap(({ reason, from, posted, to, outcome, code }) => {
      const text = outcome === 'failed' ? (code ?? 'failed') : reason;
      const x = this.#x(outcome === 'failed' ? to : (posted ?? from));
      const half = 3.2 * text.length + 3;
      if (x + half > free) return [];
      free = x - half;
      return [
        s(
          'text',
          {
            class: 'caption',
            x,
            y: CAPTIONS,
            'text-anchor': 'middle',
            'data-outcome': outcome ?? 'open',
          },
          text,
        ),
      ];
    });
  }

  /** The events of the embed. Marks that would overlap are placed side by side. */
  #moments(moments) {
    let free = -Infinity;
    return moments.map(({ kind, at }) => {
      const x = Math.max(this.#x(at), free);
      free = x + 13;
      const title = s('title', {}, `${kind} at ${this.#time(at)}`);
      return s('g', {}, mark(kind, x, EVENTS), title);
    });
  }

  #jump({ at, byMs }) {
    const end = this.#x(at);
    const middle = end - BREAK / 2;
    return s(
      'g',
      { class: 'break' },
      s('rect', { class: 'break-ground', x: end - BREAK, y: 4, width: BREAK, height: AXIS }),
      s('rect', {
        x: end - BREAK,
        y: 4,
        width: BREAK,
        height: AXIS - 4,
        fill: 'url(#hatch)',
      }),
      s('rect', {
        class: 'break-label',
        x: middle - 42,
        y: BAND.top,
        width: 84,
        height: BAND.height,
        rx: 4,
      }),
      s('text', { x: middle, y: BAND.top + 16, 'text-anchor': 'middle' }, signedDuration(byMs)),
      s('title', {}, 'The sandbox’s clock was moved here.'),
    );
  }

  #plan(at) {
    const x = this.#x(at);
    return s(
      'g',
      { class: 'plan' },
      s('line', { x1: x, x2: x, y1: BAND.top + BAND.height + 6, y2: AXIS }),
      mark('planned', x, ATTEMPTS),
    );
  }

  #time(at) {
    return clockTime(this.#history.sandboxTime(at, this.#sandbox.now()));
  }
}

/** Adds the mark to each entry of the legend. */
export function markLegend(list) {
  for (const item of list.children) {
    item.prepend(
      s('svg', { viewBox: '-9 -9 18 18', 'aria-hidden': 'true' }, mark(item.dataset.mark, 0, 0)),
    );
  }
}

function mark(kind, x, y) {
  return s('path', {
    class: `mark mark-${kind}`,
    d: MARKS[kind],
    transform: `translate(${x} ${y})`,
  });
}
