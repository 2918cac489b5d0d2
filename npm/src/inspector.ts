/**
 * An overlay that shows what goes between a page and an embed, and how the embed's session fares. For
 * development: it shows names and times, never what a message carries, so that no session id and no
 * token can be seen.
 *
 * @module
 */
import type { Embed } from './embed.js';
import { styleSheet } from './inspector-style.js';
import type { DroppedMessage, SessionState } from './types.js';

/** Options of `inspect`. */
export interface InspectOptions {
  /**
   * The element that the inspector is put into, or a selector that finds one. Without it, the
   * inspector lies over the lower right corner of the page.
   */
  target?: Element | string | undefined;
  /** How many messages are kept. Default 200. */
  limit?: number | undefined;
}

/** An inspector that is shown. */
export interface Inspector {
  /** The element that is in the page. */
  readonly element: HTMLElement;
  /** Takes it away. The embed goes on. */
  close(): void;
  [Symbol.dispose](): void;
}

/** Shows what `embed` says and does from now on. */
export function inspect(embed: Embed, options: InspectOptions = {}): Inspector {
  const { target, limit = 200 } = options;
  const parent = typeof target === 'string' ? document.querySelector(target) : target;
  if (parent === null) throw new TypeError(`Nothing in the page matches ${String(target)}.`);
  return new Overlay(embed, parent, limit);
}

class Overlay implements Inspector {
  readonly element: HTMLElement = make('div');
  readonly #embed: Embed;
  readonly #limit: number;
  readonly #lifetime = new AbortController();
  readonly #facts = new Map<string, HTMLElement>();
  readonly #body: HTMLElement;
  readonly #rows: HTMLElement = make('tbody');
  readonly #none: HTMLElement = make('p', { textContent: 'No messages yet.' });
  #isGone = false;

  constructor(embed: Embed, parent: Element | undefined, limit: number) {
    this.#embed = embed;
    this.#limit = limit;
    this.#body = make('div', { id: 'body' }, this.#sessionPart(), this.#messagesPart());
    const section = make('section', {}, this.#header(), this.#body);
    section.setAttribute('aria-label', 'svc-embed inspector');
    section.classList.toggle('over', !parent);

    const root = this.element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styleSheet()];
    root.append(section);
    root.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.close();
    });
    (parent ?? document.body).append(this.element);
    this.#listen();
  }

  close(): void {
    this.#lifetime.abort();
    this.element.remove();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #listen(): void {
    const { signal } = this.#lifetime;
    const embed = this.#embed;
    embed.on('dropped', (message) => this.#addDropped(message), { signal });
    embed.on('session', (state) => this.#show(state), { signal });
    // The bridge tells this to nobody else: the action's name alone.
    const sent = 'sent' as 'unknown';
    embed.on(sent, (type: unknown) => this.#add('to embed', nameOf(type)), { signal });
    void this.#follow(signal);
    // Times are shown as what is left.
    const clock = setInterval(() => this.#show(embed.session), 1000);
    signal.addEventListener('abort', () => clearInterval(clock));
    this.#show(embed.session);
  }

  /** Adds every event, until the embed is destroyed. */
  async #follow(signal: AbortSignal): Promise<void> {
    try {
      for await (const { type } of this.#embed.events({ signal })) {
        this.#add('to page', nameOf(type));
      }
    } catch {
      // Closed.
      return;
    }
    this.#isGone = true;
    this.#show(this.#embed.session);
  }

  #addDropped({ reason, origin, data }: DroppedMessage): void {
    const type: unknown = (data as { type?: unknown } | null | undefined)?.type;
    const note = reason === 'origin' ? `dropped: origin ${origin}` : `dropped: ${reason}`;
    this.#add('to page', nameOf(type), note);
  }

  #add(direction: 'to page' | 'to embed', name: string, note = ''): void {
    const now = new Date();
    const time = make('time', { dateTime: now.toISOString(), textContent: clockTime(now) });
    const row = make(
      'tr',
      { className: note && 'dropped' },
      make('td', {}, time),
      make('td', { className: direction === 'to page' ? 'in' : 'out', textContent: direction }),
      make('td', { textContent: name }),
      make('td', { textContent: note }),
    );
    // The latest stands first: what is new is seen without scrolling.
    this.#rows.prepend(row);
    while (this.#rows.childElementCount > this.#limit) this.#rows.lastElementChild?.remove();
    this.#none.hidden = true;
  }

  #show(state: SessionState): void {
    const { mode, status, renewal, attempt, renewals, expiresAt, nextAttemptAt, lastError } = state;
    const texts = {
      Status: this.#isGone ? 'the embed was destroyed' : status,
      Mode: mode ?? 'not known yet',
      Renewal: attempt > 0 ? `${renewal}, attempt ${attempt}` : renewal,
      Renewed: renewals === 1 ? 'once' : `${renewals} times`,
      Expires: moment(expiresAt) ?? 'not known',
      'Next attempt': moment(nextAttemptAt) ?? 'none planned',
      'Last error': lastError ? `${lastError.code}: ${lastError.message}` : 'none',
    };
    for (const [name, text] of Object.entries(texts)) {
      const fact = this.#facts.get(name);
      // Unchanged text is left alone: it may be read out or selected.
      if (fact && fact.textContent !== text) fact.textContent = text;
    }
    this.element.dataset['status'] = this.#isGone ? 'destroyed' : status;
  }

  #header(): HTMLElement {
    const fold = button('Fold', () => {
      this.#body.hidden = !this.#body.hidden;
      fold.textContent = this.#body.hidden ? 'Unfold' : 'Fold';
      fold.setAttribute('aria-expanded', String(!this.#body.hidden));
    });
    fold.setAttribute('aria-expanded', 'true');
    fold.setAttribute('aria-controls', 'body');
    const clear = button('Clear', () => {
      this.#rows.replaceChildren();
      this.#none.hidden = false;
    });
    const close = button('Close', () => this.close());
    return make('header', {}, make('h2', { textContent: 'svc-embed' }), clear, fold, close);
  }

  #sessionPart(): HTMLElement {
    const list = make('dl');
    const names = ['Status', 'Mode', 'Renewal', 'Renewed', 'Expires', 'Next attempt', 'Last error'];
    for (const name of names) {
      const fact = make('dd');
      this.#facts.set(name, fact);
      list.append(make('div', {}, make('dt', { textContent: name }), fact));
    }
    // The times tick: only this is worth reading out.
    this.#facts.get('Status')?.setAttribute('role', 'status');
    return list;
  }

  #messagesPart(): HTMLElement {
    const heads = ['Time', 'Direction', 'Message', 'Note'].map((textContent) =>
      make('th', { textContent, scope: 'col' }),
    );
    const caption = make('caption', { textContent: 'Messages, the latest first' });
    const table = make(
      'table',
      {},
      caption,
      make('thead', {}, make('tr', {}, ...heads)),
      this.#rows,
    );
    // It scrolls, hence must be reachable by keyboard.
    return make('div', { className: 'messages', tabIndex: 0 }, table, this.#none);
  }
}

/** A message's name, where it is one of the protocol's kind: nothing else is shown. */
function nameOf(type: unknown): string {
  const name = typeof type === 'string' && /^svc:(?:event|action):([a-z-]{1,40})$/.exec(type)?.[1];
  return name || 'unnamed';
}

/** A point in time as what is left until then; undefined for none. */
function moment(time: number | null): string | undefined {
  if (time === null) return undefined;
  const seconds = Math.round((time - Date.now()) / 1000);
  return `${clockTime(new Date(time))}, ${seconds < 0 ? `${duration(-seconds)} ago` : `in ${duration(seconds)}`}`;
}

function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

function clockTime(date: Date): string {
  return date.toLocaleTimeString(undefined, { timeStyle: 'medium' });
}

function button(textContent: string, onclick: () => void): HTMLButtonElement {
  return make('button', { type: 'button', textContent, onclick });
}

/** An element with properties and children. No HTML is parsed, as Trusted Types demand. */
function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
