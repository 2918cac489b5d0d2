// Generated from src/protocol by `npm run generate`; change the declarations there.

/** One of the values known today, or one that a later version of the service adds. */
export type Open<T extends string> = T | (string & {});

/** The embed has authenticated and mounted. Fires once per session. Surfaces: all. */
export interface ReadyPayload {
  /** The embed tenant, or null outside one. */
  embedTenant: string | null;
  /** The deployment, or null where there is none. */
  deploymentId: number | null;
  /** How the embed is authenticated. */
  mode: Open<'signed' | 'private'>;
  /** What the iframe shows. */
  surface: Open<'dashboard' | 'app' | 'chat'>;
  /** The dashboard's public id. Dashboard surface only. */
  publicId?: string | null;
}

/** A view is shown: on load and on each navigation inside the embed. Surfaces: all. */
export interface ViewPayload {
  /** What the iframe shows. */
  surface: Open<'dashboard' | 'app' | 'chat'>;
  /** The path inside the embed. */
  path: string;
  /** The dashboard's public id. */
  publicId?: string | null;
  /** The view's title. */
  title?: string | null;
}

/** The viewer navigates inside the embed. Surfaces: all. */
export interface NavigatePayload {
  /** The path navigated to. */
  path: string;
  /** The path navigated from. */
  previousPath?: string | null;
}

/** All widgets of a dashboard have rendered. Surfaces: dashboard. */
export interface DashboardLoadedPayload {
  /** The dashboard's public id. */
  publicId?: string | null;
  /** How many widgets there are. */
  widgetCount?: number | null;
  /** How long loading took, in milliseconds. */
  loadDurationMs?: number | null;
}

/**
 * The viewer exports data or an image. Never carries exported rows. Exports are offered only where
 * the embed URL has `allowExport=true`. Surfaces: dashboard.
 */
export interface DownloadPayload {
  /** The file's format. */
  format: Open<'csv' | 'xlsx' | 'png' | 'pdf'>;
  /** What was exported. */
  target: Open<'widget' | 'dashboard'>;
  /** The widget, where one was exported. */
  widgetId?: string | null;
  /** Its title. */
  title?: string | null;
  /** How many rows were exported. Data exports only. */
  rowCount?: number | null;
}

/** The viewer drills into a measure. Surfaces: dashboard. */
export interface DrilldownPayload {
  /** The fully-qualified measure. */
  member: string;
  /** The value drilled into. */
  value?: unknown;
  /** The widget. */
  widgetId?: string | null;
}

/** An AI query is submitted, completes or fails. Surfaces: all. */
export interface AiQueryPayload {
  /** What was asked. */
  query: string;
  /** How far it is. */
  status: Open<'submitted' | 'completed' | 'error'>;
  /** The chat it belongs to. */
  chatId?: string | null;
  /** The agent that answers. */
  agentId?: string | null;
}

/**
 * A signed session stops working in about 30 minutes. Best effort: it may arrive late, or after
 * `session-expired`. Surfaces: all, signed only.
 */
export interface SessionExpiringPayload {
  /** When the session stops working, in epoch milliseconds. */
  expiresAt: number;
  /** The time left in milliseconds, 0 when already past. */
  expiresInMs: number;
}

/** A signed session has ended. Surfaces: all. */
export interface SessionExpiredPayload {
  /** When it ended, in epoch milliseconds. */
  expiredAt: number;
}

/** The embed surfaces an error. Surfaces: all. */
export interface ErrorPayload {
  /** What happened. */
  message: string;
  /** The error's name, for example `EmbedSessionExchangeError`. */
  name?: string | null;
  /** Where it arose. */
  context?: Open<'embed-render' | 'session-renewal'> | null;
  /** True when the whole surface went down. */
  fatal?: boolean | null;
}

/** The payload of each event, by its bare name. */
export interface EventPayloads {
  /** The embed has authenticated and mounted. Fires once per session. */
  ready: ReadyPayload;
  /** A view is shown: on load and on each navigation inside the embed. */
  view: ViewPayload;
  /** The viewer navigates inside the embed. */
  navigate: NavigatePayload;
  /** All widgets of a dashboard have rendered. */
  'dashboard-loaded': DashboardLoadedPayload;
  /**
   * The viewer exports data or an image. Never carries exported rows. Exports are offered only
   * where the embed URL has `allowExport=true`.
   */
  download: DownloadPayload;
  /** The viewer drills into a measure. */
  drilldown: DrilldownPayload;
  /** An AI query is submitted, completes or fails. */
  'ai-query': AiQueryPayload;
  /**
   * A signed session stops working in about 30 minutes. Best effort: it may arrive late, or after
   * `session-expired`.
   */
  'session-expiring': SessionExpiringPayload;
  /** A signed session has ended. */
  'session-expired': SessionExpiredPayload;
  /** The embed surfaces an error. */
  error: ErrorPayload;
}

/** The bare name of an event. */
export type EventName = keyof EventPayloads;

/** An event in its envelope, as it arrived. */
export interface EventEnvelope<Type extends string, Payload> {
  /** Always `svc-embed`. */
  readonly source: 'svc-embed';
  /** Always `event`: from the embed to the page. */
  readonly direction: 'event';
  /** `svc:event:` and the bare name. */
  readonly type: Type;
  /** What the event tells. */
  readonly payload: Payload;
  /** When it was sent: epoch milliseconds by the embed's clock. */
  readonly timestamp: number;
  /** What the iframe shows. */
  readonly surface: Open<'dashboard' | 'app' | 'chat'>;
}

/** Any event of the catalog, or those named: a union that `type` tells apart. */
export type EmbedEvent<N extends EventName = EventName> = {
  [K in N]: EventEnvelope<`svc:event:${K}`, EventPayloads[K]>;
}[N];

/** An event that this version does not know. Its `type` compares with any string. */
export type UnknownEvent = EventEnvelope<string, Record<string, unknown>>;

/** The `type` of an event that is not in the catalog. It equals none of the known types. */
declare enum LaterType {
  /** Never the value itself. */
  Any = 'svc:event:*',
}

/**
 * Any event. Compare `type` to find out which one it is: a comparison with a misspelt type does not
 * compile. To handle an event that this version does not know, listen to `unknown`, or compare
 * `type as string`.
 */
export type AnyEvent = EmbedEvent | EventEnvelope<LaterType, Record<string, unknown>>;

/**
 * The members of the tenant's data model that a filter can be on, and the type of each one's values.
 * Empty, until a program declares them.
 */
export interface TenantMembers {}

/** `<semantic_view>.<dimension>`, such as `orders.status`: any text, unless `TenantMembers` is declared. */
export type Member = keyof TenantMembers extends never ? string : keyof TenantMembers;

/** The values of a member: one, or a list of them. */
export type MemberValue<M extends Member> = M extends keyof TenantMembers
  ? TenantMembers[M] | readonly TenantMembers[M][]
  : unknown;

/** A filter on `<semantic_view>.<dimension>`: a value, an operator, or both. */
export type Filter = { [M in Member]: FilterOn<M> }[Member];

/** A filter on one member. */
export type FilterOn<M extends Member> = {
  /** `<semantic_view>.<dimension>`, such as `orders.status`. */
  member: M;
} & (
  | {
      /** A JSON value, such as `'completed'`. */
      value: MemberValue<M>;
      /** The service's name of a comparison, such as `equals`. */
      operator?: string | undefined;
    }
  | {
      /** A JSON value, such as `'completed'`. */
      value?: MemberValue<M> | undefined;
      /** The service's name of a comparison, such as `equals`. */
      operator: string;
    }
);

/** A brand theme: for example `primaryColor`, `borderRadius` and `font`. Any object of JSON values. */
export type Theme = object;

/** The payload of each action, by its bare name; undefined if it has none. */
export interface ActionPayloads {
  /** Sets the colour scheme; `auto` follows the viewer's system. */
  'set-color-scheme': { scheme: 'light' | 'dark' | 'auto' };
  /**
   * Applies a brand theme, for example `primaryColor`, `borderRadius` and `font`. The payload is
   * the theme itself.
   */
  'set-theme': Theme;
  /** Sets the language and number formats: a full code, a short code or a regional variant. */
  'set-locale': { locale: string };
  /**
   * Sets the time zone by its IANA name. It takes precedence over the URL's `timezone` and the
   * account's default. The embed ignores bare UTC offsets.
   */
  'set-timezone': { timezone: string };
  /** Sets one filter, in the form `f_<semantic_view>.<dimension>=<JSON>`. */
  'set-filter': { filterUrlParameter: string };
  /** Navigates to a path inside the embed. */
  navigate: { path: string };
  /** Runs the embed's queries again. */
  refresh: undefined;
}

/** The bare name of an action that a page may send. */
export type ActionName = keyof ActionPayloads;
