/** Loads the WebAssembly that decides about calls: once, on the first call. */
import { ManagementError } from './errors.js';
import initialize, {
  authorization,
  deprecatedAnswer,
  followRedirect,
  jobId,
  pause,
  prepare,
  progress,
  readError,
  readPage,
  unreadable,
} from './svc_embed_management.js';

/** The decisions about a call. */
export type Core = Omit<typeof import('./svc_embed_management.js'), 'default' | 'initSync'>;

// Named one by one: what else the glue exports is left out by a bundler.
const core: Core = {
  authorization,
  deprecatedAnswer,
  followRedirect,
  jobId,
  pause,
  prepare,
  progress,
  readError,
  readPage,
  unreadable,
};

/** Where the WebAssembly may come from. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

let loading: Promise<Core> | undefined;

export function load(source?: WasmSource): Promise<Core> {
  loading ??= instantiate(source).catch((cause: unknown) => {
    // A failure of the network may pass: the next call tries again.
    loading = undefined;
    throw new ManagementError(
      "The WebAssembly of svc-embed/management could not be loaded. Under a content security policy, allow 'wasm-unsafe-eval' in script-src; with a bundler, check that the .wasm file is served, or pass it to init().",
      cause,
    );
  });
  return loading;
}

async function instantiate(source?: WasmSource): Promise<Core> {
  const file = source ?? (await beside());
  const isUrl = typeof file === 'string' || file instanceof URL;
  await initialize({ module_or_path: isUrl ? fetchWasm(file) : file });
  return core;
}

/**
 * Fetches the file. Rejects where the answer is a page: what some servers say, with status 200,
 * for a file that is not there.
 */
async function fetchWasm(url: string | URL): Promise<Response> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  if (type?.includes('html')) {
    throw new Error(`${url} answered ${response.status} with ${type}, not with WebAssembly.`);
  }
  return response;
}

/** The file beside this module: by its URL, or where `fetch` reads no files, its bytes. */
async function beside(): Promise<URL | BufferSource> {
  const url = new URL('./svc_embed_management_bg.wasm', import.meta.url);
  if (url.protocol !== 'file:') return url;
  // Named by a variable, so that no bundler for the web looks for it.
  const name = 'node:fs/promises';
  const { readFile } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as {
    readFile(url: URL): Promise<BufferSource>;
  };
  return readFile(url);
}
