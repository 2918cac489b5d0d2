// Generated from src/protocol by `npm run generate`; change the declarations there.

/** A base URL, and the path of a surface: 8 kB, which is what many servers take of a URL. */
export const URL_LENGTH = 8192;

/** What `events()` keeps for a page that does not read them; the oldest goes. */
export const MOST_UNREAD = 1000;

/** How long `ready` may take by default, in milliseconds. */
export const READY_WAIT = 60000;

/** The least pause before a failed attempt is repeated by default, in milliseconds. */
export const USUAL_RETRY_MIN = 1000;

/** The longest pause, likewise. */
export const USUAL_RETRY_MAX = 60000;
