/**
 * An embed as a React component and as a hook, for React 18 and 19.
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
  type RefAttributes,
} from 'react';
import { EmbedController, type EmbedOptions } from './controller.js';
import type { SvcEmbedElement, SvcEmbedEventMap, SvcEmbedProperties } from './element.js';
import type { Embed } from './index.js';
import type { SessionState, Topics } from './types.js';

/** `dashboard-loaded` as `DashboardLoaded`. */
type Pascal<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<S>;

/** A handler for each message, `onReady` to `onDropped`, and `onEvent` for every event. */
export type EmbedHandlers = {
  [T in keyof Topics as T extends '*' ? 'onEvent' : `on${Pascal<T>}`]?:
    ((message: Topics[T]) => void) | undefined;
} & {
  /**
   * There is no embed: an option is wrong, or the WebAssembly could not be loaded. Without this
   * handler the error is reported as an uncaught one would be.
   */
  onMountFailed?: ((error: unknown) => void) | undefined;
};

/** The options of an embed, and its handlers. The latest handlers and `getSession` are called. */
export interface UseSvcEmbedOptions extends EmbedOptions, EmbedHandlers {}

/** What `useSvcEmbed` gives. */
export interface UseSvcEmbedResult {
  /** For the element that the iframe is to be made in: `<div ref={ref} />`. */
  readonly ref: (element: Element | null) => void;
  /** The embed; null before it is mounted, and on a server. */
  readonly embed: Embed | null;
  /** The session as it stands, null where there is no embed. */
  readonly session: SessionState | null;
  /** Why there is no embed, where mounting failed. */
  readonly error: unknown;
}

/**
 * What `<SvcEmbed>` takes; `id`, `role`, `aria-*` and `data-*` are of the `<div>` around the iframe.
 * Its `ref` is the `Embed`, null before it is mounted.
 */
export interface SvcEmbedProps extends UseSvcEmbedOptions, AriaAttributes {
  /** Of the `<div>` around the iframe, which fills it. */
  className?: string | undefined;
  /** Likewise. */
  style?: CSSProperties | undefined;
  /** Likewise. */
  id?: string | undefined;
  /** Likewise. */
  role?: AriaRole | undefined;
  /** Likewise. */
  [data: `data-${string}`]: unknown;
}

/**
 * Mounts an embed into the element that gets `ref`, and destroys it with the component.
 *
 * Options are compared by value: `colorScheme`, `theme`, `locale`, `timezone`, `title` and added or
 * changed `filters` act on the embed, any other change mounts a new one. The component renders anew
 * at each change of the session.
 */
export function useSvcEmbed(options: UseSvcEmbedOptions): UseSvcEmbedResult {
  const life = useLife(options);
  const state = useSyncExternalStore(
    life.subscribe,
    () => life.state,
    () => NOTHING,
  );
  return { ref: life.ref, ...state };
}

/** A `<div>` with an embed in it, which fills it. See `useSvcEmbed` for what changes do. */
export const SvcEmbed: ForwardRefExoticComponent<SvcEmbedProps & RefAttributes<Embed>> =
  /* @__PURE__ */ forwardRef(function SvcEmbed({ className, style, ...rest }, ref) {
    const own: Record<string, unknown> = { className, style };
    const options: UseSvcEmbedOptions = rest;
    for (const name of Object.keys(rest).filter((name) => /^(id$|role$|aria-|data-)/.test(name))) {
      own[name] = rest[name as keyof typeof rest];
    }
    const life = useLife({ ...options, attributes: { ...FILLING, ...options.attributes } });
    const embed = useSyncExternalStore(
      life.subscribe,
      () => life.state.embed,
      () => null,
    );
    useImperativeHandle<Embed | null, Embed | null>(ref, () => embed, [embed]);
    return createElement('div', { ...own, ref: life.ref });
  });

/** Attributes, not a style: a content security policy may forbid styles. */
const FILLING = { width: '100%', height: '100%', frameborder: '0', align: 'top' };

type State = Omit<UseSvcEmbedResult, 'ref'>;

const NOTHING: State = { embed: null, session: null, error: null };

/** The embed of one component, and what the component is told of it. */
class Life {
  /** As last rendered. */
  options: UseSvcEmbedOptions;
  /** Whether the component is mounted: hidden in an `<Activity>`, it is not. */
  active = false;
  state: State = NOTHING;
  #element: Element | null = null;
  #last: Element | null = null;
  readonly #subscribers = new Set<() => void>();
  readonly controller: EmbedController = new EmbedController({
    // Where Suspense hides the element, React takes the ref away, but it is still there.
    target: () => this.#element ?? (this.#last?.isConnected ? this.#last : null),
    options: () => (this.active ? this.options : null),
    onEmbed: (embed) => this.#tell({ embed, session: embed && embed.session, error: null }),
    onMessage: (topic, message) => {
      if (topic === 'session') {
        this.#tell({ ...this.state, session: message as Topics['session'] });
      }
      const name = topic === '*' ? 'onEvent' : `on-${topic}`.replace(/-(.)/g, upper);
      const handler = this.options[name as keyof EmbedHandlers] as
        ((message: unknown) => void) | undefined;
      handler?.(message);
    },
    onMountFailed: (error) => {
      this.#tell({ ...NOTHING, error });
      (this.options.onMountFailed ?? reportError)(error);
    },
  });

  constructor(options: UseSvcEmbedOptions) {
    this.options = options;
  }

  readonly ref = (element: Element | null): void => {
    this.#element = element;
    if (element) this.#last = element;
    this.controller.refresh();
  };

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  #tell(state: State): void {
    this.state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function useLife(options: UseSvcEmbedOptions): Life {
  const [life] = useState(() => new Life(options));
  // Before any event can ask for a handler. Unlike a layout effect it may stand on a server.
  useInsertionEffect(() => {
    life.options = options;
  });
  useEffect(() => {
    life.active = true;
    life.controller.refresh();
  });
  // StrictMode and fast refresh undo this at once: the controller looks when they are through.
  useEffect(
    () => () => {
      life.active = false;
      life.controller.refresh();
    },
    [life],
  );
  return life;
}

function upper(_: string, letter: string): string {
  return letter.toUpperCase();
}

/** `baseUrl` as its attribute is called: `base-url`. */
type Dashed<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Dashed<Tail>}`
  : S;

/**
 * `<svc-embed>` in JSX; `<SvcEmbed>` is what works everywhere. React 18 passes attributes alone.
 * React 19 passes properties and events too, but only where it creates the element itself, and after
 * it was defined: at the hydration of what a server has rendered it drops them.
 */
type SvcEmbedIntrinsic = DetailedHTMLProps<HTMLAttributes<SvcEmbedElement>, SvcEmbedElement> &
  Partial<SvcEmbedProperties> & {
    [K in keyof SvcEmbedProperties as Dashed<K>]?: SvcEmbedProperties[K] | string | undefined;
  } & { [T in keyof SvcEmbedEventMap as `on${T}`]?: (event: SvcEmbedEventMap[T]) => void };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'svc-embed': SvcEmbedIntrinsic;
    }
  }
}
