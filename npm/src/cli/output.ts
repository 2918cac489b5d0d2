/** What a command prints and writes. No secret is in it, however it is spelled. */
import { writeFile } from 'node:fs/promises';

const secrets = new Set<string>();

/** Hides a secret from now on. */
export const hide = (secret: string | undefined): unknown => secret && secrets.add(secret);

/** Prints to the standard output. */
export const say = (text: string): unknown => process.stdout.write(redacted(text));

/** Prints to the standard error. */
export const warn = (text: string): unknown => process.stderr.write(redacted(text));

/** Writes a file. */
export const write = (path: string, text: string): Promise<void> => writeFile(path, redacted(text));

/** The text without any secret. A service may repeat one as it is, percent-encoded, escaped or in base64. */
export const redacted = (text: string): string =>
  [...secrets].flatMap(spellingsOf).reduce((left, one) => left.replace(one, '[credential]'), text);

function spellingsOf(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  const spellings = bytes.length > 5 ? [secret, bytes.toString('hex')] : [secret];
  for (const before of [0, 1, 2]) {
    // Characters of base64 that also depend on what stands before or after the secret are left out.
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64url');
    const own = text.slice(
      Math.ceil((before * 4) / 3),
      Math.floor(((before + bytes.length) * 4) / 3),
    );
    if (own.length > 5) spellings.push(own, own.replaceAll('-', '+').replaceAll('_', '/'));
  }
  return spellings.map((spelling) => new RegExp([...spelling].map(characterOf).join(''), 'giu'));
}

/** A pattern for a character: as it is, escaped in JSON, or percent-encoded, even twice. */
function characterOf(character: string): string {
  const plain = `\\u{${character.codePointAt(0)?.toString(16)}}`;
  const hex = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const percent = hex.map((byte) => `%(?:25)*${byte}`).join('');
  return `\\\\*(?:${plain}|${percent}|u00${hex[0]})`;
}
