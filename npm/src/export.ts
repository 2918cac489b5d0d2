/**
 * Exports a dashboard from the page's own button, by the endpoint that `exportEndpoint` of
 * `svc-embed/server` makes.
 *
 * @example
 * ```ts
 * import { exportDashboard } from 'svc-embed/export';
 *
 * const file = await exportDashboard('/api/export', { publicId: 'sales', format: 'pdf' });
 * ```
 *
 * @module
 */
import { SESSION_HEADER } from './core/names.js';
import { own, pageUrl } from './shell/values.js';

/** How far an export is. */
export interface ExportProgress {
  /** The service renders the file, or the page downloads it. */
  readonly phase: 'rendering' | 'downloading';
  /** The bytes that have come. */
  readonly loaded: number;
  /** The bytes of the whole file; null if that is not known. */
  readonly total: number | null;
}

/** What is exported. */
export interface ExportOptions {
  /**
   * The public id of the dashboard.
   *
   * @example
   * ```ts
   * publicId: 'sales-overview'
   * ```
   */
  publicId: string;
  /**
   * The kind of file. Default `pdf`.
   *
   * @example
   * ```ts
   * format: 'png'
   * ```
   */
  format?: 'pdf' | 'png' | undefined;
  /**
   * Ends the wait when it is aborted. The service goes on rendering: an export cannot be cancelled.
   *
   * @example
   * ```ts
   * signal: AbortSignal.timeout(120_000)
   * ```
   */
  signal?: AbortSignal | undefined;
  /**
   * Called while the page waits.
   *
   * @example
   * ```ts
   * onProgress: ({ phase }) => (button.textContent = phase)
   * ```
   */
  onProgress?: ((progress: ExportProgress) => void) | undefined;
}

/** The endpoint has answered with a failure. */
export class ExportError extends Error {
  /** Always `ExportError`. */
  override readonly name = 'ExportError';
  /**
   * The status of the answer: 401 if nobody is signed in, 403 if the user may not export this
   * dashboard, 429 after too many requests, 500 or more if it has failed.
   */
  readonly status: number;
  /** After how many seconds to try again, if the endpoint says so; otherwise null. */
  readonly retryAfter: number | null;

  /** @internal */
  constructor(status: number, retryAfter: string | null) {
    super(`The export's endpoint answered ${status}.`);
    this.status = status;
    // A proxy may give a date.
    this.retryAfter = /^\d+$/.test(retryAfter ?? '') ? Number(retryAfter) : null;
  }
}

/**
 * Asks the page's own endpoint for a file of a dashboard.
 *
 * @param endpoint - Its address, which must have the page's own origin. The base of a relative one is that of
 * the page's links.
 * @returns The file, with its name.
 * @throws An `ExportError` if the endpoint answers with a failure, and what `fetch` throws: a
 * `TypeError` without a network, an `AbortError` after an abort.
 *
 * @example
 * ```ts
 * const file = await exportDashboard('/api/export', { publicId: 'sales', signal });
 * const link = document.createElement('a');
 * link.href = URL.createObjectURL(file);
 * link.download = file.name;
 * link.click();
 * ```
 */
export async function exportDashboard(
  endpoint: string | URL,
  options: ExportOptions,
): Promise<File> {
  const { publicId = '', format = 'pdf', signal, onProgress } = own(options);
  const url = pageUrl(endpoint);
  url.searchParams.set('publicId', publicId);
  url.searchParams.set('format', format);
  onProgress?.({ phase: 'rendering', loaded: 0, total: null });
  const response = await fetch(
    url,
    own({
      method: 'POST',
      // Cookies, and the header that no form can send, go to the page's own origin only.
      mode: 'same-origin' as const,
      cache: 'no-store' as const,
      redirect: 'error' as const,
      referrerPolicy: 'same-origin' as const,
      headers: { [SESSION_HEADER]: '1' },
      ...(signal && { signal }),
    }),
  );
  const { ok, status, headers, body } = response;
  if (!ok) throw new ExportError(status, headers.get('retry-after'));
  const length = headers.get('content-length');
  const total = length === null ? null : Number(length);
  const parts: BlobPart[] = [];
  let loaded = 0;
  // WebKit reads an inherited `mode` if it is given nothing.
  const reader = body?.getReader(own({})) as
    ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>> | undefined;
  for (let part; (part = await reader?.read()) && !part.done;) {
    parts.push(part.value);
    loaded += part.value.byteLength;
    onProgress?.({ phase: 'downloading', loaded, total });
  }
  const [, name = `export.${format}`] =
    /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '') ?? [];
  return new File(parts, name, own({ type: headers.get('content-type') ?? '' }));
}
