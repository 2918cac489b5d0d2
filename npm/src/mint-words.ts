// What a failure of `getSession` means, in a sentence. Loaded with the diagnostics.

/** By the status of an answer. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [
    /\b401\b/,
    'the backend says that nobody is signed in. Throw a SignedOutError on a 401, so that renewal stops',
  ],
  [
    /\b403\b/,
    "the backend refuses the request: the user may not see this, or the backend does not allow the page's origin",
  ],
  [/\b404\b/, 'the backend has nothing at this address. Look at its path'],
  [
    /\b405\b/,
    'the backend does not take this method at this address. Use POST in the backend and in the page',
  ],
  [/\b429\b/, 'the backend is asked too often'],
  [/\b5\d\d\b/, 'the backend itself has failed. Look at its log'],
];

/**
 * What is said of a failure, with the words of `getSession` in it, such as 'The backend answered 404';
 * undefined if nothing is known.
 */
export function meaningOf(cause: unknown): string | undefined {
  const { name, message } = Object(cause) as { name?: unknown; message?: unknown };
  const words = typeof message === 'string' ? message : typeof cause === 'string' ? cause : '';
  // What a parser says quotes the text, which may hold an id.
  if (name === 'SyntaxError')
    return ': the answer of the backend is not JSON. It may be the HTML of a sign-in page, or of a page that says 404';
  if (name === 'TypeError' && /fetch|network|load failed/i.test(words))
    return ': the backend cannot be reached, or is on another origin and does not allow this page (CORS)';
  if (name === 'SignedOutError' || /"/.test(words)) return undefined;
  const meaning = MEANINGS.find(([status]) => status.test(words))?.[1];
  return meaning && `: ${words.replace(/\.$/, '')}: ${meaning}`;
}
