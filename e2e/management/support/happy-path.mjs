// One call of the sandbox's happy path, made by the client. Runs in Node and in a page.

/**
 * Makes `call` by one of `clients` (`admin`, `embed`), and keeps in `kept` what later calls name.
 * Resolves to the decoded body and the status.
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

/** The arguments of a call: parameters in the order of the path, then query or body. */
function given(operation, call, kept) {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => filled(call.path[name], kept));
  const query = call.query && Object.fromEntries(new URLSearchParams(call.query));
  const input = query ?? filled(call.body, kept);
  return operation.method === '*' ? ['GET', ...parameters, {}] : [...parameters, input];
}

/** What a value of the script stands for: `{name}` is what an earlier call kept. */
function filled(value, kept) {
  if (Array.isArray(value)) return value.map((item) => filled(item, kept));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, filled(item, kept)]),
    );
  const name = typeof value === 'string' ? /^\{(\w+)\}$/.exec(value)?.[1] : undefined;
  return name === undefined ? value : kept[name];
}

/** The clients of the happy path: an administrator's, and that of a signed embed session. */
export async function clientsOf(ManagementClient, baseUrl) {
  // A key of the sandbox; as an access token, since a page may not hold an API key.
  const admin = new ManagementClient({ baseUrl, accessToken: 'sandbox-admin-key' });
  const profile = { embedTenantName: 'acme', externalId: 'dana' };
  const { sessionId } = await admin.embedSessions.generate(profile);
  const { token } = await admin.request('POST', '/embed/api/session', {
    body: { surface: 'dashboard', sessionId },
  });
  return { admin, embed: new ManagementClient({ baseUrl, accessToken: token }) };
}
