/**
 * A client of the management API: every operation of the service, in browsers, workers and Node.
 * The WebAssembly that decides about calls is loaded from beside this module on the first call,
 * once.
 *
 * @module
 */
import type { WasmSource } from '../wasm-file.js';
import { load } from './core.js';

export { ManagementClient, type Operation } from './client.js';
export {
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  InvalidRequestError,
  isManagementError,
  ManagementError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  UnprocessableEntityError,
  type ApiErrorDetails,
} from './errors.js';
export { ApiPromise, ListPromise, Page, type Outcome } from './promise.js';
export type * from './namespaces.js';
export type * from './options.js';
export type * from './resources.js';
export type { WasmSource } from '../wasm-file.js';
export type { WorkOptions } from './work.js';

/**
 * Loads the WebAssembly ahead of the first call, or from another place. Optional; the first call
 * decides.
 */
export async function init(source?: WasmSource): Promise<void> {
  await load(source);
}
