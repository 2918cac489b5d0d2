// What a failure of `getSession` means, in a sentence. Loaded with the diagnostics.

/** By the status of an answer. */
// twin: src/bridge/why/mint_words.rs MEANINGS
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [
    /\b401\b/,
    'the backend says that nobody is signed in. Throw a SignedOutError on a 401, so that renewal stops',
  ],
  [
    /\b403\b/,
    "the backend refuses the request: the user may not see this, the backend does not allow the page's origin, or the request lacks what it asks for: a header (svc-embed/server: x-svc-embed: 1) or a CSRF token. The text of the answer may say which, in the network panel",
  ],
  [
    /\b404\b/,
    'the backend has nothing at this address, or the request has not reached it. Look at the path, and whether the server of the page passes it on (a proxy)',
  ],
  [
    /\b405\b/,
    'the backend does not take this method at this address. Use POST in the backend and in the page. A redirect (301, 302) makes a GET of a POST: ask the address that it leads to',
  ],
  [/\b429\b/, 'the backend is asked too often'],
  // The sentence that follows it, that of `mint-failed`, says where to look.
  [
    /\b5\d\d\b/,
    'the backend, or the service that it asks, has failed. The log of the backend says why. If there is nothing in it, a proxy has answered that cannot reach the backend',
  ],
];

/** What the browser throws when it runs the page's own function. */
const BY_CODE =
  'the code of getSession is wrong, or the answer of the backend lacks a field that it reads';

/**
 * What an answer of `getSession` is that is no session id. Nothing of the answer is in it: there may be an
 * id inside.
 */
// twin: src/bridge/mint.rs found
export function answerOf(answer: unknown): string {
  if (answer == null)
    return ": it returned nothing. Either a return or an await is missing, or the backend's answer has no sessionId, as that of an error: look at its status";
  if (typeof answer === 'string') return `: it returned ${textOf(answer)}`;
  const { constructor, sessionId } = answer as { constructor?: unknown; sessionId?: unknown };
  if ((constructor as { name?: unknown } | undefined)?.name === 'Response')
    return ': it returned the response. Return (await response.json()).sessionId';
  if (typeof sessionId === 'string') return ': it returned an object. Return its sessionId';
  return ': it returned something that is no string';
}

function textOf(answer: string): string {
  const text = answer.trim();
  if (text === '') return 'an empty text';
  if (text.startsWith('<')) return 'HTML, such as a sign-in page or a page that says 404';
  if (text.startsWith('[object '))
    return "the text of an object, such as '[object Object]'. Return its sessionId";
  if (/^["[{]/.test(text)) return 'JSON as a text. Return (await response.json()).sessionId';
  if (text.startsWith('http')) return 'an address. Return only the session id in it';
  if (text.startsWith('Bearer ')) return 'the text of a header. Return only the session id';
  if (text === 'undefined')
    return "undefined as a text: the backend's answer lacks what the code reads";
  return 'a text that is no session id';
}

/**
 * What is said of a failure, with the words of `getSession` in it, such as 'The backend answered 404';
 * undefined if nothing is known.
 */
// twin: src/bridge/why/mint_words.rs meaning_of
export const meaningOf = (cause: unknown): string | undefined => attempt(() => meaning(cause));

function meaning(cause: unknown): string | undefined {
  const { name, message, status } = Object(cause) as Partial<Record<string, unknown>>;
  const words = typeof message === 'string' ? message : typeof cause === 'string' ? cause : '';
  // What a parser says quotes the text, which may hold an id.
  if (name === 'SyntaxError')
    return ': the answer of the backend is not JSON. It may be the HTML of a sign-in page, or of a page that says 404';
  if (name === 'TypeError' && /fetch|network|load failed/i.test(words))
    return ': the backend cannot be reached, or is on another origin and does not allow this page (CORS), or the policy of this page forbids the request (connect-src). A session-url must be on the origin of the page, and must not redirect';
  if (name === 'SignedOutError') return undefined;
  if ((Object(cause) as { constructor?: { name?: unknown } }).constructor?.name === 'Response') {
    const thrown = `getSession threw a response with the status ${Number(status)}`;
    return joined(thrown, statusMeaning(thrown));
  }
  const { before, said } = parted(words);
  if (/"/.test(before)) return undefined;
  const isThrownByCode = words !== '' && (name === 'TypeError' || name === 'ReferenceError');
  // A status in the words of the backend may be that of another answer.
  const means = statusMeaning(before) ?? (isThrownByCode ? BY_CODE : undefined);
  return means === undefined && said === undefined ? undefined : joined(before, said, means);
}

/** What the status in a text means. */
const statusMeaning = (text: string): string | undefined =>
  MEANINGS.find(([status]) => status.test(text))?.[1];

/** The parts of a sentence that there are, without their full stops. */
const joined = (...parts: (string | undefined)[]): string =>
  `: ${parts
    .map((part) => part?.replace(/\.$/, ''))
    .filter(Boolean)
    .join(': ')}`;

/**
 * A text that ends with JSON in two parts: what is before it, and what that says of an error. `The backend
 * answered 403` and `no access` of `The backend answered 403: {"error":"no access"}`.
 */
function parted(words: string): { before: string; said?: string } {
  const start = words.indexOf('{');
  const answer = start < 0 ? undefined : attempt(() => JSON.parse(words.slice(start)) as Answer);
  if (!answer) return { before: words };
  const { error, message, sessionId, token } = ownOf(answer);
  const before = words.slice(0, start).trim().replace(/:$/, '');
  const said = [error, message].find((text) => typeof text === 'string' && IS_SAID.test(text));
  const hasSecret = sessionId !== undefined || token !== undefined;
  return said === undefined || hasSecret ? { before } : { before, said: said as string };
}

/** What a backend may say of an error. */
interface Answer {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly sessionId?: unknown;
  readonly token?: unknown;
}

/** What may be shown of a backend's answer: words, and numbers that are too short for an id or a token. */
// twin: src/bridge/why/mint_words.rs is_said
const IS_SAID = /^(?=.{1,200}$)((\p{L}[\p{L}'’-]{0,19}|\d{1,3})[.,:;!?]?( |$))+$/u;

/** The own properties, in an object that inherits nothing. */
export const ownOf = <T extends object>(given: T): Partial<T> =>
  Object.assign(Object.create(null) as Partial<T>, given);

const attempt = <T>(body: () => T): T | undefined => {
  try {
    return body();
  } catch {
    return undefined;
  }
};
