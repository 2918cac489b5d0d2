import { ManagementClient } from 'svc-embed/management';

/** The page's backend: only it has the API key. */
export default defineEventHandler(async (event) => {
  const {
    apiKey,
    public: { tenant },
  } = useRuntimeConfig();
  const client = new ManagementClient({ baseUrl: tenant, apiKey });
  const { sessionId } = await client.embedSessions.generate({
    embedTenantProfile: { displayName: 'Acme' },
  });
  setHeader(event, 'cache-control', 'no-store');
  return { sessionId };
});
