/** What a command prints and writes. No secret is in it, however it is spelled. */
import { oneLine } from '../management/values.js';

const secrets = new Set<string>();

/** Hides a secret from now on. */
export const hide = (secret: unknown): unknown => secret && secrets.add(String(secret));

/** Prints lines to the standard output. */
export const say = (...lines: string[]): unknown => process.stdout.write(printed(lines));

/** Prints lines to the standard error. */
export const warn = (...lines: string[]): unknown => process.stderr.write(printed(lines));

/** What others say must neither move a terminal nor begin a line, which may be a command in CI, nor fill it. */
const printed = (lines: string[]): string =>
  redacted(lines.map((line) => `${oneLine(line)}\n`).join('')).replace(/^(.{2000}).+/gmu, '$1…');

/** The text without any secret. A service may repeat one as it is, percent-encoded, escaped or in base64. */
export const redacted = (text: string): string =>
  [...secrets].flatMap(spellingsOf).reduce((left, one) => left.replace(one, '[credential]'), text);

function spellingsOf(secret: string): RegExp[] {
  const bytes = Buffer.from(secret);
  const spellings = bytes.length > 5 ? [secret, bytes.toString('hex')] : [secret];
  for (const before of [0, 1, 2]) {
    const all = Buffer.concat([Buffer.alloc(before), bytes]);
    // Characters of base64 that also depend on what stands before or after the secret are left out.
    const [start, end] = [Math.ceil((before * 4) / 3), Math.floor((all.length * 4) / 3)];
    const own = all.toString('base64url').slice(start, end);
    if (own.length > 5) spellings.push(own, own.replaceAll('-', '+').replaceAll('_', '/'));
  }
  return spellings.map((one) => new RegExp([...one].map(characterOf).join('\\\\*'), 'giu'));
}

/** A pattern for a character: as it is, escaped in JSON or HTML, or percent-encoded, even twice. */
function characterOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const plain = `\\u{${code.toString(16)}}`;
  const hex = [...Buffer.from(character)].map((byte) => byte.toString(16).padStart(2, '0'));
  const percent = hex.map((byte) => `%(?:25)*${byte}`).join('');
  const entity = `&#(?:x0*${code.toString(16)}|0*${code});`;
  return `(?:${plain}|${percent}|${entity}|(?:u00|x)${hex[0]})`;
}
