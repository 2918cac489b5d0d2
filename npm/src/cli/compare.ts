/** Compares a tenant's document with what this version knows, and counts what was compared. */
import { finding } from './answers.js';
import * as doc from './document.js';
import type { Content, Endpoint, Flat, OpenApi, Schema } from './document.js';

/** Which way a value goes: to the service, or from it. */
type Way = 'query' | 'bodies' | 'answers';

/** A difference is `other`, `absent` (the tenant does not have it) or `new` (this version does not know it). */
type Kind = 'other ' | 'absent' | 'new   ';

/** The result of a comparison, by question. `fixes` is what `ManagementClient` takes as `presumptions`. */
const comparison = () => ({
  parts: {
    ...{ operations: finding(), unknown: finding(), query: finding() },
    ...{ bodies: finding(), answers: finding(), assumptions: finding() },
  },
  fixes: { paths: {} as Record<string, string>, inputs: {} as Record<string, 'query'> },
});

export type Comparison = ReturnType<typeof comparison>;

/** Compares the document `theirs` of a tenant with `ours`. */
export function compare(ours: OpenApi, theirs: OpenApi): Comparison {
  const result = comparison();
  const { operations, unknown } = result.parts;
  const known = doc.endpointsOf(ours);
  const served = doc.servedBy(theirs, known);
  const lost = Object.entries(theirs.paths ?? {}).filter(([, item]) => doc.unreadIn(item));
  unknown.unread.push(...lost.map(([path, item]) => `${path}: ${doc.unreadIn(item)}`));
  const free = new Set(served.filter((one) => !known.some((own) => doc.isSame(own, one))));
  for (const own of known) {
    const operation = new Operation(own, result);
    const its = served.find((one) => doc.isSame(own, one));
    const alike = its ? [] : [...free].filter((one) => isAlike(own, one));
    const candidate = alike.length === 1 ? alike[0] : undefined;
    if (its) operation.compare(its);
    else if (lost.some(([path]) => doc.shapeOf(own.path).endsWith(doc.shapeOf(path))))
      operations.unread.push(`${own.id}: its path`);
    else {
      const says = candidate ? `perhaps ${candidate.method} ${candidate.path}` : 'none';
      const kind = candidate ? 'other ' : 'absent';
      operation.add('operations', kind, 'path', `${own.method} ${own.path}`, says);
      if (candidate && 'x-presumed' in own.raw) {
        result.fixes.paths[own.id] = candidate.path;
        free.delete(candidate);
      }
    }
    operation.checkAssumptions();
  }
  operations.compared = known.length - operations.unread.length;
  unknown.compared = served.length;
  for (const { method, path, id } of free)
    unknown.differences.push(`new    ${method} ${path}, operation: ${id || 'without an id'}`);
  return result;
}

/** True if `its` may be the operation `own` at another path: their ids or the ends of their paths are alike. */
function isAlike(own: Endpoint, its: Endpoint): boolean {
  const letters = (text: string) => doc.shapeOf(text.toLowerCase()).replace(/[^a-z{}]/g, '');
  const [a, b] = [letters(own.path), letters(its.path)];
  const isNamed = own.id !== '' && letters(own.id) === letters(its.id);
  return own.method === its.method && (isNamed || a.endsWith(b) || b.endsWith(a));
}

/** Compares one operation. */
class Operation {
  readonly #own: Endpoint;
  readonly #result: Comparison;
  /** The places that were compared, such as `query limit` or `body name`. True for those that differ. */
  readonly #seen = new Map<string, boolean>();

  constructor(own: Endpoint, result: Comparison) {
    this.#own = own;
    this.#result = result;
  }

  compare(its: Endpoint): void {
    const own = this.#own;
    this.#seen.set('path', false);
    if (own.method === '*') return;
    const fields = Object.keys(doc.flatten(own.body.schema).properties);
    this.#schema(own.query, its.query, 'query', 'query');
    // A body that is sent as the query is one difference, not one for each field.
    const isMoved = fields.length > 0 && fields.every((key) => key in its.query.properties);
    if (isMoved && !its.body.schema) {
      this.#result.fixes.inputs[own.id] = 'query';
      this.add('bodies', 'other ', 'body', 'the body', 'the query');
    } else if (fields.length > 0 || its.body.schema)
      this.#content('bodies', own.body, its.body, 'body');
    this.#content('answers', own.answer, its.answer, 'answer');
  }

  /** An assumption is right if what its sentence is about was compared, and nothing of it differs. */
  checkAssumptions(): void {
    const { assumptions } = this.#result.parts;
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

  add(part: keyof Comparison['parts'], kind: Kind, at: string, ours: string, theirs: string): void {
    this.#seen.set(at, true);
    const line = `${kind} ${this.#own.id}, ${at}: ${ours} → ${theirs}`;
    this.#result.parts[part].differences.push(line);
  }

  #content(way: Way, ours: Content, { schema, other, unread }: Content, at: string): void {
    const part = this.#result.parts[way];
    if (ours.schema === undefined) return;
    if (unread) part.unread.push(`${this.#own.id}, ${at}: ${unread}`);
    else if (other) this.add(way, 'other ', at, 'JSON', other);
    else if (schema === undefined && way === 'bodies')
      this.add(way, 'absent', at, 'a body', 'none');
    else {
      const isList = 'x-list' in this.#own.raw && way === 'answers';
      const items = isList ? doc.itemsOf(schema) : undefined;
      if (items) this.#schema(doc.flatten(ours.schema).items, items, 'answer items[]', way);
      else this.#schema(ours.schema, schema, at, way);
    }
  }

  #schema(ours: unknown, theirs: unknown, at: string, way: Way): void {
    const [own, its] = [doc.flatten(ours), doc.flatten(theirs)];
    const part = this.#result.parts[way];
    if (its.unread) part.unread.push(`${this.#own.id}, ${at}: ${its.unread}`);
    // The description leaves it open, or the tenant's document does.
    if (own.types.length === 0) return;
    if (its.types.length === 0) return void (part.open += its.unread ? 0 : 1);
    if (at !== 'query') part.compared += 1;
    if (!this.#seen.has(at)) this.#seen.set(at, false);
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
        else if (!this.#seen.has(where)) this.#seen.set(where, false);
        this.#schema(schema, its.properties[key], where, way);
      } else if (isDescribed && !its.unread) this.add(way, 'absent', where, 'known', 'none');
      else if (!its.unread) this.#result.parts[way].open += 1;
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
  [...own.types, ...(way === 'answers' && own.types.includes('number') ? ['integer'] : [])].some(
    (type) => its.types.includes(type),
  );
