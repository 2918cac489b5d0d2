/**
 * An embed as a React component and as a hook, for React 18 and 19.
 *
 * @example
 * ```tsx
 * import { SvcEmbed } from 'svc-embed/react';
 *
 * <SvcEmbed
 *   baseUrl="https://acme.example.com"
 *   surface={{ kind: 'dashboard', publicId: 'sales' }}
 *   getSession={getSession}
 *   onDrilldown={({ payload }) => console.log(payload.member)}
 * />;
 * ```
 *
 * @module
 */
'use client';

import {
  createElement,
  forwardRef,
  useEffect,
  useImperativeHandle,
  useInsertionEffect,
  useState,
  useSyncExternalStore,
  type AriaAttributes,
  type AriaRole,
  type CSSProperties,
  type DetailedHTMLProps,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type ReactNode,
  type RefAttributes,
} from 'react';
import { EmbedController, isFresh, takeId, type EmbedOptions } from './controller.js';
import { coverIframe } from './cover.js';
import type { SvcEmbedElement, SvcEmbedMarkup } from './element.js';
import type { EmbedFrame } from './server/embed-frame.js';
import type { Embed, GetSession, SessionState, Topics } from './types.js';
import { own, reportUncaught } from './values.js';

/** A handler for each message, `onEvent` for every event, and `onMountFailed`. */
export interface EmbedHandlers {
  /**
   * The embed has authenticated and is on the page.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onReady={({ payload }) => console.log(payload.mode)} />
   * ```
   */
  onReady?: Handler<'ready'>;
  /**
   * A view is shown: on load and on each navigation inside the embed.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onView={({ payload }) => setTitle(payload.title ?? payload.path)} />
   * ```
   */
  onView?: Handler<'view'>;
  /**
   * The viewer navigates inside the embed.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onNavigate={({ payload }) => setPath(payload.path)} />
   * ```
   */
  onNavigate?: Handler<'navigate'>;
  /**
   * All widgets of a dashboard have rendered.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onDashboardLoaded={({ payload }) => report(payload.loadDurationMs)} />
   * ```
   */
  onDashboardLoaded?: Handler<'dashboard-loaded'>;
  /**
   * The viewer exports data or an image. The message never carries exported rows.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onDownload={({ payload }) => report(payload.format)} />
   * ```
   */
  onDownload?: Handler<'download'>;
  /**
   * The viewer drills into a measure.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onDrilldown={({ payload }) => setMember(payload.member)} />
   * ```
   */
  onDrilldown?: Handler<'drilldown'>;
  /**
   * An AI query is submitted, completes or fails.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onAiQuery={({ payload }) => setBusy(payload.status === 'submitted')} />
   * ```
   */
  onAiQuery?: Handler<'ai-query'>;
  /**
   * A signed session stops working in about 30 minutes. The bridge renews it.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onSessionExpiring={({ payload }) => setEnd(payload.expiresAt)} />
   * ```
   */
  onSessionExpiring?: Handler<'session-expiring'>;
  /**
   * A signed session has lapsed. The bridge renews it.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onSessionExpired={({ payload }) => setEnd(payload.expiredAt)} />
   * ```
   */
  onSessionExpired?: Handler<'session-expired'>;
  /**
   * The embed reports an error of its own.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onError={({ payload }) => setProblem(payload.message)} />
   * ```
   */
  onError?: Handler<'error'>;
  /**
   * An event that this version does not know, complete.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onUnknown={({ type }) => console.debug(type)} />
   * ```
   */
  onUnknown?: Handler<'unknown'>;
  /**
   * Every event, known or not.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onEvent={({ type }) => console.debug(type)} />
   * ```
   */
  onEvent?: Handler<'*'>;
  /**
   * The session, at each change.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onSession={({ status }) => setStatus(status)} />
   * ```
   */
  onSession?: Handler<'session'>;
  /**
   * A message from the iframe that failed a check.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onDropped={({ reason, origin }) => console.warn(reason, origin)} />
   * ```
   */
  onDropped?: Handler<'dropped'>;
  /**
   * There will be no dashboard, for whatever reason. Without a handler, the error of a wrong option
   * and of a bridge that could not be loaded is reported as uncaught. Otherwise it is the error with
   * which `ready` rejects: the user is signed out, no session id could be minted, or the embed did
   * not report ready in time. That embed goes on trying, and `onReady` is called if it succeeds.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onMountFailed={(error) => report(error)} />
   * ```
   */
  onMountFailed?: ((error: unknown) => void) | undefined;
}

type Handler<T extends keyof Topics> = ((message: Topics[T]) => void) | undefined;

/**
 * The options of an embed, and its handlers. The embed always calls the handlers and the `getSession`
 * of the last render.
 */
export interface UseSvcEmbedOptions extends EmbedOptions, EmbedHandlers {}

/** The result of `useSvcEmbed`. */
export interface UseSvcEmbedResult {
  /** The ref of the element that contains the iframe: `<div ref={ref} />`. */
  readonly ref: (element: Element | null) => void;
  /** The embed; null until it is mounted, and on a server. */
  readonly embed: Embed | null;
  /** The session; null if no embed is mounted. */
  readonly session: SessionState | null;
  /** Whether the embed has reported that it is ready. */
  readonly isReady: boolean;
  /**
   * Why there will be no dashboard, as `onMountFailed` receives it; otherwise null. It is null again
   * as soon as the embed is ready after all.
   */
  readonly error: unknown;
  /** Mounts another embed. Does nothing if `error` is null. */
  readonly retry: () => void;
}

/** What `errorFallback` receives. */
export interface SvcEmbedFailure {
  /** Why there will be no dashboard, as `onMountFailed` receives it. */
  readonly error: unknown;
  /** Mounts another embed. */
  readonly retry: () => void;
}

/**
 * The props of `<SvcEmbed>`. Its `ref` is the `Embed`, null until it is mounted. `id`, `role`, `aria-*`
 * and `data-*` are set on the `<div>` around the iframe.
 */
export interface SvcEmbedProps extends UseSvcEmbedOptions, AriaAttributes {
  /**
   * What `embedFrame` of `svc-embed/server` has returned while the page was rendered. The iframe then
   * comes with the page, and the embed adopts it. Where the component is rendered in the browser, the
   * embed begins with the frame's session id. Read at the first render; the other options must be those
   * of the frame. Not with `keep`.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} frame={await embedFrame(request)} />
   * ```
   */
  frame?: EmbedFrame | null | undefined;
  /**
   * Shown until the embed is ready, also on a server. It covers the iframe.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} fallback={<p>The dashboard is being loaded.</p>} />
   * ```
   */
  fallback?: ReactNode;
  /**
   * Shown if there will be no dashboard, or what a function makes of the error.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} errorFallback={({ retry }) => <button onClick={retry}>Try again</button>} />
   * ```
   */
  errorFallback?: ReactNode | ((failure: SvcEmbedFailure) => ReactNode);
  /**
   * The class of the `<div>` that the iframe fills.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} className="sales" />
   * ```
   */
  className?: string | undefined;
  /**
   * The style of that `<div>`. Give it a height.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} style={{ height: '40rem' }} />
   * ```
   */
  style?: CSSProperties | undefined;
  /**
   * The id of that `<div>`.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} id="sales" />
   * ```
   */
  id?: string | undefined;
  /**
   * The ARIA role of that `<div>`.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} role="region" aria-label="Sales" />
   * ```
   */
  role?: AriaRole | undefined;
  /**
   * A data attribute of that `<div>`.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} data-testid="sales" />
   * ```
   */
  [data: `data-${string}`]: unknown;
}

/**
 * Mounts an embed into the element that has `ref`, and destroys it with the component. The component
 * renders again at each change of the session.
 *
 * Options are compared by value. A change of `colorScheme`, `theme`, `locale`, `timezone` or `title`,
 * and of a filter, is applied to the running embed. Any other change mounts a new embed.
 *
 * @example
 * ```tsx
 * const { ref, session } = useSvcEmbed({ baseUrl, surface, getSession });
 * return <section ref={ref} aria-busy={session?.status === 'starting'} />;
 * ```
 */
export function useSvcEmbed(options: UseSvcEmbedOptions): UseSvcEmbedResult {
  const life = useLife(options);
  const state = useSyncExternalStore(
    life.subscribe,
    () => life.state,
    () => NOTHING,
  );
  return { ref: life.ref, retry: life.retry, ...state };
}

/**
 * A `<div>` that an embed fills. A changed option has the same effect as in `useSvcEmbed`.
 *
 * @example
 * ```tsx
 * <SvcEmbed
 *   style={{ height: '40rem' }}
 *   baseUrl="https://acme.example.com"
 *   surface={{ kind: 'dashboard', publicId: 'sales' }}
 *   getSession={getSession}
 * />;
 * ```
 */
export const SvcEmbed: ForwardRefExoticComponent<SvcEmbedProps & RefAttributes<Embed>> =
  /* @__PURE__ */ forwardRef(function SvcEmbed(props, ref) {
    const { className, style, fallback, errorFallback, frame, ...rest } = ownProps(props);
    const ofDiv: Record<string, unknown> = { className, style };
    for (const name of Object.keys(rest).filter((name) => /^(id$|role$|aria-|data-)/.test(name))) {
      ofDiv[name] = rest[name as keyof typeof rest];
    }
    const life = useLife(rest, frame);
    const state = useSyncExternalStore(
      life.subscribe,
      () => life.state,
      () => RENDERED,
    );
    const { embed, isReady, error } = state;
    useImperativeHandle<Embed | null, Embed | null>(ref, () => embed, [embed]);
    // A frame that has come with the page shows itself.
    const isFramed = life.hasPlace && (state === RENDERED || life.frame !== null);
    let cover = isReady || isFramed ? null : fallback;
    if (error !== null) {
      const { retry } = life;
      cover = typeof errorFallback === 'function' ? errorFallback({ error, retry }) : errorFallback;
    }
    const isCovered = cover != null && typeof cover !== 'boolean';
    useEffect(
      () => (embed && isCovered ? coverIframe(embed.iframe) : undefined),
      [embed, isCovered],
    );
    // A server renders the cover before there is an iframe, and without a style, which a content
    // security policy may forbid.
    const ofCover = embed ? COVERING : undefined;
    const covering = isCovered && createElement('div', { style: ofCover }, cover);
    const place = life.hasPlace && createElement('slot', placeOf(frame));
    return createElement('div', { ...ofDiv, ref: life.ref }, place, covering);
  });

/**
 * The place of a frame that comes with the page: browsers lay a `<slot>` out as if it were not there,
 * without a style, which a policy may forbid. Only a server writes the frame into it. In the browser
 * React finds the same object at each render, and never touches the content.
 */
function placeOf(frame: EmbedFrame | null | undefined): object {
  const html = typeof document === 'undefined' ? { __html: frame?.html ?? '' } : UNTOUCHED;
  return { dangerouslySetInnerHTML: html, suppressHydrationWarning: true };
}

const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };
/** Also for a page whose policy requires Trusted Types. */
const UNTOUCHED = { __html: trustedTypes?.emptyHTML ?? '' };

const COVERING: CSSProperties = { position: 'absolute', inset: 0 };

type State = Omit<UseSvcEmbedResult, 'ref' | 'retry'>;

const NOTHING: State = { embed: null, session: null, isReady: false, error: null };

/** What a server renders, and the first render in the browser of a page from a server. */
const RENDERED: State = { ...NOTHING };

/** The embed of one component, and the state that the component renders. */
class Life {
  /** The options of the last render. */
  options: UseSvcEmbedOptions;
  /** Whether the component began with a frame, and so has a place for it. */
  readonly hasPlace: boolean;
  /** The iframe that has come with the page, as long as it is there. */
  frame: HTMLIFrameElement | null = null;
  /** The URL of a frame, whose id is there for the first embed. */
  #src: unknown;
  /** Whether the component is mounted. A component that an `<Activity>` hides is not. */
  isActive = false;
  state: State = NOTHING;
  #element: Element | null = null;
  #last: Element | null = null;
  readonly #subscribers = new Set<() => void>();
  readonly controller: EmbedController = new EmbedController({
    // If Suspense hides the element, React clears the ref, but the element stays in the document.
    target: () => this.#element ?? (this.#last?.isConnected ? this.#last : null),
    options: () => (this.isActive ? this.#wanted() : null),
    frame: () => this.#frame(),
    onEmbed: (embed) => this.#update({ ...NOTHING, embed, session: embed && embed.session }),
    onMessage: (topic, message) => {
      if (topic === 'ready') this.#update({ ...this.state, isReady: true, error: null });
      if (topic === 'session') {
        this.#update({ ...this.state, session: message as Topics['session'] });
      }
      const name = topic === '*' ? 'onEvent' : `on-${topic}`.replace(/-(.)/g, upper);
      const handler = this.options[name as keyof EmbedHandlers] as
        ((message: unknown) => void) | undefined;
      handler?.(message);
    },
    onMountFailed: (error, embed) => {
      this.#update({ ...this.state, error });
      const { onMountFailed } = this.options;
      if (onMountFailed) onMountFailed(error);
      else if (!embed) reportUncaught(error);
    },
  });

  constructor(options: UseSvcEmbedOptions, frame: EmbedFrame | null | undefined) {
    this.options = options;
    this.hasPlace = frame != null;
    this.#src = frame?.attributes['src'];
  }

  #frame(): HTMLIFrameElement | null {
    return (this.frame = this.frame?.isConnected ? this.frame : null);
  }

  /** The options, with a `getSession` that first returns the id of a frame that no server rendered. */
  #wanted(): UseSvcEmbedOptions {
    const options = withoutProps(this.options);
    const { getSession } = options;
    if (typeof getSession !== 'function' || !this.hasPlace) return options;
    const withFirst: GetSession = (request) => {
      const src = request.reason === 'mount' && !this.frame ? this.#src : undefined;
      return takeId(src) ?? getSession(request);
    };
    return { ...options, getSession: withFirst };
  }

  readonly ref = (element: Element | null): void => {
    this.#element = element;
    if (element) this.#last = element;
    const frame = this.hasPlace && element?.querySelector<HTMLIFrameElement>('slot > iframe');
    if (frame && isFresh(frame.src)) this.frame = frame;
    this.controller.refresh();
  };

  readonly retry = (): void => {
    if (this.state.error !== null) this.controller.restart();
  };

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  #update(state: State): void {
    this.state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function useLife(given: UseSvcEmbedOptions, frame?: EmbedFrame | null): Life {
  const options = ownProps(given);
  const [life] = useState(() => new Life(options, frame));
  // An insertion effect runs before any event can call a handler. A layout effect would warn on a
  // server.
  useInsertionEffect(() => {
    life.options = options;
  });
  useEffect(() => {
    life.isActive = true;
    life.controller.refresh();
    life.controller.checkPlace();
  });
  // StrictMode and fast refresh undo this at once. The controller waits for a microtask.
  useEffect(
    () => () => {
      life.isActive = false;
      life.controller.refresh();
    },
    [life],
  );
  return life;
}

/**
 * The props that the page has written. For a component with a `ref` or a `key`, React copies what
 * `Object.prototype` has into the props, as if it were theirs.
 */
function ownProps<T extends object>(props: T): T {
  const inherited = Object.prototype as unknown as Record<string, unknown>;
  const isCopy = ([name, value]: [string, unknown]) =>
    Object.hasOwn(inherited, name) && inherited[name] === value;
  return own(Object.fromEntries(Object.entries(props).filter((prop) => !isCopy(prop)))) as T;
}

/** The options of the embed, also misspelt ones: without the handlers and what the `<div>` has. */
function withoutProps(options: UseSvcEmbedOptions): UseSvcEmbedOptions {
  const isOption = ([name]: [string, unknown]) => !/^(on[A-Z]|id$|role$|aria-|data-)/.test(name);
  return Object.fromEntries(Object.entries(options).filter(isOption)) as unknown as EmbedOptions;
}

function upper(_: string, letter: string): string {
  return letter.toUpperCase();
}

/**
 * `<svc-embed>` in JSX. Use `<SvcEmbed>`, which works everywhere: React 18 passes only attributes to
 * `<svc-embed>`. React 19 also passes properties and events, but only if it creates the element, and
 * only after the element was defined. React 19 drops them when it hydrates an element that a server
 * has rendered.
 */
type SvcEmbedIntrinsic = DetailedHTMLProps<HTMLAttributes<SvcEmbedElement>, SvcEmbedElement> &
  SvcEmbedMarkup;

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'svc-embed': SvcEmbedIntrinsic;
    }
  }
}
