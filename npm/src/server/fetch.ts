import { Endpoint } from './endpoint.js';
import { exporting } from './export.js';
import type { ExportEndpointOptions, SessionEndpointOptions } from './options.js';
import { minting } from './session.js';

/**
 * Makes a handler of the fetch API that mints session ids. Mount it at the path that the page asks,
 * such as `/api/embed-session`. In Next, Bun, Deno and Workers, export it directly. In Hono, SvelteKit and
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
  return handlerOf(new Endpoint(options, minting), 'sessionEndpoint', 'nodeSessionEndpoint');
}

/**
 * Makes a handler of the fetch API that exports a dashboard for the page's own button. The page asks it
 * by `exportDashboard` of `svc-embed/export`.
 *
 * @param options - The client that exports, and your own sign-in.
 * @returns The handler. It answers the file; 400 for another format, 403 for a dashboard that the user
 * may not export, and otherwise as `sessionEndpoint`. The handler never rejects.
 * @throws A `TypeError` if an option is wrong.
 *
 * @example
 * ```ts
 * const endpoint = exportEndpoint({
 *   client: new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey }),
 *   origin: 'https://app.example.com',
 *   authorize: async (request) => {
 *     const user = await userOf(request);
 *     const dashboards = ['sales-overview'];
 *     return user && { userId: user.id, deploymentId: 7, dashboards, renderAs: { externalId: user.id, embedTenantName: 'acme' } };
 *   },
 * });
 * app.post('/api/export', (context) => endpoint(context.req.raw));
 * ```
 */
export function exportEndpoint(
  options: ExportEndpointOptions<Request>,
): (request: Request) => Promise<Response> {
  return handlerOf(new Endpoint(options, exporting), 'exportEndpoint', 'nodeExportEndpoint');
}

function handlerOf<C, A extends { userId: string }, O>(
  endpoint: Endpoint<Request, C, A, O>,
  name: string,
  nodeName: string,
): (request: Request) => Promise<Response> {
  return async (request, response?: unknown) => {
    if (typeof (request as Partial<Request> | undefined)?.headers?.get !== 'function') {
      const { status, headers, body } = endpoint.fail(
        new TypeError(
          `${name} takes a Request of the fetch API. For Node's http and Express, use ${nodeName} of svc-embed/server. In Hono, pass c.req.raw.`,
        ),
      );
      // In Node, nobody would send the answer: the browser would wait for it.
      if (isNodeResponse(response)) response.writeHead(status, headers).end(body);
      return new Response(body, { status, headers, statusText: '' });
    }
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const { status, headers, body } = await endpoint.answer({
      request,
      method: request.method,
      url: request.url,
      // Not every server keeps `Host` among the headers.
      host: header('host') ?? hostOf(request.url),
      signal: request.signal,
      header,
    });
    // `Response` reads options that are inherited, too: `statusText` is given.
    return new Response(body, { status, headers, statusText: '' });
  };
}

interface Writable {
  writeHead(status: number, headers: object): { end(body: unknown): void };
}

function isNodeResponse(value: unknown): value is Writable {
  return typeof (value as Partial<Writable> | null | undefined)?.writeHead === 'function';
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}
