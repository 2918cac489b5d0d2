/** What went wrong, as a name that stays the same from version to version. */
export type EmbedErrorCode =
  | 'invalid-base-url'
  | 'invalid-target'
  | 'invalid-option'
  | 'invalid-filter'
  | 'invalid-timezone'
  | 'invalid-path'
  | 'reserved-action'
  | 'not-a-browser'
  | 'wasm-unavailable'
  | 'destroyed'
  | 'ready-timeout'
  | 'mint-failed'
  | 'mint-timeout'
  | 'mint-invalid'
  | 'mint-repeated'
  | 'mint-stale'
  | 'exchange-rejected'
  | 'signed-out';

/** What tells an `EmbedError` of any copy of this package, in any window. */
const brand: symbol = Symbol.for('svc-embed.EmbedError');

/** An error of the bridge. Its message says what happened, why, and what to do. */
export class EmbedError extends Error {
  override readonly name = 'EmbedError';
  readonly code: EmbedErrorCode;

  constructor(code: EmbedErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.defineProperty(this, brand, { value: true });
  }
}

/** Thrown by `getSession` when the user is signed out: renewal stops for good. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';

  constructor(message = 'The user is signed out.', options?: ErrorOptions) {
    super(message, options);
  }
}

/** Whether `value` is an `EmbedError`, from whichever copy of this package on the page. */
export function isEmbedError(value: unknown): value is EmbedError {
  return typeof value === 'object' && value !== null && brand in value;
}
