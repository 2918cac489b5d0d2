import { createServer } from 'node:http';
import { ManagementClient } from 'svc-embed/management';
import { nodeSessionEndpoint } from 'svc-embed/server';

const { SVC_BASE_URL = 'http://127.0.0.1:4601', SVC_API_KEY = 'sandbox-admin-key' } = process.env;
const { ORIGIN = 'http://localhost:5173', PORT = '3000' } = process.env;

const endpoint = nodeSessionEndpoint({
  client: new ManagementClient({ baseUrl: SVC_BASE_URL, apiKey: SVC_API_KEY }),
  // The origin of your pages.
  origin: ORIGIN,
  // Replace with your own sign-in: return the user of this request, or null if nobody is signed in.
  authorize: () => ({
    userId: 'ada',
    session: { embedTenantProfile: { displayName: 'Acme Retail' } },
  }),
});
createServer(endpoint).listen(Number(PORT), 'localhost');
