// `npm run build`: `dist/`, exactly what the npm package publishes, and the sandbox's embed pages.
//
// The package has two WebAssembly files, the bridge and the management client, and the bridge once
// more as JavaScript. Intermediate files go to `target/npm/`, for each in a folder of its name:
// `bindgen/` (glue and WebAssembly as wasm-bindgen writes them), `opt/` (both after wasm-opt) and
// `form/` (what JavaScript is made from them); and to `ts/` (what tsc emits). `dist/` is made from
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
import { NO_EXTRAS, SHORT_NAMES, withShortNames } from './lib/glue.mjs';
import { bytesModule } from './lib/inline.mjs';
import { Failure, isMain, main, node, output, root, run, say, stageDir } from './lib/run.mjs';
import { buildSandboxPages } from './lib/sandbox.mjs';
import {
  FEATURES,
  glueWithoutLoading,
  lazyModule,
  LOWERING,
  MVP_FLAGS,
  WITHOUT_FEATURES,
} from './lib/wasm2js.mjs';
import { setup } from './setup.mjs';

const CRATE = 'svc_embed';
const TARGET = 'wasm32-unknown-unknown';
const BINARYEN = 'node_modules/binaryen';
// wasm-opt reads which features the module may use from the module itself: rustc names them in
// `target_features`.
const OPT_OPTIONS = ['-Oz', '--converge', '--strip-producers', '--strip-target-features'];
/**
 * What makes the bridge smallest, compressed: LLVM optimises for speed (650 bytes less than for
 * size, for what is inlined needs no memory to hand over), and control flow is built anew from its
 * blocks (40). For the management client, much larger, both are more.
 */
const BRIDGE = {
  level: '2',
  passes: ['--flatten', '--rereloop', '-Oz', ...OPT_OPTIONS, '--reorder-functions-by-name'],
};
/** Here like code stays apart, and side by side: more bytes, but fewer compressed. */
const CLIENT = {
  level: 'z',
  passes: [
    ...OPT_OPTIONS,
    ...['--one-caller-inline-max-function-size=20', '--reorder-functions-by-name'],
  ],
};

const PARTS = [
  {
    what: 'the bridge',
    name: 'svc_embed',
    feature: 'npm',
    numbersOnly: true,
    small: BRIDGE,
    folder: '.',
    // What `svc-embed/inline` embeds.
    text: 'svc_embed_bytes.js',
  },
  {
    what: 'the bridge without WebAssembly',
    name: 'svc_embed_no_wasm',
    feature: 'npm',
    numbersOnly: true,
    small: BRIDGE,
    folder: '.',
    // What `svc-embed/no-wasm` runs.
    javaScript: 'svc_embed_wasm2js.js',
  },
  {
    what: 'the management client',
    name: 'svc_embed_management',
    feature: 'management-npm',
    small: CLIENT,
    folder: 'management',
    // What it embeds in Node.
    text: 'svc_embed_management_bytes.js',
  },
];
const bindgenDir = ({ name, folder }) => join(stageDir, name, 'bindgen', folder);
const optDir = ({ name }) => join(stageDir, name, 'opt');
const formDir = ({ name }) => join(stageDir, name, 'form');
const tsDir = join(stageDir, 'ts');
const dist = join(root, 'dist');

/** Builds the package; what has not changed is not built again. */
export async function build() {
  for (const part of PARTS) {
    const wasm = await compile(part);
    await bind(part, wasm);
    await optimise(part);
    if (part.text) await embed(part);
    if (part.javaScript) await translate(part);
  }
  await compileTypeScript();
  assemble();
}

async function compile({ what, name, feature, small, javaScript }) {
  const { targetDir, remap } = await cargoPaths();
  // Cargo writes both under the name of the crate: in one directory each would replace the other.
  const ownDir = name === CRATE ? targetDir : join(targetDir, name);
  say(`Compiling ${what} to WebAssembly`);
  await run(
    'cargo',
    [
      ...['build', '--release', '--target', TARGET],
      ...['-p', 'svc-embed', '--lib', '--no-default-features', '--features', feature],
      ...['--target-dir', ownDir],
    ],
    // Instead of whatever RUSTFLAGS holds: what is published does not depend on who builds it.
    {
      env: {
        CARGO_ENCODED_RUSTFLAGS: [...remap, ...(javaScript ? MVP_FLAGS : [])].join('\x1f'),
        CARGO_PROFILE_RELEASE_OPT_LEVEL: small.level,
      },
    },
  );
  return join(ownDir, TARGET, 'release', `${CRATE}.wasm`);
}

async function bind(part, wasm) {
  const options = ['--target', 'web', '--out-name', part.name];
  // The bridge is told where its file is.
  if (part.name !== 'svc_embed_management') options.push('--omit-default-module-path');
  const dir = bindgenDir(part);
  const version = await output('wasm-bindgen', ['--version']);
  await unlessUnchanged(dir, [wasm], [version, ...options], async () => {
    say(`Writing the glue of ${part.what} with wasm-bindgen`);
    let input = wasm;
    if (part.javaScript) {
      input = join(dir, 'mvp.wasm');
      await binaryen('wasm-opt', [wasm, ...WITHOUT_FEATURES, '-o', input]);
    }
    await run('wasm-bindgen', [input, ...options, '--out-dir', dir]);
  });
}

async function optimise(part) {
  const file = `${part.name}_bg.wasm`;
  const from = join(bindgenDir(part), file);
  const glue = join(bindgenDir(part), `${part.name}.js`);
  const dir = optDir(part);
  const features = part.javaScript ? FEATURES : [];
  const options = [...features, ...(part.javaScript ? LOWERING : []), ...part.small.passes];
  await unlessUnchanged(
    dir,
    [from, glue, join(root, 'scripts/lib/glue.mjs')],
    [binaryenVersion(), SHORT_NAMES, ...NO_EXTRAS, ...options],
    async () => {
      say(`Optimising the WebAssembly of ${part.what} with wasm-opt`);
      const to = join(dir, file);
      // By itself: with --converge, the pass would run over its own names.
      const names = await output(process.execPath, [
        ...[join(root, BINARYEN, 'bin/wasm-opt'), from, ...features],
        ...[...(part.numbersOnly ? NO_EXTRAS : []), SHORT_NAMES, '-g', '-o', to],
      ]);
      if (names === undefined) throw new Failure('wasm-opt failed.');
      await binaryen('wasm-opt', [to, ...options, '-o', to]);
      const text = readFileSync(glue, 'utf8');
      writeFileSync(join(dir, `${part.name}.js`), withShortNames(text, names, part));
    },
  );
}

/** The WebAssembly of the part `name` as it ships, but for the names of its functions, which it has. */
export async function withNames(name) {
  const part = PARTS.find((part) => part.name === name);
  const to = join(stageDir, name, 'named.wasm');
  await binaryen('wasm-opt', [
    ...[join(bindgenDir(part), `${name}_bg.wasm`), ...OPT_OPTIONS, '-g', '-o', to],
  ]);
  return readFileSync(to);
}

/** Writes the WebAssembly as text in a module. */
function embed(part) {
  const wasm = join(optDir(part), `${part.name}_bg.wasm`);
  const dir = formDir(part);
  return unlessUnchanged(dir, [wasm, join(root, 'scripts/lib/inline.mjs')], [], () => {
    writeFileSync(join(dir, part.text), bytesModule(readFileSync(wasm)));
  });
}

/** Turns the WebAssembly into JavaScript, and fits the glue to it. */
function translate(part) {
  const wasm = join(optDir(part), `${part.name}_bg.wasm`);
  const glue = join(optDir(part), `${part.name}.js`);
  const dir = formDir(part);
  const inputs = [wasm, glue, join(root, 'scripts/lib/wasm2js.mjs')];
  return unlessUnchanged(dir, inputs, [binaryenVersion()], async () => {
    say(`Translating ${part.what} with wasm2js`);
    const js = join(dir, 'wasm2js.js');
    await binaryen('wasm2js', [wasm, ...FEATURES, '-O', '-o', js]);
    writeFileSync(join(dir, part.javaScript), await lazyModule(readFileSync(js, 'utf8')));
    writeFileSync(join(dir, `${part.name}.js`), glueWithoutLoading(readFileSync(glue, 'utf8')));
  });
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
}

/**
 * Brings `dist/` in line with the intermediate files: what is equal stays untouched, what is of no
 * use goes.
 */
function assemble() {
  const files = new Map([
    ...PARTS.flatMap(published).map(([path, name, dir]) => [join(path, name), join(dir, name)]),
    // Written as JavaScript, for Rust users of the crate need it too.
    ...['host', 'page', 'values']
      .flatMap((name) => [`${name}.js`, `${name}.d.ts`])
      .map((name) => [name, join(root, 'npm/src', name)]),
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

/** What a part gives to `dist/`: each file's folder there, its name, and where it is. */
function published(part) {
  const { name, folder, text, javaScript } = part;
  if (javaScript) {
    return [`${name}.js`, javaScript].map((file) => [folder, file, formDir(part)]);
  }
  return [
    [folder, `${name}.js`, optDir(part)],
    // The glue's own types: the compiled TypeScript refers to them. No entry point leads there.
    [folder, `${name}.d.ts`, bindgenDir(part)],
    [folder, `${name}_bg.wasm`, optDir(part)],
    ...(text ? [[folder, text, formDir(part)]] : []),
  ];
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
