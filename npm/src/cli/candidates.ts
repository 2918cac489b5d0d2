/** Finds the operation of a tenant that may be one whose path this version got wrong. */
import { shapeOf, type Endpoint } from './document.js';

/** How alike two operations must be, from 0 to 1. */
const ALIKE = 0.5;

/** The operation of `free` that is most like `own`; undefined if none or several are. */
export function candidateFor(own: Endpoint, free: readonly Endpoint[]): Endpoint | undefined {
  const parameters = shapeOf(own.path).split('{}').length;
  const scored = free
    .filter(
      ({ method, path }) =>
        method === own.method && shapeOf(path).split('{}').length === parameters,
    )
    .map((endpoint) => ({ endpoint, score: likeness(own, endpoint) }))
    .filter(({ score }) => score >= ALIKE)
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best && (!second || best.score > second.score) ? best.endpoint : undefined;
}

/** The share of the words that both paths and ids have. */
function likeness(own: Endpoint, other: Endpoint): number {
  const [a, b] = [wordsOf(own), wordsOf(other)];
  const both = [...a].filter((word) => b.has(word)).length;
  return both / new Set([...a, ...b]).size;
}

/** The words of the path and of the id, in lower case and in the singular. */
function wordsOf({ path, id }: Endpoint): Set<string> {
  const text = `${shapeOf(path)} ${id}`.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  const words = text.split(/[^a-z]+/).filter((word) => word !== '' && !COMMON.includes(word));
  return new Set(words.map((word) => word.replace(/s$/, '')));
}

/** What nearly every path has. */
const COMMON = [
  'api',
  'v',
  'build',
  'deployments',
  'retrieve',
  'list',
  'create',
  'update',
  'delete',
];
