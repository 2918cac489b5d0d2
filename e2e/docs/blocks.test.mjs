// Every block of code in the README, in the guide and in the sandbox's README: compiled, parsed or
// run. A language that is not known here is a failure, so that no block is passed over.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { checkShell } from './support/shell.mjs';
import { blocks, placeOf, root } from './support/pages.mjs';

const exec = promisify(execFile);
const folder = join(root, 'docs/blocks');

/** A strict user's options. An example ends where its point is made, so it may name what it does not use. */
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: ['node'],
};

/** The languages that tsc compiles. */
const compiled = {
  TypeScript: {
    languages: ['ts', 'tsx'],
    options: { experimentalDecorators: true, exactOptionalPropertyTypes: true },
  },
  // Its types are those that the compiler finds out, and a page knows which elements it has.
  JavaScript: {
    languages: ['js', 'jsx'],
    options: { allowJs: true, checkJs: true, noImplicitAny: false, strictNullChecks: false },
  },
};

/** How a block of each other language is checked. */
const each = {
  json: ({ text }) => JSON.parse(text),
  sh: checkShell,
  // html.test.mjs opens them in a browser.
  html: ({ text }) => assert.match(text, /<svc-embed|<script|<iframe/),
  vue: openedElsewhere,
  svelte: openedElsewhere,
  // Headers, which csp.test.mjs sends.
  http: ({ text }) =>
    text
      .trim()
      .split('\n')
      .forEach((line) => assert.match(line, /^[\w-]+: \S/)),
  // Files of the repository, which are run or compiled where they stand.
  py: isFile,
  rust: isFile,
  toml: isFile,
  txt: isFile,
};

test('every block is in a language that is checked', () => {
  const known = [
    ...Object.values(compiled).flatMap(({ languages }) => languages),
    ...Object.keys(each),
  ];
  const unknown = blocks.filter(({ language }) => !known.includes(language));
  assert.deepEqual(
    unknown.map((block) => `${placeOf(block)} ${block.language}`),
    [],
  );
});

describe('blocks that are files of the repository', () => {
  for (const block of blocks.filter(({ source, excerpt }) => source ?? excerpt)) {
    test(placeOf(block), () => {
      const path = join(root, dirname(block.page), block.source ?? block.excerpt);
      const file = readFileSync(path, 'utf8');
      if (block.excerpt)
        return assert.ok(isExcerpt(block.text, file), 'it is no excerpt of the file');
      assert.equal(block.text, file, '`npm run generate` brings the page into step');
    });
  }
});

/** Whether a file has all the lines of a text, in their order. */
function isExcerpt(text, file) {
  const lines = file.split('\n');
  return text.split('\n').every((line) => {
    while (lines.length > 0) if (lines.shift() === line) return true;
    return false;
  });
}

describe('blocks that are checked by themselves', () => {
  for (const block of blocks.filter(({ language }) => language in each)) {
    test(`${placeOf(block)} ${block.language}`, () => each[block.language](block));
  }
});

describe('blocks that are compiled', () => {
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, { languages, options }] of Object.entries(compiled)) {
    test(name, async () => {
      // An excerpt is compiled or run with the rest of its file.
      const chosen = blocks.filter(
        ({ language, excerpt }) => languages.includes(language) && !excerpt,
      );
      assert.ok(chosen.length > 0);
      const project = join(folder, languages[0]);
      mkdirSync(project, { recursive: true });
      const places = new Map();
      for (const block of chosen) {
        const file = nameOf(block);
        places.set(file, placeOf(block));
        writeFileSync(join(project, `${file}.${block.language}`), moduleOf(block));
      }
      const compilerOptions = { ...STRICT, ...options };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const { stdout } = await exec(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
        cwd: project,
      }).catch((error) => error);
      assert.equal(
        stdout.replace(/^[\w-]+(?=\.[jt]sx?\()/gm, (file) => places.get(file) ?? file),
        '',
      );
    });
  }
});

/** Another block may import one that is a file, by its own name. */
function nameOf({ page, line, source }) {
  return source ? basename(source, extname(source)) : `${page.replace(/\W/g, '-')}-${line}`;
}

function moduleOf({ given = [], text }) {
  // In one line, so that an error's line is the block's, less one.
  return `import { ${given.join(', ')} } from '../../../e2e/docs/support/given.js';\n${text}\nexport {};\n`;
}

function isFile({ source, excerpt }) {
  assert.ok(source ?? excerpt, 'it must say by `<!-- source: … -->` which file it is');
}

// frameworks.test.mjs finds its blocks by page and language.
function openedElsewhere({ page }) {
  assert.equal(page, 'docs/guide/frameworks.md');
}
