/** The types of `svc-embed/react`: its options, handlers and props. */
import type {
  AriaAttributes,
  AriaRole,
  CSSProperties,
  DetailedHTMLProps,
  HTMLAttributes,
  ReactNode,
} from 'react';
import type { EmbedOptions } from '../component/controller.js';
import type { SvcEmbedElement, SvcEmbedMarkup } from '../element.js';
import type { MessageHandlers } from '../core/react-handlers.js';
import type { EmbedFrame } from '../server/embed-frame.js';
import type { Embed, SessionState } from '../types.js';

/** A handler for each message, `onEvent` for every event, and `onMountFailed`. */
export interface EmbedHandlers extends MessageHandlers {
  /**
   * A failure begins: from now on the viewer has no embed that works. Without a handler, the error of a
   * wrong option and of a bridge that could not be loaded is reported as uncaught. Otherwise there is an
   * embed, and the user is signed out, no session id could be minted, or it did not report ready in time.
   * Unless the user is signed out, that embed goes on trying.
   *
   * @example
   * ```tsx
   * <SvcEmbed {...options} onMountFailed={(error) => report(error)} />
   * ```
   */
  onMountFailed?: ((error: unknown) => void) | undefined;
}

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
   * Why the viewer has no embed that works, as `onMountFailed` receives it; otherwise null. It is null
   * again as soon as the embed works again.
   */
  readonly error: unknown;
  /** Mounts another embed. Does nothing if `error` is null. */
  readonly retry: () => void;
}

/** What `errorFallback` receives. */
export interface SvcEmbedFailure {
  /** Why the viewer has no embed that works, as `onMountFailed` receives it. */
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
   * Shown while the viewer has no embed that works, or what a function makes of the error.
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
