// Installs what the project needs and does not find. A step that has nothing to install is
// quick.
//
// Everything is installed into the repository (`.tools/`, `node_modules/`), except the Rust
// toolchain and its target, which rustup installs, and packages of the operating system. This file
// has no dependencies, because it runs before `npm ci`.

import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { enginePaths, ENGINES, installedBrowser, shellFolder } from './lib/browser.mjs';
import { aptInstall, canAptInstall, ensureOfSystem, isUbuntu, unpackDebian } from './lib/apt.mjs';
import { buildProgram } from './lib/sandbox.mjs';
import {
  appsDir,
  Failure,
  isMain,
  main,
  npm,
  output,
  root,
  run,
  say,
  toolsDir,
  which,
} from './lib/run.mjs';

const MIN_NODE = 20;
/** The tools that cargo builds into `.tools`. `svc-embed types` names the version of cargo-typify, too. */
const TOOLS = {
  'cargo-fuzz': '0.13.2',
  'cargo-deny': '0.20.2',
  'cargo-typify': '0.8.0',
};
const BLOCK_LISTS = ['easylist.txt', 'easyprivacy.txt'];
/** `--ignore-scripts` is safe: no package that we use needs its installation script. */
const QUIETLY = ['--ignore-scripts', '--no-audit', '--no-fund'];
/** Also with NODE_ENV=production. */
const WITH_DEV = '--include=dev';

/** Installs what `npm run build` needs. */
export async function setup() {
  await setupSystem();
  await setupTree();
}

/** Installs what cargo needs. */
export async function setupRust() {
  await setupSystem();
  await ensureToolchain();
}

/** Installs the named browser engines. */
export async function setupBrowsers(engines = ENGINES) {
  await ensureBrowser();
  await tryHeadlessShell();
  if (engines.includes('firefox')) await ensureFirefox();
  if (engines.includes('webkit')) await ensureWebKit();
}

/** Installs what `npm run fuzz` needs. */
export async function setupFuzzing() {
  await setup();
  // libFuzzer is C++.
  await ensureOfSystem('A C++ compiler', () => which('c++'), ['g++'], {
    advice: 'Fuzzing needs a C++ compiler named `c++`. Debian, Ubuntu: apt-get install g++.',
  });
  await ensureTool('cargo-fuzz');
  removeToolsBuild();
}

/** Installs the tools that build the apps of `apps/`: those of every change, or also those of the night. */
export async function setupApps({ hasAllTools }) {
  await ensureBlockLists();
  const lockfile = read('apps/package-lock.json');
  const stamp = join(appsDir, 'node_modules', '.installed');
  const [some, every] = [`some\n${lockfile}`, `every\n${lockfile}`];
  const installed = modified(stamp) ? readFileSync(stamp, 'utf8') : '';
  if (installed === every || (installed === some && !hasAllTools)) return;
  say(
    'Installing the tools of apps/package-lock.json in target/apps (hundreds of megabytes, once)',
  );
  mkdirSync(appsDir, { recursive: true });
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    copyFileSync(join(root, 'apps', name), join(appsDir, name));
  }
  // Not `npm ci`: it requires the lockfile to name the tools' native parts for all systems, and a
  // lockfile that was written with an incomplete registry lacks some of them.
  const kinds = hasAllTools ? WITH_DEV : '--omit=dev';
  await run(...npm('install', kinds, ...QUIETLY), { cwd: appsDir });
  writeFileSync(stamp, hasAllTools ? every : some);
}

/**
 * The lists of uBlock Origin, from Debian's package of it. It is unpacked and not installed: Debian's Chromium
 * loads each extension that is.
 */
async function ensureBlockLists() {
  if (BLOCK_LISTS.every((name) => modified(join(toolsDir, 'lists', name)) > 0)) return;
  if (!canAptInstall())
    throw new Failure(
      `The tests of apps/ need ${BLOCK_LISTS.join(' and ')} in .tools/lists: see https://easylist.to`,
    );
  const folder = join(toolsDir, 'ublock-origin');
  await unpackDebian(folder, 'webext-ublock-origin-chromium');
  mkdirSync(join(toolsDir, 'lists'), { recursive: true });
  for (const path of readdirSync(folder, { recursive: true }))
    if (BLOCK_LISTS.includes(basename(path)))
      copyFileSync(join(folder, path), join(toolsDir, 'lists', basename(path)));
  rmSync(folder, { recursive: true, force: true });
}

// These checks can fail for good, so they come before the long steps.
async function setupSystem() {
  checkNode();
  await checkRustup();
  await ensureCompiler();
}

async function setupTree() {
  await ensureToolchain();
  await ensureNodeModules();
}

function checkNode() {
  const version = process.versions.node;
  if (Number.parseInt(version, 10) < MIN_NODE) {
    throw new Failure(
      `This needs Node ${MIN_NODE} or newer, and found Node ${version}: see https://nodejs.org`,
    );
  }
}

async function checkRustup() {
  if (which('rustup') && (await output('rustup', ['--version'])) !== undefined) return;
  const unmanaged = which('cargo') ? ' (PATH has a cargo, but rustup does not manage it.)' : '';
  throw new Failure(
    `This needs rustup: install it from https://rustup.rs and run this again.${unmanaged}`,
  );
}

// rustc links with `cc`, and the sandbox's SQLite is C.
async function ensureCompiler() {
  const isThere = () => process.platform === 'win32' || which('cc');
  await ensureOfSystem('A C compiler', isThere, ['gcc', 'libc6-dev'], {
    advice:
      'This needs a C compiler named `cc`. Debian, Ubuntu: apt-get install gcc libc6-dev. Fedora: dnf install gcc. ' +
      'Alpine: apk add gcc musl-dev. macOS: xcode-select --install.',
  });
}

// Installs each part by its own command, because with RUSTUP_AUTO_INSTALL=0 rustup does not install
// what rust-toolchain.toml names.
async function ensureToolchain() {
  const file = read('rust-toolchain.toml');
  const channel = process.env.RUSTUP_TOOLCHAIN ?? match(file, /^channel = "(.+)"/m);
  const components = list(file, 'components');
  const targets = list(file, 'targets');
  const minimum = match(read('Cargo.toml'), /^rust-version = "(.+)"/m);

  const version = await output('rustup', ['run', channel, 'rustc', '--version']);
  if (version === undefined || older(version.split(' ')[1], minimum)) {
    say(`Installing the Rust toolchain ${channel} (${minimum} or newer is needed) with rustup`);
    await run('rustup', [
      'toolchain',
      'install',
      channel,
      '--profile',
      'minimal',
      '--no-self-update',
    ]);
  }
  await ensureParts(channel, 'component', components);
  await ensureParts(channel, 'target', targets);
}

async function ensureParts(channel, kind, wanted) {
  const installed =
    (await output('rustup', [kind, 'list', '--installed', '--toolchain', channel]))?.split('\n') ??
    [];
  // A component is listed with its host's triple: `clippy-x86_64-unknown-linux-gnu`.
  const missing = wanted.filter(
    (name) => !installed.some((line) => line === name || line.startsWith(`${name}-`)),
  );
  if (missing.length === 0) return;
  say(`Adding the ${kind} ${missing.join(', ')} to the Rust toolchain ${channel}`);
  await run('rustup', [kind, 'add', '--toolchain', channel, ...missing]);
}

/** Installs the npm packages of `folder`: the root, or a part that has its own lockfile. */
export const ensureNodeModules = (folder = '.') => once(folder, () => installNodeModules(folder));

/** Suites that run side by side share one installation. */
function once(name, install) {
  if (!installations.has(name)) installations.set(name, install());
  return installations.get(name);
}

const installations = new Map();

/** npm's list of what it has installed. An installation for the demo alone leaves none. */
const INSTALLED = 'node_modules/.package-lock.json';
/** What the demo needs of npm. */
const OF_DEMO = ['binaryen', 'esbuild'];

/** Installs only the npm packages that the demo needs: all of them take many times as long. */
export async function ensureDemoModules() {
  if (modified(INSTALLED) > 0) return ensureNodeModules();
  const isThere = OF_DEMO.every((name) => modified(join('node_modules', name)) > 0);
  if (isThere && modified('node_modules') >= modified('package-lock.json')) return;
  const { devDependencies } = JSON.parse(read('package.json'));
  const wanted = Object.fromEntries(OF_DEMO.map((name) => [name, devDependencies[name]]));
  const folder = join(root, 'target/demo-packages');
  mkdirSync(folder, { recursive: true });
  for (const name of ['package-lock.json', '.npmrc'])
    copyFileSync(join(root, name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ devDependencies: wanted }));
  say(`Installing ${OF_DEMO.join(' and ')}`);
  // npm takes from the lockfile what it needs. `npm ci` would want all of it.
  await run(...npm('install', WITH_DEV, ...QUIETLY), { cwd: folder });
  rmSync(join(folder, INSTALLED));
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  renameSync(join(folder, 'node_modules'), join(root, 'node_modules'));
}

async function installNodeModules(folder) {
  const lock = join(folder, 'package-lock.json');
  if (modified(join(folder, INSTALLED)) >= modified(lock)) return;
  say(`Installing the npm packages of ${lock}`);
  await run(...npm('ci', WITH_DEV, ...QUIETLY), { cwd: join(root, folder) });
}

/** What wasm-pack calls the programs of `scripts/test-runner`. */
const RUNNER_PROGRAMS = {
  'wasm-bindgen-test-runner': 'wasm-bindgen-test-runner',
  'svc-wasm-bindgen': 'wasm-bindgen',
};

/**
 * Puts wasm-bindgen's test runner, as the workspace builds it, to the other tools. Its version is that of the
 * crate, because the format that they share changes with each version.
 */
export async function ensureTestRunner() {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  mkdirSync(join(toolsDir, 'bin'), { recursive: true });
  const folder = dirname(await buildProgram('svc-test-runner'));
  for (const [built, name] of Object.entries(RUNNER_PROGRAMS))
    copyFileSync(join(folder, built + suffix), join(toolsDir, 'bin', name + suffix));
}

// Most checks do not need it. Those that do fail by themselves.
export async function tryCargoDeny() {
  await ensureTool('cargo-deny').catch((error) => say(`cargo-deny is missing. ${error.message}`));
}

/** Resolves to the path of nginx. It is unpacked only: Debian's package would start a server on port 80. */
export async function ensureNginx() {
  const program = which('nginx') ?? join(toolsDir, 'nginx/usr/sbin/nginx');
  if (!modified(program)) await unpackDebian(join(toolsDir, 'nginx'), 'nginx');
  return program;
}

/** Builds one of `TOOLS` into `.tools`, unless this version of it is there. */
export function ensureTool(name) {
  return once(name, async () => {
    const installed = await output(name, [name.slice('cargo-'.length), '--version']);
    // The second word of `cargo-deny 0.20.2`.
    if (installed?.split(/\s+/)[1] !== TOOLS[name]) await cargoInstall(name, TOOLS[name]);
  });
}

/** Where the tools are built: one folder for all, so that they share their dependencies. */
const toolsBuildDir = join(toolsDir, 'build');

/** Removes what the tools were built from. */
export const removeToolsBuild = () => rmSync(toolsBuildDir, { recursive: true, force: true });

/**
 * Builds a tool in cargo's dev profile, which takes less than half of the time of the release profile.
 * The tests then take a few seconds longer.
 */
async function cargoInstall(crate, version) {
  say(`Building ${crate} ${version} into .tools (about a minute, once)`);
  await run(
    'cargo',
    [
      ...['install', crate, '--version', `=${version}`, '--debug', '--force', '--locked'],
      ...['--root', toolsDir, '--target-dir', toolsBuildDir],
    ],
    {
      env: {
        CARGO_INCREMENTAL: '0',
        CARGO_PROFILE_DEV_DEBUG: '0',
        // Less code: no checks of others' arithmetic, and nothing that unwinds.
        CARGO_PROFILE_DEV_DEBUG_ASSERTIONS: 'false',
        CARGO_PROFILE_DEV_OVERFLOW_CHECKS: 'false',
        CARGO_PROFILE_DEV_PANIC: 'abort',
      },
    },
  );
}

async function ensureBrowser() {
  let browser = await installedBrowser();
  if (browser.absent && canAptInstall() && !isUbuntu()) {
    await aptInstall('A browser for the tests', [
      'chromium',
      'chromium-driver',
      'fonts-liberation',
    ]);
    browser = await installedBrowser();
  }
  if (browser.missing) throw new Failure(browser.missing);
}

/** Tries once: without it, the tests use Chromium. Its data is in Debian's other package. */
async function tryHeadlessShell() {
  if (existsSync(shellFolder) || !canAptInstall() || isUbuntu()) return;
  say("Unpacking Debian's headless shell of Chromium in .tools (once)");
  await unpackDebian(shellFolder, 'chromium-headless-shell', 'chromium-common').catch((error) =>
    say(`The tests use Chromium itself. ${error.message}`),
  );
}

async function ensureFirefox() {
  await ensureOfSystem('Firefox', () => enginePaths.firefox().firefox, ['firefox-esr'], {
    isSnapOnUbuntu: true,
    advice:
      'The end-to-end tests also run in Firefox: install it, on PATH or named by FIREFOX. ' +
      '`npm test -- --engines chromium` does not need it.',
  });
}

async function ensureWebKit() {
  const isThere = () => Object.values(enginePaths.webkit()).every(Boolean);
  await ensureOfSystem('WebKitGTK', isThere, ['webkit2gtk-driver', 'xvfb', 'xauth'], {
    advice:
      'The end-to-end tests also run in WebKitGTK: install its driver and Xvfb ' +
      '(Debian, Ubuntu: webkit2gtk-driver xvfb; Fedora: webkit2gtk4.1 xorg-x11-server-Xvfb). ' +
      '`npm test -- --engines chromium` does not need them.',
  });
}

function read(path) {
  return readFileSync(join(root, path), 'utf8');
}

function modified(path) {
  return statSync(resolve(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function match(text, pattern) {
  const found = text.match(pattern);
  if (!found) throw new Error(`No text matches ${pattern}.`);
  return found[1];
}

/** The strings of `key = ["…", "…"]`. */
function list(toml, key) {
  return [...match(toml, new RegExp(`^${key} = \\[(.*)\\]`, 'm')).matchAll(/"([^"]+)"/g)].map(
    (found) => found[1],
  );
}

function older(version, minimum) {
  return version.localeCompare(minimum, 'en', { numeric: true }) < 0;
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await setupBrowsers();
    await ensureTestRunner();
    await tryCargoDeny();
    removeToolsBuild();
  });
}
