// `npm test`: installs and builds what it needs, then tests what a change can break.

import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from './build.mjs';
import { buildDocs } from './docs.mjs';
import { ENGINES, headlessShell } from './lib/browser.mjs';
import { leaveNothingBehind } from './lib/processes.mjs';
import { LINTED } from './lib/cargo.mjs';
import {
  formatting,
  lint,
  packaging,
  publishedTypes,
  publishing,
  supply,
  types,
} from './lib/checks.mjs';
import {
  Failure,
  headline,
  inOnePiece,
  main,
  node,
  print,
  readOptions,
  root,
  run,
  say,
  within,
} from './lib/run.mjs';
import { NIGHTLY_FILES, SUITES } from './lib/suites.mjs';
import { venv } from './lib/python.mjs';
import { buildSandbox, buildWorkspace, WORKSPACE } from './lib/sandbox.mjs';
import { site } from './lib/site.mjs';
import { FILES, FOR_BROWSERS, runInBrowser } from './lib/wasm-tests.mjs';
import { Tally, countNode, countRust } from './lib/tally.mjs';
import { conformance, PINNED_SEED, seedOfTheDay } from './conformance.mjs';
import { buildLeptos } from './leptos.mjs';
import { buildRustShell } from './rust-shell.mjs';
import {
  ensureNodeModules,
  ensureNginx,
  ensureTestRunner,
  ensureTool,
  removeToolsBuild,
  setup,
  setupApps,
  setupBrowsers,
  tryCargoDeny,
} from './setup.mjs';

/** Starts before the others, and runs beside them: most of them wait for a program that it compiles. */
const nativeSuite = { name: 'native', title: 'Native tests', run: native };

/**
 * Some of these run at the same time. They start in this order: first those that can begin while the workspace
 * is compiled, then those that take long, so that at the end no suite runs alone for long. A suite builds the
 * tools that only it needs, while others wait for their browsers. scripts/lib/suites.mjs says what runs when.
 */
const otherSuites = [
  { name: 'check', title: 'Formatting and lints', run: lint },
  { name: 'proof', title: 'The proof', run: proof },
  { name: 'docs', title: 'The guide', run: ifBuilt(guide) },
  endToEndSuite({ engine: 'firefox', title: 'Firefox', isStrict: true }),
  { name: 'browser', title: 'Browser tests of the Rust crate', run: browser },
  { name: 'apps', title: 'Apps of each tool', run: ifBuilt(apps) },
  endToEndSuite({ engine: 'webkit', title: 'WebKit', isStrict: true }),
  { name: 'management', title: 'The client, the server, testing', run: ifBuilt(management) },
  ...['1/4', '2/4', '3/4', '4/4'].map((part) =>
    endToEndSuite({ engine: 'chromium', title: `Chromium, part ${part}`, part }),
  ),
  // Only Chromium asks for a URL twice if it is set before the iframe is taken out.
  endToEndSuite({
    engine: 'chromium',
    title: 'Chromium, strict',
    file: 'documents.test.mjs',
    isStrict: true,
  }),
  {
    name: 'site',
    title: 'The site of the documentation',
    run: ifBuilt(builtSite),
  },
  { name: 'bench', title: 'The benchmark', run: ifBuilt(benchmark) },
  {
    name: 'conformance',
    title: 'The sandbox by its document',
    run: (tally) => conformance(tally, { seeds: [PINNED_SEED, seedOfTheDay()] }),
  },
  { name: 'publishing', title: 'Publishing', run: publishing },
  { name: 'types', title: 'Build and types', run: ifBuilt(types) },
  { name: 'interpreters', title: 'Both interpreters of the protocol', run: ifBuilt(interpreters) },
  { name: 'packaging', title: 'Packaging', run: ifBuilt(packaging) },
  { name: 'size', title: 'Sizes', run: ifBuilt(sizes) },
  { name: 'supply', title: 'The supply chain', run: supplyChain },
];

/** The suites of `npm run check`, which open no browser. */
const CHECKS = ['check', 'types', 'packaging', 'publishing', 'supply'];

/**
 * A browser and its tests wait for each other and for clocks: four suites left a quarter of two processors idle,
 * and at times half of them.
 */
const SUITES_AT_ONCE = Math.max(6, availableParallelism());

// For the inner loop.
const quickSuites = [
  { name: 'native', title: 'Native tests of the crate', run: crate },
  { name: 'check', title: 'Formatting', run: formatting },
  { name: 'interpreters', title: 'The package in Node', run: inNode },
  { name: 'types', title: 'Build and types', run: ifBuilt(publishedTypes) },
  { name: 'e2e', title: 'The bridge in Chromium', run: ifBuilt(bridge) },
];

const USAGE = `npm test -- [options]
  --quick         what a change breaks most often
  --only LIST     some of the suites: ${suiteNames([nativeSuite, ...otherSuites]).join(', ')}
  --engines LIST  the end-to-end tests in some of the engines: ${ENGINES.join(', ')};
                  all: every end-to-end test in every engine
  --nightly       every test in every engine
  --help          prints this text`;

const options = readOptions(
  {
    only: { type: 'string' },
    engines: { type: 'string' },
    quick: { type: 'boolean', default: false },
    nightly: { type: 'boolean', default: false },
  },
  USAGE,
);

function suiteNames(suites) {
  return [...new Set(suites.map(({ name }) => name))];
}

/** Every end-to-end test in every engine. */
const isEveryEngine = options.nightly || options.engines === 'all';

/** Far above the time of the longest suite on two cores, beside the others. */
const SUITE_LIMIT_MINUTES = options.nightly ? 90 : 40;

/** The names of `all` that an option lists; all of them if the option is not given. */
function choose(what, listed, all) {
  if (listed === undefined) return all;
  const names = listed.split(',');
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) {
    throw new Failure(`There is no ${what} "${unknown}". Choose from: ${all.join(', ')}.`);
  }
  return all.filter((name) => names.includes(name));
}

/** The settings of a suite now; `null` if only the night runs it. */
const settingsOf = (name) => SUITES[name][options.quick ? 2 : options.nightly ? 1 : 0];

const chosenEngines = () => (isEveryEngine ? ENGINES : choose('engine', options.engines, ENGINES));

function summarise(rows) {
  for (const { title, failures } of rows.filter((row) => row.failed > 0)) {
    headline(`Failures: ${title}`);
    print(failures.join('\n'));
  }
  headline('Summary');
  for (const { title, passed, failed, seconds } of rows) {
    const mark = failed === 0 ? '✓' : '✗';
    print(
      `${mark} ${title.padEnd(34)} ${counts(passed, failed).padEnd(24)} ${seconds.toFixed(1).padStart(6)} s`,
    );
  }
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  if (sum('failed') > 0) process.exitCode = 1;
  const notDone = rows.flatMap((row) => row.notDone);
  if (notDone.length > 0) print(`\nNot checked: ${notDone.join('; ')}.`);
  print(`\n${counts(sum('passed'), sum('failed'))}`);
}

const counts = (passed, failed) => `${passed} passed, ${failed} failed`;

/** As `npm test` compiles it, so that nothing is compiled once more: see `buildWorkspace`. */
async function crate(tally, { without }) {
  const targets = ['svc-sandbox', 'svc-bindgen'].flatMap((name) => ['--bin', name]);
  await tally.step('Compiling the crate and the sandbox, with the lints of clippy', () =>
    buildWorkspace([...targets, '--test', 'native']),
  );
  const skipped = without.flatMap((name) => ['--skip', name]);
  const args = ['test', ...WORKSPACE, '--test', 'native', '--', ...skipped];
  await tally.tests('cargo test', (add) =>
    run('cargo', args, { env: LINTED, onLine: countRust(add) }),
  );
}

async function native(tally, { histories }) {
  await tally.step('Compiling the workspace, with the lints of clippy', buildWorkspace);
  const shared = ['test', ...WORKSPACE, '--no-fail-fast'];
  await tally.tests('cargo test', (add) =>
    run('cargo', shared, { env: LINTED, onLine: countRust(add) }),
  );
  if (histories > 0) await longHistories(tally, histories);
}

// Not a part of the native tests, because it is built in a faster profile.
async function proof(tally, { scenarios, hasSmall }) {
  const fast = ['--profile', 'prove', '-p', 'svc-embed-proof'];
  await tally.step('Some scenarios (npm run prove has all)', () =>
    run('cargo', ['run', '--quiet', ...fast, '--', ...scenarios], { env: LINTED }),
  );
  if (!hasSmall) return;
  await tally.tests('Small explorations, with which `npm run planted` tries it', (add) =>
    run('cargo', ['test', ...fast, '--no-fail-fast'], { env: LINTED, onLine: countRust(add) }),
  );
}

/** The random histories of the session with the seed of the day. Every change is tried with a pinned one. */
async function longHistories(tally, histories) {
  const env = { ...LINTED, PROPTEST_CASES: String(histories), PROPTEST_RNG_SEED: seedOfTheDay() };
  const again = `PROPTEST_CASES=${env.PROPTEST_CASES} PROPTEST_RNG_SEED=${env.PROPTEST_RNG_SEED}`;
  const args = ['test', '--profile', 'prove', '-p', 'svc-embed', '--test', 'native'];
  await tally.tests(`Random histories of the session (again: ${again})`, (add) =>
    run('cargo', [...args, 'session::properties'], { env, onLine: countRust(add) }),
  );
}

// In Chromium without a window: cargo runs each test file with the runner of wasm-bindgen.
async function browser(tally) {
  await Promise.all([browsers, ensureTestRunner()]);
  const env = { ...runInBrowser(), ...LINTED };
  const args = ['test', ...FOR_BROWSERS, '--test'];
  for (const file of FILES)
    await tally.tests(`cargo test --test ${file} in Chromium`, (add) =>
      unlessTheDriverFails((onStart) => {
        const count = countRust(add);
        const onLine = (line) => {
          if (/^running \d+ tests?$/.test(line)) onStart();
          count(line);
        };
        return run('cargo', [...args, file], { env, onLine });
      }),
    );
}

/**
 * A driver that fails before a test has started says nothing of the tests, so it is started once more:
 * on a machine under load Chromium may not answer it in time.
 */
async function unlessTheDriverFails(attempt) {
  let hasStarted = false;
  const onStart = () => (hasStarted = true);
  try {
    await attempt(onStart);
  } catch (error) {
    if (hasStarted) throw error;
    say('The driver has failed before a test had started: once more');
    await attempt(onStart);
  }
}

/** Builds the package before a suite, once for all. If that fails, every suite that needs it fails. */
function ifBuilt(suite) {
  return async (tally, settings) => {
    try {
      await (built ??= build());
    } catch (error) {
      return tally.fail('The build', error);
    }
    await suite(tally, settings);
  };
}

let built;

/** Each file of tests in a process of its own, which is ended after five minutes. */
const IN_PROCESSES = ['--test', '--test-reporter=spec', '--test-timeout=300000'];

/** What runs in Node only: the client, the endpoint that mints, and the helpers of tests. */
async function management(tally, { isDaily }) {
  await ensureNodeModules('npm/openapi-typescript');
  if (!isDaily) await ensureTool('cargo-typify');
  const env = {
    SVC_SANDBOX: await buildSandbox(),
    ...(!isDaily && { NGINX_PROGRAM: await ensureNginx() }),
  };
  const args = ['--expose-gc', ...IN_PROCESSES];
  for (const folder of ['e2e/management', 'e2e/server', 'e2e/testing', 'e2e/cli']) {
    const files = readdirSync(join(root, folder)).filter(
      (name) => name.endsWith('.test.mjs') && !(isDaily && NIGHTLY_FILES.includes(name)),
    );
    // Runs each file in its own Node process.
    await tally.tests(`The tests of ${folder}/`, (add) =>
      run(process.execPath, [...args, ...files.map((name) => `${folder}/${name}`)], {
        env,
        onLine: countNode(add),
      }),
    );
  }
}

// Both interpreters run the same vectors (the Rust one natively, above) and the same random inputs.
async function interpreters(tally, { inputs }) {
  await inNode(tally);
  const [count, seed] = [String(inputs), options.nightly ? seedOfTheDay() : PINNED_SEED];
  await tally.step(`Random inputs (npm run compare -- ${count} ${seed})`, () =>
    node('scripts/compare.mjs', [count, seed]),
  );
}

async function inNode(tally) {
  const files = readdirSync(join(root, 'npm/tests')).filter((name) => name.endsWith('.test.mjs'));
  await tally.tests('The tests of npm/tests/', (add) =>
    run(process.execPath, [...IN_PROCESSES, ...files.map((name) => `npm/tests/${name}`)], {
      onLine: countNode(add),
    }),
  );
}

async function bridge(tally, { files }) {
  await browsers;
  const env = { SVC_SANDBOX: await buildSandbox(), E2E_ENGINE: 'chromium' };
  await tally.tests(`e2e/all.mjs ${files.join(' ')}`, (add) =>
    run(process.execPath, ['--test-reporter=spec', 'e2e/all.mjs', ...files], {
      env,
      onLine: countNode(add),
    }),
  );
}

/** A suite of end-to-end tests in one engine. */
function endToEndSuite(one) {
  return {
    name: 'e2e',
    engine: one.engine,
    title: `End to end in ${one.title}`,
    run: ifBuilt((tally) => endToEnd(tally, one)),
  };
}

/**
 * A service redeems an id when the embed exchanges it. A strict service redeems it earlier, when the
 * browser requests the page whose URL has the id. The bridge must work with both.
 */
async function endToEnd(tally, { engine, part = '1/1', file = 'all.mjs', isStrict = false }) {
  // A test of the components runs Angular, which is among the packages of `docs/`.
  await ensureNodeModules('docs');
  const program = await buildSandbox();
  if (isEveryEngine) await tally.step('The example in Leptos', () => (leptos ??= buildLeptos()));
  await tally.step('The page of the Rust shell', () => (rustShell ??= buildRustShell()));
  await browsers;
  const title = `e2e/${file} in ${engine}, with a ${isStrict ? 'strict' : 'forgiving'} service`;
  const env = {
    SVC_SANDBOX: program,
    E2E_ENGINE: engine,
    E2E_PART: part,
    ...(isStrict && { E2E_STRICT: '1' }),
    ...(isEveryEngine && { E2E_AT_NIGHT: '1', E2E_SCREENSHOTS: '1' }),
  };
  // One process for all the files, because each process starts its own browser.
  await tally.tests(title, (add) =>
    run(process.execPath, ['--test-reporter=spec', `e2e/${file}`], { env, onLine: countNode(add) }),
  );
}

let leptos;
let rustShell;

/** Runs `work` for each item, so many at a time. */
async function inLanes(count, items, work) {
  const rest = [...items];
  const lane = async () => {
    for (let item = rest.shift(); item; item = rest.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: count }, lane));
}

async function apps(tally, { only, engines, hasAllTools }) {
  await browsers;
  await setupApps({ hasAllTools });
  const env = {
    ...(only && { APPS: only.join('\n') }),
    APPS_ENGINES: engines.join(),
    SVC_SANDBOX: await buildSandbox(),
    E2E_ENGINE: 'chromium',
    E2E_CHARTS: '1',
    ...(hasAllTools && {
      APPS_PYTHON: await venv('fastapi', join(root, 'apps/fastapi/requirements.txt')),
    }),
  };
  await tally.tests('The tests of apps/', (add) =>
    run(process.execPath, ['--test-reporter=spec', 'apps/all.mjs'], {
      env,
      onLine: countNode(add),
    }),
  );
}

async function guide(tally) {
  await ensureNodeModules('docs');
  await documentation(tally, 'The tests of e2e/docs/');
}

async function builtSite(tally) {
  await ensureNodeModules('docs');
  await tally.step('The site (npm run docs)', () => buildDocs());
  await documentation(tally, 'The tests of the site', { DOCS_SITE: site });
}

async function documentation(tally, title, env = {}) {
  const program = await buildSandbox();
  await browsers;
  await tally.tests(title, (add) =>
    run(process.execPath, ['--test-reporter=spec', 'e2e/docs/all.mjs'], {
      env: { SVC_SANDBOX: program, E2E_CHARTS: '1', ...env },
      onLine: countNode(add),
    }),
  );
}

async function supplyChain(tally) {
  await tryCargoDeny();
  await supply(tally);
}

/** What a suite that opens browsers waits for. */
let browsers;

async function installBrowsers(engines) {
  await setupBrowsers(engines);
  // By night, every test plays in the Chromium of users.
  if (!isEveryEngine) process.env.HEADLESS_SHELL = (await headlessShell()) ?? '';
}

/** For scripts that would build the package again. */
const BUILT = { env: { SVC_BUILT: '1' } };

async function sizes(tally) {
  await tally.step('Within the budgets (npm run size)', () => node('scripts/size.mjs', [], BUILT));
}

// Checks only that each contender still receives all its messages. Timings never fail the tests.
async function benchmark(tally) {
  await browsers;
  await tally.step('The benchmark in its short form', () =>
    node('bench/run.mjs', ['--quick'], BUILT),
  );
}

await main(async () => {
  leaveNothingBehind();
  const all = options.quick ? quickSuites : [nativeSuite, ...otherSuites];
  const names = choose('suite', options.only, suiteNames(all));
  const engines = options.quick ? ['chromium'] : chosenEngines();
  const isChosen = ({ name, engine }) =>
    names.includes(name) &&
    (engine === undefined || engines.includes(engine)) &&
    (settingsOf(name) !== null || options.only !== undefined);
  const chosen = all.filter(isChosen);
  // The browsers are installed while the programs are compiled.
  if (!chosen.every(({ name }) => CHECKS.includes(name))) browsers = installBrowsers(engines);
  browsers?.catch(() => {});
  await setup();

  const rows = [];
  const runSuite = async (suite) => {
    headline(suite.title);
    const tally = new Tally();
    const started = performance.now();
    try {
      await within(SUITE_LIMIT_MINUTES, () => suite.run(tally, settingsOf(suite.name) ?? {}));
    } catch (error) {
      tally.fail(suite.title, error);
    }
    rows.push({ ...suite, ...tally, seconds: (performance.now() - started) / 1000 });
  };
  // What it prints is shown at once: from nothing, it is all that there is to see for some minutes.
  const native = chosen[0] === nativeSuite ? runSuite(chosen.shift()) : undefined;
  await inLanes(SUITES_AT_ONCE, chosen, (suite) => inOnePiece(suite.title, () => runSuite(suite)));
  await native;
  removeToolsBuild();
  summarise(all.flatMap(({ title }) => rows.filter((row) => row.title === title)));
});
