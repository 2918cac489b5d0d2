// The types of host.js, which is JavaScript so that Rust users of the crate get it as it is.

import type { EmbedErrorCode } from './errors.js';
import type { GetSession, SessionState } from './types.js';

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

/** All embeds of a page, as the WebAssembly exports them. A value is named by its number. */
export interface Core {
  tell(slot: number, what: number, number: number, value: number): number;
}

/** @internal */
export declare class Host {
  readonly ready: Promise<unknown>;
  readonly session: SessionState;
  readonly closed: boolean;
  readonly iframe: HTMLIFrameElement;
  constructor(
    core: Core,
    iframe: HTMLIFrameElement,
    getSession: GetSession | undefined,
    isOwn: boolean,
  );
  open(seed: number, given: readonly unknown[]): void;
  start(parent?: Element): void;
  send(name: string, value: unknown, isWhole: boolean): void;
  destroy(): void;
  ask(reload: boolean): Promise<void>;
  on(topic: string, call: (message: never) => void): () => void;
  afterChanges(call: () => void): void;
}

/** @internal */
export declare function isTaken(iframe: unknown): boolean;
/** @internal */
export declare function isTopic(name: unknown): boolean;
/** @internal */
export declare function makeFrame(
  parent: Element,
  title: string,
  attributes: Record<string, string>,
): HTMLIFrameElement | undefined;
/** @internal Notes what the core names by numbers. */
export declare function learn(words: string, catalog: string, errors: string, prefix: string): void;
