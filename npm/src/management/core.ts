/** Loads the WebAssembly that checks calls and reads answers. It is loaded once, on the first call. */
import { wasmFile, type WasmSource } from './wasm-file.js';
import { ManagementError } from './errors.js';
import initialize, {
  authorization,
  deprecatedAnswer,
  followRedirect,
  jobId,
  pause,
  plain,
  prepare,
  progress,
  readError,
  readPage,
  unreadable,
} from './svc_embed_management.js';

/** The exports of the WebAssembly. */
export type Core = Omit<typeof import('./svc_embed_management.js'), 'default' | 'initSync'>;

// Listed one by one, so that a bundler leaves out the other exports of the glue.
const core: Core = {
  authorization,
  deprecatedAnswer,
  followRedirect,
  jobId,
  pause,
  plain,
  prepare,
  progress,
  readError,
  readPage,
  unreadable,
};

let loading: Promise<Core> | undefined;

export function load(source?: WasmSource): Promise<Core> {
  loading ??= instantiate(source).catch((cause: unknown) => {
    // A network failure may be temporary, so the next call tries again.
    loading = undefined;
    throw new ManagementError(
      "The WebAssembly of svc-embed/management could not be loaded. Under a content security policy, allow 'wasm-unsafe-eval' in script-src; with a bundler, check that the .wasm file is served, or pass it to init().",
      cause,
    );
  });
  return loading;
}

/** By default, the file next to this module. */
let standard = (): WasmSource => new URL('./svc_embed_management_bg.wasm', import.meta.url);

/** Changes the default source, which is used unless `init` receives one. */
export function comesFrom(source: () => WasmSource): void {
  standard = source;
}

async function instantiate(source = standard()): Promise<Core> {
  await initialize({ module_or_path: wasmFile(source) });
  return core;
}
