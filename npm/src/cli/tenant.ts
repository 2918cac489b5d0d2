/** Reads the document of a tenant, or of a file. */
import { createReadStream } from 'node:fs';
import { ManagementClient } from '../management/index.js';

/** What was given for an option: a text, if only `true`. */
export type Text = (option: string) => string | undefined;

/** The most bytes of a document. */
const LONGEST = 64 * 1024 * 1024;

/** A tenant with the credential of the environment. */
function tenantOf(given: string | undefined) {
  const { SVC_BASE_URL, SVC_ACCESS_TOKEN: accessToken, SVC_API_KEY: apiKey } = process.env;
  const baseUrl = given ?? SVC_BASE_URL;
  if (!baseUrl) throw new Error('Give --base-url, or set SVC_BASE_URL.');
  if (!accessToken && !apiKey) throw new Error('Set SVC_API_KEY or SVC_ACCESS_TOKEN.');
  const options = { baseUrl, logger: false, timeoutMs: 30_000, maxRetries: 1 } as const;
  const credential = accessToken ? { accessToken } : { apiKey };
  return { baseUrl, client: new ManagementClient({ ...options, ...credential }) };
}

/** The document of a file or of a tenant, and the tenant. */
export async function opened(text: Text) {
  const file = text('document');
  const tenant = file === undefined ? tenantOf(text('base-url')) : undefined;
  const source = file ?? tenant?.baseUrl ?? '';
  const all: Uint8Array[] = [];
  let size = 0;
  try {
    const signal = AbortSignal.timeout(120_000);
    const answer = await tenant?.client.spec.retrieve({ signal }).asResponse();
    const parts = answer ? (answer.body ?? []) : createReadStream(source);
    for await (const part of parts as AsyncIterable<Uint8Array>) {
      size += part.byteLength;
      if (size > LONGEST) throw new Error(`It has more than ${LONGEST} bytes.`);
      all.push(part);
    }
  } catch (error) {
    throw new Error(`The document of ${source} could not be read. ${messageOf(error)}`);
  }
  return { source, tenant, bytes: Buffer.concat(all) };
}

/** The message of an error. It may quote the service. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
