/**
 * A client of the management API, for browsers, workers and Node. It has a method for every
 * operation of the service. The first call loads the WebAssembly from the folder of this module.
 *
 * @module
 */
import type { WasmSource } from './wasm-file.js';
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
export type { WasmSource } from './wasm-file.js';
export type { WorkOptions } from './work.js';

/**
 * Loads the WebAssembly before the first call, or from another place. Optional. Has no effect once
 * the WebAssembly is being loaded.
 */
export async function init(source?: WasmSource): Promise<void> {
  await load(source);
}
