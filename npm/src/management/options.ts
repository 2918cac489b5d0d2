/** A credential, or what gets a fresh one: it is asked before each try. */
export type Credential = string | (() => string | Promise<string>);

/** What tells about calls: a `console` will do. No credential ever comes here. */
export interface Logger {
  /** Each try and its outcome. */
  debug?(message: string): void;
  /** Each retry. */
  info?(message: string): void;
  /** What the service has deprecated, once for each. */
  warn?(message: string): void;
}

/** What a client needs. The base URL alone will do where cookies or a proxy authenticate. */
export interface ClientOptions {
  /** The tenant's https URL. Plain http on loopback hosts alone. */
  baseUrl: string | URL;
  /** An OAuth access token. Without any credential, calls go with cookies. */
  accessToken?: Credential;
  /** An API key. Refused in a page or a worker, where everybody can read it. */
  apiKey?: Credential;
  /** A SCIM token, which is an API key: for SCIM alone, and there before any other credential. */
  scimToken?: Credential;
  /** How the SCIM token stands in its header; `Bearer` by default. */
  scimScheme?: 'Bearer' | 'Api-Key';
  /** How long a try may take, in milliseconds; 60,000 by default. */
  timeoutMs?: number;
  /** How often a try that failed is made again; 2 by default. */
  maxRetries?: number;
  /** Headers of every request. */
  headers?: Record<string, string>;
  /** Instead of the platform's. */
  fetch?: typeof fetch;
  /** None by default. */
  logger?: Logger;
  /** Other paths for operations, by their id: for those whose path is presumed. */
  paths?: Record<string, string>;
  /** Lets a page hold an API key. False by default. */
  dangerouslyAllowBrowser?: boolean;
}

/** The options of one call. Those of the client hold where it has none. */
export interface RequestOptions {
  /** Aborting it ends the call, and the reading of a streamed answer. */
  signal?: AbortSignal;
  /** How long a try may take, in milliseconds; of a streamed answer, until its head. */
  timeoutMs?: number;
  /** How often a try that failed is made again. */
  maxRetries?: number;
  /** Go before the client's own of the same name. */
  headers?: Record<string, string>;
  /** Added to the query. */
  query?: object;
  /** Makes a call that acts safe to repeat: the service knows the repetition by its key. */
  idempotencyKey?: string;
}

/** The value of a parameter of a path. */
export type PathParameter = string | number | bigint;

/** An object that the service does not describe. */
export type OpenObject = Record<string, unknown>;

/** A body that the service does not describe: JSON, or what `fetch` sends as it is. */
export type OpenBody = object | string;
