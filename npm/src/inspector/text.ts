// Texts that come from elsewhere: an error of the page's own backend, an origin, a file of a stranger.

/** The longest text that the inspector shows. */
const LONGEST = 500;

/** `Bearer …`: what follows is a secret. */
const SCHEME = /\b(bearer|basic)\s+\S+/gi;
/** `session=…`, `token: …`: what follows is a secret. */
const NAMED =
  /\b((?:session|token|secret|password|credential|authorization|cookie|\w*key)\w*\s*[:=])\s*\S+/gi;
/** The parameters and the fragment of a URL. The first group is a link of our own errors, which end with their code. */
const QUERY = /(\/svc-embed\/blob\/main\/docs\/guide\/errors\.md#[a-z-]{1,30}(?!\S))|[?#]\S+/g;
/** A word that is long enough for an id, a key or a token. */
const LONG_WORD = /[\w+=~-]{12,}/g;

/** `text` without what looks like a secret, without characters that show nothing, and not too long. */
export function shownText(text: string): string {
  // Longer than what is shown: a secret that is cut short may no longer look like one.
  const start = text.slice(0, 2 * LONGEST).replace(/[\p{C}\s]+/gu, ' ');
  const open = start
    .replace(SCHEME, '$1 …')
    .replace(NAMED, '$1 …')
    .replace(QUERY, (_, link?: string) => link ?? '…')
    .replace(LONG_WORD, (word) => (/\d/.test(word) || word.length >= 32 ? '…' : word));
  return open.length > LONGEST ? `${open.slice(0, LONGEST - 1)}…` : open;
}

/** The bare name of a message's type. A type of any other form is not shown: it may hold anything. */
export function nameOf(type: unknown): string {
  const name = typeof type === 'string' && /^svc:(?:event|action):([a-z-]{1,40})$/.exec(type)?.[1];
  return name || 'unnamed';
}

/** The names and the types of an object's fields, never a value: `member: string, value: number`. */
export function shapeOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null) return typeof payload;
  const fields: string[] = [];
  // Not `Object.keys`, which would make a list of a million names.
  for (const name in payload) {
    if (!Object.hasOwn(payload, name)) continue;
    if (fields.push(fieldOf(name, (payload as Record<string, unknown>)[name])) === 12) break;
  }
  return fields.join(', ') || 'empty';
}

function fieldOf(name: string, value: unknown): string {
  const type = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value;
  return `${/^[a-z]{1,20}$/i.test(name) ? name : '…'}: ${type}`;
}
