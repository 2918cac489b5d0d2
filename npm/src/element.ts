/**
 * Defines `<svc-embed>`, which mounts an embed as long as the element is in a document.
 *
 * @example
 * ```ts
 * import 'svc-embed/element';
 *
 * const element = document.querySelector('svc-embed')!;
 * element.addEventListener('drilldown', ({ detail }) => console.log(detail.payload.member));
 * ```
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

/** Each property with the function that reads its attribute; null if it has no attribute. */
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
 * The element mounts an embed when it is inserted into a document and destroys the embed when it is
 * removed. An element that is moved within one task keeps its embed. If the browser has reloaded the
 * iframe, the embed is loaded with a fresh session id. The element has the methods of `Embed`. Calls
 * made before an embed is mounted wait for it.
 */
export class SvcEmbedElement extends EmbedElement {
  /** The attributes whose changes the browser reports. */
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
  /** The error of the last mount, if it failed. */
  #failure: unknown;
  /** Whether the iframe may have been reloaded by a move. */
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
    // A content security policy does not apply to constructed style sheets.
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    this.#target = root.appendChild(document.createElement('div'));
  }

  /** Called by the browser. Mounts an embed. */
  connectedCallback(): void {
    // A property that was set before the element was defined hides the accessor of the class.
    for (const name of NAMES.filter((name) => Object.hasOwn(this, name))) {
      const value = this[name];
      delete (this as Partial<SvcEmbedProperties>)[name];
      Object.assign(this, { [name]: value });
    }
    this.#controller.refresh();
    if (this.#moved) this.#loadAgain();
    this.#moved = false;
  }

  /** Called by the browser. Ends the embed, unless the element is inserted again within the task. */
  disconnectedCallback(): void {
    this.#ended = false;
    // If the element is being moved, the browser loads the iframe's URL again, whose id is used.
    const iframe = this.embed?.iframe;
    if (iframe?.hasAttribute('src')) {
      this.#moved = true;
      iframe.removeAttribute('src');
    }
    this.#controller.refresh();
  }

  /**
   * Called by the browser after `moveBefore`, which keeps the iframe's document. Firefox 153 does not
   * keep it in a shadow tree: the iframe then has an empty document of the page's own origin.
   */
  connectedMoveCallback(): void {
    const iframe = this.embed?.iframe;
    if (!iframe?.hasAttribute('src') || !iframe.contentDocument) return;
    iframe.removeAttribute('src');
    this.#target.append(iframe);
    this.#loadAgain();
  }

  #loadAgain(): void {
    const { embed } = this;
    // The controller's microtask runs first and may replace the embed.
    queueMicrotask(() => {
      // The session shows a reload that failed.
      if (embed && embed === this.embed) embed.reload().catch(() => {});
    });
  }

  /** Called by the browser. An attribute sets the property of its name. */
  attributeChangedCallback(attribute: string, before: string | null, value: string | null): void {
    if (value === before) return;
    const name = NAMES.find((name) => dashed(name) === attribute);
    // `title` is a property of every element, and is read when it is needed.
    if (!name) return this.#controller.refresh();
    // A property that was set before the element was defined wins over its attribute.
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

  /** Ends the embed now. The element mounts a new one when it is removed and inserted again. */
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
      // `mount` reports what is missing.
      surface: typeof surface === 'object' ? surface : (described as Surface),
      getSession:
        getSession ?? (sessionUrl == null ? undefined : ({ signal }) => mintAt(sessionUrl, signal)),
      title: this.getAttribute('title') ?? undefined,
      attributes: { part: 'iframe', ...frameAttributes },
    };
  }
}

/** The properties and events that the class defines in loops. */
export interface SvcEmbedElement extends SvcEmbedProperties {
  /** Listens to an event of the embed, by the catalog's bare name; `detail` is the message. */
  addEventListener<T extends keyof SvcEmbedEventMap>(
    type: T,
    listener: (this: SvcEmbedElement, event: SvcEmbedEventMap[T]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  /** Listens to an event of the browser. */
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
  /** Removes a listener. */
  removeEventListener<T extends keyof SvcEmbedEventMap>(
    type: T,
    listener: (this: SvcEmbedElement, event: SvcEmbedEventMap[T]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  /** Removes a listener. */
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

/** Mints a session id at the page's own backend. */
async function mintAt(url: string, signal: AbortSignal): Promise<string> {
  const init = { method: 'POST', credentials: 'same-origin', cache: 'no-store', signal } as const;
  const response = await fetch(url, init);
  if ([401, 403].includes(response.status)) throw new SignedOutError();
  if (!response.ok) throw new Error(`The session-url answered ${response.status}.`);
  // An answer that is not JSON counts as an answer without an id: the parser's error would quote it,
  // and it may contain an id.
  const answer = await response.json().catch(() => null);
  return answer?.sessionId;
}

const STYLE =
  ':host{display:block}:host([hidden]){display:none}div{display:contents}iframe{display:block;width:100%;height:100%;border:0}';

/** The name of a property's attribute: `base-url` for `baseUrl`. */
function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function gone(): EmbedError {
  return new EmbedError(
    'destroyed',
    'The element has no embed. Remove the element from the document and insert it again.',
  );
}

if (globalThis.customElements && !customElements.get('svc-embed')) {
  customElements.define('svc-embed', SvcEmbedElement);
}
