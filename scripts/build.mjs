// `npm run build`: `dist/`, exactly what the npm package publishes, and the sandbox's embed pages.
//
// Intermediate files go to `target/npm/`: `bindgen/` (glue and WebAssembly as wasm-bindgen writes
// them), `opt/` (both after wasm-opt) and `ts/` (what tsc emits). `dist/` is made from
// these, and holds nothing else.

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
import { dirname, join } from 'node:path';
import { cargoPaths } from './lib/cargo.mjs';
import { SHORT_NAMES, withShortNames } from './lib/glue.mjs';
import { Failure, isMain, main, node, output, root, run, say, stageDir } from './lib/run.mjs';
import { buildSandboxPages } from './lib/sandbox.mjs';
import { setup } from './setup.mjs';

const NAME = 'svc_embed';
const TARGET = 'wasm32-unknown-unknown';
const BINDGEN_OPTIONS = ['--target', 'web', '--out-name', NAME];
// wasm-opt reads which features the module may use from the module itself: rustc names them in
// `target_features`.
const OPT_OPTIONS = [
  ...['-Oz', '--converge', '--strip-producers', '--strip-target-features'],
  // What follows makes more bytes but fewer compressed ones: like code stays apart and side by side.
  ...['--one-caller-inline-max-function-size=20', '--reorder-functions-by-name'],
];

const bindgenDir = join(stageDir, 'bindgen');
const optDir = join(stageDir, 'opt');
const tsDir = join(stageDir, 'ts');
const dist = join(root, 'dist');

/** Builds the package; what has not changed is not built again. */
export async function build() {
  const wasm = await compile();
  await bind(wasm);
  await optimise();
  await compileTypeScript();
  assemble();
}

async function compile() {
  const { targetDir, remap } = await cargoPaths();
  say('Compiling the bridge to WebAssembly');
  await run(
    'cargo',
    [
      ...['build', '--release', '--target', TARGET],
      ...['-p', 'svc-embed', '--lib', '--no-default-features', '--features', 'npm'],
    ],
    // Instead of whatever RUSTFLAGS holds: what is published does not depend on who builds it.
    { env: { CARGO_ENCODED_RUSTFLAGS: remap.join('\x1f') } },
  );
  return join(targetDir, TARGET, 'release', `${NAME}.wasm`);
}

async function bind(wasm) {
  const version = await output('wasm-bindgen', ['--version']);
  await unlessUnchanged(bindgenDir, [wasm], [version, ...BINDGEN_OPTIONS], async () => {
    say('Writing the glue with wasm-bindgen');
    await run('wasm-bindgen', [wasm, ...BINDGEN_OPTIONS, '--out-dir', bindgenDir]);
  });
}

async function optimise() {
  const file = `${NAME}_bg.wasm`;
  const from = join(bindgenDir, file);
  const glue = join(bindgenDir, `${NAME}.js`);
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules/binaryen/package.json'), 'utf8'),
  );
  await unlessUnchanged(optDir, [from, glue], [version, SHORT_NAMES, ...OPT_OPTIONS], async () => {
    say('Optimising the WebAssembly with wasm-opt');
    const wasmOpt = 'node_modules/binaryen/bin/wasm-opt';
    const to = join(optDir, file);
    // By itself: with --converge, the pass would run over its own names.
    const rename = [join(root, wasmOpt), from, SHORT_NAMES, '-g', '-o', to];
    const names = await output(process.execPath, rename);
    if (names === undefined) throw new Failure('wasm-opt failed.');
    await node(wasmOpt, [to, ...OPT_OPTIONS, '-o', to]);
    const text = readFileSync(glue, 'utf8');
    writeFileSync(join(optDir, `${NAME}.js`), withShortNames(text, names));
  });
}

async function compileTypeScript() {
  say('Compiling the TypeScript');
  rmSync(tsDir, { recursive: true, force: true });
  await node('node_modules/typescript/bin/tsc', ['-p', 'npm/tsconfig.json', '--outDir', tsDir]);
}

/**
 * Brings `dist/` in line with the intermediate files: what is equal stays untouched, what is of no
 * use goes.
 */
function assemble() {
  const files = new Map([
    [`${NAME}.js`, join(optDir, `${NAME}.js`)],
    // The glue's own types: the compiled TypeScript refers to them. No entry point leads there.
    [`${NAME}.d.ts`, join(bindgenDir, `${NAME}.d.ts`)],
    // Written as JavaScript, for Rust users of the crate need it too.
    ...['host.js', 'host.d.ts'].map((name) => [name, join(root, 'npm/src', name)]),
    [`${NAME}_bg.wasm`, join(optDir, `${NAME}_bg.wasm`)],
    ...filesIn(tsDir)
      .map((name) => [name, join(tsDir, name)])
      .filter(([, path]) => !isEmptyModule(path)),
  ]);
  for (const name of filesIn(dist)) {
    if (!files.has(name)) rmSync(join(dist, name));
  }
  for (const [name, source] of files) {
    const to = join(dist, name);
    if (existsSync(to) && readFileSync(to).equals(readFileSync(source))) continue;
    mkdirSync(dirname(to), { recursive: true });
    cpSync(source, to);
  }
}

/**
 * Runs `step`, which fills `dir`, unless it last ran to its end with the same input files and
 * options. The stamp is written last: an interrupted step runs again.
 */
async function unlessUnchanged(dir, inputs, options, step) {
  const hash = createHash('sha256').update(JSON.stringify(options));
  for (const input of inputs) hash.update(readFileSync(input));
  const wanted = hash.digest('hex');
  const stamp = join(dir, '.stamp');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  await step();
  writeFileSync(stamp, wanted);
}

/** Whether a module of types alone came out as JavaScript without content: nothing imports it. */
function isEmptyModule(path) {
  const onlyExport = /^(\/\*[^]*?\*\/|\/\/.*|\s)*export \{\};\s*$/;
  return path.endsWith('.js') && onlyExport.test(readFileSync(path, 'utf8'));
}

function filesIn(dir) {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(dir.length + 1));
}

if (isMain(import.meta)) {
  await main(async () => {
    await setup();
    await build();
    await buildSandboxPages();
  });
}
