/** A credential, or a function that returns one. The function is called before each try. */
export type Credential = string | (() => string | Promise<string>);

/** Which messages a logger receives: those of this level and of the levels before it. */
export type LogLevel = 'off' | 'error' | 'warn' | 'info' | 'debug';

/** Receives messages about calls, for example `console`. No message contains a credential. */
export interface Logger {
  /** Receives a message for each try and its outcome. */
  debug?: ((message: string) => void) | undefined;
  /** Receives a message for each retry. */
  info?: ((message: string) => void) | undefined;
  /** Receives a message for a deprecated feature, and for a field or an option that may be misspelt, once. */
  warn?: ((message: string) => void) | undefined;
  /** Receives a message for a failed call that nobody awaits. */
  error?: ((message: string) => void) | undefined;
}

/**
 * Headers: a `Headers` object, entries, or an object. In an object, `undefined` leaves a header out,
 * and `null` removes a default: the client's header of the same name, or one that it sets by itself.
 */
export type HeadersInput =
  | Headers
  | readonly (readonly [string, string])[]
  | Iterable<readonly [string, string]>
  | Record<string, string | null | undefined>;

/** A request that is about to be sent. */
export interface RequestEvent {
  /** The operation's id. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** The number of tries before this one. */
  readonly retries: number;
  /** The headers, without the credential. A hook may change them. */
  readonly headers: Headers;
}

/** An answer whose status and headers have arrived. */
export interface ResponseEvent {
  /** The operation's id. */
  readonly operation: string;
  /** The HTTP method. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** The number of tries before this one. */
  readonly retries: number;
  /** The HTTP status. */
  readonly status: number;
  /** The headers of the answer. */
  readonly headers: Headers;
  /** The header `X-Request-Id` or `Request-Id`, or null. */
  readonly requestId: string | null;
  /** The time from the request to the headers of the answer, in milliseconds. */
  readonly durationMs: number;
}

/** The end of a try. */
export interface EndEvent {
  /** The event of the try that `onRequest` received: the same object. */
  readonly request: RequestEvent;
  /** The HTTP status of the answer; null if there is none. */
  readonly status: number | null;
  /** Why the try failed; undefined if it succeeded. */
  readonly error: unknown;
  /** The time from the begin of the try to its end, in milliseconds. */
  readonly durationMs: number;
}

/**
 * The options of a client. In Node, `baseUrl` and `apiKey` default to the environment variables
 * `SVC_BASE_URL` and `SVC_API_KEY`.
 */
export interface ClientOptions {
  /** The tenant's https URL. Only loopback hosts may use plain http. */
  baseUrl?: string | URL | undefined;
  /** An OAuth access token. Without any credential, calls include cookies. */
  accessToken?: Credential | undefined;
  /** An API key. Refused in a page or a worker, where everybody can read it. */
  apiKey?: Credential | undefined;
  /** A SCIM token, which is an API key. Used only for SCIM, instead of any other credential. */
  scimToken?: Credential | undefined;
  /** The scheme of the SCIM token in the header `Authorization`; `Bearer` by default. */
  scimScheme?: 'Bearer' | 'Api-Key' | undefined;
  /** The time limit of each try, in milliseconds; 60,000 by default. */
  timeoutMs?: number | undefined;
  /** The number of retries after a failed try; 2 by default. */
  maxRetries?: number | undefined;
  /**
   * The retries that all calls of the client may make together; 20 by default, `Infinity` for no limit.
   * Each retry takes one of them, and each call gives back a tenth. While the service is down, a client
   * that has used them up retries one call of ten. What `withOptions` returns shares them.
   */
  retryBudget?: number | undefined;
  /**
   * The most bytes of an answer, counted after decompression; 8,388,608 (8 MB) by default, `Infinity`
   * for no limit. A longer answer is an `ApiError` with the code `response-too-large`. Of the body of
   * an error, at most 64 kB are read. A file that you read yourself has no limit.
   */
  maxResponseBytes?: number | undefined;
  /** Headers of every request. An `Authorization` replaces the credential. */
  headers?: HeadersInput | undefined;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Receives messages about calls; `console` by default. `false` for none. */
  logger?: Logger | false | undefined;
  /**
   * Which messages are logged. By default the environment variable `SVC_EMBED_LOG`; without it, all
   * for a logger of yours, and warnings and errors for `console`.
   */
  logLevel?: LogLevel | undefined;
  /** Called before each try, and awaited. If it throws, the call fails and is not sent. */
  onRequest?: ((event: RequestEvent) => void | Promise<void>) | undefined;
  /** Called with each answer. An error that it throws is logged and changes nothing. */
  onResponse?: ((event: ResponseEvent) => void | Promise<void>) | undefined;
  /**
   * Called once for each try that `onRequest` was called for, when it has ended: with an answer, without
   * one, by the time limit or by the caller. A try whose answer you read yourself ends with its headers.
   * An error that it throws is logged and changes nothing.
   */
  onEnd?: ((event: EndEvent) => void | Promise<void>) | undefined;
  /**
   * Gives each POST and PATCH an idempotency key of its own, so that it can be retried. Only for a
   * service that recognises a repetition by the header `Idempotency-Key`. False by default.
   */
  idempotencyKeys?: boolean | undefined;
  /** Replaces the paths of operations, by id. Some paths in the table are assumptions. */
  paths?: Record<string, string> | undefined;
  /** Allows an API key in a page or a worker. False by default. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** A query: an object, a `URLSearchParams` or a `Map`. Arrays repeat a parameter; null leaves it out. */
export type Query = object;

/** The options of one call. The client's options are the defaults. */
export interface RequestOptions {
  /** Aborting it ends the call and the reading of a streamed answer. */
  signal?: AbortSignal | undefined;
  /** The time limit of each try, in milliseconds. For a streamed answer, only until its headers. */
  timeoutMs?: number | undefined;
  /** The number of retries after a failed try. */
  maxRetries?: number | undefined;
  /** The most bytes of the answer, counted after decompression. `Infinity` for no limit. */
  maxResponseBytes?: number | undefined;
  /** Headers of this call. They replace the client's headers of the same name, in any case. */
  headers?: HeadersInput | undefined;
  /** Parameters of the query. They replace those of the same name in the input. */
  query?: Query | undefined;
  /** Allows retries of a call that acts: the service recognises a repetition by this key. */
  idempotencyKey?: string | undefined;
}

/** The value of a path parameter. */
export type PathParameter = string | number | bigint;

/** An object that the service does not describe. */
export type OpenObject = Record<string, unknown>;

/** A body that the service does not describe: a value for JSON, or a body that `fetch` accepts. */
export type OpenBody = object | string;
