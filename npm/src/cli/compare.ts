/** Compares a tenant's document with what this version knows. */
import {
  answerOf,
  bodyOf,
  endpointsOf,
  flatten,
  itemsOf,
  nameOf,
  queryOf,
  shapeOf,
  type Endpoint,
  type Flat,
  type OpenApi,
  type Schema,
} from './document.js';
import { candidateFor } from './candidates.js';

/** How a part of the tenant's document differs. */
export type Kind = 'other' | 'absent' | 'new';

/** A difference between this version and a tenant. */
export interface Difference {
  readonly kind: Kind;
  /** The operation's id; of an operation that is new, its method and path. */
  readonly operation: string;
  /** The part of the operation: `path`, `query first`, `answer items[].type`. */
  readonly at: string;
  /** What this version knows. */
  readonly ours: string;
  /** What the tenant's document says. */
  readonly theirs: string;
}

/** Something that this version presumes. */
export interface Presumption {
  readonly operation: string;
  /** The sentence of the documentation. */
  readonly text: string;
  readonly isConfirmed: boolean;
}

/** What `ManagementClient` takes as `presumptions`. */
export interface Fixes {
  readonly paths: Record<string, string>;
  readonly inputs: Record<string, 'query' | 'body'>;
}

/** The result of a comparison. */
export interface Comparison {
  /** The number of operations of this version, and how many of them have no difference. */
  readonly operations: number;
  readonly same: number;
  readonly differences: readonly Difference[];
  readonly presumptions: readonly Presumption[];
  /** What the tenant's document describes, and the service's description leaves open. */
  readonly additions: readonly string[];
  readonly fixes: Fixes;
}

/** What is collected of one operation. */
interface Findings {
  readonly differences: Difference[];
  readonly additions: string[];
}

/** Which way a value goes: to the service, or from it. */
type Way = 'input' | 'answer';

/** Compares the document `theirs` of a tenant with `ours`. */
export function compare(ours: OpenApi, theirs: OpenApi): Comparison {
  const known = endpointsOf(ours);
  const served = endpointsOf(theirs);
  const found = new Set<Endpoint>();
  const fixes: Fixes = { paths: {}, inputs: {} };
  const findings: Findings = { differences: [], additions: [] };
  const presumptions: Presumption[] = [];
  const pairs = known.map((own) => ({ own, its: matches(own, served) }));
  for (const { its } of pairs) for (const endpoint of its) found.add(endpoint);
  const free = served.filter((endpoint) => !found.has(endpoint));
  let same = 0;
  for (const { own, its } of pairs) {
    const before = findings.differences.length;
    const [match] = its;
    if (match) new Comparing(ours, theirs, own, match, findings, fixes).run();
    else missing(own, free, findings, fixes);
    const differences = findings.differences.slice(before);
    if (differences.length === 0) same += 1;
    for (const text of (own.raw['x-presumed'] ?? []) as string[])
      presumptions.push({ operation: own.id, text, isConfirmed: isConfirmed(text, differences) });
  }
  const moved = new Set(Object.values(fixes.paths));
  for (const { method, path, id } of free)
    if (!moved.has(path))
      findings.differences.push({
        ...{ kind: 'new', operation: `${method} ${path}`, at: 'operation' },
        ...{ ours: 'unknown', theirs: id || 'without an id' },
      });
  return { operations: known.length, same, presumptions, fixes, ...findings };
}

/** The operations of a tenant that are the same as `own`. */
function matches(own: Endpoint, served: readonly Endpoint[]): Endpoint[] {
  const isSame = ({ method, path }: Endpoint) =>
    (own.method === '*' || method === own.method) && shapeOf(path) === shapeOf(own.path);
  return served.filter(isSame);
}

/** A presumption holds if nothing that its sentence is about differs. */
function isConfirmed(text: string, differences: readonly Difference[]): boolean {
  const named = /The name (\w+) is presumed/.exec(text)?.[1];
  const isAbout = (at: string) =>
    at === 'path' ||
    (named === undefined
      ? !/path/i.test(text) && /^(input|body|query)/.test(at)
      : at.split(/[ .]/).includes(named));
  return !differences.some(({ at }) => isAbout(at));
}

function missing(
  own: Endpoint,
  free: readonly Endpoint[],
  { differences }: Findings,
  fixes: Fixes,
): void {
  const candidate = candidateFor(own, free);
  const isPresumed = 'x-presumed' in own.raw;
  if (candidate && isPresumed) fixes.paths[own.id] = candidate.path;
  differences.push({
    ...{ kind: candidate ? 'other' : 'absent', operation: own.id, at: 'path' },
    ours: `${own.method} ${own.path}`,
    theirs: candidate
      ? `perhaps ${candidate.method} ${candidate.path}`
      : 'not in the tenant’s document',
  });
}

/** Compares one operation. */
class Comparing {
  constructor(
    readonly ours: OpenApi,
    readonly theirs: OpenApi,
    readonly own: Endpoint,
    readonly match: Endpoint,
    readonly findings: Findings,
    readonly fixes: Fixes,
  ) {}

  run(): void {
    if (this.own.method === '*') return;
    this.#query();
    this.#body();
    this.#answer();
  }

  #query(): void {
    const ours = queryOf(this.ours, this.own);
    const theirs = queryOf(this.theirs, this.match);
    for (const [name, parameter] of Object.entries(ours)) {
      const its = theirs[name];
      if (!its) this.#add('absent', `query ${name}`, 'a parameter', 'none');
      else this.#parameter(name, parameter, its);
    }
    // A body that is sent as the query instead is one difference, and not one for each field.
    const body = this.#fields(this.ours, bodyOf(this.own));
    const isMoved = body.length > 0 && body.every((key) => key in theirs) && !bodyOf(this.match);
    if (isMoved) {
      this.fixes.inputs[this.own.id] = 'query';
      this.#add('other', 'input', 'the body', 'the query');
      return;
    }
    for (const [name, its] of Object.entries(theirs)) {
      if (name in ours) continue;
      if (its['required'] === true) this.#add('new', `query ${name}`, 'unknown', 'required');
      else this.#also(`query ${name}`);
    }
  }

  #fields(document: OpenApi, schema: unknown): string[] {
    return schema === undefined ? [] : Object.keys(flatten(document, schema).properties);
  }

  #parameter(name: string, ours: Schema, theirs: Schema): void {
    const [own, its] = [ours['required'] === true, theirs['required'] === true];
    const say = (isRequired: boolean) => (isRequired ? 'required' : 'optional');
    if (own !== its) this.#add('other', `query ${name}`, say(own), say(its));
    this.#schema(ours['schema'], theirs['schema'], `query ${name}`, 'input');
  }

  #body(): void {
    const ours = bodyOf(this.own);
    const theirs = bodyOf(this.match);
    if (ours === undefined || this.fixes.inputs[this.own.id]) return;
    if (theirs === undefined) {
      // Where the description names no field, there is nothing to send.
      if (this.#fields(this.ours, ours).length > 0) this.#add('absent', 'body', 'a body', 'none');
      return;
    }
    this.#schema(ours, theirs, 'body', 'input');
  }

  #answer(): void {
    const ours = answerOf(this.own);
    const theirs = answerOf(this.match);
    if (ours === undefined || theirs === undefined) return;
    if (!('x-list' in this.own.raw)) return this.#schema(ours, theirs, 'answer', 'answer');
    const items = itemsOf(this.theirs, theirs);
    if (items) this.#schema(flatten(this.ours, ours).items, items, 'answer items[]', 'answer');
    else if (flatten(this.theirs, theirs).types.length > 0)
      this.#add('other', 'answer', 'a list', 'no list');
  }

  #schema(ours: unknown, theirs: unknown, at: string, way: Way, seen: string[] = []): void {
    const own = flatten(this.ours, ours);
    const its = flatten(this.theirs, theirs);
    const name = nameOf((ours ?? {}) as Schema);
    if (name !== undefined && seen.includes(name)) return;
    const path = name === undefined ? seen : [...seen, name];
    // The description leaves it open.
    if (own.types.length === 0) {
      if (its.types.length > 0) this.#also(at);
      return;
    }
    // The tenant's document leaves it open.
    if (its.types.length === 0) return;
    if (!isSameType(own, its, way)) {
      this.#add('other', at, typeOf(own), typeOf(its));
      return;
    }
    if (way === 'answer' && its.isNullable && !own.isNullable)
      this.#add('other', at, 'never null', 'may be null');
    if (way === 'input' && own.isNullable && !its.isNullable)
      this.#add('other', at, 'may be null', 'never null');
    this.#values(own, its, at);
    this.#limits(own, its, at);
    this.#properties(own, its, at, way, path);
    if (own.items && its.items) this.#schema(own.items, its.items, `${at}[]`, way, path);
    if (own.rest && its.rest) this.#schema(own.rest, its.rest, `${at}{}`, way, path);
  }

  #values({ values: own }: Flat, { values: its }: Flat, at: string): void {
    if (!own) return;
    if (!its) return this.#add('other', at, `one of ${list(own)}`, 'any text');
    for (const value of own)
      if (!its.includes(value)) this.#add('absent', at, list([value]), 'not a value');
    for (const value of its)
      if (!own.includes(value)) this.#add('new', at, 'not a value', list([value]));
  }

  #limits({ limits: own }: Flat, { limits: its }: Flat, at: string): void {
    for (const [key, limit] of Object.entries(own))
      if (its[key] !== limit)
        this.#add(
          'other',
          at,
          `${key} ${String(limit)}`,
          `${key} ${String(its[key] ?? 'not set')}`,
        );
    for (const key of Object.keys(its)) if (!(key in own)) this.#also(`${at} (${key})`);
  }

  #properties(own: Flat, its: Flat, at: string, way: Way, seen: string[]): void {
    const isDescribed = Object.keys(its.properties).length > 0;
    for (const [key, schema] of Object.entries(own.properties)) {
      const inner = its.properties[key];
      const where = `${at}.${key}`.replace(/^body\./, 'body ').replace(/^answer\./, 'answer ');
      if (!inner) {
        if (isDescribed) this.#add('absent', where, 'a field', 'none');
        continue;
      }
      const [mine, theirs] = [own.required.includes(key), its.required.includes(key)];
      // Of an open input, the description does not say what is required.
      if (way === 'input' && own.isOpen && !mine && theirs) this.#also(`${where} (required)`);
      else this.#required(mine, theirs, where, way);
      this.#schema(schema, inner, where, way, seen);
    }
    if (Object.keys(own.properties).length === 0) return;
    for (const key of Object.keys(its.properties)) {
      if (key in own.properties) continue;
      const where = `${at} ${key}`;
      if (way === 'input' && its.required.includes(key))
        this.#add('new', where, 'unknown', 'required');
      else if (own.isOpen) this.#also(where);
      else this.#add('new', where, 'unknown', 'a field');
    }
  }

  #required(own: boolean, its: boolean, at: string, way: Way): void {
    if (way === 'answer' && own && !its) this.#add('other', at, 'always there', 'may be missing');
    if (way === 'input' && own !== its)
      this.#add('other', at, own ? 'required' : 'optional', its ? 'required' : 'optional');
  }

  #add(kind: Kind, at: string, ours: string, theirs: string): void {
    this.findings.differences.push({ kind, operation: this.own.id, at, ours, theirs });
  }

  #also(at: string): void {
    this.findings.additions.push(`${this.own.id}: ${at}`);
  }
}

/** One type that both allow is enough. An integer can be read as a number, but not sent as one. */
function isSameType(own: Flat, its: Flat, way: Way): boolean {
  const isRead = (type: string) =>
    way === 'answer' && type === 'number' && its.types.includes('integer');
  return own.types.some((type) => its.types.includes(type) || isRead(type));
}

const typeOf = ({ types }: Flat): string => types.join(' or ');

const list = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');
