// What an embed does, as rows.

import type { AnyEvent } from '../core/protocol.js';
import type { Embed, SessionState } from '../types.js';
import { Attempts, type Now } from './attempts.js';
import { actionRow, aheadBy, droppedRow, eventRow, sessionFacts } from './row.js';
import type { Facts, Row } from './row.js';
import { shownText } from './text.js';

/** The session at a time. */
export interface Snapshot {
  readonly facts: Facts;
  /** Epoch ms by the page's clock. */
  readonly at: number;
  /** How far the embed's clock is ahead of the page's, in ms. The session ends by the embed's clock. */
  readonly ahead: number;
}

export class Live {
  readonly #embed: Embed;
  #isDestroyed = false;
  #ahead = 0;

  constructor(embed: Embed) {
    this.#embed = embed;
  }

  session(): Snapshot {
    const facts = sessionFacts(this.#embed.session);
    const status = this.#isDestroyed ? 'the embed was destroyed' : facts['status']!;
    return { facts: { ...facts, status }, at: Date.now(), ahead: this.#ahead };
  }

  /**
   * Calls `add` with each row until `signal` is aborted, and `changed` after changes that make no row.
   *
   * @throws `destroyed` if the embed is destroyed.
   */
  start(add: (row: Row) => void, changed: () => void, signal: AbortSignal): void {
    const embed = this.#embed;
    const inOrder = causesFirst(add);
    const attempts = new Attempts(embed.session);
    const onEvent = (event: AnyEvent) => {
      const row = eventRow(Date.now(), event);
      this.#ahead = aheadBy(row);
      inOrder.cause(row);
    };
    embed.on('*', onEvent, { signal });
    embed.on('dropped', (message) => add(droppedRow(Date.now(), message)), { signal });
    const onSession = (state: SessionState) => {
      for (const row of attempts.change(state, readClocks())) inOrder.effect(row);
    };
    embed.on('session', onSession, { signal });
    // The topic has no type, because only the inspector uses it. Its message is the action's type.
    const sent = 'sent' as 'unknown';
    const onSent = (type: unknown) => inOrder.effect(actionRow(Date.now(), type));
    embed.on(sent, onSent, { signal });
    // What the diagnostics say, the same sentence as in the console.
    const onTold = (text: unknown) => add(this.#row('told', shownText(String(text))));
    embed.on('told' as 'unknown', onTold, { signal });
    add(this.#row(embed.session.status, 'when the inspector was opened'));
    void this.#untilDestroyed(signal).then(() => {
      if (signal.aborted) return;
      add(this.#row('destroyed', ''));
      this.#isDestroyed = true;
      changed();
    });
  }

  /** Resolves when the embed is destroyed. Of all listeners, only an iteration over events ends then. */
  async #untilDestroyed(signal: AbortSignal): Promise<void> {
    const events = this.#embed.events({ signal });
    try {
      while (!(await events.next()).done);
    } catch {
      // The inspector was closed.
    }
  }

  #row(name: string, note: string): Row {
    const facts = sessionFacts(this.#embed.session);
    return { at: Date.now(), kind: 'session', name, note, facts };
  }
}

/**
 * Puts an event before what it causes: changes of the session, and then actions. The bridge calls the
 * handlers in another order. It reports an action first, and an event last.
 */
function causesFirst(add: (row: Row) => void): { cause(row: Row): void; effect(row: Row): void } {
  const effects: Row[] = [];
  const isAction = ({ kind }: Row) => kind === 'action';
  const flush = () => {
    const rows = effects.splice(0);
    const changes = rows.filter((row) => !isAction(row));
    let at = 0;
    for (const row of [...changes, ...rows.filter(isAction)]) {
      at = Math.max(at, row.at);
      add({ ...row, at });
    }
  };
  return {
    cause(row) {
      add({ ...row, at: effects[0]?.at ?? row.at });
      flush();
    },
    effect(row) {
      // Each message is a task of its own, so its event comes before the next microtask.
      if (effects.push(row) === 1) queueMicrotask(flush);
    },
  };
}

function readClocks(): Now {
  return { wall: Date.now(), monotonic: performance.now() };
}
