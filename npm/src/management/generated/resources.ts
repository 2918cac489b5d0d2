// Generated from src/management/service.toml by `npm run generate`; change it there.

import type { OpenObject } from '../options.js';

declare const later: unique symbol;

/** A value that a later version of the service adds. A caller can send back the one that came. */
export type Later = string & { readonly [later]: true };

/** One of the values known today, or one that a later version of the service adds. */
export type Open<T extends string> = T | Later;

/** A workbook. */
export interface Workbook {
  id: number;
  deploymentId: number;
  name: string;
  meta: OpenObject;
  calculatedFields: OpenObject;
  /** A date or a date with a time. */
  createdAt: string;
  /** A date or a date with a time. */
  updatedAt: string;
  type: Open<'FOLDER' | 'WORKBOOK' | 'REPORT'>;
  createdBy?: number;
  /** The owner. */
  userId?: number | null;
  user?: ResourceOwner | null;
  folderId?: number | null;
  /** The ancestors of the containing folder. */
  folderPath?: FolderPathItem[];
  isFavorite?: boolean | null;
  slug?: string | null;
  dashboardDraft?: DashboardConfig | null;
  dashboardPublished?: DashboardConfig | null;
  publishedDashboard?: Dashboard | null;
}

/** A folder on the way to a workbook. */
export interface FolderPathItem {
  id: number;
  name: string;
}

/** The owner of a resource. */
export interface ResourceOwner {
  id: number;
  email: string;
  firstName?: string | null;
  picture?: string | null;
}

/** A report. */
export interface Report {
  id?: number;
  /** At most 255 characters. */
  name?: string;
  /** At most 255 characters. */
  title?: string | null;
  currentQueryChecksum?: string | null;
  canEdit?: boolean;
  canManage?: boolean;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A place of a report in a spreadsheet. */
export interface Placement {
  id?: unknown;
  host?: string | null;
  sheetId?: unknown | null;
  sheetName?: string | null;
  anchorCell?: string | null;
  workbookName?: string | null;
  queryChecksum?: string | null;
  resultChecksum?: string | null;
  syncStatus?: Open<'UP_TO_DATE' | 'CHANGED' | 'UNKNOWN'>;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A report as it was when its dashboard was published. */
export interface ReportSnapshot {
  id: number;
  reportId: number;
  versionNumber: number;
  kind?: Open<'vega' | 'table' | 'kpi' | 'html' | 'map' | 'sankey'> | null;
  name?: string | null;
  title?: string | null;
  description?: string | null;
  meta?: OpenObject | null;
  /** A string or an object. */
  spec?: unknown | null;
  sqlQuery?: string | null;
  pythonCode?: string | null;
  isSourceReport?: boolean | null;
  fillMissingRows?: FillMissingRows | null;
  periodComparisons?: PeriodComparison[] | null;
  preferences?: ReportPreferences | null;
}

/** How gaps in a dimension are filled. */
export interface FillMissingRows {
  member: string;
  excludedDimensions?: string[] | null;
}

/** A comparison of a measure with an earlier period. */
export interface PeriodComparison {
  measure: string;
  timeDimension: string;
  offset: PeriodOffset;
  outputs?: string[] | null;
}

/** The distance to the earlier period. */
export interface PeriodOffset {
  amount?: number;
  unit?: string;
}

/** How a report is shown. */
export interface ReportPreferences {
  /** The format of each column, by the column's name. */
  columnFormats?: Record<string, ColumnFormat>;
}

/** The format of the numbers of a column. */
export interface ColumnFormat {
  type: Open<'currency' | 'percent' | 'number'>;
  decimalPlaces?: number | null;
}

/** A dashboard. */
export interface Dashboard {
  id: number;
  publicId: string;
  deploymentId: number;
  workbookId: number;
  status: Open<'draft' | 'published' | 'archived'>;
  /** True if signed sessions may embed it. */
  allowEmbed: boolean;
  config: DashboardConfig;
  versionNumber: number;
  versionId: number;
  reportSnapshots: ReportSnapshot[];
  createdBy?: number | null;
  title?: string | null;
  description?: string | null;
  fromSharedWorkspace?: boolean | null;
  restrictDataDownload?: boolean | null;
  useBoardDashboards?: boolean | null;
}

/** The content and layout of a dashboard. */
export interface DashboardConfig {
  kind?: Open<'CLASSIC' | 'APP'> | null | undefined;
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** The source of an app. */
  app?: DashboardAppSource | null | undefined;
  layout?: DashboardLayout | null | undefined;
  settings?: OpenObject | null | undefined;
  theme?: OpenObject | null | undefined;
  widgets?: DashboardWidget[] | null | undefined;
}

/** The source of an app. */
export interface DashboardAppSource {
  /** At most 255 characters. */
  entry?: string | null | undefined;
  /** The text of each file, by path. */
  files?: Record<string, string> | null | undefined;
  html?: string | null | undefined;
  manifest?: DashboardAppManifest | null | undefined;
}

/** The dependencies of an app. */
export interface DashboardAppManifest {
  dependencies?: Record<string, string> | undefined;
  version?: number | undefined;
}

/** The grid of the widgets. */
export interface DashboardLayout {
  breakpoints?: BreakpointNumbers | null | undefined;
  cols?: BreakpointNumbers | null | undefined;
  containerPadding?: number[] | null | undefined;
  margin?: number[] | null | undefined;
  rowHeight?: number | null | undefined;
}

/** A number for each width of the page. */
export interface BreakpointNumbers {
  lg?: number | null | undefined;
  md?: number | null | undefined;
  sm?: number | null | undefined;
  xs?: number | null | undefined;
  xxs?: number | null | undefined;
}

/** A widget of a dashboard. */
export interface DashboardWidget {
  id: string;
  type: Open<'CHART' | 'TEXT' | 'FILTER' | 'AI' | 'TIME_GRAIN' | 'FIELD' | 'PARENT' | 'SPACER' | 'DIVIDER' | 'CONTAINER'>;
  position: WidgetPosition;
  responsiveLayouts?: ResponsiveLayouts | undefined;
  config?: OpenObject | null | undefined;
  style?: OpenObject | null | undefined;
}

/** The draft of a dashboard. */
export interface DashboardDraft {
  kind?: Open<'CLASSIC' | 'APP'> | null | undefined;
  title?: string | null | undefined;
  description?: string | null | undefined;
  /** The source of an app. */
  app?: DashboardAppSource | null | undefined;
  layout?: DashboardLayout | null | undefined;
  settings?: OpenObject | null | undefined;
  theme?: OpenObject | null | undefined;
  widgets?: DraftWidget[] | null | undefined;
}

/** A widget of a draft. */
export interface DraftWidget {
  /** The service assigns one if there is none. */
  id?: string | null | undefined;
  type: Open<'CHART' | 'TEXT' | 'FILTER' | 'AI' | 'TIME_GRAIN' | 'FIELD' | 'PARENT' | 'SPACER' | 'DIVIDER' | 'CONTAINER'>;
  position: WidgetPosition;
  responsiveLayouts?: ResponsiveLayouts | undefined;
  config?: OpenObject | null | undefined;
  style?: OpenObject | null | undefined;
}

/** The position of a widget, in cells of the grid. */
export interface WidgetPosition {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** The position of a widget at each width of the page. */
export interface ResponsiveLayouts {
  lg?: WidgetPosition | null | undefined;
  md?: WidgetPosition | null | undefined;
  sm?: WidgetPosition | null | undefined;
  xs?: WidgetPosition | null | undefined;
  xxs?: WidgetPosition | null | undefined;
}

/** A deployment in a list. */
export interface DeploymentSummary {
  id?: string;
  name?: string;
  /** An ISO 8601 timestamp. */
  created_at?: string;
}

/** A deployment. Only the fields of its list and of its changes are described. */
export interface Deployment {
  id?: unknown;
  name?: string | null;
  /** An ISO 8601 timestamp. */
  created_at?: string | null;
  cloudProvider?: Open<'svccloud' | 'aws' | 'gcp'> | null;
  region?: string | null;
  releaseChannel?: string | null;
  releaseChannelVersion?: string | null;
  templateVariables?: OpenObject | null;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A branch of a deployment's data model. */
export interface Branch {
  id?: unknown;
  name?: string | null;
  parentBranch?: string | null;
  lastHash?: string | null;
  isStagingEnvironmentEnabled?: boolean | null;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** An environment of a deployment. */
export interface Environment {
  id?: string;
  name?: string;
  type?: Open<'production' | 'staging' | 'development'>;
  api_credentials?: ApiCredentials;
}

/** The data APIs of an environment. */
export interface ApiCredentials {
  rest?: RestCredentials;
  sql?: SqlCredentials;
}

/** The REST API of an environment. */
export interface RestCredentials {
  url?: string;
}

/** The SQL API of an environment. */
export interface SqlCredentials {
  host?: string;
  port?: number;
}

/** The answer with a meta-sync token. */
export interface MetaSyncTokenAnswer {
  data?: MetaSyncToken;
}

/** A token that only works for metadata endpoints. */
export interface MetaSyncToken {
  /** A JWT. */
  token?: string;
  created_at?: string;
  expires_at?: string;
}

/** The answer with a branch and its staging environment. */
export interface StagingEnvironmentAnswer {
  data?: StagingBranch;
}

/** A branch with its staging environment. */
export interface StagingBranch {
  id?: number;
  name?: string;
  parentBranch?: string;
  lastHash?: string;
  isStagingEnvironmentEnabled?: boolean;
}

/** The answer with the versions. */
export interface VersionsAnswer {
  data?: Version[];
}

/** A version of the deployment's software. */
export interface Version {
  releaseChannelVersion?: string;
  version?: string;
  releaseChannel?: string;
  isLatestInChannel?: boolean;
  isCurrent?: boolean;
}

/** A sync that was started. */
export interface StartedSync {
  branchName?: string;
  syncJobId?: string | number;
  workflowId?: string | number;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A run of a data-transformation sync. The service does not describe the values of its status. */
export interface SyncRun {
  syncJobId?: string | number | null;
  branchName?: string | null;
  workflowId?: string | number | null;
  status?: string | null;
  trigger?: string | null;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The job of a dashboard export. The service does not describe the values of its status. */
export interface ExportJob {
  jobId?: string | number | null;
  status?: string | null;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A scheduled notification. */
export interface Notification {
  id?: unknown;
  dashboardId?: number | null;
  dashboardPublicId?: string | null;
  filters?: unknown;
  timeGrains?: unknown;
  memberSwitchers?: unknown;
  notificationAiSummary?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The result of compiling a data model. Compilation errors do not make the call fail. */
export interface Validation {
  valid?: boolean;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The id of an embed's session. It can be used once, within 5 minutes. */
export interface EmbedSession {
  sessionId?: string;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The position of a page in a cursor list. */
export interface PageInfo {
  hasNextPage?: boolean;
  endCursor?: string | null;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The position of a page in an offset list. */
export interface Pagination {
  offset?: number;
  limit?: number;
  total?: number;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How a workbook is cloned. */
export interface DuplicateWorkbook {
  /** Clones from the shared workspace. Only for creator-mode embed sessions. */
  shared?: boolean | null | undefined;
}

/** The scope of a meta-sync token. */
export interface CreateMetaSyncToken {
  /** Which parts of the data model are visible. */
  security_context: OpenObject;
  /** In seconds; 86400 by default. */
  expires_in?: number | undefined;
}

/** All fields of `SetStagingEnvironment`. */
export interface SetStagingEnvironmentFields {
  enabled: boolean;
  branchName?: string | undefined;
  branchId?: number | undefined;
}

/** The branch whose staging environment is kept. Exactly one of `branchName` and `branchId`. */
export type SetStagingEnvironment = SetStagingEnvironmentFields &
  (
    | { branchName: string; branchId?: undefined }
    | { branchId: number; branchName?: undefined }
  );

/** The changes to a deployment. Fields that are left out stay unchanged. */
export interface UpdateDeployment {
  cloudProvider?: 'svccloud' | 'aws' | 'gcp' | undefined;
  region?: string | undefined;
  /** Without `releaseChannelVersion`, moves the deployment to the channel's latest version. */
  releaseChannel?: string | undefined;
  /** A version of the list: without `v`, with `v`, or as the full image reference. */
  releaseChannelVersion?: string | undefined;
  releaseChannelVersionHold?: unknown;
  template?: unknown;
  /** Merged key by key. */
  templateVariables?: OpenObject | undefined;
  defaultLaunchpadViewGroup?: unknown;
  launchpadTabs?: unknown;
}

/** The place of a report in a spreadsheet. */
export interface ConnectWorkbook {
  externalWorkbookId?: string | undefined;
  resultLocation?: unknown;
  endResultCell?: unknown;
  placementId?: unknown;
  sheetId?: unknown;
  sheetName?: string | undefined;
  anchorCell?: string | undefined;
  workbookName?: string | undefined;
  host?: string | undefined;
  resultChecksum?: string | undefined;
  addressOnly?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** All fields of `PlacementAddress`. */
export interface PlacementAddressFields {
  placementId?: unknown;
  externalWorkbookId?: string | undefined;
  sheetName?: string | undefined;
  anchorCell?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/**
 * Identifies a placement by `placementId`, or by `externalWorkbookId`, `sheetName` and `anchorCell`
 * together.
 */
export type PlacementAddress = PlacementAddressFields &
  (
    | { placementId: unknown }
    | { externalWorkbookId: string; sheetName: string; anchorCell: string }
  );

/** A workbook to create or update. */
export interface WorkbookInput {
  name?: string | undefined;
  dashboardDraft?: DashboardDraft | null | undefined;
  dashboardPublished?: DashboardConfig | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A report to create or update. */
export interface ReportInput {
  /** At most 255 characters. */
  name?: string | undefined;
  /** At most 255 characters. */
  title?: string | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The thread of a regenerated AI widget. */
export interface AiWidgetThread {
  widgetId: string;
  threadId: string;
  checksum?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** An item of the workspace. */
export interface WorkspaceItem {
  type: 'FOLDER' | 'WORKBOOK' | 'REPORT';
  id: number;
}

/** The items to delete. Failures are reported for each item. */
export interface BulkDelete {
  items: WorkspaceItem[];
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The items to move, and their new folder. Failures are reported for each item. */
export interface BulkMove {
  items: WorkspaceItem[];
  /** Null moves to the root. */
  folderId?: number | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** All fields of `CreateDashboardExport`. */
export interface CreateDashboardExportFields {
  dashboardId?: number | undefined;
  dashboardPublicId?: string | undefined;
  format?: 'png' | 'pdf' | undefined;
  /** Renders as another user. Only for tenant administrators. */
  renderAs?: OpenObject | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/**
 * The dashboard to export, and the format. At most one of `dashboardId` and `dashboardPublicId`.
 */
export type CreateDashboardExport = CreateDashboardExportFields &
  (
    | { dashboardId?: number | undefined; dashboardPublicId?: undefined }
    | { dashboardPublicId?: string | undefined; dashboardId?: undefined }
  );

/** All fields of `NotificationInput`. */
export interface NotificationInputFields {
  dashboardId?: number | undefined;
  dashboardPublicId?: string | undefined;
  filters?: unknown[] | undefined;
  timeGrains?: unknown[] | undefined;
  memberSwitchers?: unknown[] | undefined;
  notificationAiSummary?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A scheduled notification. Exactly one of `dashboardId` and `dashboardPublicId`. */
export type NotificationInput = NotificationInputFields &
  (
    | { dashboardId: number; dashboardPublicId?: undefined }
    | { dashboardPublicId: string; dashboardId?: undefined }
  );

/** The options of a data-transformation sync. */
export interface StartTransformSync {
  branchName?: string | undefined;
  /** `branch` by default. With `files`, the sync commits nothing. */
  output?: 'branch' | 'files' | undefined;
  source?: 'git' | 'manifest' | undefined;
  manifest?: OpenObject | undefined;
  ref?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The publication configuration of metric views. */
export interface UpsertMetricViewIntegration {
  /** The version to replace; 0 to create. 409 if the current version is a different one. */
  expectedConfigurationVersion: number;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Allows or forbids signed sessions to embed a dashboard. */
export interface SetSignedEmbedding {
  allowEmbed?: boolean | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The rights and settings of an embed session. Only for servers, because it needs an API key. */
export interface GenerateSession {
  settings?: EmbedSettings | undefined;
  tenantGroups?: unknown[] | undefined;
  tenantGroupDefinitions?: unknown[] | undefined;
  embedTenantProfile?: EmbedTenantProfile | undefined;
  embedTheme?: OpenObject | undefined;
  /** Removed from the service. */
  ephemeralTtlSeconds?: never;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/**
 * The features of an embed. The `show` fields only hide entry points. The service enforces
 * `allowAi`.
 */
export interface EmbedSettings {
  locale?: string | undefined;
  timezone?: string | undefined;
  /** False disables all AI features. */
  allowAi?: boolean | undefined;
  showAiWidgets?: boolean | undefined;
  showWorkbookChat?: boolean | undefined;
  showDashboardChat?: boolean | undefined;
  showWorkbookShare?: boolean | undefined;
  showDashboardSettings?: boolean | undefined;
  showMemberNames?: boolean | undefined;
  showGroupBySvc?: boolean | undefined;
  allowChatWorkspaceAuthoring?: boolean | undefined;
  enableDashboardComments?: boolean | undefined;
  /** Removed from the service. */
  ephemeralTtlSeconds?: never;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The name of a tenant. */
export interface EmbedTenantProfile {
  displayName?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The lifetime of a deployment token. */
export interface CreateDeploymentToken {
  /** In seconds, from 60 to 86400; 24 hours by default. */
  expiresIn?: number | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A deployment to create. */
export interface CreateDeployment {
  cloudProvider?: 'svccloud' | 'aws' | 'gcp' | undefined;
  creationMethod?: 'upload' | 'svccloud' | 'github' | 'ssh' | undefined;
  deployMode?: 'git' | 'cli' | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** An action for several users. Failures are reported for each user. */
export interface BulkUsers {
  action?: 'DEACTIVATE' | 'ACTIVATE' | 'DELETE' | undefined;
  userIds?: unknown[] | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The definition of a user attribute. */
export interface UserAttributeInput {
  type?: 'string' | 'number' | 'boolean' | 'string_array' | 'number_array' | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The caller's settings. Fields that are left out stay unchanged. */
export interface UserSettingsInput {
  /** Merged field by field; null clears it. */
  sheets?: OpenObject | null | undefined;
  /** Deprecated: the service ignores it. */
  lastSeenChangelogId?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Selects a page of an offset list. */
export interface OffsetQuery {
  /** 0 by default. */
  offset?: number | undefined;
  /** 20 by default. */
  limit?: number | undefined;
}

/** Selects environments. */
export interface EnvironmentsQuery {
  type?: 'production' | 'staging' | 'development' | undefined;
  /** 0 by default. */
  offset?: number | undefined;
  /** 20 by default. */
  limit?: number | undefined;
}

/** Selects entries of the audit log. */
export interface AuditLogQuery {
  /** An ISO 8601 date. */
  start?: string | undefined;
  /** An ISO 8601 date. */
  end?: string | undefined;
  /** A full-text search. */
  search?: string | undefined;
  eventName?: string | undefined;
  userEmail?: string | undefined;
}

/** Selects a page of a cursor list. */
export interface CursorQuery {
  /** The maximum number of items. */
  first?: number | undefined;
  /** The cursor that the previous page returned. */
  after?: string | undefined;
}

/** All fields of `ReportsQuery`. */
export interface ReportsQueryFields {
  /** The maximum number of items. Not with `sortBy: 'lastViewedAt'`: use `limit`. */
  first?: number | undefined;
  /** The cursor that the previous page returned. Not with `sortBy: 'lastViewedAt'`. */
  after?: string | undefined;
  /**
   * The maximum number of items with `sortBy: 'lastViewedAt'`, which has no cursors. The name is
   * presumed: the lists that have no cursors call it so.
   */
  limit?: number | undefined;
  search?: string | undefined;
  folderId?: number | undefined;
  externalWorkbookId?: string | undefined;
  sortBy?: 'createdAt' | 'updatedAt' | 'lastViewedAt' | 'name' | undefined;
}

/** Selects reports. */
export type ReportsQuery = ReportsQueryFields &
  (
    | { sortBy?: 'createdAt' | 'updatedAt' | 'name' | undefined; limit?: undefined }
    | { sortBy: 'lastViewedAt'; first?: undefined; after?: undefined }
  );

/** Selects notifications. */
export interface NotificationsQuery {
  first?: number | undefined;
  after?: string | undefined;
  dashboardPublicId?: string | undefined;
  recipientUserId?: string | undefined;
  recipientEmail?: string | undefined;
  recipientEmbedTenantName?: string | undefined;
  recipientExternalId?: string | undefined;
}

/** Selects runs. */
export interface TransformSyncQuery {
  first?: number | undefined;
  after?: string | undefined;
  status?: string | undefined;
  trigger?: string | undefined;
}

/** Selects workbooks of a tenant. */
export interface TenantWorkbooksQuery {
  first?: number | undefined;
  after?: string | undefined;
  accessSource?: 'tenant' | 'allEmbedUsers' | 'folder' | undefined;
}

/** Selects logs. */
export interface LogsQuery {
  source?: 'production' | 'dev' | undefined;
  container?: 'INIT' | 'MAIN' | 'svcjs-server' | 'vector' | 'api-proxy' | undefined;
}

/** Selects the branch to delete. */
export interface DeleteBranchQuery {
  branchName: string;
  removeOnUpstream?: boolean | undefined;
}

/** Selects the branch to compile; the deploy branch by default. */
export interface ValidateQuery {
  branchName?: string | undefined;
}

/** Selects a page of a SCIM list. */
export interface ScimQuery {
  /** The maximum number of resources. */
  count?: number | undefined;
  /** The number of the first resource, from 1. The service reads a smaller number as 1. */
  startIndex?: number | undefined;
  /** A filter of RFC 7644, such as `userName eq "a@b.example"`. */
  filter?: string | undefined;
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
}

/** A user. */
export interface ScimUser {
  schemas?: string[] | undefined;
  id?: string | undefined;
  /** The id of the user in the system that provisions users. */
  externalId?: string | null | undefined;
  /** The unique name by which the user signs in. */
  userName?: string | undefined;
  name?: ScimName | null | undefined;
  displayName?: string | null | undefined;
  active?: boolean | null | undefined;
  emails?: ScimValue[] | null | undefined;
  /** The groups of the user. Change them in the groups. */
  groups?: ScimValue[] | null | undefined;
  meta?: ScimMeta | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The parts of a user's name. */
export interface ScimName {
  formatted?: string | null | undefined;
  familyName?: string | null | undefined;
  givenName?: string | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A group. */
export interface ScimGroup {
  schemas?: string[] | undefined;
  id?: string | undefined;
  externalId?: string | null | undefined;
  displayName?: string | undefined;
  members?: ScimValue[] | null | undefined;
  meta?: ScimMeta | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** One of several values, such as an email address or the id of a member. */
export interface ScimValue {
  value?: string | null | undefined;
  display?: string | null | undefined;
  type?: string | null | undefined;
  primary?: boolean | null | undefined;
  '$ref'?: string | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** What the service says about a resource. */
export interface ScimMeta {
  resourceType?: string | null | undefined;
  created?: string | null | undefined;
  lastModified?: string | null | undefined;
  location?: string | null | undefined;
  version?: string | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Changes of a resource. `schemas` must name the `PatchOp` of RFC 7644. */
export interface ScimPatch {
  schemas?: string[] | undefined;
  Operations?: ScimOperation[] | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** One change of a resource. */
export interface ScimOperation {
  op: 'add' | 'remove' | 'replace';
  /** The attribute to change; the whole resource if it is left out. */
  path?: string | undefined;
  value?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}
