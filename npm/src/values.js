// What the core names by numbers (the words, the values of a call, the errors), and what it asks of
// them. What a message must look like, and what a text, is decided in the Rust of `src/bridge`. Rust
// users of the crate get this file too.

// Errors.

const brand = Symbol.for('svc-embed.EmbedError');

export class EmbedError extends Error {
  name = 'EmbedError';

  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.defineProperty(this, brand, { value: true });
  }
}

export const isEmbedError = (value) =>
  typeof value === 'object' && value !== null && brand in value;

// What the core names by numbers.

/** The words and, behind them, what is handed to the core as long as a call lasts. */
export let values = [];
/** The fields of the envelope, and the events; each with the name and the fields of its line. */
let envelope = [];
export let catalog = [];
let lines = new Map();
let errors = [];

export function learn(words, catalogText, errorList, prefix) {
  values = words.split('\n');
  const [checks, events] = catalogText.split('\n\n').map((text) => text.split('\n').map(readLine));
  envelope = checks.flatMap(({ fields }) => fields);
  catalog = events;
  lines = new Map(catalog.map(({ name }, line) => [prefix + name, line]));
  errors = errorList.split('\n');
}

/** The number of a value. */
export const put = (value) => (value === undefined ? -1 : values.push(value) - 1);
export const take = (number) => values[number];

export const mark = () => values.length;
/** One by one: quicker than by the length, for there are few. */
export function release(mark) {
  while (values.length > mark) values.pop();
}

function readLine(line) {
  const [name, ...rest] = line.split(' ');
  const fields = [];
  while (rest.length > 0) {
    const [key, text] = rest.splice(0, 2);
    // A field that must be a text has no kinds: of that, the number is 0.
    fields.push({ name, key, text, kinds: text | 0 });
  }
  return { name, fields };
}

export function makeError(number, cause) {
  const [, code, message] = /(\S+) (.*)/.exec(errors[number - 1]);
  return new EmbedError(code, message, cause);
}

// Values.

/** The first of some fields that is not of one of its kinds, or not its text. */
function misfit(target, fields) {
  for (const field of fields) {
    const { key, text, kinds } = field;
    const value = target[key];
    if (kinds ? !((kinds >> kindOf(value)) & 1) : value !== text) return field;
  }
}

export function lineOf(number) {
  const data = values[number];
  const line = lines.get(data?.type) ?? 0;
  let failed = kindOf(data) === 5 ? misfit(data, envelope) : envelope[0];
  // What is wrong in the payload is told as if it were the payload, the last field of the envelope.
  if (!failed && misfit(data.payload, catalog[line].fields)) failed = envelope.at(-1);
  return failed ? -values.indexOf(failed.name) : line;
}

/** The numbers are those of `kind` in `src/bridge/host.rs`. */
function kindOf(value) {
  if (typeof value === 'string') return 2;
  if (typeof value === 'number') return Number.isFinite(value) ? 3 : 6;
  if (typeof value === 'boolean') return 4;
  if (value === undefined) return 0;
  if (value === null) return 1;
  return typeof value === 'object' && !Array.isArray(value) ? 5 : 6;
}

const at = (target, key) => values[target]?.[values[key]];

export const isIn = (target, parent, key, word) => at(target, parent)[values[key]] === values[word];
export const numberIn = (target, parent, key) => numberOf(at(target, parent)[values[key]] ?? 0);
export const property = (target, key) => put(at(target, key));
export const item = (array, index) => put(values[array][index]);
export const kind = (target, key) => kindOf(at(target, key));
export const number = (target, key, absent) => numberOf(at(target, key) ?? absent);

const numberOf = (value) => (typeof value === 'number' ? value : NaN);

export const objectWith = (key, value) => put({ [values[key]]: values[value] });
export const emptyObject = () => put({});

export const parameterOf = (number, prefix) =>
  attempt(() => {
    const filter = values[number];
    let text = filter;
    if (kindOf(filter) !== 2) {
      const { member, value, operator } = filter;
      const json = JSON.stringify({ value, operator });
      const isNone = json === '{}' || (typeof value === 'number' && !Number.isFinite(value));
      if (isNone || kindOf(member) !== 2 || ![0, 2].includes(kindOf(operator))) return undefined;
      text = values[prefix] + member + '=' + json;
    }
    JSON.parse(text.slice(text.indexOf('=') + 1));
    return put(text);
  }) ?? -1;

export function plainCopy(value) {
  const copy = attempt(() => structuredClone(values[value]));
  // A plain object's prototype has none itself, in whichever window it was made; an array's, a
  // date's or a map's has.
  const prototype = kindOf(copy) === 5 && Object.getPrototypeOf(copy);
  return put(prototype && Object.getPrototypeOf(prototype) === null ? copy : undefined);
}

// Texts.

export const wordOf = (text) => values.indexOf(values[text]);
export const joined = (text, other) => put(values[text] + values[other]);
export const filled = (text, place, value) =>
  put(values[text].replace(values[place], () => encoded(values[value])));

const encoded = (value) =>
  encodeURIComponent(String(value).replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (mark) => '%' + mark.charCodeAt(0).toString(16).toUpperCase(),
  );

export const matches = (text, pattern) =>
  typeof values[text] === 'string' && RegExp(values[pattern]).test(values[text]);
export const replaced = (text, pattern, by) =>
  put(values[text].replace(RegExp(values[pattern], 'g'), values[by]));
export const unitAt = (text, index) => values[text]?.charCodeAt?.(index);

export const isTimezone = (name) =>
  attempt(() => Boolean(new Intl.DateTimeFormat(undefined, { timeZone: values[name] }))) ?? false;

export const orNull = (number) => (Number.isNaN(number) ? null : number);

export function attempt(call) {
  try {
    return call();
  } catch {
    return undefined;
  }
}
