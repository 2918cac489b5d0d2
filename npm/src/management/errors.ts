/** Marks the client's errors. The symbol is the same in all copies of this package and all windows. */
const brand: symbol = Symbol.for('svc-embed.ManagementError');

/** The base class of every error of the client. An abort rejects with the signal's reason instead. */
export class ManagementError extends Error {
  /** The name of its class. */
  override readonly name: string = 'ManagementError';

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    // Without a prototype, because a polluted one would make the descriptor wrong.
    Object.defineProperty(this, brand, { __proto__: null, value: true } as PropertyDescriptor);
  }
}

/** Declares `cause` for compilers whose `Error` does not have it. */
export interface ManagementError {
  /** The error that caused this one, such as the network error of `fetch`. */
  readonly cause?: unknown;
}

/** True if `value` is an error of the client. Works across several copies of this package. */
export function isManagementError(value: unknown): value is ManagementError {
  return typeof value === 'object' && value !== null && brand in value;
}

/**
 * The request is wrong and was not sent.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#invalidrequesterror
 */
export class InvalidRequestError extends ManagementError {
  override readonly name = 'InvalidRequestError';
  /** The parameter, option or field at fault, such as `expiresIn`. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

/**
 * There is no complete answer, for example because the connection failed.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#connectionerror
 */
export class ConnectionError extends ManagementError {
  override readonly name: string = 'ConnectionError';
  /** The operation's id. */
  readonly operation: string;

  constructor(operation: string, message: string, cause?: unknown) {
    super(`${operation}: ${message}`, cause);
    this.operation = operation;
  }
}

/**
 * The service did not answer within `timeoutMs`, or a job did not end within its limit.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#timeouterror
 */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The properties of an `ApiError`. */
export interface ApiErrorDetails {
  /** The HTTP status. */
  status: number;
  /** The service's code of the error, or null. */
  code: string | null;
  /** The operation's id. */
  operation: string;
  /** The header `X-Request-Id` or `Request-Id`, or null. */
  requestId: string | null;
  /** The headers of the answer. */
  headers: Headers;
  /** The decoded JSON; the text if it is not JSON or long. At most 8,192 characters, without the credential. */
  body: unknown;
}

/**
 * The service answered with an error, or the client cannot read its answer.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#apierror
 */
export class ApiError extends ManagementError {
  override readonly name: string = 'ApiError';
  /** The HTTP status. */
  declare readonly status: number;
  /** The service's code of the error, or null. */
  declare readonly code: string | null;
  /** The operation's id. */
  declare readonly operation: string;
  /** The header `X-Request-Id` or `Request-Id`, or null. */
  declare readonly requestId: string | null;
  /** The headers of the answer. */
  declare readonly headers: Headers;
  /** The decoded JSON; the text if it is not JSON or long. At most 8,192 characters, without the credential. */
  declare readonly body: unknown;

  constructor(message: string, details: ApiErrorDetails) {
    super(message);
    Object.assign(this, details);
  }
}

/**
 * 400
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#badrequesterror
 */
export class BadRequestError extends ApiError {
  override readonly name = 'BadRequestError';
}

/**
 * 401: the credential is missing, malformed or expired.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#authenticationerror
 */
export class AuthenticationError extends ApiError {
  override readonly name = 'AuthenticationError';
}

/**
 * 403: the credential is valid, but does not allow this call.
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#permissiondeniederror
 */
export class PermissionDeniedError extends ApiError {
  override readonly name = 'PermissionDeniedError';
}

/**
 * 404
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#notfounderror
 */
export class NotFoundError extends ApiError {
  override readonly name = 'NotFoundError';
}

/**
 * 409
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#conflicterror
 */
export class ConflictError extends ApiError {
  override readonly name = 'ConflictError';
}

/**
 * 422
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#unprocessableentityerror
 */
export class UnprocessableEntityError extends ApiError {
  override readonly name = 'UnprocessableEntityError';
}

/**
 * 429
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#ratelimiterror
 */
export class RateLimitError extends ApiError {
  override readonly name = 'RateLimitError';
}

/**
 * 5xx
 *
 * @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#servererror
 */
export class ServerError extends ApiError {
  override readonly name = 'ServerError';
}

/** By status. Without a prototype, which may be polluted. */
const classes = {
  __proto__: null,
  400: BadRequestError,
  401: AuthenticationError,
  403: PermissionDeniedError,
  404: NotFoundError,
  409: ConflictError,
  422: UnprocessableEntityError,
  429: RateLimitError,
} as unknown as Record<number, typeof ApiError>;

/** Creates an error of the class of its status. */
export function apiError(message: string, details: ApiErrorDetails): ApiError {
  const { status } = details;
  const Class = status >= 500 && status < 600 ? ServerError : (classes[status] ?? ApiError);
  return new Class(message, details);
}

/** The error for `field`. `rule` completes the sentence that begins with the field's name. */
export function invalid(field: string, rule: string): InvalidRequestError {
  return new InvalidRequestError(field, `${field} ${rule}.`);
}
