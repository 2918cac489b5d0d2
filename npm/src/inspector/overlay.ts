// The inspector on the page: the parts, and what happens between them.

import type { Inspector } from '../inspector.js';
import { setStyle } from '../style.js';
import { button, make, press, toggle } from './dom.js';
import { Kept, type KeptRow } from './kept.js';
import { List, textOf } from './list.js';
import { copy, save } from './out.js';
import { Panel } from './panel.js';
import { Place } from './place.js';
import { write } from './recording.js';
import type { Row } from './row.js';
import { select } from './selection.js';
import type { PlayedSource, Source } from './source.js';
import { CSS } from './style.js';
import { Toolbar } from './toolbar.js';

/** How often rows that arrive are shown, in milliseconds. */
const SHOW_EVERY = 50;
/** The most rows that are copied at once. */
const MOST_COPIED = 1_000;

export class Overlay implements Inspector {
  readonly element: HTMLElement = make('div');
  readonly #source: Source;
  readonly #kept: Kept;
  readonly #lifetime = new AbortController();
  readonly #panel = new Panel();
  readonly #list = new List((row) => this.#copy([row], true));
  readonly #pause: HTMLButtonElement = toggle('Pause', () => this.#setPaused(!this.#frozen));
  readonly #toolbar: Toolbar;
  readonly #said: HTMLElement = make('p', { className: 'said' });
  readonly #body: HTMLElement;
  /** While paused, the rows as they were; else null. */
  #frozen: KeptRow[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: Source, parent: Element | undefined, limit: number) {
    this.#source = source;
    this.#kept = new Kept(limit);
    this.#said.setAttribute('role', 'status');
    this.#toolbar = new Toolbar(() => this.#onChoice(), [this.#pause, ...this.#buttons()]);
    const foot = make('footer', {}, this.#toolbar.pager, this.#said);
    const parts = [this.#panel.element, this.#toolbar.element, this.#list.element, foot];
    this.#body = make('div', { id: 'body' }, ...parts);

    const { signal } = this.#lifetime;
    // An embed that was destroyed throws here, before anything is on the page or listens to it.
    source.start(
      (row) => this.#add(row),
      () => this.#showSoon(),
      signal,
    );
    this.#build(parent);
    // Times are shown as the time that is left.
    const clock = setInterval(() => this.#showSession(), 1_000);
    signal.addEventListener('abort', () => {
      clearInterval(clock);
      clearTimeout(this.#timer);
    });
    (parent ?? document.body).append(this.element);
    this.#show();
  }

  recording(): string {
    return write(this.#kept.rows().reverse(), Date.now());
  }

  close(): void {
    this.#lifetime.abort();
    this.element.remove();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #build(parent: Element | undefined): void {
    const header = make('header', {}, make('h2', { textContent: this.#source.title }));
    const section = make('section', {}, header, this.#body);
    section.setAttribute('aria-label', 'svc-embed inspector');
    const className = `frame${parent ? '' : ' over'}${this.#source.isReplay ? ' replay' : ''}`;
    const frame = make('div', { className }, section);
    const place = parent ? undefined : new Place(frame, header, this.#lifetime.signal);
    const movers = place ? [place.mover, place.sizer] : [];
    header.append(
      ...movers,
      this.#foldButton(frame),
      button('Close', () => this.close()),
    );

    const root = this.element.attachShadow({ mode: 'open' });
    setStyle(root, CSS);
    root.append(frame);
    root.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.close();
    });
  }

  #foldButton(frame: HTMLElement): HTMLButtonElement {
    const fold = button('Fold', () => {
      const isFolded = !this.#body.hidden;
      this.#body.hidden = isFolded;
      frame.classList.toggle('folded', isFolded);
      fold.textContent = isFolded ? 'Unfold' : 'Fold';
      fold.setAttribute('aria-expanded', String(!isFolded));
      this.#show();
    });
    fold.setAttribute('aria-expanded', 'true');
    fold.setAttribute('aria-controls', 'body');
    return fold;
  }

  #buttons(): HTMLElement[] {
    const copyAll = button('Copy', () => this.#copyMatching(), 'Copy the rows that match');
    if (this.#source.isReplay) return [...this.#playButtons(this.#source as PlayedSource), copyAll];
    const exportAll = button('Export', () => this.#export(), 'Save all rows as a JSON file');
    return [button('Clear', () => this.#clear()), copyAll, exportAll];
  }

  #playButtons(source: PlayedSource): HTMLElement[] {
    const finish = button('To the end', () => {
      this.#setPaused(false);
      source.finish();
    });
    const again = button('Play again', () => {
      this.#clear();
      source.restart();
    });
    return [finish, again];
  }

  #add(row: Row): void {
    if (this.#lifetime.signal.aborted) return;
    this.#kept.add(row);
    this.#showSoon();
  }

  #setPaused(isPaused: boolean): void {
    this.#frozen = isPaused ? this.#kept.rows() : null;
    if (!isPaused) this.#toolbar.toLatest();
    press(this.#pause, isPaused);
    if (this.#source.isReplay) {
      const played = this.#source as PlayedSource;
      if (isPaused) played.pause();
      else played.play();
    }
    this.#show();
  }

  #clear(): void {
    this.#kept.clear();
    this.#setPaused(false);
  }

  #onChoice(): void {
    // Older rows would move away while new ones arrive.
    if (this.#toolbar.isOlder && !this.#frozen) this.#setPaused(true);
    else this.#show();
    const { length } = this.#matching();
    const found = `${length} ${length === 1 ? 'row matches' : 'rows match'}`;
    this.#say(this.#toolbar.isFiltering ? found : '');
  }

  #matching(): readonly KeptRow[] {
    return select(this.#frozen ?? this.#kept.rows(), this.#toolbar.choice).matching;
  }

  #copyMatching(): void {
    this.#copy(this.#matching().slice(0, MOST_COPIED).reverse(), false);
  }

  #copy(rows: readonly Row[], isWhole: boolean): void {
    const text = rows.map((row) => textOf(row, isWhole)).join('\n');
    void copy(text, this.#body).then((isCopied) => {
      const what = rows.length === 1 ? '1 row' : `${rows.length} rows`;
      this.#say(isCopied ? `Copied ${what}` : 'The browser did not allow copying');
    });
  }

  #export(): void {
    const time = new Date().toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
    save(this.recording(), `svc-embed-${time}.json`);
    this.#say('Saved all rows');
  }

  /** Shows the result of a click. A screen reader reads it out. */
  #say(text: string): void {
    this.#said.textContent = text;
  }

  #showSoon(): void {
    this.#timer ??= setTimeout(() => this.#show(), SHOW_EVERY);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#body.hidden) return;
    this.#showSession();
    const { choice, isFiltering } = this.#toolbar;
    const { rows, matching } = select(this.#frozen ?? this.#kept.rows(), choice);
    this.#list.show(rows, isFiltering ? 'No row matches.' : 'Nothing yet.');
    this.#toolbar.showRange(rows.length, matching.length, this.#kept.seen);
  }

  #showSession(): void {
    const session = this.#source.session();
    this.#panel.show(session);
    this.element.dataset['status'] = String(session.facts['status'] ?? '');
  }
}
