// Makes calls of the sandbox's happy path with the client, in a page.

/**
 * Makes `call` with one of `clients` (`admin`, `embed`). Saves in `kept` the values that later calls
 * use. Resolves to the decoded body and the status.
 */
export async function perform(clients, call, kept) {
  const client = call.as === 'embed' ? clients.embed : clients.admin;
  const operation = client.operations.find(({ id }) => id === call.id);
  const method = call.id.split('.').reduce((at, name) => at[name], client);
  const { data, response } = await method(...given(operation, call, kept)).withResponse();
  for (const [name, pointer] of Object.entries(call.save ?? {})) {
    const keys = pointer.split('/').slice(1);
    kept[name] = keys.reduce((at, key) => at[key], data);
  }
  return { data, status: response.status };
}

/** The arguments of a call: the parameters of the path in order, then the query or the body. */
function given(operation, call, kept) {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => filled(call.path[name], kept));
  const query = call.query && Object.fromEntries(new URLSearchParams(call.query));
  const input = query ?? filled(call.body, kept);
  if (operation.method === '*') return ['GET', ...parameters, {}];
  // An operation without an input takes the options right after its path.
  return input === undefined ? parameters : [...parameters, input];
}

/** Replaces `{name}` in a value of the script by the value that an earlier call saved. */
function filled(value, kept) {
  if (Array.isArray(value)) return value.map((item) => filled(item, kept));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, filled(item, kept)]),
    );
  const name = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
  return name === undefined ? value : kept[name];
}

/** The clients of the happy path: one for an administrator, one for a signed embed session. */
export async function clientsOf(ManagementClient, baseUrl) {
  // The sandbox's API key is passed as an access token, because the client refuses API keys in a page.
  const admin = new ManagementClient({ baseUrl, accessToken: 'sandbox-admin-key' });
  const profile = { embedTenantName: 'acme', externalId: 'dana' };
  const { sessionId } = await admin.embedSessions.generate(profile);
  const { token } = await admin.request('POST', '/embed/api/session', {
    body: { surface: 'dashboard', sessionId },
  });
  return { admin, embed: new ManagementClient({ baseUrl, accessToken: token }) };
}
