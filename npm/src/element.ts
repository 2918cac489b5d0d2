/**
 * Defines `<svc-embed>`, which mounts an embed as long as the element is in a document.
 *
 * @example
 * ```ts
 * import { SvcEmbedElement } from 'svc-embed/element';
 *
 * SvcEmbedElement.allow({ baseUrl: 'https://acme.example.com', sessionUrl: '/api/embed-session' });
 * const element = document.querySelector('svc-embed')!;
 * element.addEventListener('drilldown', ({ detail }) => console.log(detail.payload.member));
 * ```
 *
 * @module
 */
import { EmbedElement } from './element/methods.js';
import { EmbedController, isFresh, type WantedOptions } from './component/controller.js';
import {
  dashed,
  hasSuccessor,
  isPreview,
  NAMES,
  propertyOf,
  readable,
  rightsIn,
  textOf,
  valueOf,
} from './element/markup.js';
import { COPIED_ELEMENT, DESTROYED, NOT_ALLOWED } from './core/errors.js';
import type { SvcEmbedEventMap, SvcEmbedProperties, SvcEmbedSource } from './element/types.js';
import { SESSION_HEADER } from './core/names.js';
import { embedError, Mistake, SignedOutError } from './errors.js';
import { setStyle } from './component/style.js';
import type { Surface } from './types.js';
import { idOf } from './shell/url.js';
import { own, pageUrl, reportUncaught } from './shell/values.js';

export type {
  SvcEmbedEventMap,
  SvcEmbedMarkup,
  SvcEmbedProperties,
  SvcEmbedSource,
} from './element/types.js';

/** The time that an element may be without a `base-url` before the console says so. */
const REMINDER_MS = 5_000;

const TAG = 'svc-embed';
/** Undefined on a server. */
const registry = globalThis.customElements as CustomElementRegistry | undefined;

/** What attributes may name, each as `textOf` writes it. */
const allowed = new Set<string>();
/** The elements that are in a document. */
const connected = new Set<SvcEmbedElement>();

/**
 * `<svc-embed base-url surface public-id …>`.
 *
 * The element mounts an embed when it is inserted into a document and destroys the embed when it is
 * removed. An element that is moved at once, without an `await` in between, keeps its embed. The
 * element has the methods of `Embed`. Calls made before an embed is mounted wait for it. Content in
 * the slot `loading` is shown until the embed is ready, content in the slot `error` while the viewer has
 * no embed that works.
 *
 * @example
 * ```html
 * <svc-embed base-url="https://acme.example.com" public-id="sales" session-url="/api/embed-session">
 *   <p slot="loading">The dashboard is being loaded.</p>
 *   <p slot="error">The dashboard is not available.</p>
 * </svc-embed>
 * ```
 */
export class SvcEmbedElement extends EmbedElement {
  /** The attributes whose changes the browser reports: those of the properties, and `title`. */
  static readonly observedAttributes: readonly string[] = [
    ...NAMES.map(SvcEmbedElement.#define),
    'title',
  ];

  /** Defines the property of this name. Returns its attribute. */
  static #define(this: void, name: keyof SvcEmbedProperties): string {
    const accessors = {
      get(this: SvcEmbedElement) {
        return this.#values[name];
      },
      set(this: SvcEmbedElement, value: never) {
        this.#values[name] = value ?? undefined;
        this.#fromMarkup.delete(name);
        // `cloneNode` and `innerHTML` copy this attribute, but no function: the copy then knows that it
        // lacks one. Other values come from the attribute itself.
        if (name === 'getSession' && (value == null || typeof value === 'function'))
          this.toggleAttribute('get-session', value != null);
        this.#controller.refresh();
      },
    };
    Object.defineProperty(SvcEmbedElement.prototype, name, own(accessors));
    return dashed(name);
  }

  /**
   * Allows attributes to name this tenant, with ids from this URL. An element in injected markup loads
   * nothing, because only a script can call this. Pass the values exactly as in the attributes, and
   * call it once for each pair.
   *
   * @example
   * ```ts
   * SvcEmbedElement.allow({ baseUrl: 'https://acme.example.com', sessionUrl: '/api/embed-session' });
   * ```
   */
  static allow(source: SvcEmbedSource): void {
    // Of two copies of this module on a page, the first has defined the element.
    const defined = registry?.get(TAG) as typeof SvcEmbedElement | undefined;
    if (defined && defined !== SvcEmbedElement) return defined.allow(source);
    allowed.add(textOf(source));
    for (const element of connected) element.#controller.refresh();
  }

  readonly #values: Partial<SvcEmbedProperties> = own({});
  /** The properties that an attribute has set. */
  readonly #fromMarkup = new Set<keyof SvcEmbedProperties>();
  readonly #target: HTMLElement;
  readonly #slot: HTMLSlotElement;
  #adopted: HTMLIFrameElement | undefined;
  /** Whether the browser has read what is in the element, which it does once. */
  #isRead = false;
  #ended = false;
  readonly #controller: EmbedController = new EmbedController({
    target: () => this.#target,
    // Turbo shows a preview for a moment, before the page itself: nobody needs an embed in it.
    options: () =>
      this.isConnected && this.#isRead && !this.#ended && (this.embed || !isPreview())
        ? this.#options()
        : null,
    frame: () => this.#frame(),
    onView: ({ embed, isReady, error }) => {
      // Here, because a kept one may be another host's.
      embed?.iframe.part?.add('iframe');
      // No content is assigned to the name `shown`.
      this.#slot.name = error ? 'error' : isReady || this.#frame() ? 'shown' : 'loading';
      this.setEmbed(embed, error ?? embedError(DESTROYED), this.#ended || !!error);
    },
    onMessage: (topic, detail) => this.#dispatch(topic, detail),
    onMountFailed: (error) => {
      if (this.#dispatch('mount-failed', error) && !this.embed) reportUncaught(error);
    },
  });

  constructor() {
    super();
    const root = this.attachShadow(own({ mode: 'open' as const }) as ShadowRootInit);
    this.#target = root.appendChild(document.createElement('div'));
    this.#slot = root.appendChild(document.createElement('slot'));
    this.#slot.name = 'loading';
    this.adoptedCallback();
  }

  /** Called by the browser. A style sheet is of one document, and does not follow to another. */
  adoptedCallback(): void {
    setStyle(this.shadowRoot!, STYLE);
  }

  /** Called by the browser. Mounts an embed. */
  connectedCallback(): void {
    // A property that was set before the element was defined hides the accessor of the class.
    for (const name of NAMES.filter((name) => Object.hasOwn(this, name))) {
      const value = this[name];
      delete (this as Partial<SvcEmbedProperties>)[name];
      this[name] = value as never;
    }
    connected.add(this);
    setTimeout(() => {
      // Nothing else would report that there is none, or a property that the element does not have.
      const isOdd = this.baseUrl == null || Object.keys(this).some((name) => /^[a-z]/.test(name));
      if (this.isConnected && isOdd) this.#warn();
    }, REMINDER_MS);
    this.#begin();
  }

  /** Begins as soon as the browser has read what is in the element. */
  #begin(): void {
    if (!this.isConnected) return;
    const isRead = this.ownerDocument.readyState !== 'loading' || hasSuccessor(this);
    if (!isRead) return void setTimeout(() => this.#begin(), PARSER_PAUSE_MS);
    this.#isRead = true;
    const isOdd = (name: string) =>
      // Every element has `attributes`, but no attribute of that name.
      !OTHER_ATTRIBUTE.test(name) && name in this === (name === 'attributes') && !propertyOf(name);
    // An element without its end tag has the rest of the page as its content: three elements may be a sign of that.
    if (this.getAttributeNames().some(isOdd) || this.children[2]) this.#warn(true);
    const frame = this.#frame();
    // At once: it was shown until the browser knew this element.
    if (frame && !frame.assignedSlot) {
      const slot = document.createElement('slot');
      // Of two slots with one name, the first shows the iframe: below what else may be shown.
      slot.name = frame.slot = this.#slot.name = 'frame';
      this.#slot.before(slot);
    }
    this.#controller.refresh();
  }

  /** Says what is wrong with the attributes and the content, if a script may not yet set what they lack: `isEarly`. */
  #warn(isEarly?: boolean): void {
    // Without the file, the element works all the same.
    import('./diagnose/mistakes.js').then(
      (words) => words.warnOf(this, isEarly),
      () => {},
    );
  }

  /** The iframe that has come with the page. */
  #frame(): HTMLIFrameElement | null {
    const frame = this.querySelector<HTMLIFrameElement>(':scope > iframe');
    if (!frame || frame === this.#adopted) return frame;
    if (isFresh(frame.src)) return (this.#adopted = frame);
    // Its id is spent: the page has been shown before.
    if (idOf(frame.src)) frame.remove();
    return null;
  }

  /** Called by the browser. Ends the embed, unless the element is inserted again at once. */
  disconnectedCallback(): void {
    // From now on, calls wait for the next embed again.
    if (this.#ended) this.setEmbed(null);
    this.#ended = false;
    connected.delete(this);
    this.#controller.refresh();
  }

  /** Called by the browser. An attribute sets the property of its name. */
  attributeChangedCallback(attribute: string, _: string | null, value: string | null): void {
    const name = propertyOf(attribute);
    // `title` is a property of every element, and is read when it is needed.
    if (!name) return this.#controller.refresh();
    // A property that was set before the element was defined wins over its attribute. A function
    // has none but its mark.
    if (Object.hasOwn(this, name) || typeof this[name] === 'function') return;
    this[name] = valueOf(name, value) as never;
    if (value !== null) this.#fromMarkup.add(name);
  }

  /** Mounts another embed, after `mount-failed`. */
  retry(): void {
    // In another turn of the timers: a handler of `mount-failed` may call this each time.
    setTimeout(() => this.#controller.restart());
  }

  /** Ends the embed now. The element mounts a new one when it is removed and inserted again. */
  destroy(): void {
    this.#ended = true;
    this.embed?.destroy();
    this.refuse(embedError(DESTROYED));
    this.#controller.refresh();
  }

  /** `destroy`, at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.destroy();
  }

  #dispatch(type: keyof SvcEmbedEventMap, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(type, own({ detail, cancelable: true })));
  }

  #options(): WantedOptions | null {
    const {
      baseUrl,
      getSession,
      surface,
      publicId,
      deploymentId,
      path,
      sessionUrl,
      frameAttributes,
      ...rest
    } = this.#values;
    if (baseUrl == null) return null;
    const fromMarkup = <K extends keyof SvcEmbedProperties>(name: K) =>
      this.#fromMarkup.has(name) ? this.#values[name] : undefined;
    // A path and a parameter decide where the id goes, an attribute of the iframe what the embed may do,
    // and the times of renewal how often the page's backend is asked.
    const asked = {
      path: fromMarkup('path'),
      params: readable(fromMarkup('params')),
      renewal: readable(fromMarkup('renewal')),
      frameAttributes: rightsIn(fromMarkup('frameAttributes')),
    };
    const text = textOf({ baseUrl, sessionUrl, ...asked });
    const isFromMarkup =
      this.#fromMarkup.has('baseUrl') ||
      this.#fromMarkup.has('sessionUrl') ||
      textOf(asked) !== '{}';
    const isRefused = isFromMarkup && !allowed.has(text);
    const refusal = isRefused
      ? Object.assign(new Mistake(NOT_ALLOWED), { text })
      : typeof getSession === 'string' && new Mistake(COPIED_ELEMENT);
    const described = { kind: surface ?? 'dashboard', publicId, deploymentId, path };
    return {
      ...rest,
      baseUrl: refusal || baseUrl,
      // `mount` reports what is missing.
      surface: typeof surface === 'object' ? surface : (described as Surface),
      getSession:
        getSession ?? (sessionUrl == null ? undefined : ({ signal }) => mintAt(sessionUrl, signal)),
      title: this.title || undefined,
      attributes: frameAttributes,
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

/** Attributes that an element may have for the page itself, or for a framework. */
const OTHER_ATTRIBUTE = /^(class$|data-|aria-|_)/;

/** How long to wait for the parser, in milliseconds. */
const PARSER_PAUSE_MS = 5;

/** Mints a session id at the page's own backend. */
async function mintAt(url: string, signal: AbortSignal): Promise<string> {
  // No form of another site can send the header. Nothing is sent to another origin or followed there:
  // markup could have a `<base>`.
  const response = await fetch(
    pageUrl(url),
    own({
      method: 'POST',
      mode: 'same-origin' as const,
      cache: 'no-store' as const,
      redirect: 'error' as const,
      // Without a referrer, some browsers would send `Origin: null`.
      referrerPolicy: 'same-origin' as const,
      headers: { [SESSION_HEADER]: '1' },
      signal,
    }),
  );
  if (response.status === 401) throw new SignedOutError();
  if (!response.ok) throw new Error(`The session-url answered ${response.status}.`);
  // Without the header, the text `null`.
  const isJson = JSON_TYPE.test(response.headers.get('content-type')!);
  // The parser's own error would quote the answer, which may contain an id.
  const answer: unknown = isJson && (await response.json().catch(() => false));
  if (answer === false) throw new SyntaxError('The session-url answered no JSON.');
  return own(answer as { sessionId: string }).sessionId!;
}

const JSON_TYPE = /^application\/([^;]+\+)?json *(;|$)/i;

const STYLE =
  ':host{display:block;position:relative}:host([hidden]){display:none}div{display:contents}::slotted(*){position:absolute;inset:0;background:Canvas}';

if (registry && !registry.get(TAG)) registry.define(TAG, SvcEmbedElement);
