/** Compares a tenant's document with what this version knows, and counts what was compared. */
import * as doc from './document.js';
import type { Content, Endpoint, Flat, OpenApi } from './document.js';

/** Which way a value goes: to the service, or from it. */
type Way = 'query' | 'bodies' | 'answers';

/** The outcome of one part of the comparison. */
const finding = () => ({
  compared: 0,
  /** How many things the tenant's document leaves open. */
  open: 0,
  differences: [] as Difference[],
  /** What could not be compared, and why. */
  unread: [] as string[],
});

/** A difference of an operation; of one that is new, its method and path. */
export interface Difference {
  /** `absent`: the tenant does not have it. `new`: this version does not know it. */
  readonly kind: 'other' | 'absent' | 'new';
  readonly operation: string;
  /** The part of the operation: `path`, `query first`, `answer items[].type`. */
  readonly at: string;
  readonly ours: string;
  readonly theirs: string;
}

export type Finding = ReturnType<typeof finding>;

/** The result of a comparison. `fixes` is what `ManagementClient` takes as `presumptions`. */
export class Comparison {
  readonly parts = {
    ...{ operations: finding(), unknown: finding(), query: finding() },
    ...{ bodies: finding(), answers: finding(), assumptions: finding() },
  };
  readonly fixes = { paths: {} as Record<string, string>, inputs: {} as Record<string, 'query'> };
}

/** Compares the document `theirs` of a tenant with `ours`. */
export function compare(ours: OpenApi, theirs: OpenApi): Comparison {
  const known = doc.endpointsOf(ours);
  const served = doc.servedBy(theirs, known);
  const comparison = new Comparison();
  const { operations, unknown } = comparison.parts;
  const lost = Object.entries(theirs.paths ?? {}).filter(([, item]) => doc.unreadIn(item));
  for (const [path, item] of lost) unknown.unread.push(`${path}: ${doc.unreadIn(item)}`);
  const free = new Set(served.filter((one) => !known.some((own) => doc.isSame(own, one))));
  for (const own of known) {
    const its = served.find((one) => doc.isSame(own, one));
    const operation = new Operation(own, comparison);
    const isLost = lost.some(([path]) => doc.shapeOf(own.path).endsWith(doc.shapeOf(path)));
    const alike = its || isLost ? [] : [...free].filter((one) => isAlike(own, one));
    const candidate = alike.length === 1 ? alike[0] : undefined;
    if (its) operation.compare(its);
    else if (isLost) operations.unread.push(`${own.id}: its path`);
    else {
      const says = candidate ? `perhaps ${candidate.method} ${candidate.path}` : 'none';
      const kind = candidate ? 'other' : 'absent';
      operation.add('operations', kind, 'path', `${own.method} ${own.path}`, says);
    }
    if (candidate && 'x-presumed' in own.raw) {
      comparison.fixes.paths[own.id] = candidate.path;
      free.delete(candidate);
    }
    operation.checkAssumptions();
  }
  operations.compared = known.length - operations.unread.length;
  unknown.compared = served.length;
  for (const { method, path, id } of free) {
    const words = { at: 'operation', ours: 'unknown', theirs: id || 'without an id' };
    unknown.differences.push({ kind: 'new', operation: `${method} ${path}`, ...words });
  }
  return comparison;
}

/** True if `its` may be the operation `own` at another path: their ids or the ends of their paths are alike. */
function isAlike(own: Endpoint, its: Endpoint): boolean {
  const letters = (text: string) =>
    doc
      .shapeOf(text)
      .toLowerCase()
      .replace(/[^a-z{}]/g, '');
  const [a, b] = [letters(own.path), letters(its.path)];
  const isNamed = own.id !== '' && letters(own.id) === letters(its.id);
  return own.method === its.method && (isNamed || a.endsWith(b) || b.endsWith(a));
}

/** Compares one operation. */
class Operation {
  readonly #own: Endpoint;
  readonly #parts: Comparison['parts'];
  readonly #fixes: Comparison['fixes'];
  /** What was compared, and what differs: `query limit`, `body name`. */
  readonly #seen = new Set<string>();
  readonly #different = new Set<string>();

  constructor(own: Endpoint, { parts, fixes }: Comparison) {
    this.#own = own;
    this.#parts = parts;
    this.#fixes = fixes;
  }

  compare(its: Endpoint): void {
    const own = this.#own;
    this.#seen.add('path');
    if (own.method === '*') return;
    const fields = Object.keys(doc.flatten(own.body.schema).properties);
    const isMoved = fields.length > 0 && fields.every((key) => key in its.query.properties);
    this.#schema(own.query, its.query, 'query', 'query');
    // A body that is sent as the query is one difference, not one for each field.
    if (isMoved && !its.body.schema) {
      this.#fixes.inputs[own.id] = 'query';
      this.add('bodies', 'other', 'body', 'the body', 'the query');
    } else if (fields.length > 0 || its.body.schema)
      this.#content('bodies', own.body, its.body, 'body');
    this.#content('answers', own.answer, its.answer, 'answer');
  }

  /** An assumption is right if what its sentence is about was compared, and nothing of it differs. */
  checkAssumptions(): void {
    const { assumptions } = this.#parts;
    for (const text of (this.#own.raw['x-presumed'] ?? []) as string[]) {
      const named = /The name (\w+) is presumed/.exec(text)?.[1];
      const isInside = (at: string) =>
        at !== 'path' && (!named || at.split(/[ .]/).includes(named));
      const isAbout = (at: string) => (/path/.test(text) ? at === 'path' : isInside(at));
      const wrong = [...this.#different].find((at) => at === 'path' || isAbout(at));
      if (wrong) this.add('assumptions', 'other', wrong, text, 'not so');
      if (wrong || [...this.#seen].some(isAbout)) assumptions.compared += 1;
      else assumptions.unread.push(`${this.#own.id}: ${text} The document does not show it`);
    }
  }

  add(
    part: keyof Comparison['parts'],
    kind: Difference['kind'],
    at: string,
    ours = '',
    theirs = '',
  ): void {
    this.#different.add(at);
    this.#parts[part].differences.push({ kind, operation: this.#own.id, at, ours, theirs });
  }

  #unread(way: Way, at: string, reason: string): void {
    this.#parts[way].unread.push(`${this.#own.id}, ${at}: ${reason}`);
  }

  #content(way: Way, ours: Content, theirs: Content, at: string): void {
    const { schema, other, unread } = theirs;
    if (ours.schema === undefined) return;
    if (unread) return this.#unread(way, at, unread);
    if (other) return this.add(way, 'other', at, 'JSON', other);
    if (schema === undefined && way === 'bodies')
      return this.add(way, 'absent', at, 'a body', 'none');
    const items = 'x-list' in this.#own.raw && way === 'answers' ? doc.itemsOf(schema) : undefined;
    if (items) this.#schema(doc.flatten(ours.schema).items, items, 'answer items[]', way);
    else this.#schema(ours.schema, schema, at, way);
  }

  #schema(ours: unknown, theirs: unknown, at: string, way: Way): void {
    const [own, its] = [doc.flatten(ours), doc.flatten(theirs)];
    if (its.unread) this.#unread(way, at, its.unread);
    // The description leaves it open, or the tenant's document does.
    if (own.types.length === 0) return;
    if (its.types.length === 0) return void (this.#parts[way].open += its.unread ? 0 : 1);
    if (at !== 'query') this.#parts[way].compared += 1;
    this.#seen.add(at);
    const differ = (mine: string, other: string) => this.add(way, 'other', at, mine, other);
    if (!isSameType(own, its, way)) return differ(own.types.join(' or '), its.types.join(' or '));
    const [narrow, wide] = way === 'answers' ? [own, its] : [its, own];
    if (wide.isNullable && !narrow.isNullable) differ(nullable(own), nullable(its));
    if (own.values && !its.values) differ(`one of ${own.values.join()}`, 'any text');
    const { values: mine = [] } = its.values ? own : {};
    const { values: others = [] } = own.values ? its : {};
    for (const one of mine.filter((value) => !others.includes(value)))
      this.add(way, 'absent', at, `the value ${JSON.stringify(one)}`, 'none');
    for (const one of others.filter((value) => !mine.includes(value)))
      this.add(way, 'new', at, 'no value', JSON.stringify(one));
    const limits = Object.fromEntries(its.limits);
    for (const [key, limit] of own.limits)
      if (limits[key] !== limit) differ(`${key} ${limit}`, `${key} ${limits[key] ?? 'not set'}`);
    this.#properties(own, its, at, way);
    if (own.items && its.items) this.#schema(own.items, its.items, `${at}[]`, way);
    if (own.rest && its.rest) this.#schema(own.rest, its.rest, `${at}{}`, way);
  }

  #properties(own: Flat, its: Flat, at: string, way: Way): void {
    const inner = (key: string) => `${at}${at.includes(' ') ? '.' : ' '}${key}`;
    const keys = Object.keys(own.properties);
    const isDescribed = way === 'query' || Object.keys(its.properties).length > 0;
    for (const key of keys) {
      const where = inner(key);
      if (!Object.hasOwn(its.properties, key)) {
        if (its.unread) continue;
        if (isDescribed) this.add(way, 'absent', where, 'known', 'none');
        else this.#parts[way].open += 1;
        continue;
      }
      this.#seen.add(where);
      const [mine = false, theirs] = [own, its].map(({ required }) => required.includes(key));
      // The description marks what an answer always has, but not what an open body requires.
      const isAsked = mine || (way === 'bodies' ? !own.isOpen : way === 'query');
      const say = (is = false) => (is ? 'required' : 'optional');
      if (mine !== theirs && isAsked) this.add(way, 'other', where, say(mine), say(theirs));
      this.#schema(own.properties[key], its.properties[key], where, way);
    }
    if (keys.length === 0 && way !== 'query') return;
    for (const key of Object.keys(its.properties).filter((one) => !keys.includes(one)))
      if ((way !== 'answers' && its.required.includes(key)) || !own.isOpen)
        this.add(way, 'new', inner(key), 'unknown', 'there');
  }
}

const nullable = ({ isNullable }: Flat): string => (isNullable ? 'may be null' : 'never null');

/** One type that both allow is enough. An integer can be read as a number, but not sent as one. */
const isSameType = (own: Flat, its: Flat, way: Way): boolean =>
  own.types.some(
    (type) =>
      its.types.includes(type) ||
      (way === 'answers' && type === 'number' && its.types.includes('integer')),
  );
