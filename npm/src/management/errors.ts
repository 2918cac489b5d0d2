/** What tells the errors of any copy of this package, in any window. */
const brand: symbol = Symbol.for('svc-embed.ManagementError');

/** What every error of the client has in common, but for the platform's own `AbortError`. */
export class ManagementError extends Error {
  override readonly name: string = 'ManagementError';

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    Object.defineProperty(this, brand, { value: true });
  }
}

/** For compilers whose `Error` has no cause yet. */
export interface ManagementError {
  readonly cause?: unknown;
}

/** Whether `value` is an error of the client, from whichever copy of this package. */
export function isManagementError(value: unknown): value is ManagementError {
  return typeof value === 'object' && value !== null && brand in value;
}

/** The request is wrong, and was not sent. */
export class InvalidRequestError extends ManagementError {
  override readonly name = 'InvalidRequestError';
  /** The parameter, option or field at fault, such as `expiresIn`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/** No complete answer came. */
export class ConnectionError extends ManagementError {
  override readonly name: string = 'ConnectionError';
  /** The operation's id. */
  readonly operation: string;

  constructor(operation: string, message: string, cause?: unknown) {
    super(`${operation}: ${message}`, cause);
    this.operation = operation;
  }
}

/** The service did not answer in time. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** What an `ApiError` is made of. */
export interface ApiErrorDetails {
  status: number;
  /** The service's own name of the error, where it gives one. */
  code: string | null;
  /** The operation's id. */
  operation: string;
  /** The header `X-Request-Id`. */
  requestId: string | null;
  headers: Headers;
  /** Decoded where it is JSON, else the text. */
  body: unknown;
}

/** The service answered with an error, or with what cannot be read. */
export class ApiError extends ManagementError {
  override readonly name: string = 'ApiError';
  readonly status: number;
  readonly code: string | null;
  readonly operation: string;
  readonly requestId: string | null;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    this.status = details.status;
    this.code = details.code;
    this.operation = details.operation;
    this.requestId = details.requestId;
    this.headers = details.headers;
    this.body = details.body;
  }
}

/** 400 */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/** 401: the credential is missing, malformed or expired. */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/** 403: the credential is good, but not for this. */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}

/** 404 */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/** 409 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/** 422 */
export class UnprocessableEntityError extends ApiError {
  override readonly name = 'UnprocessableEntityError';
}

/** 429 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/** 5xx */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

const classes: Record<string, typeof ApiError> = {
  BadRequest: BadRequestError,
  Authentication: AuthenticationError,
  PermissionDenied: PermissionDeniedError,
  NotFound: NotFoundError,
  Conflict: ConflictError,
  UnprocessableEntity: UnprocessableEntityError,
  RateLimit: RateLimitError,
  Server: ServerError,
};

/** The error of a class that the WebAssembly named. */
export function apiError(kind: string, message: string, details: ApiErrorDetails): ApiError {
  return new (classes[kind] ?? ApiError)(message, details);
}
