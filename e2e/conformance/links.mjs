// The links of an OpenAPI document: which operation answers what the path of another one needs. With them,
// schemathesis plays chains of operations, in which one uses what another made.

/** Where a parameter of a path comes from: the operation that answers it, and where in its answer. */
const SOURCES = {
  deploymentId: [
    ['deployments.list', '/data/deployments/0/id'],
    ['deployments.create', '/id'],
  ],
  environmentId: [['environments.list', '/data/environments/0/id']],
  workbookId: [
    ['workbooks.upsertBySlug', '/id'],
    ['workbooks.duplicate', '/id'],
  ],
  reportId: [
    ['reports.upsertByPublicId', '/id'],
    ['reports.list', '/items/0/id'],
  ],
  embedTenantName: [['embedTenants.list', '/items/0/name']],
  groupId: [['embedTenants.createGroup', '/id']],
  jobId: [['dashboardExports.create', '/jobId']],
  syncJobId: [['transformSync.start', '/syncJobId']],
  previewId: [['metricViewPreviews.create', '/previewId']],
  notificationId: [['notifications.create', '/id']],
  commentId: [['embedDashboards.createComment', '/id']],
  userId: [['users.create', '/id']],
  attributeId: [['userAttributes.create', '/id']],
  integrationId: [['oauthIntegrations.create', '/id']],
  tokenId: [['userOauthTokens.create', '/id']],
  configId: [['oidcTokenConfigs.create', '/id']],
};

/** SCIM calls each of its ids `id`. */
const SCIM = { users: 'scim.users.create', groups: 'scim.groups.create' };

/** A copy of the document with links in the successful answers of what makes things. */
export function linked(document) {
  const copy = structuredClone(document);
  const operations = Object.entries(copy.paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  const named = new Map(operations.map((one) => [one.operation.operationId, one]));
  for (const { path, operation } of operations)
    for (const [, name] of path.matchAll(/\{(\w+)\}/g))
      for (const [source, pointer] of sourcesOf(name, operation.operationId)) {
        const maker = named.get(source);
        if (maker && maker.operation !== operation) link(maker, { path, operation }, name, pointer);
      }
  return copy;
}

function sourcesOf(name, id) {
  if (name !== 'id') return SOURCES[name] ?? [];
  const [api, resource] = id.split('.');
  return api === 'scim' ? [[SCIM[resource], '/id']] : [];
}

/** Adds the link from what a maker answers to the operation that needs it. */
function link(maker, { path, operation }, name, pointer) {
  const [, answer] = Object.entries(maker.operation.responses).find(
    ([status]) => status[0] === '2',
  );
  const has = (other) => maker.path.includes(`{${other}}`) && other !== name;
  const others = [...path.matchAll(/\{(\w+)\}/g)].map(([, other]) => other).filter(has);
  const id = operation.operationId;
  answer.links ??= {};
  answer.links[`${id} by ${name}`] = {
    operationId: id,
    parameters: {
      [`path.${name}`]: `$response.body#${pointer}`,
      ...Object.fromEntries(others.map((other) => [`path.${other}`, `$request.path.${other}`])),
    },
  };
}

/** The operations that a link leads to, or from. */
export function linkedOperations(document) {
  const ids = new Set();
  for (const item of Object.values(document.paths))
    for (const { operationId, responses } of Object.values(item))
      for (const { links = {} } of Object.values(responses))
        for (const { operationId: target } of Object.values(links))
          ids.add(operationId).add(target);
  return ids;
}
