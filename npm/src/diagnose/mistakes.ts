// What was wrong with the options of `mount` or `connect`, and with the markup of an element: the value that was
// given, and the name that was probably meant. Loaded when there is a mistake.

import type { EmbedErrorCode, ErrorNumber } from '../core/errors.js';
import { FIRST, OPTION_ERRORS } from '../core/option-errors.js';
import { nearest } from './nearest.js';

export { nearest };

/**
 * The code and the sentence of a mistake in `options` or in `target`. Neither has what may be a session id
 * or a credential.
 */
export function sentenceOf(
  number: ErrorNumber,
  options: object,
  target?: unknown,
): [EmbedErrorCode, string] {
  const [, , name] = OPTION_ERRORS[number - FIRST]!;
  if (name === 'InvalidTarget') return ofTarget(target);
  if (name === 'NotAllowed') return sentence(name, String((options as Given)['text']));
  if (name === 'InvalidIframe') return sentence(name, '', ` It is ${shown(target)}.`);
  const path = OF_OPTION[name];
  if (path) return sentence(name, '', ofValue(options, path));
  const wrong = WRONG[name]?.(options as Given);
  if (!wrong) return sentence(name);
  const [place, value] = wrong;
  return sentence(
    name,
    place,
    ` ${place} is ${typeof value === 'number' ? value : typeOf(value)}.`,
  );
}

type Given = Partial<Record<string, unknown>>;

/** The option that a mistake is about. */
const OF_OPTION: Partial<Record<string, string>> = {
  InvalidBaseUrl: 'baseUrl',
  InvalidSurface: 'surface.kind',
  InvalidPublicId: 'surface.publicId',
  InvalidDeploymentId: 'surface.deploymentId',
  InvalidFilters: 'filters',
  InvalidRenewal: 'renewal',
  InvalidOnExhausted: 'renewal.onExhausted',
  InvalidTitle: 'title',
  InvalidGetSession: 'getSession',
};

/** For a mistake in one of several options: which, and its value. */
const WRONG: Partial<Record<string, (given: Given) => [string, unknown] | undefined>> = {
  InvalidDuration: ({ renewal, readyTimeoutMs }) =>
    Object.entries({ ...Object(renewal), readyTimeoutMs } as Given).find(
      ([name, value]) =>
        /^maxAttempts$|Ms$/.test(name) &&
        value != null &&
        !(name === 'retryStoppedMs' && value === false) &&
        !(typeof value === 'number' && value >= 0),
    ),
  InvalidTexts: ({ params, attributes }) =>
    [...textsOf('params', params), ...textsOf('attributes', attributes)].find(
      ([name, value]) =>
        !name.includes('.') ||
        (value !== undefined && !/^(string|number|boolean)$/.test(typeof value)),
    ),
  InvalidAttribute: ({ attributes }) =>
    textsOf('attributes', attributes).find(
      ([name]) =>
        !/^attributes\.[a-z_:][^\s"'<>/=]*$/i.test(name) ||
        /^attributes\.(src|srcdoc|loading|on.*)$/i.test(name),
    ),
};

/** The pairs of what is an object of texts, a `Map` or a `URLSearchParams`; else the option itself. */
function textsOf(option: string, given: unknown): [string, unknown][] {
  if (given == null) return [];
  if (typeof given !== 'object' || Array.isArray(given)) return [[option, given]];
  const pairs =
    Symbol.iterator in given ? [...(given as Map<unknown, unknown>)] : Object.entries(given);
  return pairs.map(([name, value]) => [`${option}.${cut(String(name))}`, value]);
}

/** The value of an option, or the name that stands in its place. */
function ofValue(options: object, path: string): string {
  let given: unknown = options;
  for (const name of path.split('.')) {
    if (typeof given !== 'object' || given === null) break;
    const value: unknown = Object.hasOwn(given, name) ? (given as Given)[name] : undefined;
    if (value === undefined) {
      const found = Object.keys(given).find((other) => other !== name && nearest(other, [name]));
      return found ? ` There is no '${cut(found)}'. Did you mean '${name}'?` : ' It is undefined.';
    }
    given = value;
  }
  // A text may be the id itself.
  return path === 'getSession' ? ` It is ${typeOf(given)}.` : ` It is ${shown(given)}.`;
}

/** The elements whose attributes were looked at, and those whose properties were. */
const lookedAt = new WeakSet<Element>();
const settled = new WeakSet<Element>();

/**
 * Says in the console that an `<svc-embed>` has no `base-url`, and which properties it does not have, unless a
 * script may yet set them: `isEarly`. And once which attributes it does not have, if others are like them.
 */
export function warnOf(element: Element, isEarly?: boolean): void {
  if (!isEarly && !settled.has(element)) {
    settled.add(element);
    const properties = attributesOf(element).map(camel);
    for (const given of Object.keys(element)) warnOfProperty(given, properties);
    if ((element as unknown as Given)['baseUrl'] == null)
      console.warn('<svc-embed> shows nothing: it has no base-url.');
  }
  if (lookedAt.has(element)) return;
  lookedAt.add(element);
  setTimeout(() => warnOfAttributes(element), HYDRATION_MS);
}

/** The names by which some libraries take a key or a token in a page. */
export const SECRET: RegExp =
  /^(api[-_]?key|secret|((access|api|auth|bearer|embed|guest|jwt)[-_]?)?token)$/i;
export const OF_BACKEND =
  'A key or a token belongs in your backend, and never in a page, where everybody can read it.';

function warnOfProperty(given: string, properties: readonly string[]): void {
  const near = nearest(given, properties);
  if (SECRET.test(given)) console.warn(`<svc-embed> has no property ${given}. ${OF_BACKEND}`);
  else if (near) console.warn(`<svc-embed> has no property ${given}. Did you mean ${near}?`);
}

/** The attributes that an element knows. */
function attributesOf(element: Element): string[] {
  return (element.constructor as unknown as { observedAttributes: string[] }).observedAttributes;
}

/** The property of an attribute. */
function camel(attribute: string): string {
  return attribute.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * What a server has rendered may have `baseurl` for the property `baseUrl`, which its framework sets a moment
 * later.
 */
const HYDRATION_MS = 2_000;

function warnOfAttributes(element: Element): void {
  const observedAttributes = attributesOf(element);
  for (const given of element.getAttributeNames()) {
    // Every element has `attributes`, but no attribute of that name.
    const isKnown = given in element && given !== 'attributes';
    if (isKnown || observedAttributes.includes(given)) continue;
    if (SECRET.test(given)) {
      console.warn(`<svc-embed> has no attribute ${given}. ${OF_BACKEND}`);
      continue;
    }
    const near = attributeLike(given, observedAttributes);
    const isSet = near && (element as unknown as Given)[camel(near)] != null;
    if (near && !isSet)
      console.warn(`<svc-embed> has no attribute ${given}. Did you mean ${near}?`);
  }
}

/** Says in the console that a component has an embed and no place for it. */
export function warnOfRef(): void {
  console.warn(
    'useSvcEmbed shows nothing: no element has its ref. Write <div ref={ref} style={{ height: "40rem" }} />.',
  );
}

/** HTML makes `baseurl` of `baseUrl`. */
function attributeLike(given: string, names: readonly string[]): string | undefined {
  const plain = given.replace(/[-_]/g, '');
  return names.find((name) => name.replaceAll('-', '') === plain) ?? nearest(given, names);
}

/** One sentence for each way in which a target is none. */
function ofTarget(given: unknown): [EmbedErrorCode, string] {
  const element = given as Partial<Element> | null | undefined;
  if (typeof given === 'string') {
    let found: Element | null;
    try {
      found = document.querySelector(given);
    } catch {
      return sentence('TargetNotSelector', cut(given));
    }
    if (found) return sentence('TargetReplaced', found.localName);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => `#${id}`);
    // A selector that is only a name is most often an id without its mark.
    const near = nearest(given, ids) ?? ids.find((id) => id === `#${given}`);
    return sentence('TargetNotFound', cut(given), meant(near));
  }
  if (element?.nodeType !== Node.ELEMENT_NODE)
    return sentence('InvalidTarget', '', ` It is ${shown(given)}.`);
  return element.ownerDocument === document
    ? sentence('TargetReplaced', element.localName ?? '')
    : sentence('TargetElsewhere');
}

function sentence(wanted: string, place = '', more = ''): [EmbedErrorCode, string] {
  const [code, template] = OPTION_ERRORS.find(([, , name]) => name === wanted)!;
  return [code, template.replace('{}', () => place) + more];
}

function meant(near: string | undefined): string {
  return near === undefined ? '' : ` Did you mean '${near}'?`;
}

/** What kind of value it is, without the value. */
function typeOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return 'a number';
  return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}

/** A value, if it is short: without the credentials and the query of a URL. */
function shown(value: unknown): string {
  if (typeof value === 'string' || value instanceof URL) {
    const text = String(value);
    return text === '' ? 'empty' : `'${cut(text)}'`;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const name = (value as Partial<Element> | null | undefined)?.localName;
  if (typeof name === 'string') return `a <${cut(name)}>`;
  // A list of elements is no element.
  const kind = /^\[object (NodeList|HTMLCollection)\]$/.exec(Object.prototype.toString.call(value));
  return kind ? `a ${kind[1]}` : typeOf(value);
}

/** A text of the page's, short, and without what a URL may keep secret. */
function cut(text: string): string {
  const isSecret = text.includes('://') || text.includes('=');
  const open = (isSecret ? text.replace(/[?#][^]*/, '…') : text).replace(/\/\/[^/]*@/, '//…@');
  return open.length > 80 ? `${open.slice(0, 79)}…` : open;
}
