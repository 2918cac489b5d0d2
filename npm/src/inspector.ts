/**
 * An overlay for development. It shows the messages between a page and an embed, and the state of
 * the embed's session. It shows names and times and no payloads, so that no session id and no token
 * is visible.
 *
 * @module
 */
import { EmbedError } from './errors.js';
import { CSS } from './inspector-style.js';
import { setStyle } from './style.js';
import type { DroppedMessage, Embed, SessionState } from './types.js';

/** Options of `inspect`. */
export interface InspectOptions {
  /**
   * The element that contains the inspector, or a selector that finds one. By default the inspector
   * covers the lower right corner of the page.
   */
  target?: Element | string | undefined;
  /** How many messages the inspector keeps. Default 200. */
  limit?: number | undefined;
}

/** An inspector on the page, returned by `inspect`. */
export interface Inspector {
  /** The inspector's element. */
  readonly element: HTMLElement;
  /** Removes the inspector. The embed goes on. */
  close(): void;
  /** `close`, at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/**
 * Shows the messages and the session of an embed, from now on.
 *
 * @param embed - The embed. That of an element is `element.embed`.
 * @param options - Where the inspector is, and how many messages it keeps.
 * @throws `not-a-browser` without a document, `invalid-target` if `target` is a selector that finds
 * nothing, `destroyed` if the embed is.
 *
 * @example
 * ```ts
 * const inspector = inspect(embed);
 * ```
 */
export function inspect(embed: Embed, options: InspectOptions = {}): Inspector {
  if (typeof document === 'undefined') {
    throw new EmbedError('not-a-browser', 'The inspector needs a page with a document.');
  }
  const { target, limit = 200 } = options;
  const parent = typeof target === 'string' ? document.querySelector(target) : target;
  if (parent === null) {
    throw new EmbedError('invalid-target', `Nothing in the page matches ${String(target)}.`);
  }
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
    setStyle(root, CSS);
    root.append(section);
    root.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key === 'Escape') this.close();
    });
    // An embed that was destroyed throws here, before anything is on the page.
    this.#listen();
    (parent ?? document.body).append(this.element);
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
    // A topic without a type of its own, since it is only for the inspector. Its message is the
    // action's type.
    const sent = 'sent' as 'unknown';
    embed.on(sent, (type: unknown) => this.#add('to embed', nameOf(type)), { signal });
    void this.#follow(signal);
    // Times are shown as the time that is left.
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
      // The inspector was closed.
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
    // The latest message comes first, so that it is visible without scrolling.
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
      // Setting the same text again would clear a selection and be read out again.
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
    // A screen reader reads out changes of the status only: the times change every second.
    this.#facts.get('Status')?.setAttribute('aria-live', 'polite');
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
    // The list scrolls, so it must be reachable by keyboard.
    return make('div', { className: 'messages', tabIndex: 0 }, table, this.#none);
  }
}

/** The bare name of a message's type. A type of any other form is not shown: it may hold anything. */
function nameOf(type: unknown): string {
  const name = typeof type === 'string' && /^svc:(?:event|action):([a-z-]{1,40})$/.exec(type)?.[1];
  return name || 'unnamed';
}

/** The time of day, and how long it is until then; undefined without a time. */
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

/** Makes an element with properties and children. It parses no HTML: Trusted Types forbid that. */
function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: Node[]
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}
