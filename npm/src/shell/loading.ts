// How the core comes to the page, once for all entry points of this copy of the package, and what is noted for it
// until it is there.

import { asOf, now, type Reading } from './clock.js';
import { FILE_UNAVAILABLE, WASM_UNAVAILABLE } from '../core/errors.js';
import { MOST_UNREAD } from '../core/limits.js';
import type { Core, Exports } from '../core/exports.js';
import { coreOf } from './core.js';
import { embedError, reasonOf } from '../errors.js';
import type { Host } from './host.js';

/** Loads the file that has the core, and starts it by `start`. */
export type Load = () => Promise<{ readonly start: () => Promise<Exports> }>;

let loading: Promise<void> | undefined;
/** The core that is there. */
export let core: Core | undefined;
/** What happened before, in its order. */
const past: (readonly [at: Reading, host: Host, tell: () => void])[] = [];
let messages = 0;

/** The next call starts another core. */
export function forget(): void {
  loading = core = undefined;
}

/** Throws what `mount` rejects with if a file of the package cannot be loaded. */
export const missing =
  (file: string) =>
  (cause: unknown): never => {
    throw embedError(FILE_UNAVAILABLE, cause, file + reasonOf(cause));
  };

function forbidden(cause: unknown): never {
  throw embedError(WASM_UNAVAILABLE, cause);
}

/** The core that is there or on its way; otherwise what `load` loads. */
export function loadOnce(load: Load): Promise<void> {
  if (!loading) {
    loading = load()
      .catch(missing('rest.js'))
      .then(({ start }) => start().catch(forbidden))
      .then((exports) => {
        core = coreOf(exports);
        for (const [at, host, tell] of past) host.try(() => asOf(at, tell));
        past.length = messages = 0;
      });
    loading.catch((error: unknown) => {
      // A failure of the network may pass: the next call tries again.
      forget();
      for (const [, host] of past.splice(0)) host.end(error);
      messages = 0;
    });
  }
  return loading;
}

/** Notes what the core is to be told. An embed decides how many messages there are: only the first are kept. */
export function note(host: Host, tell: () => void, isMessage = false): void {
  if (isMessage && ++messages > MOST_UNREAD) return;
  past.push([now(), host, tell]);
}
