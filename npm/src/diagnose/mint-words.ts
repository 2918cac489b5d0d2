// What a failure of `getSession` means, in a sentence. Neither the words of an answer nor an answer itself are in
// it: there may be an id inside.

/** By the status in what `getSession` throws, such as 'The backend answered 404.' */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [
    /\b401\b/,
    'the backend says that nobody is signed in. Throw a SignedOutError on a 401, so that renewal stops',
  ],
  [
    /\b403\b/,
    "the backend refuses the request: the user may not see this, the backend does not allow the page's origin, or the request lacks a header (svc-embed/server: x-svc-embed: 1) or a CSRF token",
  ],
  [
    /\b404\b/,
    'the backend has nothing at this address, or the request has not reached it: look at the path, and at the proxy of the server of the page',
  ],
  [
    /\b405\b/,
    'the backend does not take this method at this address. Use POST in both. A redirect makes a GET of a POST',
  ],
  [/\b429\b/, 'the backend is asked too often'],
  [
    /\b5\d\d\b/,
    'the backend, or the service that it asks, has failed: see the log of the backend. If there is nothing in it, a proxy cannot reach the backend',
  ],
];

/** What `getSession` has thrown means; undefined if nothing is known. */
export function meaningOf(cause: unknown): string | undefined {
  const { name, message, status } = Object(cause) as Partial<Record<string, unknown>>;
  // What a parser says quotes the text, which may hold an id.
  if (name === 'SyntaxError')
    return ': the answer of the backend is not JSON. It may be the HTML of a sign-in page, or of a page that says 404';
  if (name === 'TypeError' && /fetch|network|load failed/i.test(String(message)))
    return ': the backend cannot be reached, or is on another origin and does not allow this page (CORS), or the policy of this page forbids the request (connect-src). A session-url must be on the origin of the page, and must not redirect';
  const isResponse = typeof status === 'number' && typeof message !== 'string';
  const all = isResponse ? `getSession threw a response with the status ${status}` : message;
  if (typeof all !== 'string' || all === '') return undefined;
  // What is quoted may be an answer, with an id or another status in it.
  const words = all.split(/["{[]/)[0]!.trimEnd().replace(/[.:]$/, '');
  const isOfCode = !/["{[]/.test(all) && (name === 'TypeError' || name === 'ReferenceError');
  const means =
    MEANINGS.find(([status]) => status.test(words))?.[1] ?? (isOfCode ? BY_CODE : undefined);
  return means && `: ${words}: ${means}`;
}

/** What the browser throws when it runs the page's own function. */
const BY_CODE =
  'the code of getSession is wrong, or the answer of the backend lacks a field that it reads';

/** What an answer of `getSession` is that is no session id. */
export function answerOf(answer: unknown): string {
  if (answer == null)
    return ": it returned nothing. Either a return or an await is missing, or the backend's answer has no sessionId, as that of an error: look at its status";
  if (typeof answer === 'string')
    return `: it returned ${TEXTS.find(([start]) => start.test(answer.trim()))?.[1] ?? 'a text that is no session id'}`;
  const { sessionId, json } = answer as { sessionId?: unknown; json?: unknown };
  if (typeof json === 'function')
    return ': it returned the response. Return (await response.json()).sessionId';
  return typeof sessionId === 'string'
    ? ': it returned an object. Return its sessionId'
    : ': it returned something that is no string';
}

/** By how a text begins. */
const TEXTS: readonly (readonly [RegExp, string])[] = [
  [/^$/, 'an empty text'],
  [/^</, 'HTML, such as a sign-in page or a page that says 404'],
  [/^["[{]/, 'JSON or an object as a text. Return (await response.json()).sessionId'],
  [/^http/, 'an address. Return only the session id in it'],
  [/^Bearer /, 'the text of a header. Return only the session id'],
  [/^undefined$/, "undefined as a text: the backend's answer lacks what the code reads"],
];
