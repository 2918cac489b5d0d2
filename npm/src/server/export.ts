// What the endpoint of exports is for.

import { HEADERS, isFullText, isRecord, refusal, type Purpose } from './endpoint.js';
import type { AuthorizedExport, ExportClient, ExportEndpointOptions } from './options.js';

/** The types of the files that the service renders. No other type is handed on: a page could show it. */
const TYPES: Record<string, string> = { pdf: 'application/pdf', png: 'image/png' };

/** How long the service keeps an export, in milliseconds. */
const KEPT_MS = 300_000;

const isListOfTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

export function exporting(
  options: Pick<ExportEndpointOptions<never>, 'pollMs' | 'limitMs'>,
): Purpose<ExportClient, AuthorizedExport> {
  const { pollMs, limitMs = KEPT_MS } = options;
  return {
    failure: 'Nothing was exported.',
    options: ['limitMs', 'pollMs'],
    isClient: (client) => typeof client?.dashboardExports?.run === 'function',
    fields: {
      userId: ['a text', isFullText],
      deploymentId: ['a whole number', Number.isSafeInteger],
      dashboards: ['an array of texts', isListOfTexts],
      // `undefined` is more likely a slip than a wish to render as the owner of the API key.
      renderAs: ['an object or null', (value) => value === null || isRecord(value)],
    },
    serve: async (
      { dashboardExports },
      { deploymentId, dashboards, renderAs },
      { url, signal },
    ) => {
      const { searchParams } = new URL(url, 'http://localhost');
      const publicId = searchParams.get('publicId') ?? '';
      const format = searchParams.get('format') ?? 'pdf';
      const type = Object.hasOwn(TYPES, format) ? TYPES[format] : undefined;
      if (!type) return refusal(400, 'The format must be pdf or png.');
      if (!dashboards.includes(publicId)) return refusal(403, 'You may not export this dashboard.');
      const body = {
        __proto__: null,
        ...{ dashboardPublicId: publicId, format: format as 'pdf' | 'png' },
        ...(renderAs && { renderAs }),
      };
      const how = { __proto__: null, ...{ signal, pollMs, limitMs } };
      const file = await dashboardExports.run(deploymentId, body, how);
      const length = file.headers.get('content-length');
      const headers: Record<string, string> = {
        ...HEADERS,
        'content-type': type,
        // By the name of the dashboard, which `authorize` has allowed: a name of the service's is not needed.
        'content-disposition': `attachment; filename="${publicId.replace(/[^\w.-]/g, '_')}.${format}"`,
        // The browser must not take a file for a page of this origin.
        'content-security-policy': "default-src 'none'; sandbox",
      };
      const isPlain = file.headers.get('content-encoding') === null;
      if (length !== null && isPlain) headers['content-length'] = length;
      return { status: 200, headers, body: file.body ?? '' };
    },
  };
}
