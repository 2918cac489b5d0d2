/**
 * A client of the management API, for browsers, workers, edge runtimes and Node. It has a method for
 * every operation of the service.
 *
 * @example
 * import { ManagementClient } from 'svc-embed/management';
 *
 * const client = new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey });
 * const copy = await client.workbooks.duplicate(7, 42);
 *
 * @module
 */
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
export type * from './generated/namespaces.js';
export type * from './generated/resources.js';
export type { WorkOptions } from './job.js';
export type * from './options.js';
export type * from './tenant.js';
export { ApiPromise, ListPromise, Page, type Outcome } from './promise.js';
