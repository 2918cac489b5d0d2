// Compiles, parses or runs every block of code in the README, the guide and the sandbox's README. A
// block in an unknown language fails, so that no block is skipped.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { after, describe, test } from '../support/test.mjs';
import { promisify } from 'node:util';
import { transform } from 'esbuild';
import { compilers } from './support/bundle.mjs';
import { checkShell } from './support/shell.mjs';
import { blocks, placeOf, root } from './support/pages.mjs';

const require = createRequire(new URL('../../docs/package.json', import.meta.url));
const { Linter } = require('eslint');
const hooks = require('eslint-plugin-react-hooks');
const { transformAsync } = require('@babel/core');

const exec = promisify(execFile);
const folder = join(root, 'docs/blocks');

/** The options of a strict user, but without those against unused names: an example may be partial. */
const STRICT = {
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  // The suite `types` checks the package's own types, and the libraries are others'. They take most of the time.
  skipLibCheck: true,
  target: 'ES2022',
  lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable', 'ESNext.Disposable'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  types: ['node'],
  // The package's own types import it, and the package stands beside the documentation's modules.
  paths: { '@angular/core': ['../../node_modules/@angular/core'] },
};

/** The languages that tsc compiles. */
const compiled = {
  TypeScript: {
    languages: ['ts', 'tsx'],
    options: { experimentalDecorators: true, exactOptionalPropertyTypes: true },
  },
  // Not strict, because JavaScript has no annotations, and a page knows that its elements exist.
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
  css: parsesAsStyle,
  vue: openedOrCompiled,
  svelte: openedOrCompiled,
  // Headers. csp.test.mjs sends them.
  http: ({ text }) =>
    text
      .trim()
      .split('\n')
      .forEach((line) => assert.match(line, /^[\w-]+: \S/)),
  // Copies of files of the repository. Other tests run or compile those files.
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

/** True if a file, or the example above it, has all the lines of a text, in the same order. */
function isExcerpt(text, file) {
  const lines = file.replace(/^\/\/! ?/gm, '').split('\n');
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

/** What the lint rules of React and React Compiler say of a component, each once. */
async function complaintsOfReact(text) {
  const { code } = await transform(text, { loader: 'tsx', jsx: 'preserve', target: 'esnext' });
  const { plugins, rules } = hooks.configs.flat.recommended;
  const languageOptions = { parserOptions: { ecmaFeatures: { jsx: true } } };
  const found = new Linter().verify(code, { plugins, rules, languageOptions });
  const compiled = await transformAsync(code, {
    filename: 'block.jsx',
    configFile: false,
    plugins: [[require.resolve('babel-plugin-react-compiler'), { panicThreshold: 'all_errors' }]],
    parserOpts: { plugins: ['jsx'] },
  }).catch(() => ({ code: 'failed' }));
  const isCompiled = compiled.code.includes('react/compiler-runtime');
  return [...new Set(found.map(({ ruleId }) => ruleId)), ...(isCompiled ? [] : ['not compiled'])];
}

describe('components in React', () => {
  const components = blocks.filter(({ text }) => /from 'svc-embed\/react'/.test(text));
  for (const block of components.filter(({ language }) => language === 'tsx'))
    test(placeOf(block), async () => assert.deepEqual(await complaintsOfReact(block.text), []));

  test('what the page of React says of a result that is not destructured', async () => {
    const [{ text }] = components.filter(({ text }) => text.includes('const { ref, session } ='));
    const kept = text
      .replace('const { ref, session } =', 'const sales =')
      .replace('{ref}', '{sales.ref}')
      .replace('{session', '{sales.session');
    assert.deepEqual(await complaintsOfReact(kept), ['react-hooks/refs', 'not compiled']);
  });
});

describe('blocks that are compiled', () => {
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const [name, { languages, options }] of Object.entries(compiled)) {
    test(name, async () => {
      // An excerpt is compiled or run as part of its file, and a file of `apps/` by the tests there.
      const chosen = blocks.filter(
        ({ language, excerpt, source }) =>
          languages.includes(language) && !excerpt && !source?.includes('/apps/'),
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

/** The module's name. A block that is a file keeps the file's name, so that other blocks import it. */
function nameOf({ page, line, source }) {
  return source ? basename(source, extname(source)) : `${page.replace(/\W/g, '-')}-${line}`;
}

function moduleOf({ given = [], text }) {
  // The import has one line, so that an error's line number is the block's plus one.
  return `import { ${given.join(', ')} } from '../../../e2e/docs/support/given.js';\n${text}\nexport {};\n`;
}

function isFile({ source, excerpt }) {
  assert.ok(source ?? excerpt, 'it must say by `<!-- source: … -->` which file it is');
}

async function parsesAsStyle({ text }) {
  const { warnings } = await transform(text, { loader: 'css' });
  assert.deepEqual(warnings, []);
}

/**
 * Compiles a component. frameworks.test.mjs opens those of its page in a browser, and the tests of
 * apps/ open those that are excerpts.
 */
async function openedOrCompiled({ language, text, excerpt }) {
  if (excerpt) return;
  const { contents, loader } = compilers[language](text);
  await transform(contents, { loader });
}
