// The types of svc-embed/server as a strict user's compiler sees them.
import { ManagementClient } from 'svc-embed/management';
import {
  embedFrame,
  nodeSessionEndpoint,
  sessionEndpoint,
  type Authorized,
  type EmbedFrame,
  type NodeRequest,
} from 'svc-embed/server';

const client = new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey: 'key' });
const ada: Authorized = { userId: 'ada', session: { settings: { locale: 'de' } } };

const handler: (request: Request) => Promise<Response> = sessionEndpoint({
  client,
  authorize: async (request) => (request.headers.get('cookie') ? ada : null),
  rateLimit: { requests: 10 },
  timeoutMs: 5_000,
  origin: new URL('https://app.example.com'),
  onError: (error: unknown) => console.error(error),
});
sessionEndpoint({ client, authorize: () => undefined, rateLimit: false });
declare const unset: string | undefined;
// @ts-expect-error: an origin that may be undefined would turn its check off
sessionEndpoint({ client, authorize: () => undefined, origin: unset });
// @ts-expect-error: the client is required
sessionEndpoint({ authorize: () => ada });
// @ts-expect-error: a session needs a user
sessionEndpoint({ client, authorize: () => ({ session: {} }) });
const wrong = { locale: 1 };
// @ts-expect-error: a field of the service has its type
sessionEndpoint({ client, authorize: () => ({ userId: 'a', session: { settings: wrong } }) });

// The request of a framework, with what its middleware has added.
interface ExpressRequest extends NodeRequest {
  user?: { id: string };
}
const endpoint = nodeSessionEndpoint({
  client,
  authorize: ({ user }: ExpressRequest) => user && { userId: user.id, session: {} },
});
declare const request: ExpressRequest;
declare const response: Parameters<typeof endpoint>[1];
const done: Promise<void> = endpoint(request, response);

// The frame that comes with the page.

async function framed(client: ManagementClient): Promise<EmbedFrame> {
  const frame = await embedFrame({
    client,
    baseUrl: 'https://acme.example.com',
    surface: { kind: 'dashboard', publicId: 'sales' },
    session: { embedTenantProfile: { displayName: 'Acme' } },
    response: new Headers(),
    nonce: 'abc',
    filters: [{ member: 'orders.status', value: 'open' }],
  });
  const src: string | undefined = frame.attributes['src'];
  const script: string = frame.script;
  // @ts-expect-error: the response is named, so that nobody forgets it.
  await embedFrame({ client, baseUrl: '', surface: { kind: 'chat' }, session: {} });
  return src ? frame : { attributes: {}, html: '', script };
}
void framed;
