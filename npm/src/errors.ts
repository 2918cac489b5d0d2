import { ERRORS, type EmbedErrorCode, type ErrorNumber } from './core/errors.js';
import { SIGNED_OUT_ERROR } from './core/names.js';
import { attempt, own } from './values.js';

export type { EmbedErrorCode };

/** All copies of the package on a page share this symbol. `instanceof` knows only its own copy. */
const brand = Symbol.for('svc-embed.EmbedError');

/** An error of the bridge. Its message says what happened, why, and what to do. */
export class EmbedError extends Error {
  /** Always `EmbedError`. */
  override readonly name = 'EmbedError';
  /** What went wrong; stays the same from version to version. */
  readonly code: EmbedErrorCode;
  /** What the page's own code threw, if that is the reason; the session's last error, if `ready` is late. */
  declare readonly cause?: unknown;

  /** @internal */
  constructor(code: EmbedErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.defineProperty(this, brand, own({ value: true }));
  }
}

/** Whether `value` is an `EmbedError`, from whichever copy of this package on the page. */
export function isEmbedError(value: unknown): value is EmbedError {
  return typeof value === 'object' && value !== null && brand in value;
}

/** The error of a number. `detail` takes the place of `{}` in its sentence. */
export function embedError(
  number: ErrorNumber,
  cause?: unknown,
  detail: string = reasonOf(cause),
): EmbedError {
  const [code, sentence] = ERRORS[number - 1]!;
  return new EmbedError(
    code,
    sentence.replace('{}', () => detail),
    cause,
  );
}

/** A mistake in the options of `mount` or `connect`. */
export class Mistake {
  constructor(
    readonly number: ErrorNumber,
    readonly detail = '',
  ) {}
}

/**
 * Turns a `Mistake` into an `EmbedError`, and returns any other value unchanged. The sentence is loaded
 * only now, because a page without mistakes has no use for it.
 */
export async function explained(thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof Mistake)) return thrown;
  const { FIRST, OPTION_ERRORS } = await import('./core/option-errors.js');
  const [code, sentence] = OPTION_ERRORS[thrown.number - FIRST]!;
  return new EmbedError(
    code,
    sentence.replace('{}', () => thrown.detail),
  );
}

/** What a cause says, up to a text that it quotes: a parser's error may quote a session id. */
// twin: src/bridge/mint.rs without_quotation
function reasonOf(cause: unknown): string {
  // A page may throw a text.
  const reason: unknown = attempt(() => (cause as Error).message) ?? cause;
  return reason && typeof reason === 'string'
    ? ': ' + reason.replace(/,? ?"[^]*/, ' …').replace(/\.$/, '')
    : '';
}

/**
 * Thrown by `getSession` when the user is signed out: renewal stops for good.
 *
 * @example
 * ```ts
 * if (response.status === 401) throw new SignedOutError();
 * ```
 */
export class SignedOutError extends Error {
  /** Always `SignedOutError`. The bridge knows the error by this name. */
  override readonly name: 'SignedOutError' = SIGNED_OUT_ERROR;

  constructor(message = 'The user is signed out.', options?: { cause?: unknown }) {
    super(message, options);
  }
}

/** Whether `error` is a `SignedOutError`, from whichever copy of this package on the page. */
// twin: src/bridge/mint.rs is_signed_out
export function isSignedOut(error: unknown): boolean {
  return attempt(() => (error as Error).name) === SIGNED_OUT_ERROR;
}
