/**
 * The endpoint of a page's own backend that mints session ids: for handlers of the fetch API, and for
 * Node's `http` and Express.
 *
 * @example
 * ```ts
 * import { ManagementClient } from 'svc-embed/management';
 * import { sessionEndpoint } from 'svc-embed/server';
 *
 * export const POST = sessionEndpoint({
 *   client: new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey }),
 *   origin: 'https://app.example.com',
 *   authorize: async (request) => {
 *     const user = await userOf(request);
 *     return user && { userId: user.id, session: { embedTenantProfile: { displayName: user.company } } };
 *   },
 * });
 * ```
 *
 * @module
 */
export {
  embedFrame,
  type EmbedFrame,
  type EmbedFrameOptions,
  type FrameResponse,
} from './embed-frame.js';
export { exportEndpoint, sessionEndpoint } from './fetch.js';
export {
  nodeExportEndpoint,
  nodeSessionEndpoint,
  type NodeRequest,
  type NodeResponse,
} from './node.js';
export type {
  Authorized,
  AuthorizedExport,
  EndpointOptions,
  ExportClient,
  ExportEndpointOptions,
  RateLimit,
  SessionClient,
  SessionEndpointOptions,
} from './options.js';
