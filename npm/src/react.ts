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
  type RefAttributes,
} from 'react';
import { EmbedController, type EmbedOptions } from './controller.js';
import type { SvcEmbedElement, SvcEmbedEventMap, SvcEmbedProperties } from './element.js';
import type { Embed, SessionState, Topics } from './types.js';

/** `DashboardLoaded` for `dashboard-loaded`. */
type Pascal<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<S>;

/** A handler for each message (`onReady`, `onSession`, …), and `onEvent` for every event. */
export type EmbedHandlers = {
  [T in keyof Topics as T extends '*' ? 'onEvent' : `on${Pascal<T>}`]?:
    ((message: Topics[T]) => void) | undefined;
} & {
  /**
   * Mounting failed: an option is wrong, or the bridge could not be loaded. Without this handler the
   * error is reported as uncaught.
   */
  onMountFailed?: ((error: unknown) => void) | undefined;
};

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
  /** The error, if mounting failed; otherwise null. */
  readonly error: unknown;
}

/**
 * The props of `<SvcEmbed>`. Its `ref` is the `Embed`, null until it is mounted. `id`, `role`, `aria-*`
 * and `data-*` are set on the `<div>` around the iframe.
 */
export interface SvcEmbedProps extends UseSvcEmbedOptions, AriaAttributes {
  /** The class of the `<div>` that the iframe fills. */
  className?: string | undefined;
  /** The style of that `<div>`. Give it a height. */
  style?: CSSProperties | undefined;
  /** The id of that `<div>`. */
  id?: string | undefined;
  /** The ARIA role of that `<div>`. */
  role?: AriaRole | undefined;
  /** A data attribute of that `<div>`. */
  [data: `data-${string}`]: unknown;
}

/**
 * Mounts an embed into the element that has `ref`, and destroys it with the component. The component
 * renders again at each change of the session.
 *
 * Options are compared by value. A change of `colorScheme`, `theme`, `locale`, `timezone` or `title`,
 * and a new or changed filter, is applied to the running embed. Any other change mounts a new embed.
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
  return { ref: life.ref, ...state };
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

/** Attributes instead of a style: a content security policy may forbid styles. */
const FILLING = { width: '100%', height: '100%', frameborder: '0', align: 'top' };

type State = Omit<UseSvcEmbedResult, 'ref'>;

const NOTHING: State = { embed: null, session: null, error: null };

/** The embed of one component, and the state that the component renders. */
class Life {
  /** The options of the last render. */
  options: UseSvcEmbedOptions;
  /** Whether the component is mounted. A component that an `<Activity>` hides is not. */
  isActive = false;
  state: State = NOTHING;
  #element: Element | null = null;
  #last: Element | null = null;
  readonly #subscribers = new Set<() => void>();
  readonly controller: EmbedController = new EmbedController({
    // If Suspense hides the element, React clears the ref, but the element stays in the document.
    target: () => this.#element ?? (this.#last?.isConnected ? this.#last : null),
    options: () => (this.isActive ? this.options : null),
    onEmbed: (embed) => this.#update({ embed, session: embed && embed.session, error: null }),
    onMessage: (topic, message) => {
      if (topic === 'session') {
        this.#update({ ...this.state, session: message as Topics['session'] });
      }
      const name = topic === '*' ? 'onEvent' : `on-${topic}`.replace(/-(.)/g, upper);
      const handler = this.options[name as keyof EmbedHandlers] as
        ((message: unknown) => void) | undefined;
      handler?.(message);
    },
    onMountFailed: (error) => {
      this.#update({ ...NOTHING, error });
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

  #update(state: State): void {
    this.state = state;
    for (const subscriber of this.#subscribers) subscriber();
  }
}

function useLife(options: UseSvcEmbedOptions): Life {
  const [life] = useState(() => new Life(options));
  // An insertion effect runs before any event can call a handler. A layout effect would warn on a
  // server.
  useInsertionEffect(() => {
    life.options = options;
  });
  useEffect(() => {
    life.isActive = true;
    life.controller.refresh();
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

function upper(_: string, letter: string): string {
  return letter.toUpperCase();
}

/** `base-url` for `baseUrl`: the name of the attribute. */
type Dashed<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Dashed<Tail>}`
  : S;

/**
 * `<svc-embed>` in JSX. Use `<SvcEmbed>`, which works everywhere: React 18 passes only attributes to
 * `<svc-embed>`. React 19 also passes properties and events, but only if it creates the element, and
 * only after the element was defined. React 19 drops them when it hydrates an element that a server
 * has rendered.
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
