// The state of the session, above the rows.

import { make, setText } from './dom.js';
import { moment } from './format.js';
import type { Facts } from './row.js';
import type { Snapshot } from './live.js';

const NAMES = ['Status', 'Mode', 'Renewal', 'Renewed', 'Expires', 'Next attempt', 'Last error'];

export class Panel {
  readonly element: HTMLElement = make('dl', { className: 'state' });
  readonly #values = new Map<string, HTMLElement>();

  constructor() {
    for (const name of NAMES) {
      const value = make('dd');
      this.#values.set(name, value);
      this.element.append(make('div', {}, make('dt', { textContent: name }), value));
    }
    // A screen reader reads out changes of the status only: the times change every second.
    this.#values.get('Status')?.setAttribute('aria-live', 'polite');
  }

  /** Shows a session, with times as seen then. */
  show({ facts, at, ahead }: Snapshot): void {
    const { status, mode, renewal, attempt, renewals, expiresAt, nextAttemptAt } = facts;
    const { errorCode, error } = facts;
    const timeOf = (fact: Facts[string] | undefined, now: number, none: string) =>
      typeof fact === 'number' ? moment(fact, now) : none;
    const texts = {
      Status: status ?? 'not known',
      Mode: mode ?? 'not known yet',
      Renewal: attempt ? `${renewal}, attempt ${attempt}` : (renewal ?? 'not known'),
      Renewed: renewals === 1 ? 'once' : `${renewals ?? 0} times`,
      Expires: timeOf(expiresAt, at + ahead, 'not known'),
      'Next attempt': timeOf(nextAttemptAt, at, 'none'),
      'Last error': errorCode ? `${errorCode}: ${error ?? ''}` : 'none',
    };
    for (const [name, text] of Object.entries(texts)) {
      const value = this.#values.get(name);
      if (value) setText(value, String(text));
    }
  }
}
