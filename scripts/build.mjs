// `npm run build`: `dist/`, exactly what the npm package publishes, and the sandbox's embed pages.
//
// The bridge has its WebAssembly inside its JavaScript, and the same once more translated to
// JavaScript. The management client is plain TypeScript. Intermediate files go to `target/npm/`: a
// folder for the core, and `ts/` for what tsc emits. `dist/` has the bundled JavaScript and the types, and
// nothing else. Tests of single modules import them from `ts/`.

import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, posix } from 'node:path';
import { BUILT, bundleFiles } from './lib/bundle.mjs';
import { cargoPaths } from './lib/cargo.mjs';
import { bytesModule } from './lib/inline.mjs';
import { Failure, filesIn, isMain, main, node, root, run, say, stageDir } from './lib/run.mjs';
import { buildProgram, buildSandboxPages } from './lib/sandbox.mjs';
import { FEATURES, LOWERING, translatedModule } from './lib/wasm2js.mjs';
import { setup } from './setup.mjs';

const CRATE = 'svc_embed';
const TARGET = 'wasm32-unknown-unknown';
const BINARYEN = 'node_modules/binaryen';
// wasm-opt reads which features the module uses from the module itself: rustc names them in
// `target_features`.
const SMALL = [
  // The control flow is built again from its basic blocks: fewer blocks are nested than in LLVM's.
  ...['--flatten', '--rereloop', '-Os', '--flatten', '--rereloop', '-Os', '--converge'],
  // The first 1,024 bytes of the memory are the far end of the stack, and hold no data of ours.
  '--low-memory-unused',
  ...['--strip-producers', '--strip-target-features'],
];
/**
 * What is small when compressed: LLVM may optimise for size rather than for the fewest instructions,
 * but copies no function into its callers unless the copy is smaller than the call.
 */
const SMALL_CODE = { level: 's', flags: ['-Cllvm-args=-inline-threshold=0'] };
/** Similar code stays side by side: as many bytes, but fewer when compressed. */
const SIDE_BY_SIDE = '--reorder-functions-by-name';
/** Removes the exports of wasm-bindgen, which serve its glue. The core has none, but its memory is read. */
const ONLY_OUR_EXPORTS = [
  ...['--remove-exports=__*', '--remove-unused-module-elements'],
  // What each function touches, so that calls of others can be moved or left out.
  '--generate-global-effects',
];

const tsDir = join(stageDir, 'ts');
const angularDir = join(root, 'npm/angular/compiled');
const dist = join(root, 'dist');

/**
 * Builds the package; what has not changed is not built again. A process that is started with SVC_BUILT
 * builds nothing: two builds at the same time would take files from each other.
 */
export async function build() {
  if (process.env.SVC_BUILT) return;
  await buildCore();
  const dir = join(stageDir, 'package');
  if (isUnchanged(dir, ofPackage(), ofPackage())) return;
  await compileTypeScript();
  await assemble();
  mkdirSync(dir, { recursive: true });
  writeFileSync(stampOf(dir), hashOf(ofPackage(), ofPackage()));
}

/** The paths of what the package is made of, and of what was made: `npm start` and a hand write there, too. */
function ofPackage() {
  const own = ['npm/src', 'npm/angular/compiled'].map((name) => join(root, name));
  const files = [
    ...['package.json', 'package-lock.json', 'tsconfig.base.json', 'scripts/build.mjs'],
    ...['scripts/lib/bundle.mjs', 'npm/tsconfig.json', 'npm/tsconfig.cli.json'],
    ...['package.json', 'package-lock.json'].map((name) => `npm/${LOCKED}/${name}`),
  ];
  return [
    ...[...own, coreDir, tsDir, dist].flatMap((dir) => filesIn(dir).map((name) => join(dir, name))),
    ...files.map((name) => join(root, name)),
  ];
}

/**
 * Builds what the demo needs of the package: if no optimised core is there, it has the one that the compiler
 * writes, which is not translated to JavaScript. Nor has it the commands.
 */
export async function buildForDemo() {
  if (process.env.SVC_BUILT) return;
  const compiled = await compile(CORE);
  say('Bundling the package');
  if (isUnchanged(coreDir, ...whatMakesCore(compiled)))
    return write(await bundleFiles({ isDemo: true }));
  const dir = join(stageDir, 'demo', CORE.name);
  await unlessUnchanged(dir, [compiled], [], async () => {
    writeFileSync(join(dir, 'wasm.js'), bytesModule(await withOurExports(readFileSync(compiled))));
    const none = "throw new Error('The demo has no translated core: run `npm run build`.');";
    writeFileSync(join(dir, 'translated.js'), `export function instantiate() { ${none} }\n`);
  });
  write(await bundleFiles({ stage: dirname(dir), isDemo: true }));
}

/** The core without the descriptions of wasm-bindgen, which end each name of an export with a hash. */
async function withOurExports(bytes) {
  const { default: tool } = await import('binaryen');
  const core = tool.readBinary(bytes);
  core.setFeatures(tool.Features.All);
  const all = Array.from({ length: core.getNumExports() }, (_, index) =>
    tool.getExportInfo(core.getExportByIndex(index)),
  );
  for (const { name, value, kind } of all) {
    if (kind !== tool.ExternalFunction) continue;
    core.removeExport(name);
    if (!name.startsWith('__')) core.addFunctionExport(value, name.replace(/_[0-9a-f]{16}$/, ''));
  }
  core.runPasses(['remove-unused-module-elements', 'memory-packing']);
  return core.emitBinary();
}

// The core of the bridge.

const CORE = { what: 'the core', name: 'core', feature: 'npm' };
const coreDir = join(stageDir, CORE.name);
const coreFile = join(coreDir, 'core.wasm');

async function buildCore() {
  const compiled = await compile(CORE);
  await unlessUnchanged(coreDir, ...whatMakesCore(compiled), async () => {
    say('Optimising the WebAssembly of the core');
    // wasm-bindgen takes its descriptions out of the file. Nothing but numbers crosses, so the glue
    // that it writes is not needed.
    await run(await buildProgram('svc-bindgen'), [compiled, join(coreDir, 'bindgen')]);
    const bound = join(coreDir, 'bindgen', `${CRATE}_bg.wasm`);
    await binaryen('wasm-opt', [
      ...[bound, ...ONLY_OUR_EXPORTS, ...SMALL, SIDE_BY_SIDE, '-o', coreFile],
    ]);
    const bytes = readFileSync(coreFile);
    const imports = WebAssembly.Module.imports(new WebAssembly.Module(bytes));
    if (imports.length > 0) throw new Failure('The core imports something: it must not.');
    writeFileSync(join(coreDir, 'wasm.js'), bytesModule(bytes));

    say('Translating the core to JavaScript with wasm2js');
    const lowered = join(coreDir, 'lowered.wasm');
    await binaryen('wasm-opt', [
      ...[coreFile, ...FEATURES, ...LOWERING, '-Oz', '--converge', '-o', lowered],
    ]);
    const js = join(coreDir, 'wasm2js.js');
    await binaryen('wasm2js', [lowered, ...FEATURES, '-O', '-o', js]);
    writeFileSync(join(coreDir, 'translated.js'), await translatedModule(readFileSync(js, 'utf8')));
  });
}

/** The files and the options of which the core is made. */
function whatMakesCore(compiled) {
  const inputs = [
    compiled,
    join(root, 'scripts/lib/inline.mjs'),
    join(root, 'scripts/lib/wasm2js.mjs'),
    // Which version of wasm-bindgen.
    join(root, 'scripts/bindgen/Cargo.toml'),
  ];
  return [inputs, [binaryenVersion(), ...ONLY_OUR_EXPORTS, ...SMALL, SIDE_BY_SIDE, ...LOWERING]];
}

/** The core's WebAssembly as the compiler writes it, of the sources in `folder`. */
export function compileCore(folder, priority) {
  return compile(CORE, folder, priority);
}

async function compile({ what, name, feature }, folder = root, priority = undefined) {
  const { targetDir, remap } = await cargoPaths(folder);
  // A copy of the sources has a target directory of its own, also if CARGO_TARGET_DIR names one.
  const ownDir = join(folder === root ? targetDir : join(folder, 'target'), name);
  say(`Compiling ${what} to WebAssembly`);
  await run(
    'cargo',
    [
      // Only as a cdylib: if the crate is a library for Rust, too, it is not optimised as a whole.
      ...['rustc', '--release', '--target', TARGET, '--crate-type', 'cdylib'],
      ...['-p', 'svc-embed', '--lib', '--no-default-features', '--features', feature],
      ...['--target-dir', ownDir],
    ],
    // These replace RUSTFLAGS: the published files must not depend on the builder's environment.
    {
      ...{ cwd: folder, priority },
      env: {
        CARGO_ENCODED_RUSTFLAGS: [...remap, ...SMALL_CODE.flags].join('\x1f'),
        CARGO_PROFILE_RELEASE_OPT_LEVEL: SMALL_CODE.level,
      },
    },
  );
  return join(ownDir, TARGET, 'release', `${CRATE}.wasm`);
}

/** Runs a tool of the npm package binaryen. */
function binaryen(tool, args) {
  return node(join(BINARYEN, 'bin', tool), args);
}

function binaryenVersion() {
  return JSON.parse(readFileSync(join(root, BINARYEN, 'package.json'), 'utf8')).version;
}

async function compileTypeScript() {
  say('Compiling the TypeScript');
  rmSync(tsDir, { recursive: true, force: true });
  await node('node_modules/typescript/bin/tsc', ['-p', 'npm/tsconfig.json', '--outDir', tsDir]);
  await node('node_modules/typescript/bin/tsc', ['-p', 'npm/tsconfig.cli.json']);
  await bundleCommands();
  for (const name of BUILT) cpSync(join(stageDir, name), join(tsDir, name));
  // Angular's compiler has run before: see scripts/angular.mjs.
  cpSync(angularDir, tsDir, { recursive: true });
}

/**
 * The commands, with the libraries that they use and their licences inside: somebody who installs the
 * package for a page installs no library.
 */
export async function bundleCommands() {
  const sources = join(root, 'npm/src/cli');
  // Not before `npm ci`.
  const { build } = await import('esbuild');
  const { metafile } = await build({
    entryPoints: filesIn(sources).map((name) => join(sources, name)),
    ...{ absWorkingDir: root, outdir: join(tsDir, 'cli'), bundle: true, metafile: true },
    ...{ target: 'es2022', supported: { 'class-static-blocks': false } },
    // Modules rather than what `require` loads, which a module cannot.
    ...{ format: 'esm', platform: 'neutral', mainFields: ['module', 'main'] },
    external: ['node:*', ...builtinModules],
    plugins: [{ name: 'own files', setup: ownFilesStay }],
  });
  const inputs = Object.values(metafile.outputs).flatMap((made) => Object.entries(made.inputs));
  const inside = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const found = inside.flatMap(([path]) => [
    ...path.matchAll(/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/g),
  ]);
  const licences = [...new Map(found.map(([path, name]) => [name, licenceIn(path)]))].sort();
  const texts = licences.map(([name, text]) => `${name}\n\n${text.trim()}\n`);
  writeFileSync(join(tsDir, 'cli/LICENSES.txt'), texts.join('\n\n'));
  for (const name of ['package.json', 'package-lock.json'])
    cpSync(join(root, 'npm', LOCKED, name), join(tsDir, 'cli', LOCKED, name));
}

/** The generator of types, with a lock of its own: see npm/src/cli/types.ts. */
const LOCKED = 'openapi-typescript';

/** The package's files stay files of their own. A library of logs is left out: nobody switches it on. */
function ownFilesStay(build) {
  build.onResolve({ filter: /^\.\.?\// }, ({ path, importer }) =>
    importer.includes('node_modules') ? undefined : { path, external: true },
  );
  build.onResolve({ filter: /^debug$/ }, () => ({ path: 'debug', namespace: 'silent' }));
  build.onLoad({ filter: /^/, namespace: 'silent' }, () => ({
    contents: 'export default () => () => {};',
  }));
}

/** The text of the licence of a package. */
function licenceIn(folder) {
  const name = readdirSync(join(root, folder)).find((file) => /^licen[cs]e/i.test(file));
  if (name) return readFileSync(join(root, folder, name), 'utf8');
  throw new Failure(`${folder} has no licence.`);
}

/** Writes `dist/`. Files that are no longer built are removed. */
async function assemble() {
  const files = new Map([...(await bundleFiles()), ...publishedTypes(), ...filesOfCommands()]);
  for (const name of filesIn(dist)) {
    if (!files.has(name)) rmSync(join(dist, name));
  }
  write(files);
}

/** Writes files of `dist/`. An equal file stays untouched. */
function write(files) {
  for (const [name, text] of files) {
    const to = join(dist, name);
    if (existsSync(to) && readFileSync(to, 'utf8') === text) continue;
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  }
}

/** What the commands read: see npm/src/cli/types.ts. */
function filesOfCommands() {
  const names = [
    'LICENSES.txt',
    ...filesIn(join(tsDir, 'cli', LOCKED)).map((name) => `${LOCKED}/${name}`),
  ];
  return names.map((name) => [`cli/${name}`, readFileSync(join(tsDir, 'cli', name), 'utf8')]);
}

/** The types of the entry points, and those that they import: in a folder of their own, as tsc writes them. */
function publishedTypes() {
  const types = new Map();
  const add = (name) => {
    if (types.has(`types/${name}`)) return;
    const text = readFileSync(join(tsDir, name), 'utf8');
    types.set(`types/${name}`, text);
    for (const [, path] of text.matchAll(/(?:\bfrom |\bimport\()'(\.[^']+)\.js'/g))
      add(`${posix.join(posix.dirname(name), path)}.d.ts`);
  };
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const { types } of Object.values(exports))
    if (types) add(types.slice('./dist/types/'.length));
  return types;
}

/**
 * Runs `step`, which fills `dir`, unless it last ran to its end with the same input files and
 * options. The stamp is written last: an interrupted step runs again.
 */
async function unlessUnchanged(dir, inputs, options, step) {
  if (isUnchanged(dir, inputs, options)) return;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await step();
  writeFileSync(stampOf(dir), hashOf(inputs, options));
}

function isUnchanged(dir, inputs, options) {
  const stamp = stampOf(dir);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOf(inputs, options);
}

const stampOf = (dir) => join(dir, '.stamp');

function hashOf(inputs, options) {
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const input of inputs) hash.update(readFileSync(input));
  return hash.digest('hex');
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await build();
    await buildSandboxPages();
  });
}
