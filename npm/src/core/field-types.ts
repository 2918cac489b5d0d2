// Generated from src/protocol by `npm run generate`; change the declarations there.

/** The types that a field may have, one bit for each. */
export const STRING = 1;
export const NUMBER = 2;
export const BOOLEAN = 4;
export const NULL = 8;
export const UNDEFINED = 16;
export const OBJECT = 32;
export const OTHER = 64;
/** A field that is optional may be missing or null: `NULL | UNDEFINED`. */
export const ABSENT = 24;
export const ANY = 127;
