import { Endpoint } from './endpoint.js';
import type { SessionEndpointOptions } from './options.js';

/**
 * Makes a handler of the fetch API that mints session ids. Mount it at the path that the page asks,
 * such as `/api/embed-session`. Next, Bun, Deno and Workers take it as it is. In Hono, SvelteKit and
 * Remix, pass the request: `(c) => endpoint(c.req.raw)`, `({ request }) => endpoint(request)`.
 *
 * @param options - The client that mints, and your own sign-in.
 * @returns The handler. It answers `{ "sessionId": … }`; 401 if nobody is signed in, 403 for pages of
 * other origins and for requests without the header `x-svc-embed: 1`, 405 for other methods than POST,
 * 429 after too many requests, 502 if the service refuses, 503 if it fails, 500 if `authorize` fails. No answer may be
 * stored. The handler never rejects.
 * @throws A `TypeError` if an option is wrong.
 *
 * @example
 * ```ts
 * const endpoint = sessionEndpoint({
 *   client: new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey }),
 *   origin: 'https://app.example.com',
 *   authorize: async (request) => {
 *     const user = await userOf(request);
 *     return user && { userId: user.id, session: { embedTenantProfile: { displayName: user.company } } };
 *   },
 * });
 * app.post('/api/embed-session', (context) => endpoint(context.req.raw));
 * ```
 */
export function sessionEndpoint(
  options: SessionEndpointOptions<Request>,
): (request: Request) => Promise<Response> {
  const endpoint = new Endpoint(options);
  return async (request) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const { status, headers, body } = await endpoint.answer({
      request,
      method: request.method,
      // Not every server keeps `Host` among the headers.
      host: header('host') ?? hostOf(request.url),
      signal: request.signal,
      header,
    });
    // `Response` reads options that are inherited, too: `statusText` is given.
    return new Response(body, { status, headers, statusText: '' });
  };
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
