// Every pattern that the package runs takes time in proportion to its text: a stranger may write the
// text. The patterns are found in the source, and the texts are made of each pattern's own parts.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import ts from 'typescript-5.0';
import { processorTime } from '../../scripts/lib/processor.mjs';
import { root } from '../../scripts/lib/run.mjs';

const folder = join(root, 'npm/src');

/** Not of the commands, which somebody starts by hand. */
const files = readdirSync(folder, { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !/^(cli|management\/generated)\b|\.d\.ts$/.test(name),
);

/** The regular expressions that are written in a file. */
function patternsOf(name) {
  const text = readFileSync(join(folder, name), 'utf8');
  const found = [];
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  return found.map((pattern) => [name, pattern]);
}

const patterns = files.flatMap(patternsOf);

const compile = (literal) => {
  const end = literal.lastIndexOf('/');
  return new RegExp(literal.slice(1, end), literal.slice(end + 1));
};

/** A few characters that each part of a pattern takes, and the words that are written in it. */
function piecesOf(literal) {
  const source = literal.slice(1, literal.lastIndexOf('/'));
  const classes = source.match(/\[\^?(?:[^\]\\]|\\.)*\]|\\[wdp](?:\{\w+\})?/g) ?? [];
  const samples = [...'aA0 _-+./:?#&=%"\'\\@[]{}\n,;!e', '\ud800', 'é'];
  const ofClasses = classes.flatMap((part) => {
    const is = new RegExp(part, 'u'.repeat(part.startsWith('\\p')));
    return samples.filter((sample) => is.test(sample)).slice(0, 3);
  });
  const plain = source.replace(/\[\^?(?:[^\]\\]|\\.)*\]|\{\d+,?\d*\}|\(\?[:=!]/g, ' ');
  const words = plain.replace(/\\([^wdpux])/g, '$1').match(/[^\s()|^$*+?]+/g) ?? [];
  const spaces = source.includes(' ') ? [' '] : [];
  return [...new Set([...ofClasses, ...words, ...spaces])]
    .filter((piece) => piece.length < 20)
    .slice(0, 24);
}

/** The beginnings after which a pattern repeats something. */
const STARTS = ['', 'https://', 'http://', 'application/', 'f_', 'f_a.', '?', '"', 'aa'];
/** The ends at which it fails. */
const ENDS = ['', '!', '\n'];

/** The texts of about a length, each with a name. */
function* textsOf(literal) {
  const pieces = piecesOf(literal);
  const units = new Set(pieces);
  for (const one of pieces) for (const other of pieces) units.add(one + other);
  for (const unit of units) {
    for (const start of STARTS) for (const end of ENDS) yield [start, unit, end];
  }
}

const text = ([start, unit, end], length) =>
  start + unit.repeat(Math.ceil(length / unit.length)) + end;

/** The least of some times of the processor, in ms: the process has other work, too. */
function time(run, times) {
  let least = Infinity;
  for (let turn = 0; turn < times; turn++) {
    const start = processorTime();
    run();
    least = Math.min(least, processorTime() - start);
  }
  return least;
}

/** Uses a pattern as the package may: finds, or replaces everything. */
const use = (pattern, given) => () => {
  pattern.lastIndex = 0;
  if (pattern.global) given.replace(pattern, '');
  else pattern.test(given);
};

/** A text for which a pattern takes longer than in proportion, with the times; undefined if there is none. */
function slowest(literal) {
  const pattern = compile(literal);
  // Quadratic time is a million steps at this length, which no machine does in this time.
  const isWorthIt = (parts, times) => time(use(pattern, text(parts, 1_024)), times) >= 0.1;
  for (const parts of textsOf(literal)) {
    if (!isWorthIt(parts, 1) || !isWorthIt(parts, 3)) continue;
    const times = [];
    // Time in proportion doubles each time, quadratic time grows by four.
    const isSlow = () =>
      times.at(-1) > 5 && times.at(-1) / Math.max(times[0], 0.002) > 2.5 ** (times.length - 1);
    for (let length = 2_048; length <= 65_536; length *= 2) {
      times.push(time(use(pattern, text(parts, length)), 3));
      if (times.at(-1) > 20 || (times.length > 2 && isSlow())) break;
    }
    if (isSlow()) return { parts, times };
  }
  return undefined;
}

test('the patterns are found', () => {
  assert.ok(patterns.length > 30, String(patterns.length));
  const names = patterns.map(([name]) => name);
  for (const name of ['core/patterns.ts', 'errors.ts', 'element/markup.ts'])
    assert.ok(names.includes(name));
});

/** A pattern that is run on a text of this length at most. */
const BOUNDED = new Map([['inspector/text.ts', 600]]);

for (const [name, literal] of patterns) {
  const most = BOUNDED.get(name);
  if (most) {
    test(`${name}: ${literal} takes no time for ${most} characters`, () => {
      for (const parts of textsOf(literal)) {
        const run = use(compile(literal), text(parts, most));
        assert.ok(time(run, 1) < 20 || time(run, 3) < 20, JSON.stringify(parts));
      }
    });
    continue;
  }
  test(`${name}: ${literal} takes time in proportion to the text`, () => {
    assert.equal(slowest(literal), undefined);
  });
}

test('the test finds patterns that take longer', () => {
  for (const slow of [
    '/a*b/',
    '/\\/*\\??#?$/',
    '/[?&]([^=&]*%[467]|session(Id)?([=&]|$))/',
    '/ +$/',
  ]) {
    assert.notEqual(slowest(slow), undefined, slow);
  }
});
