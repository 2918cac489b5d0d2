// Generated from src/management by `npm run generate`; change the declarations there.

import type { OpenBody, OpenObject, PathParameter, RequestOptions } from '../options.js';
import type { ApiPromise, ListPromise } from '../promise.js';
import type {
  AiWidgetThread,
  AuditLogQuery,
  Branch,
  BulkDelete,
  BulkMove,
  BulkUsers,
  ConnectWorkbook,
  CreateDashboardExport,
  CreateDeployment,
  CreateDeploymentToken,
  CreateMetaSyncToken,
  CursorQuery,
  Dashboard,
  DeleteBranchQuery,
  Deployment,
  DeploymentSummary,
  DuplicateWorkbook,
  EmbedSession,
  Environment,
  EnvironmentsQuery,
  ExportJob,
  GenerateSession,
  LogsQuery,
  MetaSyncTokenAnswer,
  Notification,
  NotificationInput,
  NotificationsQuery,
  OffsetQuery,
  PlacementAddress,
  Report,
  ReportInput,
  ReportsQuery,
  ScimGroup,
  ScimPatch,
  ScimQuery,
  ScimUser,
  SetSignedEmbedding,
  SetStagingEnvironment,
  StagingEnvironmentAnswer,
  StartTransformSync,
  StartedSync,
  SyncRun,
  TenantWorkbooksQuery,
  TransformSyncQuery,
  UpdateDeployment,
  UpsertMetricViewIntegration,
  UserAttributeInput,
  UserSettingsInput,
  ValidateQuery,
  Validation,
  VersionsAnswer,
  Workbook,
  WorkbookInput,
} from './resources.js';
import type { DashboardExportsRun, MetricViewPreviewsRun, TransformSyncRun } from '../job.js';

/** The operations of `workbooks`. */
export interface Workbooks {
  /**
   * Clone a workbook. With `shared: true`, only creator-mode embed sessions may call it. 400: no
   * published dashboard, or the workbook limit of the plan is reached. 403: another kind of caller
   * with `shared: true`. 404: the workbook is missing or in another deployment.
   */
  duplicate(deploymentId: PathParameter, workbookId: PathParameter, body?: DuplicateWorkbook, options?: RequestOptions): ApiPromise<Workbook>;
  /** Create or update a workbook by slug. */
  upsertBySlug(deploymentId: PathParameter, slug: PathParameter, body?: WorkbookInput, options?: RequestOptions): ApiPromise<unknown>;
  /** Persist a regenerated AI widget thread id. */
  setAiWidgetThread(deploymentId: PathParameter, workbookId: PathParameter, body: AiWidgetThread, options?: RequestOptions): ApiPromise<Dashboard>;
  /** Read dashboard access per embed tenant or for all embed users. */
  retrieveEmbedAccess(deploymentId: PathParameter, workbookId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Set that access. The actions are read and none. */
  setEmbedAccess(deploymentId: PathParameter, workbookId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `deployments`. */
export interface Deployments {
  /** List deployments. */
  list(query?: OffsetQuery, options?: RequestOptions): ListPromise<DeploymentSummary>;
  /**
   * Partial merge of a deployment. 400: releaseChannelVersion not on the version list.
   * templateVariables merges key by key; releaseChannelVersion takes the bare version, v-prefixed,
   * or full image reference; releaseChannel alone moves to that channel's latest.
   */
  update(deploymentId: PathParameter, body?: UpdateDeployment, options?: RequestOptions): ApiPromise<Deployment>;
  /** Deployment token. */
  createToken(deploymentId: PathParameter, body?: CreateDeploymentToken, options?: RequestOptions): ApiPromise<unknown>;
  /** All deployment settings, secrets excluded. */
  retrieveSettings(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete a deployment. */
  delete(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Build state. */
  retrieveBuildStatus(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Container logs. */
  listLogs(deploymentId: PathParameter, query?: LogsQuery, options?: RequestOptions): ListPromise<unknown>;
  /** Pods. */
  listPods(deploymentId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
  /** Advance the setup wizard. */
  advanceCreationStep(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Reset the setup wizard. */
  resetCreationStep(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Create a deployment. */
  create(body?: CreateDeployment, options?: RequestOptions): ApiPromise<Deployment>;
}

/** The operations of `environments`. */
export interface Environments {
  /** List environments. */
  list(deploymentId: PathParameter, query?: EnvironmentsQuery, options?: RequestOptions): ListPromise<Environment>;
  /** Token scoped to metadata endpoints. */
  createMetaSyncToken(deploymentId: PathParameter, environmentId: PathParameter, body: CreateMetaSyncToken, options?: RequestOptions): ApiPromise<MetaSyncTokenAnswer>;
}

/** The operations of `branches`. */
export interface Branches {
  /**
   * Keep a branch staging environment active or not. Only shared branches; personal development
   * branches and the production branch are rejected.
   */
  setStagingEnvironment(deploymentId: PathParameter, body: SetStagingEnvironment, options?: RequestOptions): ApiPromise<StagingEnvironmentAnswer>;
  /** List branches. */
  list(deploymentId: PathParameter, options?: RequestOptions): ListPromise<Branch>;
  /** Create a branch. */
  create(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<Branch>;
  /** Commit. */
  commit(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Pull. */
  pull(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Merge. */
  merge(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Merge to the default branch. */
  mergeToDefault(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete a branch. Children are re-parented onto the deleted branch's parent. */
  delete(deploymentId: PathParameter, query: DeleteBranchQuery, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `versions`. */
export interface Versions {
  /** List versions. */
  list(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<VersionsAnswer>;
}

/** The operations of `auditLogs`. */
export interface AuditLogs {
  /** Audit log as CSV. Enterprise plan with the Audit Log feature; permission AuditLogManage. */
  export(query?: AuditLogQuery, options?: RequestOptions): ApiPromise<Response>;
}

/** The operations of `reports`. */
export interface Reports {
  /** List reports. No cursor pagination when sortBy=lastViewedAt. The name limit is presumed. */
  list(deploymentId: PathParameter, query?: ReportsQuery, options?: RequestOptions): ListPromise<Report>;
  /** Record a spreadsheet placement. */
  connectWorkbook(deploymentId: PathParameter, reportId: PathParameter, body?: ConnectWorkbook, options?: RequestOptions): ApiPromise<Report>;
  /**
   * Remove one placement. Addressed by placementId, or by externalWorkbookId + sheetName +
   * anchorCell. Presumed to be sent as a body, not as the query.
   */
  disconnectWorkbook(deploymentId: PathParameter, reportId: PathParameter, body?: PlacementAddress, options?: RequestOptions): ApiPromise<unknown>;
  /** Refresh a placement. Addressed as for disconnectWorkbook. */
  refreshPlacement(deploymentId: PathParameter, reportId: PathParameter, body?: PlacementAddress, options?: RequestOptions): ApiPromise<unknown>;
  /** Create or update a report by public id. 400: name or title over 255 characters. */
  upsertByPublicId(deploymentId: PathParameter, publicId: PathParameter, body?: ReportInput, options?: RequestOptions): ApiPromise<Report>;
}

/** The operations of `folders`. */
export interface Folders {
  /** List folders. */
  list(deploymentId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<unknown>;
}

/** The operations of `workspace`. */
export interface Workspace {
  /** Delete folders, workbooks and reports. Per-item failures are reported in the response. */
  bulkDelete(deploymentId: PathParameter, body: BulkDelete, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Move folders, workbooks and reports. Per-item failures are reported. The name folderId is
   * presumed.
   */
  bulkMove(deploymentId: PathParameter, body: BulkMove, options?: RequestOptions): ApiPromise<unknown>;
  /** Items of the shared workspace. The prefix of the path is presumed. */
  listShared(deploymentId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
}

/** The operations of `dashboardExports`. */
export interface DashboardExports extends DashboardExportsRun {
  /**
   * Start a PNG or PDF render of a published dashboard. Asynchronous. Job and file dropped 5
   * minutes after submission. The names of the body's fields are presumed, except renderAs.
   */
  create(deploymentId: PathParameter, body?: CreateDashboardExport, options?: RequestOptions): ApiPromise<ExportJob>;
  /** Poll the export status. */
  retrieve(deploymentId: PathParameter, jobId: PathParameter, options?: RequestOptions): ApiPromise<ExportJob>;
  /** Stream the finished file. */
  download(deploymentId: PathParameter, jobId: PathParameter, options?: RequestOptions): ApiPromise<Response>;
}

/** The operations of `notifications`. */
export interface Notifications {
  /** List scheduled notifications. */
  list(deploymentId: PathParameter, query?: NotificationsQuery, options?: RequestOptions): ListPromise<Notification>;
  /** Create a scheduled notification. */
  create(deploymentId: PathParameter, body: NotificationInput, options?: RequestOptions): ApiPromise<Notification>;
  /** Read one notification. The path is presumed. */
  retrieve(deploymentId: PathParameter, notificationId: PathParameter, options?: RequestOptions): ApiPromise<Notification>;
  /** Update a notification. The path is presumed. */
  update(deploymentId: PathParameter, notificationId: PathParameter, body: NotificationInput, options?: RequestOptions): ApiPromise<Notification>;
  /** Delete a notification. The path is presumed. */
  delete(deploymentId: PathParameter, notificationId: PathParameter, options?: RequestOptions): ApiPromise<undefined>;
}

/** The operations of `transformSync`. */
export interface TransformSync extends TransformSyncRun {
  /** Start a data-transformation sync. */
  start(deploymentId: PathParameter, body?: StartTransformSync, options?: RequestOptions): ApiPromise<StartedSync>;
  /** Run history. */
  list(deploymentId: PathParameter, query?: TransformSyncQuery, options?: RequestOptions): ListPromise<SyncRun>;
  /** Poll status. */
  retrieve(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ApiPromise<SyncRun>;
  /** Result. */
  result(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Log entries. */
  logs(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
  /** Cancel a running sync. */
  cancel(deploymentId: PathParameter, syncJobId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Files generated when the sync did not commit. 404: the sync committed to a branch, or a stale
   * or unknown job. Kept 1 hour after completion. Deployment read access.
   */
  generatedFiles(deploymentId: PathParameter, syncJobId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<unknown>;
}

/** The operations of `metricViewPreviews`. */
export interface MetricViewPreviews extends MetricViewPreviewsRun {
  /**
   * Queue an offline conversion of the latest successful build. SchemaRead or SchemaUpdate; preview
   * feature activated per account.
   */
  create(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Poll progress. */
  retrieve(deploymentId: PathParameter, previewId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Completed result. 409: still running, or ended without a result. Kept at most 7 days. */
  result(deploymentId: PathParameter, previewId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Request cancellation. */
  cancel(deploymentId: PathParameter, previewId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `metricViewIntegrations`. */
export interface MetricViewIntegrations {
  /** Read the publication configuration. */
  retrieve(deploymentId: PathParameter, dataSourceName: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Create or update. Optimistic concurrency; SchemaUpdate. */
  upsert(deploymentId: PathParameter, dataSourceName: PathParameter, body: UpsertMetricViewIntegration, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `embedTenants`. */
export interface EmbedTenants {
  /** List embed tenants. */
  list(query?: CursorQuery, options?: RequestOptions): ListPromise<unknown>;
  /** Delete an embed tenant. */
  delete(embedTenantName: PathParameter, options?: RequestOptions): ApiPromise<undefined>;
  /** List embed users. */
  listUsers(embedTenantName: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<unknown>;
  /** Create an embed group. */
  createGroup(embedTenantName: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Read a group. */
  retrieveGroup(embedTenantName: PathParameter, groupId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Update a group. */
  updateGroup(embedTenantName: PathParameter, groupId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** List group members. */
  listGroupUsers(embedTenantName: PathParameter, groupId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<unknown>;
  /** Add group members. */
  addGroupUsers(embedTenantName: PathParameter, groupId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Remove group members. */
  removeGroupUsers(embedTenantName: PathParameter, groupId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Workbooks a tenant can access. Administrator only. */
  listWorkbooks(deploymentId: PathParameter, embedTenantName: PathParameter, query?: TenantWorkbooksQuery, options?: RequestOptions): ListPromise<unknown>;
}

/** The operations of `embedDashboards`. */
export interface EmbedDashboards {
  /** Enable or disable signed embedding. The name of the field is presumed. */
  setSignedEmbedding(publicId: PathParameter, body?: SetSignedEmbedding, options?: RequestOptions): ApiPromise<unknown>;
  /** Run a Python report with dashboard filters applied. */
  runPython(publicId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** List comment threads. Requires a signed embed session scoped to an embed tenant. */
  listComments(publicId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
  /** Start a thread or reply. Requires a signed embed session scoped to an embed tenant. */
  createComment(publicId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Edit a comment (author only). Requires a signed embed session scoped to an embed tenant. */
  updateComment(publicId: PathParameter, commentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Soft-delete a comment (author only). Requires a signed embed session scoped to an embed tenant.
   */
  deleteComment(publicId: PathParameter, commentId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Resolve or re-open a thread (author only). Requires a signed embed session scoped to an embed
   * tenant.
   */
  resolveComment(publicId: PathParameter, commentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Fellow embed users for mention autocomplete. Requires a signed embed session scoped to an embed
   * tenant.
   */
  listMentionableUsers(publicId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
}

/** The operations of `embedSessions`. */
export interface EmbedSessions {
  /**
   * Mint a single-use embed session id (server-side, API key). The field ephemeralTtlSeconds was
   * removed and is refused. Never from a browser with an API key. The path is presumed.
   */
  generate(body?: GenerateSession, options?: RequestOptions): ApiPromise<EmbedSession>;
}

/** The operations of `envVars`. */
export interface EnvVars {
  /** Environment variables. */
  list(deploymentId: PathParameter, query?: CursorQuery, options?: RequestOptions): ListPromise<unknown>;
  /** Set environment variables. */
  set(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `regions`. */
export interface Regions {
  /** Regions available to the tenant. */
  list(options?: RequestOptions): ListPromise<unknown>;
}

/** The operations of `dataModel`. */
export interface DataModel {
  /** Data-model files. */
  listFiles(deploymentId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
  /** Write a file. Dev-mode branches only. */
  putFile(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete a file. Dev-mode branches only. */
  deleteFile(deploymentId: PathParameter, query?: OpenObject, options?: RequestOptions): ApiPromise<unknown>;
  /** Rename a file. Dev-mode branches only. */
  renameFile(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Start a chunked upload. */
  startUpload(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Upload one file or chunk. */
  uploadFile(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Finish a chunked upload. */
  finishUpload(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** File hashes. */
  listFileHashes(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Compile the deploy branch, a named branch or the dev branch. Compilation errors are a 200 with
   * valid: false.
   */
  validate(deploymentId: PathParameter, query?: ValidateQuery, options?: RequestOptions): ApiPromise<Validation>;
}

/** The operations of `devMode`. */
export interface DevMode {
  /** Start dev mode. */
  start(deploymentId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Stop dev mode. */
  stop(deploymentId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `users`. */
export interface Users {
  /** Current user, includes userPolicies. */
  me(options?: RequestOptions): ApiPromise<unknown>;
  /**
   * Partial merge of own settings. sheets merges field by field; an explicit null clears it.
   * lastSeenChangelogId is deprecated and ignored.
   */
  updateMySettings(body?: UserSettingsInput, options?: RequestOptions): ApiPromise<unknown>;
  /** Create a user. */
  create(body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Update a user. */
  update(userId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete a user. */
  delete(userId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Bulk action. Per-user failure reporting. The names of the fields are presumed. */
  bulk(body?: BulkUsers, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `userAttributes`. */
export interface UserAttributes {
  /** Attribute definitions. */
  list(options?: RequestOptions): ListPromise<unknown>;
  /** Create a definition. */
  create(body?: UserAttributeInput, options?: RequestOptions): ApiPromise<unknown>;
  /** Update a definition. */
  update(attributeId: PathParameter, body?: UserAttributeInput, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `userAttributeValues`. */
export interface UserAttributeValues {
  /** Values of one user. */
  list(userId: PathParameter, options?: RequestOptions): ListPromise<unknown>;
  /** Set values. */
  set(body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `tenant`. */
export interface Tenant {
  /** Tenant settings. */
  retrieveSettings(options?: RequestOptions): ApiPromise<unknown>;
  /** Update tenant settings. */
  updateSettings(body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `oauthIntegrations`. */
export interface OauthIntegrations {
  /** List: OAuth integration. The path is presumed. */
  list(options?: RequestOptions): ListPromise<unknown>;
  /** Create: OAuth integration. The path is presumed. */
  create(body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Read: OAuth integration. The path is presumed. */
  retrieve(integrationId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Update: OAuth integration. The path is presumed. */
  update(integrationId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete: OAuth integration. The path is presumed. */
  delete(integrationId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `userOauthTokens`. */
export interface UserOauthTokens {
  /** List: per-user OAuth token. The path is presumed. */
  list(options?: RequestOptions): ListPromise<unknown>;
  /** Create: per-user OAuth token. The path is presumed. */
  create(body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Read: per-user OAuth token. The path is presumed. */
  retrieve(tokenId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Update: per-user OAuth token. The path is presumed. */
  update(tokenId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete: per-user OAuth token. The path is presumed. */
  delete(tokenId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `oidcTokenConfigs`. */
export interface OidcTokenConfigs {
  /** List: OIDC token config. The path is presumed. */
  list(options?: RequestOptions): ListPromise<unknown>;
  /** Create: OIDC token config. The path is presumed. */
  create(body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Read: OIDC token config. The path is presumed. */
  retrieve(configId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
  /** Update: OIDC token config. The path is presumed. */
  update(configId: PathParameter, body?: OpenBody, options?: RequestOptions): ApiPromise<unknown>;
  /** Delete: OIDC token config. The path is presumed. */
  delete(configId: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `github`. */
export interface Github {
  /**
   * Repository-host integration; its operations are not shown. One method that takes method,
   * sub-path, query and body. The path is presumed.
   */
  request(method: string, path: string, input?: { query?: OpenObject | undefined; body?: OpenBody | undefined }, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `usageAnalytics`. */
export interface UsageAnalytics {
  /** API token for usage analytics, valid 1 hour. Admin only. */
  createToken(options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `app`. */
export interface App {
  /** App theme. AppTheme.light and AppTheme.dark are deprecated: use palette and logoUrl. */
  retrieveTheme(options?: RequestOptions): ApiPromise<unknown>;
  /**
   * App configuration: appTheme, applyThemeGlobally, creatorMode, embedding, sheetsUi,
   * sheetsAgentChatEnabled, timezoneSettings.
   */
  retrieveConfig(options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `spec`. */
export interface Spec {
  /** The full `OpenAPI` 3.1 document of the handling build. */
  retrieve(options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `scim.users`. */
export interface ScimUsers {
  /** List Users. Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted. */
  list(query?: ScimQuery, options?: RequestOptions): ListPromise<ScimUser>;
  /** Create in Users. Path by RFC 7644. */
  create(body?: ScimUser, options?: RequestOptions): ApiPromise<ScimUser>;
  /** Read one of Users. Path by RFC 7644. */
  retrieve(id: PathParameter, options?: RequestOptions): ApiPromise<ScimUser>;
  /** Replace one of Users. Path by RFC 7644. */
  replace(id: PathParameter, body?: ScimUser, options?: RequestOptions): ApiPromise<ScimUser>;
  /** Change one of Users by a `PatchOp`. Path by RFC 7644. */
  patch(id: PathParameter, body?: ScimPatch, options?: RequestOptions): ApiPromise<ScimUser | undefined>;
  /** Delete one of Users. Path by RFC 7644. */
  delete(id: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** The operations of `scim.groups`. */
export interface ScimGroups {
  /**
   * List Groups. Authorization: Bearer <SCIM_TOKEN>; Api-Key <SCIM_TOKEN> is also accepted. Path by
   * RFC 7644.
   */
  list(query?: ScimQuery, options?: RequestOptions): ListPromise<ScimGroup>;
  /** Create in Groups. Path by RFC 7644. */
  create(body?: ScimGroup, options?: RequestOptions): ApiPromise<ScimGroup>;
  /** Read one of Groups. Path by RFC 7644. */
  retrieve(id: PathParameter, options?: RequestOptions): ApiPromise<ScimGroup>;
  /** Replace one of Groups. Path by RFC 7644. */
  replace(id: PathParameter, body?: ScimGroup, options?: RequestOptions): ApiPromise<ScimGroup>;
  /** Change one of Groups by a `PatchOp`. Path by RFC 7644. */
  patch(id: PathParameter, body?: ScimPatch, options?: RequestOptions): ApiPromise<ScimGroup | undefined>;
  /** Delete one of Groups. Path by RFC 7644. */
  delete(id: PathParameter, options?: RequestOptions): ApiPromise<unknown>;
}

/** Every operation, by its namespace. */
export interface Namespaces {
  readonly workbooks: Workbooks;
  readonly deployments: Deployments;
  readonly environments: Environments;
  readonly branches: Branches;
  readonly versions: Versions;
  readonly auditLogs: AuditLogs;
  readonly reports: Reports;
  readonly folders: Folders;
  readonly workspace: Workspace;
  readonly dashboardExports: DashboardExports;
  readonly notifications: Notifications;
  readonly transformSync: TransformSync;
  readonly metricViewPreviews: MetricViewPreviews;
  readonly metricViewIntegrations: MetricViewIntegrations;
  readonly embedTenants: EmbedTenants;
  readonly embedDashboards: EmbedDashboards;
  readonly embedSessions: EmbedSessions;
  readonly envVars: EnvVars;
  readonly regions: Regions;
  readonly dataModel: DataModel;
  readonly devMode: DevMode;
  readonly users: Users;
  readonly userAttributes: UserAttributes;
  readonly userAttributeValues: UserAttributeValues;
  readonly tenant: Tenant;
  readonly oauthIntegrations: OauthIntegrations;
  readonly userOauthTokens: UserOauthTokens;
  readonly oidcTokenConfigs: OidcTokenConfigs;
  readonly github: Github;
  readonly usageAnalytics: UsageAnalytics;
  readonly app: App;
  readonly spec: Spec;
  readonly scim: { readonly users: ScimUsers; readonly groups: ScimGroups };
}
