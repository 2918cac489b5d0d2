/** `svc-embed doctor`: compares a tenant with what this version knows, and changes nothing. */
import { isManagementError, ManagementClient, type GenerateSession } from '../management/index.js';
import { oneLine } from '../management/values.js';
import { ask } from './asks.js';
import { compare } from './compare.js';
import { isObject, type OpenApi } from './document.js';
import { frame, type Framed } from './frame.js';
import { DESCRIPTION } from './generated/description.js';
import { files, Stop, type NodeProcess } from './node.js';
import { countOf, jsonOf, textOf, type Report } from './report.js';

/** The options of the command, as they were given. */
export interface DoctorOptions {
  baseUrl?: string | undefined;
  document?: string | undefined;
  deployment?: string | undefined;
  dashboard?: string | undefined;
  origin?: string | undefined;
  mint?: string | undefined;
  fixPresumptions?: string | undefined;
  isJson: boolean;
}

export const DOCTOR_HELP = `svc-embed doctor: compares a tenant's own OpenAPI document with what this version knows.
It also sends a few requests that change nothing, and checks the answers.

  --base-url <url>           the tenant; by default SVC_BASE_URL
  --document <file>          a file with the tenant's document; no request is sent
  --deployment <id>          the deployment to ask about; by default the first
  --dashboard <publicId>     checks the answer of this dashboard's embed page
  --origin <origin>          the origin of your page: may it frame the dashboard?
  --mint <json>              makes one session id with this body, such as '{}'
  --fix-presumptions <file>  writes the right paths for new ManagementClient({ presumptions }). Embeds
                             do not need it: the document does not describe them
  --json                     prints the whole report as JSON

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN. Neither is printed.
Exit code: 0 no difference, 1 differences, 2 the tenant could not be compared.
`;

/** Runs the command. Returns the exit code. */
export async function doctor(options: DoctorOptions, process: NodeProcess): Promise<number> {
  const { env } = process;
  const secrets = [env['SVC_API_KEY'], env['SVC_ACCESS_TOKEN']];
  const report = await examine(options, env, secrets);
  const text = options.isJson ? jsonOf(report) : textOf(report);
  process.stdout.write(withoutAll(text, secrets));
  if (options.fixPresumptions !== undefined) {
    const { writeFile } = await files();
    await writeFile(
      options.fixPresumptions,
      `${JSON.stringify(report.comparison.fixes, null, 2)}\n`,
    );
  }
  return countOf(report) === 0 ? 0 : 1;
}

/** Removes each secret, because a service may repeat one. */
export const withoutAll = (text: string, secrets: readonly (string | undefined)[]): string =>
  secrets.reduce<string>(
    (left, secret) => (secret ? left.replaceAll(secret, '[credential]') : left),
    text,
  );

async function examine(
  options: DoctorOptions,
  env: NodeProcess['env'],
  secrets: (string | undefined)[],
): Promise<Report> {
  if (options.document !== undefined) {
    const comparison = compare(DESCRIPTION, await fileOf(options.document));
    return { source: options.document, comparison, asked: [], minted: null, embed: null };
  }
  const origin = originOf(options.origin);
  const baseUrl = baseUrlOf(options.baseUrl, env);
  const client = clientOf(baseUrl, env);
  const comparison = compare(DESCRIPTION, await documentOf(client));
  const asked = await ask(client, DESCRIPTION, options.deployment);
  let minted: Report['minted'] = null;
  let sessionId: string | undefined;
  if (options.mint !== undefined) {
    const body = parsed(options.mint, '--mint') as GenerateSession;
    try {
      ({ sessionId } = await client.embedSessions.generate(body));
      secrets.push(sessionId);
      minted = sessionId ? true : 'the answer has no sessionId.';
    } catch (error) {
      minted = messageOf(error);
    }
  }
  let embed: Framed | null = null;
  if (options.dashboard !== undefined)
    embed = await frame(baseUrl, options.dashboard, sessionId, origin).catch((error: unknown) => {
      throw new Stop(`The embed page did not answer. ${messageOf(error)}`);
    });
  return { source: baseUrl, comparison, asked, minted, embed };
}

/** The address of the tenant. */
export function baseUrlOf(given: string | undefined, env: NodeProcess['env']): string {
  const baseUrl = given ?? env['SVC_BASE_URL'];
  if (!baseUrl) throw new Stop('Give --base-url, or set SVC_BASE_URL.');
  return baseUrl;
}

/** A client with the credential of the environment. */
export function clientOf(given: string | undefined, env: NodeProcess['env']): ManagementClient {
  const baseUrl = baseUrlOf(given, env);
  const [accessToken, apiKey] = [env['SVC_ACCESS_TOKEN'], env['SVC_API_KEY']];
  if (!accessToken && !apiKey) throw new Stop('Set SVC_API_KEY or SVC_ACCESS_TOKEN.');
  try {
    return new ManagementClient({
      ...(accessToken ? { baseUrl, accessToken } : { baseUrl, apiKey }),
      logger: false,
    });
  } catch (error) {
    throw new Stop(messageOf(error));
  }
}

/** The tenant's document. */
export async function documentOf(client: ManagementClient): Promise<OpenApi> {
  let answer: unknown;
  try {
    answer = await client.spec.retrieve({ maxResponseBytes: 64 * 1024 * 1024 });
  } catch (error) {
    throw new Stop(`The tenant's document could not be read. ${messageOf(error)}`);
  }
  return checked(answer, 'The answer to GET /api/v1/spec');
}

/** The document of a file. */
export async function fileOf(path: string): Promise<OpenApi> {
  return checked(await jsonFile(path), path);
}

/** The JSON of a file. */
export async function jsonFile(path: string): Promise<unknown> {
  const { readFile } = await files();
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new Stop(`${path} could not be read. ${messageOf(error)}`);
  });
  return parsed(text, path);
}

function checked(value: unknown, what: string): OpenApi {
  if (!isObject(value) || !isObject(value['paths']))
    throw new Stop(`${what} is no OpenAPI document: it has no paths.`);
  return value as OpenApi;
}

function parsed(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Stop(`${what} is not JSON.`);
  }
}

function originOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const isOrigin = URL.canParse(given) && new URL(given).origin !== 'null';
  if (!isOrigin) throw new Stop('--origin must be an origin, such as https://app.example.com.');
  return new URL(given).origin;
}

/** The message of an error of the client, or of Node, in one line: it may quote the service. */
export const messageOf = (error: unknown): string =>
  oneLine(isManagementError(error) || error instanceof Error ? error.message : String(error));
