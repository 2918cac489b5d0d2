// Generated from src/management by `npm run generate`; change the declarations there.

import type { OpenObject } from './options.js';

/** One of the values known today, or one that a later version of the service adds. */
export type Open<T extends string> = T | (string & {});

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

/** A report, of which the service describes a part. */
export interface Report {
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

/** A place in a spreadsheet where a report stands, of which the service describes a part. */
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

/** A measure compared with that of an earlier period. */
export interface PeriodComparison {
  measure: string;
  timeDimension: string;
  offset: PeriodOffset;
  outputs?: string[] | null;
}

/** How much earlier. */
export interface PeriodOffset {
  amount: number;
  unit: string;
}

/** How a report is shown. */
export interface ReportPreferences {
  /** By the name of the column. */
  columnFormats?: Record<string, ColumnFormat>;
}

/** How the numbers of a column are written. */
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
  /** Whether it may be embedded with signed sessions. */
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

/** What a dashboard shows and how. */
export interface DashboardConfig {
  kind?: Open<'CLASSIC' | 'APP'> | null;
  title?: string | null;
  description?: string | null;
  /** The source of an app. */
  app?: DashboardAppSource | null;
  layout?: DashboardLayout | null;
  settings?: OpenObject | null;
  theme?: OpenObject | null;
  widgets?: DashboardWidget[] | null;
}

/** The source of an app. */
export interface DashboardAppSource {
  /** At most 255 characters. */
  entry?: string | null;
  /** The text of each file by its path. */
  files?: Record<string, string> | null;
  html?: string | null;
  manifest?: DashboardAppManifest | null;
}

/** What an app depends on. */
export interface DashboardAppManifest {
  dependencies: Record<string, string>;
  version: number;
}

/** The grid on which widgets stand. */
export interface DashboardLayout {
  breakpoints?: BreakpointNumbers | null;
  cols?: BreakpointNumbers | null;
  containerPadding?: number[] | null;
  margin?: number[] | null;
  rowHeight?: number | null;
}

/** A number for each width of the page. */
export interface BreakpointNumbers {
  lg?: number | null;
  md?: number | null;
  sm?: number | null;
  xs?: number | null;
  xxs?: number | null;
}

/** A widget of a dashboard. */
export interface DashboardWidget {
  /** Absent in a draft alone: the service assigns it. */
  id?: string;
  type: Open<'CHART' | 'TEXT' | 'FILTER' | 'AI' | 'TIME_GRAIN' | 'FIELD' | 'PARENT' | 'SPACER' | 'DIVIDER' | 'CONTAINER'>;
  position: WidgetPosition;
  responsiveLayouts?: ResponsiveLayouts;
  config?: OpenObject | null;
  style?: OpenObject | null;
}

/** Where a widget stands, in cells of the grid. */
export interface WidgetPosition {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Where a widget stands at each width of the page. */
export interface ResponsiveLayouts {
  lg?: WidgetPosition | null;
  md?: WidgetPosition | null;
  sm?: WidgetPosition | null;
  xs?: WidgetPosition | null;
  xxs?: WidgetPosition | null;
}

/** A deployment, as lists show it. */
export interface DeploymentSummary {
  id: string;
  name: string;
  /** An ISO 8601 timestamp. */
  created_at: string;
}

/** An environment of a deployment. */
export interface Environment {
  id: string;
  name: string;
  type: Open<'production' | 'staging' | 'development'>;
  api_credentials: ApiCredentials;
}

/** Where an environment's data APIs are. */
export interface ApiCredentials {
  rest: RestCredentials;
  sql: SqlCredentials;
}

/** Where the REST API is. */
export interface RestCredentials {
  url: string;
}

/** Where the SQL API is. */
export interface SqlCredentials {
  host: string;
  port: number;
}

/** The answer that holds a meta-sync token. */
export interface MetaSyncTokenAnswer {
  data: MetaSyncToken;
}

/** A token for metadata endpoints alone. */
export interface MetaSyncToken {
  /** A JWT. */
  token: string;
  created_at: string;
  expires_at: string;
}

/** The answer that holds a branch with its staging environment. */
export interface StagingEnvironmentAnswer {
  data: StagingBranch;
}

/** A branch with its staging environment. */
export interface StagingBranch {
  id: number;
  name: string;
  parentBranch: string;
  lastHash: string;
  isStagingEnvironmentEnabled: boolean;
}

/** The answer that holds the versions. */
export interface VersionsAnswer {
  data: Version[];
}

/** A version of the deployment's software. */
export interface Version {
  releaseChannelVersion: string;
  version: string;
  releaseChannel: string;
  isLatestInChannel: boolean;
  isCurrent: boolean;
}

/** A sync that was started. */
export interface StartedSync {
  branchName: string;
  syncJobId: string;
  workflowId: string;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** What the compiler says of a data model. Errors are a result, not a failure of the call. */
export interface Validation {
  valid: boolean;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A session of an embed: single use, for 5 minutes after it was minted. */
export interface EmbedSession {
  sessionId: string;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How a cursor list goes on. */
export interface PageInfo {
  hasNextPage?: boolean;
  endCursor?: string | null;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How an offset list goes on. */
export interface Pagination {
  offset?: number;
  limit?: number;
  total?: number;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How a workbook is cloned. */
export interface DuplicateWorkbook {
  /** Clones from the shared workspace. For creator-mode embed sessions alone. */
  shared?: boolean | null | undefined;
}

/** What a meta-sync token may see. */
export interface CreateMetaSyncToken {
  /** Which parts of the data model are visible. */
  security_context: OpenObject;
  /** Seconds; 86400 by default. */
  expires_in?: number | undefined;
}

/** Which branch keeps its staging environment. Exactly one of `branchName` and `branchId`. */
export interface SetStagingEnvironment {
  enabled: boolean;
  branchName?: string | undefined;
  branchId?: number | undefined;
}

/** What changes in a deployment; what is left out stays. */
export interface UpdateDeployment {
  cloudProvider?: Open<'svccloud' | 'aws' | 'gcp'> | undefined;
  region?: string | undefined;
  /** Alone, it moves the deployment to the latest version of the channel. */
  releaseChannel?: string | undefined;
  /** A version of the list: bare, with `v`, or as the full image reference. */
  releaseChannelVersion?: string | undefined;
  releaseChannelVersionHold?: unknown;
  template?: unknown;
  /** Merged key by key. */
  templateVariables?: OpenObject | undefined;
  defaultLaunchpadViewGroup?: unknown;
  launchpadTabs?: unknown;
}

/** Where a report was placed in a spreadsheet. */
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

/**
 * Which placement: `placementId`, or `externalWorkbookId`, `sheetName` and `anchorCell` together.
 */
export interface PlacementAddress {
  placementId?: unknown;
  externalWorkbookId?: string | undefined;
  sheetName?: string | undefined;
  anchorCell?: string | undefined;
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
  type: Open<'FOLDER' | 'WORKBOOK' | 'REPORT'>;
  id: number;
}

/** What is deleted. Failures are reported item by item. */
export interface BulkDelete {
  items: WorkspaceItem[];
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** What is moved, and where to. Failures are reported item by item. */
export interface BulkMove {
  items: WorkspaceItem[];
  /** Null moves to the root. */
  folderId?: number | null | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which dashboard is exported, and how. */
export interface CreateDashboardExport {
  /** Instead of `dashboardPublicId`. */
  dashboardId?: number | undefined;
  /** Instead of `dashboardId`. */
  dashboardPublicId?: string | undefined;
  format?: Open<'png' | 'pdf'> | undefined;
  /** Renders as another user. For tenant administrators. */
  renderAs?: OpenObject | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A scheduled notification. Exactly one of `dashboardId` and `dashboardPublicId`. */
export interface NotificationInput {
  dashboardId?: number | undefined;
  dashboardPublicId?: string | undefined;
  filters?: unknown[] | undefined;
  timeGrains?: unknown[] | undefined;
  memberSwitchers?: unknown[] | undefined;
  notificationAiSummary?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How a data-transformation sync runs. */
export interface StartTransformSync {
  branchName?: string | undefined;
  /** `branch` by default. With `files` nothing is committed. */
  output?: Open<'branch' | 'files'> | undefined;
  source?: Open<'git' | 'manifest'> | undefined;
  manifest?: OpenObject | undefined;
  ref?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The publication configuration of metric views. */
export interface UpsertMetricViewIntegration {
  /** The version that is replaced; 0 creates. 409 where it is another by now. */
  expectedConfigurationVersion: number;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Whether a dashboard may be embedded with signed sessions. */
export interface SetSignedEmbedding {
  allowEmbed?: boolean | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** What an embed session may do. Server-side alone: it needs an API key. */
export interface GenerateSession {
  settings?: EmbedSettings | undefined;
  tenantGroups?: unknown[] | undefined;
  tenantGroupDefinitions?: unknown[] | undefined;
  embedTenantProfile?: EmbedTenantProfile | undefined;
  embedTheme?: OpenObject | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/**
 * What an embed offers. The `show` fields hide entry points alone; `allowAi` is enforced by the
 * service.
 */
export interface EmbedSettings {
  locale?: string | undefined;
  timezone?: string | undefined;
  /** False disables every AI surface. */
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
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How a tenant is called. */
export interface EmbedTenantProfile {
  displayName?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** How long a deployment token lives. */
export interface CreateDeploymentToken {
  /** Seconds, from 60 to 86400; 24 hours by default. */
  expiresIn?: number | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A deployment to create. */
export interface CreateDeployment {
  cloudProvider?: Open<'svccloud' | 'aws' | 'gcp'> | undefined;
  creationMethod?: Open<'upload' | 'svccloud' | 'github' | 'ssh'> | undefined;
  deployMode?: Open<'git' | 'cli'> | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** What happens to which users. Failures are reported user by user. */
export interface BulkUsers {
  action?: Open<'DEACTIVATE' | 'ACTIVATE' | 'DELETE'> | undefined;
  userIds?: unknown[] | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The definition of a user attribute. */
export interface UserAttributeInput {
  type?: Open<'string' | 'number' | 'boolean' | 'string_array' | 'number_array'> | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** The caller's own settings; what is left out stays. */
export interface UserSettingsInput {
  /** Merged field by field; null clears it. */
  sheets?: OpenObject | null | undefined;
  /** Deprecated: the service ignores it. */
  lastSeenChangelogId?: unknown;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A part of an offset list. */
export interface OffsetQuery {
  /** 0 by default. */
  offset?: number | undefined;
  /** 20 by default. */
  limit?: number | undefined;
}

/** Which environments. */
export interface EnvironmentsQuery {
  type?: Open<'production' | 'staging' | 'development'> | undefined;
  /** 0 by default. */
  offset?: number | undefined;
  /** 20 by default. */
  limit?: number | undefined;
}

/** Which entries of the audit log. */
export interface AuditLogQuery {
  /** An ISO 8601 date. */
  start?: string | undefined;
  /** An ISO 8601 date. */
  end?: string | undefined;
  /** Full text. */
  search?: string | undefined;
  eventName?: string | undefined;
  userEmail?: string | undefined;
}

/** A part of a cursor list. */
export interface CursorQuery {
  /** How many items. */
  first?: number | undefined;
  /** The cursor of the page before. */
  after?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which reports. */
export interface ReportsQuery {
  /** How many items. */
  first?: number | undefined;
  /** The cursor of the page before. Not with `sortBy: 'lastViewedAt'`. */
  after?: string | undefined;
  search?: string | undefined;
  folderId?: number | undefined;
  externalWorkbookId?: string | undefined;
  sortBy?: Open<'createdAt' | 'updatedAt' | 'lastViewedAt' | 'name'> | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which notifications. */
export interface NotificationsQuery {
  first?: number | undefined;
  after?: string | undefined;
  dashboardPublicId?: string | undefined;
  recipientUserId?: string | undefined;
  recipientEmail?: string | undefined;
  recipientEmbedTenantName?: string | undefined;
  recipientExternalId?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which runs. */
export interface TransformSyncQuery {
  first?: number | undefined;
  after?: string | undefined;
  status?: string | undefined;
  trigger?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which workbooks of a tenant. */
export interface TenantWorkbooksQuery {
  first?: number | undefined;
  after?: string | undefined;
  accessSource?: Open<'tenant' | 'allEmbedUsers' | 'folder'> | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which logs. */
export interface LogsQuery {
  source?: Open<'production' | 'dev'> | undefined;
  container?: Open<'INIT' | 'MAIN' | 'svcjs-server' | 'vector' | 'api-proxy'> | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which branch goes. */
export interface DeleteBranchQuery {
  branchName: string;
  removeOnUpstream?: boolean | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** Which branch is compiled; the deploy branch by default. */
export interface ValidateQuery {
  branchName?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}

/** A part of a SCIM list. */
export interface ScimQuery {
  /** How many resources. */
  count?: number | undefined;
  /** The number of the first one, from 1. */
  startIndex?: number | undefined;
  /** By RFC 7644, such as `userName eq "a@b.example"`. */
  filter?: string | undefined;
  attributes?: string | undefined;
  excludedAttributes?: string | undefined;
  /** What the service does not describe. */
  [key: string]: unknown;
}
