// The actions of an embed that may have to be sent later or again.

import type { Action } from './actions.js';
import { monotonic } from './clock.js';
import { NAVIGATE } from '../core/actions.js';
import { ECHO_WAIT } from '../core/limits.js';
import type { EmbedEvent } from '../core/protocol.js';

/** An action that waits for `ready`, or describes a state. */
export interface Kept {
  readonly action: Action;
  wasSent: boolean;
}

/** By their keys, in the order of the calls. */
// twin: src/bridge/actions.rs KeptActions
export class KeptActions {
  readonly #actions = new Map<unknown, Kept>();
  /** How many reports of the page's own navigations are still to come, and until when. */
  #echoes = 0;
  #echoesUntil = 0;

  /** Keeps an action in the place of an earlier one with the same key, at the end. */
  keep(action: Action, wasSent: boolean): void {
    const kept = { action, wasSent };
    const key = action.key ?? kept;
    // Deleted first, so that the order is that of the last calls.
    this.#actions.delete(key);
    this.#actions.set(key, kept);
  }

  /** Hands the actions to `send`. Those that do not describe a state are sent once. */
  send(send: (action: Action) => void): void {
    for (const [key, kept] of [...this.#actions]) {
      kept.wasSent = true;
      if (!kept.action.lasts) this.#actions.delete(key);
      send(kept.action);
    }
  }

  /** A `navigate` was posted now: the embed will report it. */
  expectEcho(): void {
    this.#echoes = this.awaitsEcho() ? this.#echoes + 1 : 1;
    this.#echoesUntil = monotonic() + ECHO_WAIT;
  }

  /** Whether the report of a `navigate` that was posted is still to come. */
  awaitsEcho(): boolean {
    return this.#echoes > 0 && monotonic() < this.#echoesUntil;
  }

  /**
   * The embed has gone to a path, or to a document of its own. The page's last `navigate` is not sent
   * again after that: it would take the viewer back. The first reports after a `navigate` are about that
   * itself, however the embed spells the path.
   */
  supersedeNavigation(report?: EmbedEvent<'navigate'>['payload']): void {
    const kept = this.#actions.get(NAVIGATE);
    const own = (kept?.action.payload as { path: string } | undefined)?.path;
    const isAtOwn = own === report?.path;
    if (report && !isAtOwn && own !== report.previousPath && this.awaitsEcho()) {
      this.#echoes--;
      return;
    }
    // The last one has come, or none will.
    this.#echoes = 0;
    if (kept?.wasSent && !isAtOwn) this.#actions.delete(NAVIGATE);
  }
}
