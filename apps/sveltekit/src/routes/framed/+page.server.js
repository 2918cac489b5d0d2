import { env } from '$env/dynamic/private';
import { frameFor } from '../../../../shared/frame.js';

export async function load({ request, setHeaders }) {
  // What SvelteKit gives a page to set headers with.
  const response = { set: (name, value) => setHeaders({ [name]: value }) };
  const { TENANT: baseUrl, SVC_API_KEY: apiKey } = env;
  const frame = await frameFor({ headers: request.headers, baseUrl, apiKey, response });
  return { baseUrl, frame };
}
