/** The types of `<svc-embed>`: its properties and its DOM events. */
import type { EmbedOptions } from '../component/controller.js';
import type { SvcEmbedElement } from '../element.js';
import type { Surface, Topics } from '../types.js';

/**
 * The properties of `<svc-embed>`. Each of them except `getSession` is also an attribute, whose name
 * is written with dashes: `baseUrl` is `base-url`. An attribute takes an object or a number as JSON.
 */
export interface SvcEmbedProperties extends Omit<
  EmbedOptions,
  'baseUrl' | 'surface' | 'title' | 'attributes' | 'logger'
> {
  /**
   * The tenant's URL. Required: nothing is mounted without it. Attribute `base-url`, which must be
   * allowed: see `SvcEmbedElement.allow`.
   */
  baseUrl: EmbedOptions['baseUrl'] | undefined;
  /**
   * What the iframe shows: `dashboard` (default), `app` or `chat`. The property also accepts the
   * object that `mount` takes.
   */
  surface: Surface | Surface['kind'] | undefined;
  /** The dashboard's public id. Attribute `public-id`. */
  publicId: string | undefined;
  /** The deployment whose app is shown. Attribute `deployment-id`. */
  deploymentId: number | undefined;
  /** The surface's path, if it is not the usual one. `{session}` is replaced by the session id. */
  path: string | undefined;
  /**
   * The URL of the page's own backend that mints session ids, of the page's own origin. It receives a
   * POST with the page's cookies. It answers `{ "sessionId": … }` as JSON, or 401 if the user is signed
   * out. Attribute `session-url`, which must be allowed: see `SvcEmbedElement.allow`. If `getSession` is set,
   * too, `sessionUrl` is ignored.
   */
  sessionUrl: string | undefined;
  /** Attributes of the iframe, such as `allow`. Attribute `frame-attributes`. */
  frameAttributes: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
}

/** Where attributes may load an embed from: see `SvcEmbedElement.allow`. */
export interface SvcEmbedSource {
  /** What `base-url` says. */
  baseUrl: EmbedOptions['baseUrl'];
  /** What `session-url` says; undefined if there is none. */
  sessionUrl?: string | undefined;
  /** What `path` says, if it is an attribute: it decides where the id goes. */
  path?: string | undefined;
  /** What `params` says, if it is an attribute, as an object or as the attribute's JSON. */
  params?: SvcEmbedProperties['params'] | string;
  /**
   * What `renewal` says, if it is an attribute, as an object or as the attribute's JSON: it decides how
   * often the page's backend is asked.
   */
  renewal?: SvcEmbedProperties['renewal'] | string;
  /**
   * What `frame-attributes` says, if it is an attribute and has more than looks, as an object or as
   * the attribute's JSON: it can loosen the iframe's `sandbox`, and give the embed permissions.
   */
  frameAttributes?: SvcEmbedProperties['frameAttributes'] | string;
}

/** The DOM events of `<svc-embed>`. `detail` is the message that a handler of `on` receives. */
export type SvcEmbedEventMap = { [T in keyof Topics]: CustomEvent<Topics[T]> } & {
  /**
   * A failure begins: from now on the viewer has no embed that works. `detail` is the error. If an option is
   * wrong or svc-embed could not be loaded, the error is reported as uncaught unless a listener calls
   * `preventDefault()`. Otherwise there is an embed, which may recover by itself.
   */
  'mount-failed': CustomEvent<unknown>;
};

/** `base-url` for `baseUrl`: the name of the attribute. */
type Dashed<S extends string> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `-${Lowercase<Head>}`}${Dashed<Tail>}`
  : S;

/** What an attribute takes: JSON in place of an object, digits in place of a number. */
type Attribute<T> =
  Extract<T, string | number | undefined> | (NonNullable<T> extends string ? never : string);

/**
 * The properties and attributes of `<svc-embed>` in markup. Frameworks set a property where one has
 * the name, so JSON is only for the names with a dash.
 */
type MarkupProperties = {
  [K in keyof SvcEmbedProperties]?: SvcEmbedProperties[K] | undefined;
} & {
  [
    K in Exclude<keyof SvcEmbedProperties, 'getSession'> as Dashed<K> extends K ? never : Dashed<K>
  ]?: Attribute<SvcEmbedProperties[K]> | undefined;
};

/** `<svc-embed>` in the markup of React and Svelte: its properties, attributes and events. */
export type SvcEmbedMarkup = MarkupProperties & {
  [T in keyof SvcEmbedEventMap as `on${T}`]?: ((event: SvcEmbedEventMap[T]) => void) | undefined;
};

/** `DashboardLoaded` for `dashboard-loaded`. */
type Pascal<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Capitalize<Head>}${Pascal<Tail>}`
  : Capitalize<S>;

/** `<svc-embed>` in a template of Vue, with Vue's names of the handlers. `Own` is what Vue adds. */
export type SvcEmbedInVue<Own> = new () => {
  $props: MarkupProperties & {
    [T in keyof SvcEmbedEventMap as `on${Pascal<T>}`]?:
      ((event: SvcEmbedEventMap[T]) => void) | undefined;
  } & Own;
};

declare global {
  interface HTMLElementTagNameMap {
    'svc-embed': SvcEmbedElement;
  }
}

/** @ts-ignore: a project without Svelte has no such module. */
declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    /** @ts-ignore */
    'svc-embed': SvcEmbedMarkup & HTMLAttributes<SvcEmbedElement>;
  }
}

/** @ts-ignore: a project without Vue has no such module. */
declare module 'vue' {
  interface GlobalComponents {
    /** @ts-ignore */
    'svc-embed': SvcEmbedInVue<import('vue').HTMLAttributes & import('vue').VNodeProps>;
  }
}
