// `npm run mutants:npm`: Stryker makes small changes to the package's modules, one at a time, and the tests of
// each part must fail for every change. `dist/` has the modules then; `npm run build` bundles them again. Fails if a change survives that the part does
// not explain. Needs a built `dist/` and sandbox. `npm run mutants:npm -- server` tries only this part,
// `-- --sample 10 --offset 3 host` the changes in one of ten blocks of six lines, from the fourth block on.

import { spawn } from 'node:child_process';
import { cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { Failure, main, root, say, stageDir } from './lib/run.mjs';

const inShell = (name) => `shell/${name}`;

/** A part whose tests run in Chromium: one browser at a time, the tests that notice most first. */
const inChromium = (files, tests, explained = []) => ({
  files: files.map((name) => `dist/${name}.js`),
  tests: tests.map((name) => `e2e/${name}.test.mjs`),
  atOnce: 1,
  isPage: true,
  explained,
});

/**
 * The parts: the files that are changed, the files of tests that must notice, how many of their runs
 * are made at once, and what no test can tell from the original, as a pattern for the text
 * `file.js:1:1 its line, mutator → the change`, with the reason.
 */
const PARTS = {
  server: {
    files: [
      ...['endpoint', 'session', 'export', 'embed-frame'],
      ...['fetch', 'node', 'rate-limiter'],
    ].map((name) => `dist/server/${name}.js`),
    tests: readdirSync(join(root, 'e2e/server'))
      .filter((name) => name.endsWith('.test.mjs'))
      .map((name) => `e2e/server/${name}`),
    atOnce: 2,
    explained: [
      // The protocol of a URL has one colon, at its end.
      { pattern: /protocol.* Regex → \/\^https\?:\/$/ },
      // A client that is no function was taken when the endpoint was made, so the other branch never runs.
      {
        pattern:
          /typeof client === 'function' \? client\(\) : client\b.* ConditionalExpression → true$/,
      },
      // Every text but POST is another method.
      { pattern: /method: request\.method.* StringLiteral → "Stryker was here!"$/ },
      // Nobody receives the answer to a request whose connection has closed.
      { pattern: /'The request was aborted\.'.* StringLiteral → ""$/ },
    ],
  },
  // The files that decide. The others move bytes.
  client: {
    files: [
      ...['answer', 'failure', 'headers', 'job', 'page', 'redirect', 'request', 'retry'],
      'settings',
    ].map((name) => `dist/management/${name}.js`),
    tests: ['exchanges', 'redirects', 'limits', 'lists', 'options', 'calls', 'faults'].map(
      (name) => `e2e/management/${name}.test.mjs`,
    ),
    atOnce: 2,
    explained: [
      // A response has no status above 599.
      { pattern: /status < 600/ },
      // The parts after the first are not read.
      { pattern: /split\(';', 1\)/ },
      // All addresses from :: to 1fff:: are treated alike.
      { pattern: /const first = hostname\.startsWith/ },
      // What is found in no URL is not looked at.
      { pattern: /url\?\.split\(.* ArrayDeclaration/ },
      // One step too far finds no blank, or makes an empty text emptier.
      { pattern: /while \((start < end|end > start) && isBlank/ },
    ],
  },
  host: inChromium(
    ['host', 'frame', 'kept', 'mints', 'registry', 'session', 'shown', 'viewing'].map(inShell),
    [
      ...['scenes', 'shell', 'session', 'documents', 'handlers', 'mount', 'security', 'foreground'],
      ...['tab', 'react-life'],
    ],
    [
      // The id in the URL of an iframe of the bridge's own is known to be used anyway.
      { pattern: /const url = this\.isOurs \? undefined.* ConditionalExpression → false$/ },
      // The documents of unit tests, in which there is no such entry: apps/apps.test.mjs.
      { pattern: /OptionalChaining → navigation\.type$/ },
    ],
  ),
  embed: inChromium(
    ['embed', 'open', 'handle', 'handlers', 'check'].map(inShell),
    ['shell', 'handlers', 'security', 'documents', 'diagnostics', 'attacks', 'later', 'frame'],
    [
      // A connection that is prepared for nothing: the iframe makes the same one at the same time.
      { pattern: /if \(parent && getSession\).* LogicalOperator → parent \|\| getSession$/ },
    ],
  ),
  element: inChromium(
    ['element', 'element/markup', 'element/methods', 'component/controller'],
    [
      ...['markup', 'element', 'element-changes', 'element-life', 'forms', 'react', 'react-life'],
      ...['failures', 'keep', 'frame'],
    ],
    [
      // A second comparison in the same turn finds nothing to do.
      { pattern: /if \(this\.#queued\), ConditionalExpression → false$/ },
      { pattern: /this\.#queued = true;, BooleanLiteral → false$/ },
      // Only an embed that was mounted is overdue.
      { pattern: /session\?\.status === 'starting'.* OptionalChaining → session\.status$/ },
    ],
  ),
};

/** In milliseconds. What takes longer is an endless loop. */
const LIMIT_MS = 60_000;

/** The lines of a block of a sample. */
const BLOCK = 6;

const [first, ...others] = process.argv.slice(2);
if (first === '--test') failAtOnce(others);
else if (first === '--page') await failAtOnceInPage(others);
else await main(tryParts);

/**
 * Runs files of end-to-end tests in this process, so that the browser ends with it. After the first test
 * that fails, all others fail at once. A page has no environment: the changed files say which mutant is
 * active.
 */
async function failAtOnceInPage(files) {
  const mutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  const activate = `globalThis.__stryker__ = { activeMutant: '${mutant ?? ''}' }; // which mutant`;
  for (const name of readdirSync('dist', { recursive: true }).filter((name) =>
    name.endsWith('.js'),
  )) {
    const text = readFileSync(`dist/${name}`, 'utf8');
    if (!text.includes('stryMutAct')) continue;
    writeFileSync(`dist/${name}`, `${activate}\n${text.replace(/^.*\/\/ which mutant\n/, '')}`);
  }
  let hasFailed = false;
  beforeEach(() => {
    if (hasFailed) throw new Error('An earlier test has noticed this mutant.');
  });
  afterEach((t) => {
    hasFailed ||= !t.passed;
  });
  // As in e2e/all.mjs.
  await import('../e2e/support/world.mjs');
  for (const file of files) await import(pathToFileURL(file).href);
}

/** Runs files of tests, and ends at the first test that fails: one is enough for a mutant. */
function failAtOnce(files) {
  const args = ['--expose-gc', '--test', '--test-reporter=tap', ...files];
  // A group of its own, so that what the tests have started ends with them.
  const tests = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const end = (status) => {
    try {
      process.kill(-tests.pid, 'SIGTERM');
    } catch {
      // All have ended.
    }
    process.exit(status);
  };
  let line = '';
  tests.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (line + text).split('\n');
    line = lines.pop();
    const failed = lines.find((line) => /^\s*not ok /.test(line));
    if (failed) console.log(failed);
    if (failed) end(1);
  });
  tests.on('close', (status) => end(status ?? 1));
  process.on('SIGTERM', () => end(1));
}

async function tryParts() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '1' },
      offset: { type: 'string', default: '0' },
    },
  });
  rmSync(join(root, 'dist'), { recursive: true });
  cpSync(join(stageDir, 'ts'), join(root, 'dist'), { recursive: true });
  const survivors = [];
  for (const name of positionals.length > 0 ? positionals : Object.keys(PARTS)) {
    if (!Object.hasOwn(PARTS, name)) throw new Failure(`There is no part "${name}".`);
    survivors.push(...(await tryPart(PARTS[name], Number(values.sample), Number(values.offset))));
  }
  for (const survivor of survivors) console.log(`survived: ${survivor}`);
  if (survivors.length > 0)
    throw new Failure('Each survivor needs a test that fails on it, or a reason in this script.');
}

/** A file, or one of `every` blocks of its lines, as Stryker's `mutate` names them. */
function blocks(path, every, offset) {
  // Stryker leaves out a file that is not there.
  const lines = readFileSync(join(root, path), 'utf8').split('\n').length;
  if (every === 1) return [path];
  const all = [];
  for (let first = 1 + (offset % every) * BLOCK; first < lines; first += every * BLOCK)
    all.push(`${path}:${first}-${Math.min(first + BLOCK, lines)}`);
  return all;
}

async function tryPart({ files, tests, atOnce, isPage = false, explained }, every, offset) {
  process.env.SVC_SANDBOX ??= join(root, 'target/debug/svc-sandbox');
  process.env.E2E_ENGINE = 'chromium';
  process.env.E2E_SHELL = 'npm';
  const script = join(root, 'scripts/mutants-npm.mjs');
  const stryker = new Stryker({
    mutate: files.flatMap((path) => blocks(path, every, offset)),
    // Only these are copied; `node_modules` is linked.
    ignorePatterns: [
      ...['**', '!package.json', '!README.md', '!dist/**', '!e2e/**', '!scripts/**'],
      ...['!tests/fixtures/**', '!sandbox/seed.json', '!www/**', '!docs/guide/**'],
    ],
    testRunner: 'command',
    commandRunner: {
      command: isPage
        ? `"${process.execPath}" scripts/mutants-npm.mjs --page ${tests.join(' ')}`
        : `"${process.execPath}" "${script}" --test ${tests.join(' ')}`,
    },
    // Messages are prose.
    mutator: { excludedMutations: [] },
    concurrency: atOnce,
    timeoutMS: LIMIT_MS,
    disableTypeChecks: false,
    checkers: [],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
    tempDirName: 'target/stryker',
    allowConsoleColors: false,
  });
  const results = await stryker.runMutationTest();
  const counts = {};
  const survivors = [];
  for (const { fileName, status, location, replacement, mutatorName } of results) {
    const { start } = location;
    const file = fileName.slice(fileName.indexOf('dist/'));
    const line = readFileSync(join(root, file), 'utf8').split('\n')[start.line - 1].trim();
    const place = `${file}:${start.line}:${start.column}`;
    const text = `${place} ${line}, ${mutatorName} → ${replacement}`;
    const isExplained = explained.some(({ pattern }) => pattern.test(text));
    const counted = isExplained && status !== 'Killed' ? 'explained' : status;
    counts[file] ??= {};
    counts[file][counted] = (counts[file][counted] ?? 0) + 1;
    if (['Survived', 'NoCoverage'].includes(counted)) survivors.push(text);
  }
  for (const [file, found] of Object.entries(counts))
    say(
      `${file}: ${Object.entries(found)
        .map(([status, count]) => `${count} ${status}`)
        .join(', ')}`,
    );
  return survivors;
}
