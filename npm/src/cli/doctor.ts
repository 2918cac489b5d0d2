/** `svc-embed doctor`: twelve questions about a tenant, each with an answer. It changes nothing. */
import { ApiError, ConnectionError } from '../management/index.js';
import type { GenerateSession, ManagementClient } from '../management/index.js';
import { finding, no, reportOf, unknown, yes, type Answers } from './answers.js';
import { endpointsOf } from './document.js';
import { frame } from './frame.js';
import { DESCRIPTION } from './generated/description.js';
import { hide, say } from './output.js';
import * as tenants from './tenant.js';
import { work } from './work.js';

export const DOCTOR_HELP = `svc-embed doctor: compares a tenant's own OpenAPI document with what this version knows.
It also sends a few requests that change nothing.

  --base-url <url>           the tenant; by default SVC_BASE_URL
  --document <file>          a file with the tenant's document, JSON or YAML; no request is sent
  --dashboard <publicId>     checks the answer of this dashboard's embed page
  --mint <json>              makes one session id with this body, such as '{}'

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN. Neither is printed.
Requests go through the proxy of HTTPS_PROXY, except to the hosts of NO_PROXY.
Exit code: 0 no difference, 1 differences, 2 something could not be compared.
`;

/** Runs the command. Returns the exit code. */
export async function doctor(text: tenants.Text): Promise<number> {
  const [mint, dashboard] = ['mint', 'dashboard'].map(text);
  const body = mint === undefined ? undefined : bodyIn(mint);
  const { tenant, bytes, source } = await tenants.opened(text);
  const parts = await work('compare', bytes, source);
  const answers: Answers = {
    document: yes(`it has ${parts.unknown.compared} operations`),
    ...parts,
  };
  if (tenant) {
    const minted = body
      ? await mintedBy(tenant.client, body)
      : { session: 'give --mint', sessionId: undefined };
    const framed =
      dashboard === undefined
        ? { page: 'give --dashboard', frame: 'give --dashboard' }
        : await frame(tenant.baseUrl, dashboard, minted.sessionId);
    const { session } = minted;
    Object.assign(answers, await requests(tenant.client), { session }, framed);
  }
  const report = reportOf(source, answers);
  say(report.text);
  return report.code;
}

function bodyIn(text: string): GenerateSession {
  try {
    return JSON.parse(text) as GenerateSession;
  } catch {
    throw new Error('--mint is not JSON.');
  }
}

/** Makes a session id. */
async function mintedBy(client: ManagementClient, body: GenerateSession) {
  try {
    const { sessionId } = await client.embedSessions.generate(body);
    hide(sessionId);
    return { sessionId, session: sessionId ? yes('it does') : no('it has no sessionId') };
  } catch (error) {
    return { session: no(tenants.messageOf(error)), sessionId: undefined };
  }
}

/** Asks who the caller is, and for each list of the tenant and of its first deployment. */
async function requests(client: ManagementClient): Promise<Answers> {
  const first = async () => (await client.deployments.list({ limit: 1 })).items[0]?.id;
  const deployment = await first().catch(() => undefined);
  const found = finding();
  let [credential, asked] = [unknown('users.me was not asked'), 0];
  for (const { id, raw, path } of endpointsOf(DESCRIPTION)) {
    const place = path.replace('{deploymentId}', String(deployment ?? '{}')) as `/${string}`;
    if (!('x-list' in raw || id === 'users.me') || place.includes('{')) continue;
    asked += 1;
    try {
      await client.request('GET', place);
      found.compared += 1;
      if (id === 'users.me') credential = yes('users.me was answered');
    } catch (error) {
      const message = tenants.messageOf(error);
      const isRefused = error instanceof ApiError && [401, 403].includes(error.status);
      // A key may have few rights.
      if (!isRefused) found.unread.push(`${id}: ${message}`);
      if (id === 'users.me') credential = isRefused ? no(message) : unknown(message);
      // A tenant that does not answer is not waited for again.
      if (error instanceof ConnectionError) break;
    }
  }
  return { credential, requests: { ...found, detail: `${found.compared} of ${asked} were` } };
}
