// What is said of the errors that an embed reports by itself. Loaded with the diagnostics.

import type { SESSION_REJECTION, SESSION_REJECTION_CONTEXT } from '../core/names.js';
import type { Clue } from './notice.js';
import { ownOf } from './mint-words.js';
import type { Topics } from '../types.js';

export type Reported = Topics['error'];

/** What was said of the errors of an embed. */
export interface ToldErrors {
  readonly kinds: Set<string>;
  /** Whether it was asked whether the dashboard allows signed embedding. */
  isAdvised: boolean;
}

export const isReported = (clue?: Clue | Reported): clue is Reported =>
  typeof clue === 'object' && Object.hasOwn(clue, 'payload');

/** Says once of each kind of error that the embed reports it, without its message, which may name an id. */
// twin: src/bridge/why/reported.rs tell
export function tellOfError(
  told: ToldErrors,
  { surface, payload }: Reported,
  isPrivate: boolean,
  warn: (text: string) => void,
): void {
  const { name, context } = ownOf(payload);
  // The session says what has become of its id.
  if (context === REJECTED.context && name === REJECTED.name) return;
  const kind = [name, context].filter((word) => WORD.test(word ?? '')).join(', ');
  if (told.kinds.has(kind) || told.kinds.size === MOST_KINDS) return;
  told.kinds.add(kind);
  const isOfDashboard = surface === 'dashboard' && context !== REJECTED.context && !isPrivate;
  const advice = isOfDashboard && !told.isAdvised ? NOT_ALLOWED : '';
  told.isAdvised ||= isOfDashboard;
  warn(
    `The embed reports an error${kind && ` (${kind})`}. Its message is in the event error.${advice}`,
  );
}

const NOT_ALLOWED =
  ' If the dashboard is not shown, see whether its allowEmbed is true at the service: otherwise signed sessions may not show it.';

const REJECTED: { name: typeof SESSION_REJECTION; context: typeof SESSION_REJECTION_CONTEXT } = {
  name: 'EmbedSessionExchangeError',
  context: 'session-renewal',
};

/** What a name of an error, or of where it arose, looks like. */
const WORD = /^[\w.-]{1,60}$/;
/** Of how many kinds of errors something is said, for each embed. */
const MOST_KINDS = 5;
