/** Compares a tenant's document with what this version knows. */
import type { Row } from './answers.js';
import * as doc from './document.js';
import type { Endpoint, Flat, OpenApi } from './document.js';

/** Compares the document `theirs` of a tenant with `ours`. */
export function compare(ours: OpenApi, theirs: OpenApi): Row[] {
  const { pairs, served } = doc.paired(ours, theirs);
  const count = `it has ${served.length} operations`;
  const rows: Row[] = [{ question: 'document', state: 'compared', text: count }];
  const lost = Object.entries(theirs.paths ?? {}).filter(([, item]) => doc.unreadIn(item));
  for (const [path, item] of lost)
    rows.push({ question: 'unknown', state: 'unread', text: `${path}: ${doc.unreadIn(item)}` });
  for (const its of served) {
    const text = `${its.method} ${its.path}, operation: ${its.id || 'without an id'}`;
    rows.push({ question: 'unknown', state: 'compared', text });
    if (!pairs.some(({ own }) => doc.isSame(own)(its)))
      rows.push({ question: 'unknown', state: 'new', text });
  }
  for (const { own, its } of pairs) {
    const isLost = lost.some(([path]) => doc.shapeOf(own.path).endsWith(doc.shapeOf(path)));
    const found = compareOperation(own, its ?? (isLost ? 'lost' : undefined));
    const presumed = (own.raw['x-presumed'] ?? []) as string[];
    rows.push(...found, ...presumed.flatMap((text) => assumed(own.id, text, found)));
  }
  return rows;
}

/** An assumption is right if what its sentence is about was found, and nothing of it differs. */
function assumed(id: string, text: string, found: readonly Row[]): Row[] {
  const isOfPath = /path/.test(text);
  const named = /The name (\w+) is presumed/.exec(text)?.[1];
  const about = found.filter(({ at = '', state }) => {
    if (at === 'path') return state === 'absent' || (isOfPath && state === 'compared');
    return !isOfPath && (!named || at.split(/[ .]/).includes(named));
  });
  const wrong = about.find(({ state }) => !/compared|open/.test(state));
  const row = (state: Row['state'], more: string) =>
    ({ question: 'assumptions', state, text: id + more }) as const;
  if (!about[0]) return [row('unread', `: ${text} The document does not show it`)];
  const compared = row('compared', `: ${text}`);
  return wrong ? [compared, row('other', `, ${wrong.at}: ${text} → not so`)] : [compared];
}

/** What was found about an operation. A place is `path`, or such as `query limit` or `body name`. */
function compareOperation(own: Endpoint, its: Endpoint | 'lost' | undefined): Row[] {
  const rows: Row[] = [];
  const add = (question: Row['question'], state: Row['state'], at: string, text?: string) =>
    rows.push({ question, state, at, text: `${own.id}, ${at}${text ? `: ${text}` : ''}` });

  /** `way` says whether a value goes to the service or comes from it. */
  const schema = (ours: unknown, theirs: unknown, at: string, way: Row['question']): void => {
    const [mine, other] = [doc.flatten(ours), doc.flatten(theirs)];
    if (other.unread) add(way, 'unread', at, other.unread);
    // The description leaves it open, or the tenant's document does.
    if (!mine.types[0] && !other.types[0]?.includes('/')) return;
    if (!other.types[0]) return void add(way, 'open', at);
    if (at !== 'query') add(way, 'compared', at);
    const differ = (say: (one: Flat) => string) =>
      add(way, 'other', at, `${say(mine)} → ${say(other)}`);
    // One type that both allow is enough. An integer can be read as a number, but not sent as one.
    const readable = way === 'answers' && mine.types.includes('number') ? ['integer'] : [];
    if (![...mine.types, ...readable].some((type) => other.types.includes(type)))
      return void differ(({ types }) => types.join(' or ') || 'JSON');
    const [narrow, wide] = way === 'answers' ? [mine, other] : [other, mine];
    if (wide.isNullable && !narrow.isNullable)
      differ((one) => (one.isNullable ? 'may be null' : 'never null'));
    // The client checks no limit of a value, so that the service may change it.
    if (mine.values && valuesOf(mine) !== valuesOf(other)) differ(valuesOf);
    if (mine.items && other.items) schema(mine.items, other.items, `${at}[]`, way);
    if (mine.rest && other.rest) schema(mine.rest, other.rest, `${at}{}`, way);
    const inner = (key: string) => `${at}${at.includes(' ') ? '.' : ' '}${key}`;
    const has = ({ properties: all }: Flat, key: string) => Object.hasOwn(all, key);
    const isDescribed = way === 'query' || Object.keys(other.properties).length > 0;
    for (const [key, one] of Object.entries(mine.properties)) {
      const where = inner(key);
      if (has(other, key)) {
        // The description marks what an answer always has, but not what an open body requires.
        const [is, was] = [mine, other].map(({ required }) => required.includes(key));
        if (is !== was && (is || (way === 'bodies' ? !mine.isOpen : way === 'query')))
          add(way, 'other', where, is ? 'required → optional' : 'optional → required');
        schema(one, other.properties[key], where, way);
      } else if (!other.unread) add(way, isDescribed ? 'absent' : 'open', where);
    }
    if (way !== 'query' && Object.keys(mine.properties).length === 0) return;
    for (const key of Object.keys(other.properties).filter((one) => !has(mine, one)))
      if (!mine.isOpen || (way !== 'answers' && other.required.includes(key)))
        add(way, 'new', inner(key));
  };

  if (its === 'lost') return (add('operations', 'unread', 'its path'), rows);
  add('operations', 'compared', 'path');
  if (!its) add('operations', 'absent', 'path', `${own.method} ${own.path}`);
  if (!its || own.method === '*') return rows;
  schema(own.query, its.query, 'query', 'query');
  if (own.body && its.body) schema(own.body, its.body, 'body', 'bodies');
  else if (Object.keys(doc.flatten(own.body).properties)[0]) add('bodies', 'absent', 'body');
  const items = 'x-list' in own.raw && doc.itemsOf(its.answer);
  if (items) schema(doc.flatten(own.answer).items, items, 'answer items[]', 'answers');
  else if (own.answer) schema(own.answer, its.answer, 'answer', 'answers');
  return rows;
}

const valuesOf = ({ values }: Flat): string =>
  values ? `one of ${values.map(String).sort().join(', ')}` : 'any value';
