import { Endpoint } from './endpoint.js';
import type { SessionEndpointOptions } from './options.js';

/** The part of Node's `IncomingMessage` that the endpoint uses; Express's `Request` has it, too. */
export interface NodeRequest {
  /** The method. */
  readonly method?: string | undefined;
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
  end(body: string): unknown;
  /** Listens for the end of the connection. */
  once(event: 'close', listener: () => void): unknown;
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
 *     user && { userId: user.id, session: { embedTenantProfile: { displayName: user.company } } },
 * }));
 * ```
 */
export function nodeSessionEndpoint<R extends NodeRequest = NodeRequest>(
  options: SessionEndpointOptions<R>,
): (request: R, response: NodeResponse) => Promise<void> {
  const endpoint = new Endpoint(options);
  return async (request, response) => {
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
      // HTTP/2 has `:authority` in place of `Host`.
      host: header('host') ?? header(':authority'),
      signal: controller.signal,
      header,
    });
    // Middleware may have answered already, for example after a time limit.
    if (response.headersSent) return;
    response.writeHead(status, headers);
    response.end(body);
  };
}
