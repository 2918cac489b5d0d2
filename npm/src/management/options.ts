/** A credential, or a function that returns one. The function is called before each try. */
export type Credential = string | (() => string | Promise<string>);

/** Receives messages about calls, for example `console`. No message contains a credential. */
export interface Logger {
  /** Receives a message for each try and its outcome. */
  debug?: ((message: string) => void) | undefined;
  /** Receives a message for each retry. */
  info?: ((message: string) => void) | undefined;
  /** Receives a message for each deprecated feature that is used, once. */
  warn?: ((message: string) => void) | undefined;
}

/** The options of a client. Only `baseUrl` is required if cookies or a proxy authenticate. */
export interface ClientOptions {
  /** The tenant's https URL. Only loopback hosts may use plain http. */
  baseUrl: string | URL;
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
  /** Headers of every request. */
  headers?: Record<string, string> | undefined;
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Receives messages about calls. None by default. */
  logger?: Logger | undefined;
  /** Replaces the paths of operations, by id. Some paths in the table are assumptions. */
  paths?: Record<string, string> | undefined;
  /** Allows an API key in a page or a worker. False by default. */
  dangerouslyAllowBrowser?: boolean | undefined;
}

/** The options of one call. The client's options are the defaults. */
export interface RequestOptions {
  /** Aborting it ends the call and the reading of a streamed answer. */
  signal?: AbortSignal | undefined;
  /** The time limit of each try, in milliseconds. For a streamed answer, only until its headers. */
  timeoutMs?: number | undefined;
  /** The number of retries after a failed try. */
  maxRetries?: number | undefined;
  /** Headers of this call. They replace the client's headers of the same name. */
  headers?: Record<string, string> | undefined;
  /** Parameters that are added to the query. */
  query?: object | undefined;
  /** Allows retries of a call that acts: the service recognises a repetition by this key. */
  idempotencyKey?: string | undefined;
}

/** The value of a path parameter. */
export type PathParameter = string | number | bigint;

/** An object that the service does not describe. */
export type OpenObject = Record<string, unknown>;

/** A body that the service does not describe: a value for JSON, or a body that `fetch` accepts. */
export type OpenBody = object | string;
