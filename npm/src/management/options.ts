/** A credential, or what gets a fresh one: it is asked before each try. */
export type Credential = string | (() => string | Promise<string>);

/** What tells about calls: a `console` will do. No credential ever comes here. */
export interface Logger {
  /** Each try and its outcome. */
  debug?: ((message: string) => void) | undefined;
  /** Each retry. */
  info?: ((message: string) => void) | undefined;
  /** What the service has deprecated, once for each. */
  warn?: ((message: string) => void) | undefined;
}

/** What a client needs. The base URL alone will do where cookies or a proxy authenticate. */
export interface ClientOptions {
  /** The tenant's https URL. Plain http on loopback hosts alone. */
  baseUrl: string | URL;
  /** An OAuth access token. Without any credential, calls go with cookies. */
  accessToken?: Credential | undefined;
  /** An API key. Refused in a page or a worker, where everybody can read it. */
  apiKey?: Credential | undefined;
  /** A SCIM token, which is an API key: for SCIM alone, and there before any other credential. */
  scimToken?: Credential | undefined;
  /** How the SCIM token stands in its header; `Bearer` by default. */
  scimScheme?: 'Bearer' | 'Api-Key' | undefined;
  /** How long a try may take, in milliseconds; 60,000 by default. */
  timeoutMs?: number | undefined;
  /** How often a try that failed is made again; 2 by default. */
  maxRetries?: number | undefined;
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
  /** Instead of the platform's. */
  fetch?: typeof fetch | undefined;
  /** None by default. */
  logger?: Logger | undefined;
  /** Other paths for operations, by their id: for those whose path is presumed. */
  paths?: Record<string, string> | undefined;
  /** Lets a page hold an API key. False by default. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The options of one call. Those of the client hold where it has none. */
export interface RequestOptions {
  /** Aborting it ends the call, and the reading of a streamed answer. */
  signal?: AbortSignal | undefined;
  /** How long a try may take, in milliseconds; of a streamed answer, until its head. */
  timeoutMs?: number | undefined;
  /** How often a try that failed is made again. */
  maxRetries?: number | undefined;
  /** Go before the client's own of the same name. */
  headers?: Record<string, string> | undefined;
  /** Added to the query. */
  query?: object | undefined;
  /** Makes a call that acts safe to repeat: the service knows the repetition by its key. */
  idempotencyKey?: string | undefined;
}

/** The value of a parameter of a path. */
export type PathParameter = string | number | bigint;

/** An object that the service does not describe. */
export type OpenObject = Record<string, unknown>;

/** A body that the service does not describe: JSON, or what `fetch` sends as it is. */
export type OpenBody = object | string;
