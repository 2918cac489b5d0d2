// The types of the management client as a strict user's compiler sees them. Each `@ts-expect-error`
// is above a line that must not compile. Wrong inputs: calls.ts.
import {
  ApiError,
  InvalidRequestError,
  isManagementError,
  ManagementClient,
  NotFoundError,
  type ApiPromise,
  type ClientOptions,
  type Dashboard,
  type DeploymentSummary,
  type ListPromise,
  type Operation,
  type Page,
  type Report,
  type Workbook,
} from 'svc-embed/management';

/** Compiles where the value's type is exactly `T`. */
function same<T>() {
  return <U>(_: U, ..._no: Equal<T, U> extends true ? [] : ['not the same']) => {};
}
type Equal<T, U> =
  (<V>() => V extends T ? 1 : 2) extends <V>() => V extends U ? 1 : 2 ? true : false;

// Options.
const options: ClientOptions = {
  baseUrl: new URL('https://acme.example.com'),
  accessToken: async () => 'token',
  logger: console,
  fetch,
  paths: { 'embedSessions.generate': '/api/v1/embed/generate-session' },
};
const client = new ManagementClient(options);
// The base URL and the key may come from the environment.
new ManagementClient();
const other: ManagementClient = client.withOptions({ maxRetries: 0 });
// @ts-expect-error: there is no such form of the header
new ManagementClient({ baseUrl: '', scimScheme: 'Basic' });

// What is not known may be left out by name.
declare const maybe: { text?: string; number?: number };
new ManagementClient({
  baseUrl: '',
  apiKey: maybe.text,
  timeoutMs: maybe.number,
  logger: { debug: undefined },
  fetch: undefined,
});
new ManagementClient({
  headers: { 'X-A': undefined, 'X-B': null },
  logger: false,
  logLevel: 'info',
  idempotencyKeys: true,
  onRequest: async ({ operation, headers }) => headers.set('x-operation', operation),
  onResponse: ({ status, durationMs }) => void (status + durationMs),
});
new ManagementClient({ headers: new Headers() });
new ManagementClient({ headers: [['X-A', '1']] });
// @ts-expect-error: there is no such level
new ManagementClient({ logLevel: 'loud' });
void client.workbooks.duplicate(7, 42, { shared: undefined }, { signal: undefined });
void client.reports.list(7, { first: maybe.number }, { idempotencyKey: maybe.text });
void client.dashboardExports.run(
  7,
  { dashboardPublicId: maybe.text, format: undefined },
  { onProgress: undefined, pollMs: maybe.number },
);

async function calls(signal: AbortSignal) {
  // What is described is typed, with the values of a later version.
  const workbook: Workbook = await client.workbooks.duplicate(
    7,
    '42',
    { shared: true },
    { signal },
  );
  same<number>()(workbook.id);
  same<string | null | undefined>()(workbook.slug);
  const kind: string = workbook.type;
  if (workbook.type === 'FOLDER') return kind;
  same<Dashboard | null | undefined>()(workbook.publishedDashboard);
  workbook.dashboardDraft?.widgets?.[0]?.position.w.toFixed();
  // @ts-expect-error: there is no such field
  workbook.ownr;
  // @ts-expect-error: both parameters of the path are needed
  client.workbooks.duplicate(7);
  // @ts-expect-error: there is no such method
  client.workbooks.duplicat(7, 42);
  // @ts-expect-error: there is no such option
  client.workbooks.duplicate(7, 42, {}, { retries: 3 });

  // What is not described stays open.
  client.users.me({ timeoutMs: 5000 });
  // @ts-expect-error: the operation has no input, so its first argument are the options
  client.users.me({}, { timeoutMs: 5000 });
  same<unknown>()(await client.users.me());
  const report: Report = await client.reports.connectWorkbook(7, 1, { anything: [1] });
  same<unknown>()(report['anything']);

  // Required fields.
  client.environments.createMetaSyncToken(7, 1, { security_context: { team: 1 } });
  // @ts-expect-error: security_context is required
  client.environments.createMetaSyncToken(7, 1, {});
  // @ts-expect-error: the body is required
  client.environments.createMetaSyncToken(7, 1);
  // @ts-expect-error: branchName is required
  client.branches.delete(7, {});

  // Lists.
  const list: ListPromise<DeploymentSummary> = client.deployments.list({ limit: 5 });
  const page: Page<DeploymentSummary> = await list;
  same<DeploymentSummary[]>()(page.items);
  same<boolean>()(page.hasNextPage());
  for await (const { created_at } of client.deployments.list())
    same<string | undefined>()(created_at);
  for await (const { items } of client.reports.list(7, { sortBy: 'name' }).pages())
    same<Report[]>()(items);
  // @ts-expect-error: a limit is a number
  client.deployments.list({ limit: 'all' });
  for await (const branch of client.branches.list(7, { query: { first: 50 } }))
    same<string | null | undefined>()(branch.name);
  for await (const user of client.scim.users.list({ count: 100 }))
    same<string | undefined>()(user.userName);
  for await (const run of client.transformSync.list(7, { status: 'failed' }))
    same<string | null | undefined>()(run.status);
  for await (const region of client.regions.list()) same<unknown>()(region);

  // Files, responses, long work.
  same<Response>()(await client.auditLogs.export({ start: '2025-01-01' }));
  same<Response>()(await client.users.me().asResponse());
  const { data, response, requestId, retries, durationMs } = await client.deployments
    .createToken(7, { expiresIn: 60 })
    .withResponse();
  same<unknown>()(data);
  same<Response>()(response);
  same<string | null>()(requestId);
  same<number>()(retries + durationMs);
  const file: Response = await client.dashboardExports.run(
    7,
    { dashboardPublicId: 'abc', format: 'pdf' },
    { onProgress: (job) => same<unknown>()(job), pollMs: 500, limitMs: 60_000, signal },
  );
  await client.transformSync.run(7, { output: 'files' }, { idempotencyKey: 'k' });
  await client.metricViewPreviews.run(7);

  // Other ways to call.
  client.dataModel.uploadFile(7, new FormData());
  const later: ApiPromise<{ id: number }> = client.request('POST', '/api/v2/new', { body: {} });
  const operations: readonly Operation[] = client.operations;
  const deployment = await client.deployments.update(7, { releaseChannel: 'latest' });
  same<string | null | undefined>()(deployment.region);
  return { file, later, operations };
}

// Errors.
function explain(error: unknown): string {
  if (error instanceof InvalidRequestError) return error.field;
  if (error instanceof NotFoundError) return error.code ?? error.operation;
  if (error instanceof ApiError) {
    same<number>()(error.status);
    same<unknown>()(error.body);
    same<string | null>()(error.headers.get('retry-after'));
  }
  return isManagementError(error) ? error.message : 'not ours';
}

export { calls, explain, other };
