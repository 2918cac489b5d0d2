// The types of values.js, as far as TypeScript uses it.

import type { EmbedErrorCode } from './errors.js';

/** An error of the bridge. Its message says what happened, why, and what to do. */
export declare class EmbedError extends Error {
  /** Always `EmbedError`. */
  override readonly name: 'EmbedError';
  /** What went wrong; stays the same from version to version. */
  readonly code: EmbedErrorCode;
  /** What the page's own code threw, where that is the reason. For compilers whose `Error` has none yet. */
  readonly cause?: unknown;
  /** @internal */
  constructor(code: EmbedErrorCode, message: string, cause?: unknown);
}

/** Whether `value` is an `EmbedError`, from whichever copy of this package on the page. */
export declare function isEmbedError(value: unknown): value is EmbedError;

/** @internal Notes what the core names by numbers. */
export declare function learn(words: string, catalog: string, errors: string, prefix: string): void;
