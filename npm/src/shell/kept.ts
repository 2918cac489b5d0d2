// The actions of an embed that may have to be sent later or again.

import type { Action } from './actions.js';
import { NAVIGATE } from '../core/actions.js';
import type { EmbedEvent } from '../core/protocol.js';
import * as Signal from '../core/signal.js';

/** An action that waits for `ready`, or describes a state. */
export interface Kept {
  readonly action: Action;
  wasSent: boolean;
}

/** By their keys, in the order of the calls. */
export class KeptActions {
  readonly #actions = new Map<unknown, Kept>();

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

  /** How the embed's report of a `navigate` compares with the one that the page asked for last, if it has. */
  compareNavigation({
    path,
    previousPath,
  }: EmbedEvent<'navigate'>['payload']): Signal.Signal<[]> | undefined {
    const own = (this.#actions.get(NAVIGATE)?.action.payload as { path: string } | undefined)?.path;
    if (!own) return undefined;
    if (own === path) return Signal.NAVIGATED_AS_ASKED;
    return own === previousPath ? Signal.NAVIGATED_ONWARDS : Signal.NAVIGATED;
  }

  /** Forgets the page's last `navigate`, if it was sent. */
  forgetNavigation(): void {
    if (this.#actions.get(NAVIGATE)?.wasSent) this.#actions.delete(NAVIGATE);
  }
}
