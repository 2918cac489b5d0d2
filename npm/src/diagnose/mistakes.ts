// What was wrong with the options of `mount` or `connect`: the value that was given, and the one that was
// probably meant. Loaded when there is a mistake. It shares no module with the rest, because Parcel does
// not find one in a worker.

import type { EmbedErrorCode, ErrorNumber } from '../core/errors.js';
import { FIRST, OPTION_ERRORS } from '../core/option-errors.js';

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
  const given = isObject(options) ? (options as Given) : {};
  const [place, more] = DETAILS[name]?.(given, target) ?? ['', ''];
  return sentence(name, place, more);
}

/** The options, of which each may be wrong. */
type Given = Partial<Record<string, unknown>>;

/** What takes the place of `{}`, and what is said after the sentence. */
type Detail = readonly [place: string, more: string];

/** By the name of the mistake. */
const DETAILS: Partial<Record<string, (given: Given, target: unknown) => Detail | undefined>> = {
  InvalidBaseUrl: (given, target) => {
    const { baseUrl } = given;
    if (baseUrl !== undefined) return after(shown(baseUrl), meantByUrl(baseUrl));
    // As with libraries that take all in one object.
    const isFirst = isObject(target) && 'baseUrl' in target;
    if (isFirst) return ['', ' The options are the second argument, after the element.'];
    return ['', misspelt(given, ['baseUrl'], 'It is undefined')];
  },
  InvalidSurface: ({ surface }) => {
    if (!isObject(surface)) return after(shown(surface));
    const { kind, path } = surface as Given;
    if (path != null) return ['', ` Its path is ${shown(path)}.`];
    if (kind === undefined) return ['', misspelt(surface, ['kind'], 'It has no kind')];
    return ['', ` Its kind is ${shown(kind)}.${meant(nearest(kind, KINDS))}`];
  },
  InvalidPublicId: ({ surface }) => ofField(surface, 'publicId'),
  InvalidDeploymentId: ({ surface }) => ofField(surface, 'deploymentId'),
  InvalidIframe: (_, target) => ['', ` It is ${shown(target)}.${elementIn(target)}`],
  InvalidAttribute: ({ attributes }) => {
    const wrong = textsOf(attributes).find(([name]) => !isAttribute(name));
    return wrong && ['', ` It is '${cut(wrong[0])}'.`];
  },
  InvalidDuration: ({ renewal, readyTimeoutMs }) => {
    const numbers = Object.entries({ ...Object(renewal), readyTimeoutMs } as Given);
    const isWrong = ([name, value]: [string, unknown]) =>
      /^maxAttempts$|Ms$/.test(name) &&
      value != null &&
      !(name === 'retryStoppedMs' && value === false) &&
      !(typeof value === 'number' && value >= 0);
    const [name = '', value] = numbers.find(isWrong) ?? [];
    return [name, ` It is ${shown(value)}.`];
  },
  InvalidOnExhausted: ({ renewal }) => {
    const { onExhausted } = Object(renewal) as Given;
    return after(shown(onExhausted), nearest(onExhausted, ['stop', 'reload']));
  },
  InvalidFilters: ({ filters }) =>
    // The element hands over a text that is not JSON.
    after(
      typeof filters === 'string'
        ? 'a text that is not JSON: names and texts need double quotes'
        : shown(filters),
    ),
  InvalidRenewal: ({ renewal }) => after(typeOf(renewal)),
  InvalidTitle: ({ title }) => after(shown(title)),
  InvalidTexts: ({ params, attributes }) => {
    for (const [option, given] of Object.entries({ params, attributes })) {
      if (given != null && !isTexts(given)) return [`: ${option} is ${typeOf(given)}`, ''];
      const wrong = textsOf(given).find(([, value]) => !isText(value));
      if (wrong) return [`: ${option}.${cut(wrong[0])} is ${typeOf(wrong[1])}`, ''];
    }
    return undefined;
  },
  NotAllowed: ({ text }) => [String(text), ''],
  // A text may be the id itself.
  InvalidGetSession: ({ getSession }) =>
    isObject(getSession) && 'then' in getSession
      ? ['', ' It is a promise: pass the function itself, without calling it.']
      : after(typeOf(getSession)),
};

const KINDS = ['dashboard', 'app', 'chat'];

/** The elements whose attributes were looked at, and those whose properties were. */
const lookedAt = new WeakSet<Element>();
const settled = new WeakSet<Element>();

/**
 * Says in the console that an `<svc-embed>` has no `base-url`, and which properties it does not have, unless a
 * script may yet set them: `isEarly`. And once which attributes it does not have, if others are like them, and
 * whether it is not closed.
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
  if (hasRestOfPage(element)) console.warn(NOT_CLOSED);
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

const NOT_CLOSED =
  '<svc-embed> hides what follows it in the HTML: HTML has no self-closing elements, so the rest has become its content. Write <svc-embed …></svc-embed>.';

/**
 * Whether the parser has taken what follows `<svc-embed … />` for its content: it then goes on to the end of the
 * element around it. What an element shows before it is defined has no slot either, but is no part of a page.
 */
function hasRestOfPage(element: Element): boolean {
  if (element.nextElementSibling) return false;
  const hidden = [...element.children].filter((child) => !child.hasAttribute('slot'));
  return hidden.some((child) => child.matches(PARTS));
}

/** What is a part of a page, and not the content of a placeholder, nor the script of a server's iframe. */
const PARTS =
  'svc-embed, h1, h2, h3, h4, h5, h6, header, footer, main, nav, aside, section, article, table, form';

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
  return (
    names.find((name) => name.replaceAll('-', '') === plain) ??
    GUESSED[given] ??
    nearest(given, names)
  );
}

/** What others call it. */
const GUESSED: Partial<Record<string, string>> = {
  // Nothing of `Object.prototype` is a name.
  __proto__: null as never,
  allow: 'frame-attributes',
  attributes: 'frame-attributes',
  dashboard: 'public-id',
  'dashboard-id': 'public-id',
  endpoint: 'session-url',
  kind: 'surface',
  sandbox: 'frame-attributes',
  'session-endpoint': 'session-url',
  src: 'base-url',
  tenant: 'base-url',
  url: 'base-url',
};

/** One sentence for each way in which a target is none. */
function ofTarget(given: unknown): [EmbedErrorCode, string] {
  const element = given as Partial<Element> | null | undefined;
  if (typeof given === 'string') {
    let found: Element | null;
    try {
      found = document.querySelector(given);
    } catch {
      return sentence('TargetNotSelector', cut(given), '');
    }
    if (found) return sentence('TargetReplaced', found.localName, '');
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => `#${id}`);
    // A selector that is only a name is most often an id without its mark.
    const near = nearest(given, ids) ?? ids.find((id) => id === `#${given}`);
    return sentence('TargetNotFound', cut(given), meant(near));
  }
  if (element?.nodeType !== Node.ELEMENT_NODE)
    return sentence('InvalidTarget', '', ` It is ${shown(given)}.${elementIn(given)}`);
  return element.ownerDocument === document
    ? sentence('TargetReplaced', element.localName ?? '', '')
    : sentence('TargetElsewhere', '', '');
}

/** Says where the element is, if a list or a framework's ref was given. */
function elementIn(given: unknown): string {
  const held = (name: string): unknown => {
    try {
      return (given as Given)[name];
    } catch {
      return undefined;
    }
  };
  const isElement = (name: string) =>
    (held(name) as Partial<Node> | null | undefined)?.nodeType === Node.ELEMENT_NODE;
  if (isElement('0')) return ' Pass one element: it has one at [0].';
  const name = ['current', 'value', 'nativeElement'].find(isElement);
  if (name) return ` Pass the element, which is its .${name}.`;
  return held('current') === null
    ? ' Its .current is null: wait until the element is there, for example in an effect.'
    : '';
}

function sentence(wanted: string, place: string, more: string): [EmbedErrorCode, string] {
  const [code, template] = OPTION_ERRORS.find(([, , name]) => name === wanted)!;
  return [code, template.replace('{}', () => place) + more];
}

function after(value: string, near?: string): Detail {
  return ['', ` It is ${value}.${meant(near)}`];
}

function meant(near: string | undefined): string {
  return near === undefined ? '' : ` Did you mean '${near}'?`;
}

/** A field of `surface` that is missing, misspelt or wrong. */
function ofField(surface: unknown, name: string): Detail | undefined {
  if (!isObject(surface)) return undefined;
  const value = (surface as Given)[name];
  if (value !== undefined) return after(shown(value));
  return ['', misspelt(surface, [name], `surface has no ${name}`)];
}

function misspelt(given: object, names: readonly string[], otherwise: string): string {
  const [found, near] =
    Object.keys(given)
      .map((name) => [name, nearest(name, names)] as const)
      .find(([name, near]) => near && near !== name) ?? [];
  return found === undefined ? ` ${otherwise}.` : ` There is no '${cut(found)}'.${meant(near)}`;
}

/** The address that a text was probably meant to be. */
function meantByUrl(given: unknown): string | undefined {
  if (typeof given !== 'string' && !(given instanceof URL)) return undefined;
  const text = String(given).trim();
  const candidate = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  try {
    const { hostname, host, pathname, protocol } = new URL(candidate);
    const isHost = hostname.includes('.') && host.length < 260;
    // On loopback, http is right. What follows `/embed/` is the address of an embed.
    const scheme = /^(127\.|localhost$)/.test(hostname) ? protocol : 'https:';
    const path = cut(pathname.split('/embed/')[0]!.replace(/\/$/, ''));
    return isHost ? `${scheme}//${host}${path}` : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an iframe of `mount` can have this attribute. */
function isAttribute(name: string): boolean {
  if (/^(src|srcdoc|loading|on.*)$/i.test(name)) return false;
  return /^[a-z_:][^\s"'<>/=]*$/i.test(name);
}

/** The pairs of what is an object of texts, a `Map` or a `URLSearchParams`. */
function textsOf(given: unknown): [string, unknown][] {
  if (!isTexts(given)) return [];
  const pairs =
    Symbol.iterator in given ? [...(given as Map<unknown, unknown>)] : Object.entries(given);
  return pairs.map(([name, value]) => [String(name), value]);
}

function isTexts(given: unknown): given is object {
  return isObject(given) && !Array.isArray(given);
}

function isText(value: unknown): boolean {
  return value === undefined || ['string', 'number', 'boolean'].includes(typeof value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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

/** The name that `given` probably stands for; undefined if none is near. */
export function nearest(given: unknown, names: readonly string[]): string | undefined {
  // Longer than any name: the comparison would take long, too.
  if (typeof given !== 'string' || given.length > 40) return undefined;
  const [best] = names
    .slice(0, 1_000)
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(1, given.length / 4) ? best.name : undefined;
}

/** How many letters must be changed, added or taken away to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, otherLetter] of [...other].entries()) {
      const replaced = row[place]! + Number(letter !== otherLetter);
      next.push(Math.min(replaced, row[place + 1]! + 1, next[place]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
