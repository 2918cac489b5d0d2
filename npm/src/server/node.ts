import { Endpoint } from './endpoint.js';
import { exporting } from './export.js';
import type { ExportEndpointOptions, SessionEndpointOptions } from './options.js';
import { minting } from './session.js';

/** The part of Node's `IncomingMessage` that the endpoint uses; Express's `Request` has it, too. */
export interface NodeRequest {
  /** The method. */
  readonly method?: string | undefined;
  /** The path with its query. */
  readonly url?: string | undefined;
  /** The headers, by their names in lower case. */
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/** The part of Node's `ServerResponse` that the endpoint uses; Express's `Response` has it, too. */
export interface NodeResponse {
  /** True after the head of an answer was written. */
  readonly headersSent: boolean;
  /** True after the whole answer was handed over. */
  readonly writableEnded: boolean;
  /** Writes the status and the headers. */
  writeHead(status: number, headers: Record<string, string>): unknown;
  /** Writes the body, and ends the answer. */
  end(body?: string): unknown;
  /** Writes a part of the body. False if the next one should wait for `drain`. */
  write(part: Uint8Array): boolean;
  /** Listens for the end of the connection, or until it takes the next part. */
  once(event: 'close' | 'drain', listener: () => void): unknown;
}

/**
 * Like `sessionEndpoint`, for Node's `http` and for Express. `authorize` receives the server's own
 * request, with what your middleware has added to it.
 *
 * @param options - The client that mints, and your own sign-in.
 * @returns The handler. Its promise never rejects.
 * @throws A `TypeError` if an option is wrong.
 *
 * @example
 * ```ts
 * app.all('/api/embed-session', nodeSessionEndpoint({
 *   client: new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey }),
 *   origin: 'https://app.example.com',
 *   authorize: ({ user }: Request & { user?: User }) =>
 *     user ? { userId: user.id, session: { embedTenantProfile: { displayName: user.company } } } : null,
 * }));
 * ```
 */
export function nodeSessionEndpoint<R extends NodeRequest = NodeRequest>(
  options: SessionEndpointOptions<R>,
): (request: R, response: NodeResponse) => Promise<void> {
  return listenerOf(new Endpoint(options, minting), 'nodeSessionEndpoint', 'sessionEndpoint');
}

/**
 * Like `exportEndpoint`, for Node's `http` and for Express.
 *
 * @param options - The client that exports, and your own sign-in.
 * @returns The handler. Its promise never rejects.
 * @throws A `TypeError` if an option is wrong.
 *
 * @example
 * ```ts
 * app.all('/api/export', nodeExportEndpoint({
 *   client: new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey }),
 *   origin: 'https://app.example.com',
 *   authorize: ({ user }: Request & { user?: User }) =>
 *     user
 *       ? {
 *           userId: user.id,
 *           deploymentId: 7,
 *           dashboards: ['sales-overview'],
 *           renderAs: { externalId: user.id, embedTenantName: 'acme' },
 *         }
 *       : null,
 * }));
 * ```
 */
export function nodeExportEndpoint<R extends NodeRequest = NodeRequest>(
  options: ExportEndpointOptions<R>,
): (request: R, response: NodeResponse) => Promise<void> {
  return listenerOf(new Endpoint(options, exporting), 'nodeExportEndpoint', 'exportEndpoint');
}

function listenerOf<R extends NodeRequest, C, A extends { userId: string }, O>(
  endpoint: Endpoint<R, C, A, O>,
  name: string,
  fetchName: string,
): (request: R, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    if (typeof (response as Partial<NodeResponse> | undefined)?.writeHead !== 'function') {
      const { status, headers, body } = endpoint.fail(
        new TypeError(
          `${name} takes the request and the response of Node's http or of Express. For a Request of the fetch API, as in Next, Hono, Bun and Deno, use ${fetchName} of svc-embed/server. In Fastify, pass request.raw and reply.raw. In Koa, pass ctx.req and ctx.res.`,
        ),
      );
      // A server of the fetch API sends what is returned.
      return new Response(body, { status, headers, statusText: '' }) as never;
    }
    const controller = new AbortController();
    response.once('close', () => {
      if (!response.writableEnded) controller.abort();
    });
    const header = (name: string) => {
      // Not an inherited one: it would not be the browser's.
      const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
      return Array.isArray(value) ? value.join(', ') : value;
    };
    const { status, headers, body } = await endpoint.answer({
      request,
      method: request.method ?? '',
      url: request.url ?? '/',
      // HTTP/2 has `:authority` in place of `Host`.
      host: header('host') ?? header(':authority'),
      signal: controller.signal,
      header,
    });
    // Middleware may have answered already, for example after a time limit.
    if (response.headersSent) {
      if (typeof body !== 'string') await body.cancel().catch(() => {});
      return;
    }
    response.writeHead(status, headers);
    if (typeof body === 'string') response.end(body);
    else await pour(body, response, controller.signal);
  };
}

/** Hands a file on, no faster than the browser takes it. */
async function pour(
  file: ReadableStream<Uint8Array>,
  response: NodeResponse,
  gone: AbortSignal,
): Promise<void> {
  let goOn: (() => void) | undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  // Nobody waits for the file any more: a read that is under way ends, and so does a wait.
  const stop = () => {
    reader?.cancel().catch(() => {});
    goOn?.();
  };
  try {
    reader = file.getReader();
    gone.addEventListener('abort', stop);
    for (let part; !gone.aborted && !(part = await reader.read()).done;) {
      if (response.write(part.value)) continue;
      // Listens only when it must: each listener stays until the browser is slow.
      await new Promise<void>((resolve) => {
        goOn = resolve;
        response.once('drain', resolve);
      });
    }
    response.end();
  } catch {
    // The service has cut the file off: the browser must not take it for whole.
    (response as { destroy?(): void }).destroy?.();
  } finally {
    stop();
  }
}
