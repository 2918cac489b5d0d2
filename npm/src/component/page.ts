// What all elements and components of a page share, also those of several frameworks.

/** The session ids that have come with the page and were used. */
export const taken: Set<string> = new Set();
