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
  // React hides what it streams in elements whose ids end like this one: the frame must not wait in it.
  return (
    <div id="SALES:1">
      <Sales baseUrl={baseUrl} frame={frame} />
    </div>
  );
}
