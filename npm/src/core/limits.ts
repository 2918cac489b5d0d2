// Generated from src/protocol by `npm run generate`; change the declarations there.

/** A base URL, and the path of a surface: 8 kB, which is what many servers take of a URL. */
export const URL_LENGTH = 8192;
