import { env } from '$env/dynamic/private';
import { ManagementClient } from 'svc-embed/management';

/** The page's backend: only it has the API key. */
export async function POST() {
  const client = new ManagementClient({ baseUrl: env.TENANT, apiKey: env.SVC_API_KEY });
  const { sessionId } = await client.embedSessions.generate({
    embedTenantProfile: { displayName: 'Acme' },
  });
  return Response.json({ sessionId }, { headers: { 'cache-control': 'no-store' } });
}
