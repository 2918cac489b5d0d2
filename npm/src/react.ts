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
  type CSSProperties,
  type ForwardRefExoticComponent,
  type RefAttributes,
} from 'react';
import {
  EmbedController,
  NOTHING,
  takeId,
  type EmbedOptions,
  type View,
} from './component/controller.js';
import { coverIframe } from './component/cover.js';
import { TOPICS } from './core/options.js';
import type {
  EmbedHandlers,
  SvcEmbedProps,
  UseSvcEmbedOptions,
  UseSvcEmbedResult,
} from './react/types.js';
import type { EmbedFrame } from './server/embed-frame.js';
import type { Embed, GetSession, Topics } from './types.js';
import { own, reportUncaught } from './shell/values.js';

export type { MessageHandlers } from './core/react-handlers.js';
export type {
  EmbedHandlers,
  SvcEmbedFailure,
  SvcEmbedProps,
  UseSvcEmbedOptions,
  UseSvcEmbedResult,
} from './react/types.js';

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
  const [life, state] = useLife(options, NOTHING);
  useEffect(() => {
    const timer = setTimeout(life.remind, REMINDER_MS);
    return () => clearTimeout(timer);
  }, [life]);
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
    for (const name of Object.keys(rest))
      if (OF_DIV.test(name)) ofDiv[name] = rest[name as keyof typeof rest];
    const [life, state] = useLife(rest, RENDERED, frame, fallback);
    const { embed, isReady, error } = state;
    useImperativeHandle<Embed | null, Embed | null>(ref, () => embed, [embed]);
    // A frame that has come with the page shows itself.
    const isFramed = life.src && (state === RENDERED || life.frame);
    let cover = isReady || isFramed ? null : fallback;
    if (error) {
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
    const place = life.src && createElement('slot', placeOf(frame));
    return createElement('div', { ...ofDiv, ref: life.ref }, place, covering);
  });

/** The names of the props that the `<div>` has. */
const OF_DIV = /^(id$|role$|aria-|data-)/;

/**
 * The place of a frame that comes with the page: browsers lay a `<slot>` out as if it were not there,
 * without a style, which a policy may forbid. Only a server writes the frame into it. In the browser
 * React finds the same object at each render, and never touches the content.
 */
function placeOf(frame: EmbedFrame | null | undefined): object {
  // React may stream this into a hidden element, and move it later. The frame's script makes an iframe of
  // `<svc-frame>` in its last place.
  const waiting = frame?.html.replace(/<(\/?)iframe/g, '<$1svc-frame');
  const html = typeof document === 'undefined' ? { __html: waiting ?? '' } : UNTOUCHED;
  return { dangerouslySetInnerHTML: html, suppressHydrationWarning: true };
}

const { trustedTypes } = globalThis as { trustedTypes?: { emptyHTML: string } };
/** Also for a page whose policy requires Trusted Types. */
const UNTOUCHED = { __html: trustedTypes?.emptyHTML ?? '' };

const COVERING: CSSProperties = { position: 'absolute', inset: 0 };

/** The time that a component may be without an element that has its `ref` before the console says so. */
const REMINDER_MS = 5_000;

/** What a server renders, and the first render in the browser of a page from a server. */
const RENDERED: View = { ...NOTHING };

/** The embed of one component, and the state that the component renders. */
class Life {
  /** The options of the last render. */
  options: UseSvcEmbedOptions;
  /** What its last render shows until the embed is ready. */
  declare cover: unknown;
  /** The iframe that has come with the page, as long as it is there. */
  frame: HTMLIFrameElement | null = null;
  /** The URL of the frame that the component began with, if any: the id is for the first embed. */
  readonly src: string | undefined;
  /** Whether the component is mounted. A component that an `<Activity>` hides is not. */
  isActive = false;
  state: View = NOTHING;
  #element: Element | null = null;
  #last: Element | null = null;
  /** Has the one component that subscribes render again. */
  #render: (() => void) | undefined;
  readonly controller: EmbedController = new EmbedController({
    // If Suspense hides the element, React clears the ref, but the element stays in the document.
    target: () => this.#element ?? (this.#last?.isConnected ? this.#last : null),
    options: () => (this.isActive ? this.#wanted() : null),
    frame: () => this.#frame(),
    covers: () => this.cover,
    onView: (view) => {
      this.state = view;
      this.#render?.();
    },
    onMessage: (topic, message) => {
      this.options[handlerOf(topic)]?.(message as never);
    },
    onMountFailed: (error) => {
      const { onMountFailed } = this.options;
      if (onMountFailed) onMountFailed(error);
      else if (!this.state.embed) reportUncaught(error);
    },
  });

  constructor(options: UseSvcEmbedOptions, frame: EmbedFrame | null | undefined) {
    this.options = options;
    this.src = frame?.attributes['src'];
  }

  #frame(): HTMLIFrameElement | null {
    return (this.frame = this.frame?.isConnected ? this.frame : null);
  }

  /** The options, with a `getSession` that first returns the id of a frame that was never shown. */
  #wanted(): UseSvcEmbedOptions {
    const options = withoutProps(this.options);
    const { getSession } = options;
    const { src } = this;
    if (typeof getSession !== 'function' || !src) return options;
    const withFirst: GetSession = (request) => {
      // React throws the iframe away if it renders another page than the server has. Of one that was shown,
      // the frame's script has noted the URL, with a 1 in the place of the URL.
      const { svcEmbedEarly } = globalThis as { svcEmbedEarly?: Record<string, unknown> };
      return takeId(svcEmbedEarly?.[src] ?? src) ?? getSession(request);
    };
    return { ...options, getSession: withFirst };
  }

  readonly ref = (element: Element | null): void => {
    this.#element = element;
    if (element) this.#last = element;
    const frame = this.src && element?.querySelector<HTMLIFrameElement>('slot > iframe');
    if (frame) this.frame = frame;
    // React clears the ref before it removes or hides the element.
    this.controller.place?.(element);
    this.controller.refresh();
  };

  readonly retry = (): void => {
    if (this.state.error) this.controller.restart();
  };

  /** Says in the console that no element has ever had the `ref`. */
  readonly remind = (): void => {
    if (this.#last) return;
    // Without the file, nothing else changes.
    import('./diagnose/mistakes.js').then(
      ({ warnOfRef }) => warnOfRef(),
      () => {},
    );
  };

  readonly subscribe = (render: () => void): (() => void) => {
    this.#render = render;
    return () => (this.#render = undefined);
  };
}

/** The life of an embed, and what it shows. A server, and the first render of its page, show `rendered`. */
function useLife(
  given: UseSvcEmbedOptions,
  rendered: View,
  frame?: EmbedFrame | null,
  cover?: unknown,
): [Life, View] {
  const options = ownProps(given);
  const [life] = useState(() => new Life(options, frame));
  // An insertion effect runs before any event can call a handler. A layout effect would warn on a
  // server.
  useInsertionEffect(() => {
    life.options = options;
    life.cover = cover;
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
  const state = useSyncExternalStore(
    life.subscribe,
    () => life.state,
    () => rendered,
  );
  return [life, state];
}

/**
 * The props that the page has written. For a component with a `ref` or a `key`, React copies what
 * `Object.prototype` has into the props, as if it were theirs.
 */
function ownProps<T extends object>(props: T): T {
  const inherited = Object.prototype as unknown as Record<string, unknown>;
  const given = Object.entries(props).filter(([name, value]) => inherited[name] !== value);
  return own(Object.fromEntries(given)) as T;
}

/**
 * The options of the embed, also misspelt ones: without the handlers and what the `<div>` has. A
 * misspelt handler keeps its name and loses its function, because another function at each render would
 * look like a changed option.
 */
function withoutProps(options: UseSvcEmbedOptions): UseSvcEmbedOptions {
  const props = ['onMountFailed', ...TOPICS.map(handlerOf)];
  const entries = Object.entries(options)
    .filter(([name]) => !props.includes(name) && !OF_DIV.test(name))
    .map(([name, value]) => [name, /^on[A-Z]/.test(name) ? undefined : value]);
  return Object.fromEntries(entries) as unknown as EmbedOptions;
}

/** The prop that hears a topic: `onAiQuery` for `ai-query`. */
function handlerOf(topic: keyof Topics): keyof EmbedHandlers {
  const name =
    topic === '*' ? 'onEvent' : `on-${topic}`.replace(/-./g, (at) => at[1]!.toUpperCase());
  return name as keyof EmbedHandlers;
}
