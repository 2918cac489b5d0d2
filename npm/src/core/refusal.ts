// Generated from src/protocol by `npm run generate`; change the declarations there.

/** Why a message was dropped: the first check that it failed. */
export type Refusal = 'origin' | 'envelope' | 'direction' | 'payload';

export const ORIGIN = 'origin';
export const ENVELOPE = 'envelope';
export const DIRECTION = 'direction';
export const PAYLOAD = 'payload';
