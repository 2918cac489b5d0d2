export { EmbedError, isEmbedError } from './values.js';

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

/** Thrown by `getSession` when the user is signed out: renewal stops for good. */
export class SignedOutError extends Error {
  /** Always `SignedOutError`: the bridge tells it by this name, whichever copy of the package made it. */
  override readonly name = 'SignedOutError';

  constructor(message = 'The user is signed out.', options?: { cause?: unknown }) {
    super(message, options);
  }
}
