// The file that the inspector saves, and that it reads again. A file is the input of a stranger: its
// texts are only ever shown as text, and it cannot make the page hold more than the inspector would.

import { EmbedError } from '../errors.js';
import { isDate } from './format.js';
import { KINDS, type Facts, type Kind, type Row } from './row.js';
import { shownText } from './text.js';

const FORMAT = 'svc-embed-inspector';
const VERSION = 1;
/** The longest file that is read, in characters. A full inspector saves less. */
const LONGEST_FILE = 10_000_000;
/** The most rows that an inspector keeps, and so that a file has. */
export const MOST_ROWS = 10_000;
/** The most facts of a row. */
const MOST_FACTS = 20;

/** The rows, oldest first, as the text of a file. */
export function write(rows: readonly Row[], savedAt: number): string {
  const plain = rows.map(({ at, kind, name, note, facts }) => ({ at, kind, name, note, facts }));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, savedAt, rows: plain }, null, 1)}\n`;
}

/**
 * Reads the rows of a file.
 *
 * @throws `invalid-option` if it is no file of the inspector. The message names the first thing that
 * is wrong.
 */
export function read(text: string): Row[] {
  if (typeof text !== 'string') refuse('is not a text');
  if (text.length > LONGEST_FILE) refuse(`has more than ${LONGEST_FILE} characters`);
  const file = parsed(text);
  if (!isRecord(file) || file['format'] !== FORMAT) refuse('was not saved by the inspector');
  if (file['version'] !== VERSION) refuse(`has another version than ${VERSION}`);
  const { rows } = file;
  if (!Array.isArray(rows) || rows.length === 0) refuse('has no rows');
  if (rows.length > MOST_ROWS) refuse(`has more than ${MOST_ROWS} rows`);
  return rows.map((row: unknown, index) => rowOf(row) ?? refuse(`is wrong in row ${index + 1}`));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message would quote the file.
    return refuse('is not JSON');
  }
}

/** A row of the same content, with texts that can be shown; undefined if it is none. */
function rowOf(value: unknown): Row | undefined {
  if (!isRecord(value)) return undefined;
  const { at, kind, name, note, facts } = value;
  if (typeof at !== 'number' || !isDate(at) || !isKind(kind)) return undefined;
  if (typeof name !== 'string' || typeof note !== 'string' || !isRecord(facts)) return undefined;
  const read = factsOf(facts);
  return read && { at, kind, name: shownText(name), note: shownText(note), facts: read };
}

function factsOf(given: Record<string, unknown>): Facts | undefined {
  const facts: Record<string, string | number> = {};
  const entries = Object.entries(given);
  if (entries.length > MOST_FACTS) return undefined;
  for (const [name, value] of entries) {
    if (!/^[a-z]{1,20}$/i.test(name)) return undefined;
    if (typeof value === 'string') facts[name] = shownText(value);
    else if (typeof value === 'number' && isDate(value)) facts[name] = value;
    else return undefined;
  }
  return facts;
}

function isKind(value: unknown): value is Kind {
  return typeof value === 'string' && Object.hasOwn(KINDS, value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refuse(reason: string): never {
  throw new EmbedError('invalid-option', `The inspector's file ${reason}.`);
}
