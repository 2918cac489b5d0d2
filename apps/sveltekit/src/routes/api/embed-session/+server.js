import { env } from '$env/dynamic/private';
import { ManagementClient } from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';
import { userOf } from '../../../../../shared/sign-in.js';

/** The page's backend: only it has the API key. */
const endpoint = sessionEndpoint({
  client: () => new ManagementClient({ baseUrl: env.TENANT, apiKey: env.SVC_API_KEY }),
  // Such as https://app.example.com. Without it, only your own machine is served.
  origin: env.ORIGIN ?? 'http://localhost:5173',
  authorize: (request) => {
    const user = userOf(request);
    return (
      user && { userId: user.name, session: { embedTenantProfile: { displayName: user.company } } }
    );
  },
});

export const POST = ({ request }) => endpoint(request);
