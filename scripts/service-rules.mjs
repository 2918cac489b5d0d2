// `node scripts/service-rules.mjs`: writes docs/service-rules.md from the service's description, statement
// by statement. Each statement keeps the tests that the page names beside it; one that is new has an
// empty cell. `-- --check` writes nothing, and fails if the page is not as it would be written.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { Failure, isMain, main, root } from './lib/run.mjs';

const PAGE = join(root, 'docs/service-rules.md');
const DESCRIPTION = join(root, 'tests/fixtures/description.md');

/** The description's statements: the title of the part, and the text. */
export function statementsOf(markdown) {
  const statements = [];
  let titles = [];
  const isRuler = (line) => /^\|[-| ]+\|$/.test(line ?? '');
  const lines = markdown.split('\n');
  for (const [number, line] of lines.entries()) {
    const heading = /^(#+) (.+)/.exec(line);
    if (heading) titles = [...titles.slice(0, heading[1].length - 2), heading[2]];
    const isHead = isRuler(line) || isRuler(lines[number + 1]);
    if (heading || isHead || line.trim() === '') continue;
    const found = line.startsWith('|')
      ? ofRow(line)
      : sentences(line.replace(/^\s*(-|\d+\.) /, ''));
    for (const text of found) statements.push({ title: titles.join(': '), text });
  }
  return statements;
}

/** The statements of a row: its first cells are what each sentence of the last one is about. */
function ofRow(line) {
  const cells = line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');
  const last = cells.length > 1 ? cells.pop() : '';
  const about = cells.join(' · ');
  return last === '' ? [about] : sentences(last).map((text) => `${about} · ${text}`);
}

/** The sentences of a text. */
const sentences = (text) =>
  text
    .split(/(?<=[.)])\s+(?=[A-Z\d`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');

/** The tests that a page names, by statement. */
export function testsIn(page) {
  const rows = page.split('\n').filter((line) => line.startsWith('| ') && !/^\| -/.test(line));
  const cells = rows.map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );
  return new Map(
    cells.filter(([text]) => text !== 'The description').map(([text, tests]) => [text, tests]),
  );
}

/** A text as the cell of a table has it. */
export const cellOf = (text) => text.replaceAll(/(?<!\\)\|/g, '\\|');

const HEAD = `# The rules of the service, and the tests that hold them

This page has every statement of the service's description, in its order, and the tests that fail if the sandbox or the clients no longer keep it. An empty cell means that there is no test: of what the description does not show there can be none, and the other empty cells are work to do.

\`module::test\` is a test of \`sandbox/tests/api/\`, \`service::test\` one of \`sandbox/tests/service.rs\`, \`native::…\` one of \`tests/native/\`, and a path one of that file. [A table](../sandbox/tests/fixtures/rights.txt) lists who may call each of the 136 operations. \`npm run conformance\` sends each operation requests that its OpenAPI document allows, and requests that it does not.

\`node scripts/service-rules.mjs\` writes this page again after a change of the description, and keeps the tests.
`;

/** The page for the statements, with the tests of each. */
export async function pageOf(statements, tests) {
  const told = statements.filter(({ text }) => tests.get(cellOf(text)));
  const lines = [
    HEAD,
    `${statements.length.toLocaleString('en')} statements, ${told.length.toLocaleString('en')} with a test.`,
  ];
  let last;
  for (const { title, text } of statements) {
    if (title !== last)
      lines.push('', `## ${title}`, '', '| The description | The tests |', '| --- | --- |');
    last = title;
    lines.push(`| ${cellOf(text)} | ${tests.get(cellOf(text)) ?? ''} |`);
  }
  return format(`${lines.join('\n')}\n`, { parser: 'markdown', printWidth: 100 });
}

/** The tests that the page names and that do not exist. */
export function missingTests(tests) {
  const read = (folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.rs'))
      .map((entry) => readFileSync(join(entry.parentPath ?? entry.path, entry.name), 'utf8'))
      .join('\n');
  const sources = read('sandbox/tests') + read('tests');
  const named = new Set(
    [...tests.values()].flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)),
  );
  return [...named].filter((name) =>
    name.includes('/')
      ? !existsSync(join(root, name))
      : !new RegExp(`fn ${name.split('::').at(-1)}\\(`).test(sources),
  );
}

if (isMain(import.meta))
  await main(async () => {
    const page = readFileSync(PAGE, 'utf8');
    const statements = statementsOf(readFileSync(DESCRIPTION, 'utf8'));
    const tests = testsIn(page);
    const known = new Set(statements.map(({ text }) => cellOf(text)));
    const lost = [...tests].filter(([text, cell]) => cell !== '' && !known.has(text));
    if (lost.length > 0)
      throw new Failure(`The description no longer says: ${lost.map(([text]) => text).join('; ')}`);
    const missing = missingTests(tests);
    if (missing.length > 0) throw new Failure(`There are no such tests: ${missing.join(', ')}`);
    const written = await pageOf(statements, tests);
    if (!process.argv.includes('--check')) writeFileSync(PAGE, written);
    else if (written !== page)
      throw new Failure('docs/service-rules.md is not current: node scripts/service-rules.mjs');
  });
