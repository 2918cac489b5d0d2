/** Compares a tenant's document with what this version knows, and counts what was compared. */
import { finding, type Found } from './answers.js';
import * as doc from './document.js';
import type { Endpoint, Flat, OpenApi, Schema } from './document.js';

/** Which way a value goes: to the service, or from it. */
type Way = 'query' | 'bodies' | 'answers';

/** What is found out, by question. */
type Parts = Record<Way | 'operations' | 'unknown' | 'assumptions', Found>;

/** A difference is `other`, `absent` (the tenant does not have it) or `new` (this version does not know it). */
type Kind = 'other ' | 'absent' | 'new   ';

/** Compares the document `theirs` of a tenant with `ours`. */
export function compare(ours: OpenApi, theirs: OpenApi): Parts {
  const [operations, unknown, query, bodies, answers, assumptions] = Array.from('123456', finding);
  const parts = { operations, unknown, query, bodies, answers, assumptions } as Parts;
  const { pairs, served } = doc.paired(ours, theirs);
  const lost = Object.entries(theirs.paths ?? {}).filter(([, item]) => doc.unreadIn(item));
  parts.unknown.unread = lost.map(([path, item]) => `${path}: ${doc.unreadIn(item)}`);
  for (const { own, its } of pairs) {
    const operation = new Operation(own, parts);
    if (its) operation.compare(its);
    else if (lost.some(([path]) => doc.shapeOf(own.path).endsWith(doc.shapeOf(path))))
      parts.operations.unread.push(`${own.id}: its path`);
    else operation.add('operations', 'absent', 'path', `${own.method} ${own.path}`, 'none');
    operation.checkAssumptions();
  }
  const strange = served.filter((one) => !pairs.some(({ own }) => doc.isSame(own, one)));
  parts.operations.compared = pairs.length - parts.operations.unread.length;
  parts.unknown.compared = served.length;
  parts.unknown.differences = strange.map(
    ({ method, path, id }) => `new    ${method} ${path}, operation: ${id || 'without an id'}`,
  );
  return parts;
}

/** Compares one operation. */
class Operation {
  readonly #own: Endpoint;
  readonly #parts: Parts;
  /** The places that were compared, such as `query limit` or `body name`. True for those that differ. */
  readonly #seen = new Map<string, boolean>();

  constructor(own: Endpoint, parts: Parts) {
    this.#own = own;
    this.#parts = parts;
  }

  compare(its: Endpoint): void {
    const own = this.#own;
    this.#see('path');
    if (own.method === '*') return;
    this.#schema(own.query, its.query, 'query', 'query');
    const isBody = Object.keys(doc.flatten(own.body).properties).length > 0;
    if (isBody && !its.body) this.add('bodies', 'absent', 'body', 'a body', 'none');
    else if (own.body && its.body) this.#schema(own.body, its.body, 'body', 'bodies');
    const items = 'x-list' in own.raw && doc.itemsOf(its.answer);
    if (items) this.#schema(doc.flatten(own.answer).items, items, 'answer items[]', 'answers');
    else if (own.answer) this.#schema(own.answer, its.answer, 'answer', 'answers');
  }

  /** An assumption is right if what its sentence is about was compared, and nothing of it differs. */
  checkAssumptions(): void {
    const { assumptions } = this.#parts;
    for (const text of (this.#own.raw['x-presumed'] ?? []) as string[]) {
      const named = /The name (\w+) is presumed/.exec(text)?.[1];
      const isInside = (at: string) => !named || at.split(/[ .]/).includes(named);
      const isAbout = (at: string) => /path/.test(text) === (at === 'path') && isInside(at);
      const about = [...this.#seen].filter(
        ([at, differs]) => isAbout(at) || (at === 'path' && differs),
      );
      const wrong = about.find(([, differs]) => differs);
      if (wrong) this.add('assumptions', 'other ', wrong[0], text, 'not so');
      if (about[0]) assumptions.compared += 1;
      else assumptions.unread.push(`${this.#own.id}: ${text} The document does not show it`);
    }
  }

  add(part: keyof Parts, kind: Kind, at: string, ours: string, theirs: string): void {
    this.#seen.set(at, true);
    this.#parts[part].differences.push(`${kind} ${this.#own.id}, ${at}: ${ours} → ${theirs}`);
  }

  #see(at: string): void {
    this.#seen.set(at, this.#seen.get(at) ?? false);
  }

  #schema(ours: unknown, theirs: unknown, at: string, way: Way): void {
    const [own, its] = [doc.flatten(ours), doc.flatten(theirs)];
    const part = this.#parts[way];
    if (its.unread) part.unread.push(`${this.#own.id}, ${at}: ${its.unread}`);
    const other = doc.otherOf(theirs);
    if (other) return this.add(way, 'other ', at, 'JSON', other);
    // The description leaves it open, or the tenant's document does.
    if (!own.types[0]) return;
    if (!its.types[0]) return void (part.open += 1);
    if (at !== 'query') part.compared += 1;
    this.#see(at);
    const differ = (mine: string, other: string) => this.add(way, 'other ', at, mine, other);
    if (!isSameType(own, its, way)) return differ(own.types.join(' or '), its.types.join(' or '));
    const [narrow, wide] = way === 'answers' ? [own, its] : [its, own];
    if (wide.isNullable && !narrow.isNullable) differ(nullable(own), nullable(its));
    // The client checks no limit of a value, so that the service may change it.
    if (own.values && valuesOf(own) !== valuesOf(its)) differ(valuesOf(own), valuesOf(its));
    this.#properties(own, its, at, way);
    if (own.items && its.items) this.#schema(own.items, its.items, `${at}[]`, way);
    if (own.rest && its.rest) this.#schema(own.rest, its.rest, `${at}{}`, way);
  }

  #properties(own: Flat, its: Flat, at: string, way: Way): void {
    const inner = (key: string) => `${at}${at.includes(' ') ? '.' : ' '}${key}`;
    const isThere = (all: Schema, key: string) => Object.hasOwn(all, key);
    const isDescribed = way === 'query' || Object.keys(its.properties).length > 0;
    for (const [key, schema] of Object.entries(own.properties)) {
      const where = inner(key);
      if (isThere(its.properties, key)) {
        // The description marks what an answer always has, but not what an open body requires.
        const [mine = false, theirs] = [own, its].map(({ required }) => required.includes(key));
        const isAsked = mine || (way === 'bodies' ? !own.isOpen : way === 'query');
        const say = (is = false) => (is ? 'required' : 'optional');
        if (mine !== theirs && isAsked) this.add(way, 'other ', where, say(mine), say(theirs));
        this.#see(where);
        this.#schema(schema, its.properties[key], where, way);
      } else if (isDescribed && !its.unread) this.add(way, 'absent', where, 'known', 'none');
      else if (!its.unread) this.#parts[way].open += 1;
    }
    if (Object.keys(own.properties).length === 0 && way !== 'query') return;
    for (const key of Object.keys(its.properties).filter((one) => !isThere(own.properties, one)))
      if ((way !== 'answers' && its.required.includes(key)) || !own.isOpen)
        this.add(way, 'new   ', inner(key), 'unknown', 'there');
  }
}

const valuesOf = ({ values }: Flat): string =>
  values ? `one of ${values.map(String).sort().join(', ')}` : 'any value';

const nullable = ({ isNullable }: Flat): string => (isNullable ? 'may be null' : 'never null');

/** One type that both allow is enough. An integer can be read as a number, but not sent as one. */
const isSameType = (own: Flat, its: Flat, way: Way): boolean =>
  own.types.some((type) => its.types.includes(type)) ||
  (way === 'answers' && own.types.includes('number') && its.types.includes('integer'));
