import { ManagementClient } from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';
import { userOf } from '../../../../shared/sign-in.js';

/** The page's backend: only it has the API key. */
export const POST = sessionEndpoint({
  client: () =>
    new ManagementClient({ baseUrl: process.env.TENANT, apiKey: process.env.SVC_API_KEY }),
  // Such as https://app.example.com. Without it, only your own machine is served.
  origin: process.env.ORIGIN ?? 'http://localhost:3000',
  authorize: (request) => {
    const user = userOf(request);
    return (
      user && { userId: user.name, session: { embedTenantProfile: { displayName: user.company } } }
    );
  },
});
