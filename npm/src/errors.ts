import { ERRORS, type EmbedErrorCode, type ErrorNumber } from './core/errors.js';
import { SIGNED_OUT_ERROR } from './core/names.js';
import { attempt, own } from './shell/values.js';

export type { EmbedErrorCode };

/** All copies of the package on a page share this symbol. `instanceof` knows only its own copy. */
const brand = Symbol.for('svc-embed.EmbedError');

/** Where each code is explained: its name follows. */
const EXPLAINED = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#';

/** An error of svc-embed. Its message has the code, what happened, why, what to do, and a link. */
export class EmbedError extends Error {
  /** Always `EmbedError`. */
  override readonly name = 'EmbedError';
  /** What went wrong; stays the same from version to version. */
  readonly code: EmbedErrorCode;
  /** What the page's own code threw, if that is the reason; the session's last error, if `ready` is late. */
  declare readonly cause?: unknown;

  /** @internal */
  constructor(code: EmbedErrorCode, sentence: string, cause?: unknown) {
    super(`[${code}] ${sentence} ${EXPLAINED}${code}`, cause === undefined ? undefined : { cause });
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
  constructor(readonly number: ErrorNumber) {}
}

/**
 * Turns a `Mistake` in these options or this target into an `EmbedError`, and returns any other value
 * unchanged. The sentences are loaded only now, because a page without mistakes has no use for them.
 */
export async function explained(
  thrown: unknown,
  options: object,
  target?: unknown,
): Promise<unknown> {
  if (!(thrown instanceof Mistake)) return thrown;
  const { sentenceOf } = await import('./diagnose/mistakes.js');
  return new EmbedError(...sentenceOf(thrown.number, options, target));
}

/**
 * What a cause says, up to a text that it quotes: a parser's error may quote a session id. An error of
 * svc-embed is named without its code and its link.
 */
export function reasonOf(cause: unknown): string {
  // A page may throw a text.
  const reason: unknown = attempt(() => (cause as Error).message) ?? cause;
  return reason && typeof reason === 'string'
    ? ': ' + reason.replace(/,? ?"[^]*/, ' …').replace(/^\[\S+ |\.?( https:\S+#\S+)?$/g, '')
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
  /** Always `SignedOutError`. svc-embed recognises the error by this name. */
  override readonly name: 'SignedOutError' = SIGNED_OUT_ERROR;

  constructor(message = 'The user is signed out.', options?: { cause?: unknown }) {
    super(message, options);
  }
}

/** Whether `error` is a `SignedOutError`, from whichever copy of this package on the page. */
export function isSignedOut(error: unknown): boolean {
  return attempt(() => (error as Error).name) === SIGNED_OUT_ERROR;
}
