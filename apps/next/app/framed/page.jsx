import { headers } from 'next/headers';
import { frameFor } from '../../../shared/frame.js';
import { Sales } from '../../../shared/sales.jsx';

// Next renders a dynamic page for each request, and sends it with `no-store`.
export const dynamic = 'force-dynamic';

export default async function Page() {
  const { TENANT: baseUrl, SVC_API_KEY: apiKey } = process.env;
  const frame = await frameFor({
    headers: await headers(),
    baseUrl,
    apiKey,
    response: 'uncached',
  });
  return <Sales baseUrl={baseUrl} frame={frame} />;
}
