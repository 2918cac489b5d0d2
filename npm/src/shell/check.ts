// Whether a message is an event of the embed: the envelope first, then the payload. The rules are
// generated from `src/protocol`.

import { EVENTS } from '../core/events.js';
import { NUMBER, OBJECT, STRING } from '../core/field-types.js';
import {
  EVENT,
  EVENT_PREFIX,
  SESSION_REJECTION,
  SESSION_REJECTION_CONTEXT,
  SOURCE,
} from '../core/names.js';
import type { EmbedEvent, ErrorPayload, EventName } from '../core/protocol.js';
import { DIRECTION, ENVELOPE, PAYLOAD, type Refusal } from '../core/refusal.js';
import { NONE, type Report } from '../core/report.js';
import { ownValue, typeOf } from './values.js';

const { hasOwn } = Object;

/** What is known of an event: its name, what it means for the session, and its fields. */
export interface EventSpec {
  readonly name: EventName | 'unknown';
  readonly report: Report;
  /** Each with the types that it may have, as bits. */
  readonly fields: readonly (readonly [name: string, types: number])[];
}

/** By the `type` of the envelope. */
const specs = new Map<unknown, EventSpec>(
  (Object.keys(EVENTS) as EventName[]).map((name) => {
    const [report, fields] = EVENTS[name];
    return [EVENT_PREFIX + name, { name, report, fields: Object.entries(fields) }];
  }),
);

/** An event that this version does not know. */
const UNKNOWN: EventSpec = { name: 'unknown', report: NONE, fields: [] };

/** The event that `data` is, or the first check that it fails. */
export function checkEvent(data: unknown): EventSpec | Refusal {
  if (typeOf(data) !== OBJECT) return ENVELOPE;
  const message = data as EmbedEvent;
  // A function for all fields would be shorter. With the names written out, engines find the fields faster:
  // the check takes two thirds of the time.
  const source: unknown = hasOwn(message, 'source') && message.source;
  if (source !== SOURCE) return ENVELOPE;
  const direction: unknown = hasOwn(message, 'direction') && message.direction;
  if (direction !== EVENT) return DIRECTION;
  const type: unknown = hasOwn(message, 'type') && message.type;
  const spec = specs.get(type) ?? unknownEvent(type);
  const surface: unknown = hasOwn(message, 'surface') && message.surface;
  const timestamp: unknown = hasOwn(message, 'timestamp') && message.timestamp;
  if (!spec || typeOf(surface) !== STRING || typeOf(timestamp) !== NUMBER) return ENVELOPE;
  const payload: unknown = hasOwn(message, 'payload') && message.payload;
  if (typeOf(payload) !== OBJECT) return PAYLOAD;
  for (const [name, types] of spec.fields) {
    if (!(typeOf(ownValue(payload as object, name)) & types)) return PAYLOAD;
  }
  return spec;
}

/** What a handler can listen to. `sent` and `told` are for the inspector. */
export const topics = (): readonly string[] => [
  ...Object.keys(EVENTS),
  ...[UNKNOWN.name, '*', 'session', 'dropped', 'sent', 'told'],
];

/**
 * Whether the embed reports by this error that it rejected a session id. The name is compared first: engines find
 * a property that is written out faster.
 */
export function isSessionRejection(payload: ErrorPayload): boolean {
  return (
    payload.name === SESSION_REJECTION &&
    hasOwn(payload, 'name') &&
    ownValue(payload, 'context') === SESSION_REJECTION_CONTEXT
  );
}

/** Whether the embed reports by this error that all of it went down. */
export function isFatal(payload: ErrorPayload): boolean {
  return ownValue(payload, 'fatal') === true;
}

function unknownEvent(type: unknown): EventSpec | undefined {
  const isEvent =
    typeof type === 'string' && type.startsWith(EVENT_PREFIX) && type.length > EVENT_PREFIX.length;
  return isEvent ? UNKNOWN : undefined;
}
