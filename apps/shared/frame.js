// A dashboard that comes with the page: for an app whose server renders its pages.

import { ManagementClient } from 'svc-embed/management';
import { embedFrame } from 'svc-embed/server';
import { userOf } from './sign-in.js';

/**
 * The frame for who asks for a page; null if nobody is signed in, or if the service is away. The page then
 * mints as usual, and says what is wrong.
 */
export async function frameFor({ headers, baseUrl, apiKey, response }) {
  const user = userOf({ headers });
  if (!user) return null;
  const client = new ManagementClient({ baseUrl, apiKey });
  return embedFrame({
    client,
    baseUrl,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    session: { embedTenantProfile: { displayName: user.company } },
    response,
  }).catch((error) => {
    console.warn(error);
    return null;
  });
}
