/** The types of `<svc-embed>`: its properties and its DOM events. */
import type { EmbedOptions } from './controller.js';
import type { Surface, Topics } from './types.js';

/** What `<svc-embed>` is told by properties, and but for `getSession` by attributes. */
export interface SvcEmbedProperties {
  /** The tenant's URL. Nothing is mounted without it. Attribute `base-url`. */
  baseUrl: EmbedOptions['baseUrl'] | undefined;
  /** `dashboard` (the default), `app` or `chat`; as a property also the whole description. */
  surface: Surface | Surface['kind'] | undefined;
  /** The dashboard's public id. Attribute `public-id`. */
  publicId: string | undefined;
  /** The app's deployment. Attribute `deployment-id`. */
  deploymentId: number | undefined;
  /** The surface's path, where it is not the usual one; `{session}` stands for the id. */
  path: string | undefined;
  /** Mints session ids; goes before `sessionUrl`. */
  getSession: EmbedOptions['getSession'];
  /**
   * Where the page's own backend mints: it is sent a POST with the page's cookies and answers
   * `{ "sessionId": … }`, or 401 or 403 where the user is signed out. Attribute `session-url`.
   */
  sessionUrl: string | undefined;
  /** Attribute `color-scheme`. */
  colorScheme: EmbedOptions['colorScheme'];
  /** As an attribute, JSON. */
  theme: EmbedOptions['theme'];
  /** A language tag such as `de-CH`. */
  locale: EmbedOptions['locale'];
  /** An IANA name such as `Europe/Berlin`. */
  timezone: EmbedOptions['timezone'];
  /** As an attribute, JSON. */
  filters: EmbedOptions['filters'];
  /** As an attribute, JSON. */
  params: EmbedOptions['params'];
  /** As an attribute, JSON. */
  renewal: EmbedOptions['renewal'];
  /** Attribute `ready-timeout-ms`. */
  readyTimeoutMs: EmbedOptions['readyTimeoutMs'];
  /** The iframe's own attributes, such as `allow`. Attribute `frame-attributes`, JSON. */
  frameAttributes: EmbedOptions['attributes'];
}

/** The DOM events of `<svc-embed>`: `detail` is what a handler of `on` gets. */
export type SvcEmbedEventMap = { [T in keyof Topics]: CustomEvent<Topics[T]> } & {
  /**
   * Nothing could be mounted; `detail` is the error. It is reported as uncaught, unless a listener
   * calls `preventDefault()`.
   */
  'mount-failed': CustomEvent<unknown>;
};
