// The types of host.js, which is JavaScript so that Rust users of the crate get it as it is.

import type { GetSession, SessionState } from './types.js';

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
export declare function isTopic(name: unknown): boolean;
