// The inspector on the page: the session above, the rows below.

import type { Inspector } from '../inspector.js';
import { setStyle } from '../component/style.js';
import type { Embed } from '../types.js';
import { button, make } from './dom.js';
import { Kept } from './kept.js';
import { List } from './list.js';
import { Live } from './live.js';
import { Panel } from './panel.js';
import { CSS } from './style.js';

/** How often rows that arrive are shown, in milliseconds. */
const SHOW_EVERY = 50;

export class Overlay implements Inspector {
  readonly element: HTMLElement = make('div');
  readonly #live: Live;
  readonly #kept: Kept;
  readonly #lifetime = new AbortController();
  readonly #panel = new Panel();
  readonly #list = new List();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(embed: Embed, parent: Element | undefined, limit: number) {
    this.#live = new Live(embed);
    this.#kept = new Kept(limit);
    const { signal } = this.#lifetime;
    const showSoon = () => {
      this.#timer ??= setTimeout(() => this.#show(), SHOW_EVERY);
    };
    // An embed that was destroyed throws here, before anything is on the page or listens to it.
    this.#live.start(
      (row) => {
        this.#kept.add(row);
        showSoon();
      },
      showSoon,
      signal,
    );
    this.#build(parent === undefined);
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
    const rows = this.#kept.rows().reverse();
    const plain = rows.map(({ at, kind, name, note, facts }) => ({ at, kind, name, note, facts }));
    return `${JSON.stringify({ savedAt: Date.now(), rows: plain }, null, 1)}\n`;
  }

  close(): void {
    this.#lifetime.abort();
    this.element.remove();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #build(isOver: boolean): void {
    const clear = button('Clear', () => {
      this.#kept.clear();
      this.#show();
    });
    const header = make(
      'header',
      {},
      make('h2', { textContent: 'svc-embed' }),
      ...[clear, button('Export', () => this.#export()), button('Close', () => this.close())],
    );
    const section = make('section', {}, header, this.#panel.element, this.#list.element);
    if (isOver) section.className = 'over';
    section.setAttribute('aria-label', 'svc-embed inspector');
    const root = this.element.attachShadow({ mode: 'open' });
    setStyle(root, CSS);
    root.append(section);
    root.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.close();
    });
  }

  /** Saves all rows as a file. */
  #export(): void {
    const href = URL.createObjectURL(new Blob([this.recording()], { type: 'application/json' }));
    make('a', { href, download: 'svc-embed.json' }).click();
    // A browser reads the file after the click.
    setTimeout(() => URL.revokeObjectURL(href), 10_000);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#showSession();
    this.#list.show(this.#kept.rows());
  }

  #showSession(): void {
    this.#panel.show(this.#live.session());
  }
}
