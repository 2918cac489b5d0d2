// What the markup of `<svc-embed>` says, and which of it a script must allow.

import { sorted } from '../component/controller.js';
import { AS_JSON, AS_TEXT } from '../core/options.js';
import type { SvcEmbedProperties, SvcEmbedSource } from './types.js';
import { own } from '../shell/values.js';

/** The properties whose attributes are JSON. */
const JSON_NAMES: readonly string[] = [...AS_JSON, 'deploymentId', 'frameAttributes'];

export const NAMES = [
  ...AS_TEXT,
  ...JSON_NAMES,
  ...['publicId', 'path', 'sessionUrl'],
] as (keyof SvcEmbedProperties)[];

/** The value of a property that its attribute says. */
export function valueOf(name: keyof SvcEmbedProperties, text: string | null): unknown {
  // Markup may be a stranger's: it names no embed that the page's own scripts keep.
  if (name === 'keep') return text && `\n${text}`;
  if (!JSON_NAMES.includes(name)) return text;
  try {
    // Without an attribute, the text `null`.
    return JSON.parse(String(text));
  } catch {
    // `mount` refuses a text that is no JSON: no such option is a string.
    return text;
  }
}

/** The name of a property's attribute: `base-url` for `baseUrl`. */
export function dashed(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The property of an attribute; undefined if it is that of no property of its own. */
export function propertyOf(attribute: string): keyof SvcEmbedProperties | undefined {
  return NAMES.find((name) => dashed(name) === attribute);
}

/** What a script allows, as one text. Objects may be the JSON of their attributes. */
export function textOf(source: Partial<SvcEmbedSource>): string {
  const given = own(source);
  const values = SOURCE.map((name) => [name, valueOf(name, given[name] as string)]);
  return JSON.stringify(Object.fromEntries(values), sorted);
}

/** What a script allows. */
const SOURCE = ['baseUrl', 'sessionUrl', 'path', 'params', 'renewal', 'frameAttributes'] as const;

/** What an attribute says; undefined if it is no JSON. Then `mount` refuses it. */
export function readable<T>(value: T): Exclude<T, string> | undefined {
  return typeof value === 'string' ? undefined : (value as Exclude<T, string>);
}

/** The attributes of an iframe; undefined if they change only how it looks. */
export function rightsIn<T extends object | undefined>(attributes: T): T | undefined {
  const entries = Object.entries(readable(attributes) ?? {});
  return entries.every(([name, value]) => OF_LOOKS.test(`${name}=${value}`))
    ? undefined
    : attributes;
}

/** An attribute that gives an embed no right, and takes no protection away. */
const OF_LOOKS = /^((class|style|width|height|aria-[^=]+|data-[^=]+)=|allow=fullscreen$)/i;

/** Whether something in the document comes after `node`. */
export function hasSuccessor(node: Node | null): boolean {
  for (; node; node = node.parentNode) if (node.nextSibling) return true;
  return false;
}

/** Whether Turbo shows a copy of the page from its cache until it has the page itself. */
export function isPreview(): boolean {
  return document.documentElement.hasAttribute('data-turbo-preview');
}
