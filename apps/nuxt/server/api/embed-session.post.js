import { ManagementClient } from 'svc-embed/management';
import { sessionEndpoint } from 'svc-embed/server';
import { userOf } from '../../../shared/sign-in.js';

/** The page's backend: only it has the API key. */
const endpoint = sessionEndpoint({
  client: () => {
    const { apiKey, public: shown } = useRuntimeConfig();
    return new ManagementClient({ baseUrl: shown.tenant, apiKey });
  },
  // Such as https://app.example.com. Without it, only your own machine is served.
  origin: process.env.ORIGIN ?? 'http://localhost:3000',
  authorize: (request) => {
    const user = userOf(request);
    return (
      user && { userId: user.name, session: { embedTenantProfile: { displayName: user.company } } }
    );
  },
});

export default defineEventHandler((event) => endpoint(toWebRequest(event)));
