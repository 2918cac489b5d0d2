// The client of this page. It has no credential: the page's backend adds the API key to each call.

import { ManagementClient } from '/dist/management/index.js';

/** Shown on the page, like the calls. */
export function makeClient() {
  return new ManagementClient({
    // The page's own backend, which has the API key and adds it.
    baseUrl: new URL('/api/management', location.href),
    // The backend refuses calls without it. Pages of other origins cannot send it.
    headers: { 'x-svc-embed-demo': 'management' },
  });
}

const client = makeClient();

/** The client of one part of the page, whose calls are listed in `line`. */
export function traced(line) {
  const seen = [];
  return client.withOptions({
    onResponse({ operation, status, durationMs }) {
      seen.push(`${operation} ${status} in ${Math.round(durationMs)} ms`);
      const before = seen.length > 3 ? [`${seen.length - 3} before`] : [];
      line.textContent = `Calls: ${[...before, ...seen.slice(-3)].join(', ')}`;
    },
  });
}
