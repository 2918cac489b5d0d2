/**
 * Defines `<svc-embed>`, which mounts an embed while it is in a document.
 *
 * @module
 */
import { EmbedController, type EmbedOptions } from './controller.js';
import type { SvcEmbedEventMap, SvcEmbedProperties } from './element-types.js';
import { EmbedElement } from './element-methods.js';
import { EmbedError, SignedOutError } from './index.js';
import type { Surface } from './types.js';

export type { SvcEmbedEventMap, SvcEmbedProperties } from './element-types.js';

const text = (value: string): string => value;

/** Each property, with how its attribute is read; null where it has no attribute. */
const PROPERTIES: { [K in keyof SvcEmbedProperties]: ((value: string) => unknown) | null } = {
  baseUrl: text,
  surface: text,
  publicId: text,
  deploymentId: Number,
  path: text,
  getSession: null,
  sessionUrl: text,
  colorScheme: text,
  theme: JSON.parse,
  locale: text,
  timezone: text,
  filters: JSON.parse,
  params: JSON.parse,
  renewal: JSON.parse,
  readyTimeoutMs: Number,
  frameAttributes: JSON.parse,
};
const NAMES = Object.keys(PROPERTIES) as (keyof SvcEmbedProperties)[];

/**
 * `<svc-embed base-url surface public-id …>`.
 *
 * It mounts when it is put into a document and destroys the embed when it is taken out. Moving it
 * within one task keeps the embed, which mints and loads anew where the browser has reloaded the
 * iframe. It has the methods of `Embed`; what is called before there is an embed waits for it.
 */
export class SvcEmbedElement extends EmbedElement {
  /** The platform's: which attributes it hears of. */
  static readonly observedAttributes: readonly string[] = [
    ...NAMES.filter((name) => PROPERTIES[name]).map(dashed),
    'title',
  ];

  static {
    for (const name of NAMES) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: SvcEmbedElement) {
          return this.#values[name];
        },
        set(this: SvcEmbedElement, value: never) {
          this.#values[name] = value ?? undefined;
          this.#controller.refresh();
        },
      });
    }
  }

  readonly #values: Partial<SvcEmbedProperties> = {};
  readonly #target: HTMLElement;
  #ended = false;
  /** Why the last mount failed. */
  #failure: unknown;
  #moved = false;
  readonly #controller: EmbedController = new EmbedController({
    target: () => this.#target,
    options: () => (this.isConnected && !this.#ended ? this.#options() : null),
    onEmbed: (embed) => {
      this.#failure = undefined;
      this.setEmbed(embed);
      if (!this.isConnected || this.#ended) this.refuse(gone());
    },
    onMessage: (topic, detail) => void this.dispatchEvent(new CustomEvent(topic, { detail })),
    onMountFailed: (detail) => {
      this.#failure = detail;
      this.refuse(detail);
      const event = new CustomEvent('mount-failed', { detail, cancelable: true });
      if (this.dispatchEvent(event)) reportError(detail);
    },
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    // A constructed style sheet, which no content security policy forbids.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#target = root.appendChild(document.createElement('div'));
  }

  /** The platform's: mounts. */
  connectedCallback(): void {
    // What was set before this class was known hides the accessors.
    for (const name of NAMES.filter((name) => Object.hasOwn(this, name))) {
      const value = this[name];
      delete (this as Partial<SvcEmbedProperties>)[name];
      Object.assign(this, { [name]: value });
    }
    this.#controller.refresh();
    if (this.#moved) this.#loadAnew();
    this.#moved = false;
  }

  /** The platform's: ends the embed, unless the element is back within the task. */
  disconnectedCallback(): void {
    this.#ended = false;
    // If this is a move, the browser loads the iframe again: not with an id that is spent.
    const iframe = this.embed?.iframe;
    if (iframe?.hasAttribute('src')) {
      this.#moved = true;
      iframe.removeAttribute('src');
    }
    this.#controller.refresh();
  }

  /**
   * `moveBefore` keeps the iframe as it is, but not in Firefox 153, since it is in a shadow tree:
   * there it holds an empty document of the page's own by now.
   */
  connectedMoveCallback(): void {
    const iframe = this.embed?.iframe;
    if (!iframe?.hasAttribute('src') || !iframe.contentDocument) return;
    iframe.removeAttribute('src');
    this.#target.append(iframe);
    this.#loadAnew();
  }

  #loadAnew(): void {
    const { embed } = this;
    // After the controller has had its turn: it may take another embed.
    queueMicrotask(() => {
      // A reload that fails shows in the session.
      if (embed && embed === this.embed) embed.reload().catch(() => {});
    });
  }

  /** The platform's: an attribute sets the property of its name. */
  attributeChangedCallback(attribute: string, before: string | null, value: string | null): void {
    if (value === before) return;
    const name = NAMES.find((name) => dashed(name) === attribute);
    // The title is the platform's own property.
    if (!name) return this.#controller.refresh();
    // A property that was set before this class was known holds: see `connectedCallback`.
    if (Object.hasOwn(this, name)) return;
    let parsed: unknown;
    try {
      parsed = value == null ? undefined : PROPERTIES[name]?.(value);
    } catch (cause) {
      const message = `The attribute ${attribute} must be JSON.`;
      return reportError(new EmbedError('invalid-option', message, cause));
    }
    Object.assign(this, { [name]: parsed });
  }

  /** Ends the embed at once. There is none again until the element is taken out and put back. */
  destroy(): void {
    this.#ended = true;
    this.embed?.destroy();
    this.refuse(gone());
    this.#controller.refresh();
  }

  protected override refusal(): unknown {
    return this.#ended ? gone() : this.#failure;
  }

  /** `destroy`, at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.destroy();
  }

  #options(): EmbedOptions | null {
    const { surface, publicId, deploymentId, path, sessionUrl, frameAttributes, ...rest } =
      this.#values;
    const { baseUrl, getSession } = rest;
    if (baseUrl == null) return null;
    const described = { kind: surface ?? 'dashboard', publicId, deploymentId, path };
    return {
      ...rest,
      baseUrl,
      // What is wanting is for `mount` to say.
      surface: typeof surface === 'object' ? surface : (described as Surface),
      getSession:
        getSession ?? (sessionUrl == null ? undefined : ({ signal }) => mintAt(sessionUrl, signal)),
      title: this.getAttribute('title') ?? undefined,
      attributes: { part: 'iframe', ...frameAttributes },
    };
  }
}

/** Its properties and its events, which the class makes without naming each. */
export interface SvcEmbedElement extends SvcEmbedProperties {
  /** Listens to an event of the embed, by the catalog's bare name; `detail` is the message. */
  addEventListener<T extends keyof SvcEmbedEventMap>(
    type: T,
    listener: (this: SvcEmbedElement, event: SvcEmbedEventMap[T]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Listens to an event of the platform. */
  addEventListener<T extends Exclude<keyof HTMLElementEventMap, keyof SvcEmbedEventMap>>(
    type: T,
    listener: (this: SvcEmbedElement, event: HTMLElementEventMap[T]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Listens to any event. */
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Ends what `addEventListener` began. */
  removeEventListener<T extends keyof SvcEmbedEventMap>(
    type: T,
    listener: (this: SvcEmbedElement, event: SvcEmbedEventMap[T]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  /** Ends what `addEventListener` began. */
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'svc-embed': SvcEmbedElement;
  }
}

/** Asks the page's own backend for a session id. */
async function mintAt(url: string, signal: AbortSignal): Promise<string> {
  const init = { method: 'POST', credentials: 'same-origin', cache: 'no-store', signal } as const;
  const response = await fetch(url, init);
  if ([401, 403].includes(response.status)) throw new SignedOutError();
  if (!response.ok) throw new Error(`The session-url answered ${response.status}.`);
  // An answer that is no JSON has no id. The parser's own error would quote the answer.
  const answer = await response.json().catch(() => null);
  return answer?.sessionId;
}

const STYLE =
  ':host{display:block}:host([hidden]){display:none}div{display:contents}iframe{display:block;width:100%;height:100%;border:0}';

/** `baseUrl` as the attribute is called: `base-url`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function gone(): EmbedError {
  return new EmbedError('destroyed', 'There is no embed. Put the element into the document anew.');
}

if (globalThis.customElements && !customElements.get('svc-embed')) {
  customElements.define('svc-embed', SvcEmbedElement);
}
