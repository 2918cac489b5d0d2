//! Generated from src/management/service.toml by `npm run generate`; change it there.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};

use crate::management::models::{Id, Nullable};
use crate::protocol::schema::open_enum;

open_enum! {
/// The kind of an item of the workspace.
WorkspaceItemType {
/// Named as on the wire.
Folder = "FOLDER",
/// Named as on the wire.
Workbook = "WORKBOOK",
/// Named as on the wire.
Report = "REPORT",
}}

open_enum! {
/// How a snapshot is drawn.
ReportKind {
/// Named as on the wire.
Vega = "vega",
/// Named as on the wire.
Table = "table",
/// Named as on the wire.
Kpi = "kpi",
/// Named as on the wire.
Html = "html",
/// Named as on the wire.
Map = "map",
/// Named as on the wire.
Sankey = "sankey",
}}

open_enum! {
/// The type of a column's numbers.
ColumnFormatType {
/// Named as on the wire.
Currency = "currency",
/// Named as on the wire.
Percent = "percent",
/// Named as on the wire.
Number = "number",
}}

open_enum! {
/// Whether a spreadsheet shows the report's current content.
SyncStatus {
/// Named as on the wire.
UpToDate = "UP_TO_DATE",
/// Named as on the wire.
Changed = "CHANGED",
/// Named as on the wire.
Unknown = "UNKNOWN",
}}

open_enum! {
/// The state of a dashboard.
DashboardStatus {
/// Named as on the wire.
Draft = "draft",
/// Named as on the wire.
Published = "published",
/// Named as on the wire.
Archived = "archived",
}}

open_enum! {
/// The kind of a dashboard: laid out from widgets, or an app.
DashboardKind {
/// Named as on the wire.
Classic = "CLASSIC",
/// Named as on the wire.
App = "APP",
}}

open_enum! {
/// The kind of a widget. A tabbed container is a `CONTAINER` with the layout `tabs`. The service still accepts the older value `TABS_CONTAINER` and converts it.
WidgetType {
/// Named as on the wire.
Chart = "CHART",
/// Named as on the wire.
Text = "TEXT",
/// Named as on the wire.
Filter = "FILTER",
/// Named as on the wire.
Ai = "AI",
/// Named as on the wire.
TimeGrain = "TIME_GRAIN",
/// Named as on the wire.
Field = "FIELD",
/// Named as on the wire.
Parent = "PARENT",
/// Named as on the wire.
Spacer = "SPACER",
/// Named as on the wire.
Divider = "DIVIDER",
/// Named as on the wire.
Container = "CONTAINER",
}}

open_enum! {
/// The purpose of an environment.
EnvironmentType {
/// Named as on the wire.
Production = "production",
/// Named as on the wire.
Staging = "staging",
/// Named as on the wire.
Development = "development",
}}

open_enum! {
/// The format of an exported dashboard.
ExportFormat {
/// Named as on the wire.
Png = "png",
/// Named as on the wire.
Pdf = "pdf",
}}

open_enum! {
/// Where a sync writes its files.
SyncOutput {
/// Named as on the wire.
Branch = "branch",
/// Named as on the wire.
Files = "files",
}}

open_enum! {
/// Where a sync reads from.
SyncSource {
/// Named as on the wire.
Git = "git",
/// Named as on the wire.
Manifest = "manifest",
}}

open_enum! {
/// Where a deployment runs.
CloudProvider {
/// Named as on the wire.
SvcCloud = "svccloud",
/// Named as on the wire.
Aws = "aws",
/// Named as on the wire.
Gcp = "gcp",
}}

open_enum! {
/// The source of a deployment's code.
CreationMethod {
/// Named as on the wire.
Upload = "upload",
/// Named as on the wire.
SvcCloud = "svccloud",
/// Named as on the wire.
Github = "github",
/// Named as on the wire.
Ssh = "ssh",
}}

open_enum! {
/// How a deployment's code is deployed.
DeployMode {
/// Named as on the wire.
Git = "git",
/// Named as on the wire.
Cli = "cli",
}}

open_enum! {
/// The action for each of the users.
BulkUserAction {
/// Named as on the wire.
Deactivate = "DEACTIVATE",
/// Named as on the wire.
Activate = "ACTIVATE",
/// Named as on the wire.
Delete = "DELETE",
}}

open_enum! {
/// The type of a user attribute.
UserAttributeType {
/// Named as on the wire.
String = "string",
/// Named as on the wire.
Number = "number",
/// Named as on the wire.
Boolean = "boolean",
/// Named as on the wire.
StringArray = "string_array",
/// Named as on the wire.
NumberArray = "number_array",
}}

open_enum! {
/// The order of reports.
ReportOrder {
/// Named as on the wire.
CreatedAt = "createdAt",
/// Named as on the wire.
UpdatedAt = "updatedAt",
/// Named as on the wire.
LastViewedAt = "lastViewedAt",
/// Named as on the wire.
Name = "name",
}}

open_enum! {
/// How a tenant got access to a workbook.
AccessSource {
/// Named as on the wire.
Tenant = "tenant",
/// Named as on the wire.
AllEmbedUsers = "allEmbedUsers",
/// Named as on the wire.
Folder = "folder",
}}

open_enum! {
/// Selects containers by their logs' source.
LogSource {
/// Named as on the wire.
Production = "production",
/// Named as on the wire.
Dev = "dev",
}}

open_enum! {
/// The container of a log.
LogContainer {
/// Named as on the wire.
Init = "INIT",
/// Named as on the wire.
Main = "MAIN",
/// Named as on the wire.
Server = "svcjs-server",
/// Named as on the wire.
Vector = "vector",
/// Named as on the wire.
ApiProxy = "api-proxy",
}}

open_enum! {
/// What a change does with the value at its path.
ScimOp {
/// Named as on the wire.
Add = "add",
/// Named as on the wire.
Remove = "remove",
/// Named as on the wire.
Replace = "replace",
}}

/// A workbook.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Workbook {
    /// `id`
    pub id: i64,
    /// `deploymentId`
    #[serde(rename = "deploymentId")]
    pub deployment_id: i64,
    /// `name`
    pub name: String,
    /// `meta`
    pub meta: Map<String, Value>,
    /// `calculatedFields`
    #[serde(rename = "calculatedFields")]
    pub calculated_fields: Map<String, Value>,
    /// `createdAt`
    ///
    /// A date or a date with a time.
    #[serde(rename = "createdAt")]
    pub created_at: String,
    /// `updatedAt`
    ///
    /// A date or a date with a time.
    #[serde(rename = "updatedAt")]
    pub updated_at: String,
    /// `type`
    #[serde(rename = "type")]
    pub kind: WorkspaceItemType,
    /// `createdBy`
    #[serde(rename = "createdBy", skip_serializing_if = "Option::is_none")]
    pub created_by: Option<i64>,
    /// `userId`
    ///
    /// The owner.
    #[serde(rename = "userId", skip_serializing_if = "Option::is_none")]
    pub user_id: Option<Number>,
    /// `user`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<ResourceOwner>,
    /// `folderId`
    #[serde(rename = "folderId", skip_serializing_if = "Option::is_none")]
    pub folder_id: Option<Number>,
    /// `folderPath`
    ///
    /// The ancestors of the containing folder.
    #[serde(rename = "folderPath", skip_serializing_if = "Option::is_none")]
    pub folder_path: Option<Vec<FolderPathItem>>,
    /// `isFavorite`
    #[serde(rename = "isFavorite", skip_serializing_if = "Option::is_none")]
    pub is_favorite: Option<bool>,
    /// `slug`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slug: Option<String>,
    /// `dashboardDraft`
    #[serde(rename = "dashboardDraft", skip_serializing_if = "Option::is_none")]
    pub dashboard_draft: Option<DashboardConfig>,
    /// `dashboardPublished`
    #[serde(rename = "dashboardPublished", skip_serializing_if = "Option::is_none")]
    pub dashboard_published: Option<DashboardConfig>,
    /// `publishedDashboard`
    #[serde(rename = "publishedDashboard", skip_serializing_if = "Option::is_none")]
    pub published_dashboard: Option<Dashboard>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A folder on the way to a workbook.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FolderPathItem {
    /// `id`
    pub id: i64,
    /// `name`
    pub name: String,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The owner of a resource.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResourceOwner {
    /// `id`
    pub id: i64,
    /// `email`
    pub email: String,
    /// `firstName`
    #[serde(rename = "firstName", skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    /// `picture`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A report.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// `name`
    ///
    /// At most 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `title`
    ///
    /// At most 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `currentQueryChecksum`
    #[serde(
        rename = "currentQueryChecksum",
        skip_serializing_if = "Option::is_none"
    )]
    pub current_query_checksum: Option<String>,
    /// `canEdit`
    #[serde(rename = "canEdit", skip_serializing_if = "Option::is_none")]
    pub can_edit: Option<bool>,
    /// `canManage`
    #[serde(rename = "canManage", skip_serializing_if = "Option::is_none")]
    pub can_manage: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A place of a report in a spreadsheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// `host`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// `sheetId`
    #[serde(rename = "sheetId", skip_serializing_if = "Option::is_none")]
    pub sheet_id: Option<Value>,
    /// `sheetName`
    #[serde(rename = "sheetName", skip_serializing_if = "Option::is_none")]
    pub sheet_name: Option<String>,
    /// `anchorCell`
    #[serde(rename = "anchorCell", skip_serializing_if = "Option::is_none")]
    pub anchor_cell: Option<String>,
    /// `workbookName`
    #[serde(rename = "workbookName", skip_serializing_if = "Option::is_none")]
    pub workbook_name: Option<String>,
    /// `queryChecksum`
    #[serde(rename = "queryChecksum", skip_serializing_if = "Option::is_none")]
    pub query_checksum: Option<String>,
    /// `resultChecksum`
    #[serde(rename = "resultChecksum", skip_serializing_if = "Option::is_none")]
    pub result_checksum: Option<String>,
    /// `syncStatus`
    #[serde(rename = "syncStatus", skip_serializing_if = "Option::is_none")]
    pub sync_status: Option<SyncStatus>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A report as it was when its dashboard was published.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportSnapshot {
    /// `id`
    pub id: i64,
    /// `reportId`
    #[serde(rename = "reportId")]
    pub report_id: i64,
    /// `versionNumber`
    #[serde(rename = "versionNumber")]
    pub version_number: i64,
    /// `kind`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<ReportKind>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `title`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `description`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `meta`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<Map<String, Value>>,
    /// `spec`
    ///
    /// A string or an object.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spec: Option<Value>,
    /// `sqlQuery`
    #[serde(rename = "sqlQuery", skip_serializing_if = "Option::is_none")]
    pub sql_query: Option<String>,
    /// `pythonCode`
    #[serde(rename = "pythonCode", skip_serializing_if = "Option::is_none")]
    pub python_code: Option<String>,
    /// `isSourceReport`
    #[serde(rename = "isSourceReport", skip_serializing_if = "Option::is_none")]
    pub is_source_report: Option<bool>,
    /// `fillMissingRows`
    #[serde(rename = "fillMissingRows", skip_serializing_if = "Option::is_none")]
    pub fill_missing_rows: Option<FillMissingRows>,
    /// `periodComparisons`
    #[serde(rename = "periodComparisons", skip_serializing_if = "Option::is_none")]
    pub period_comparisons: Option<Vec<PeriodComparison>>,
    /// `preferences`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preferences: Option<ReportPreferences>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How gaps in a dimension are filled.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FillMissingRows {
    /// `member`
    pub member: String,
    /// `excludedDimensions`
    #[serde(rename = "excludedDimensions", skip_serializing_if = "Option::is_none")]
    pub excluded_dimensions: Option<Vec<String>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A comparison of a measure with an earlier period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PeriodComparison {
    /// `measure`
    pub measure: String,
    /// `timeDimension`
    #[serde(rename = "timeDimension")]
    pub time_dimension: String,
    /// `offset`
    pub offset: PeriodOffset,
    /// `outputs`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outputs: Option<Vec<String>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The distance to the earlier period.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PeriodOffset {
    /// `amount`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<i64>,
    /// `unit`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How a report is shown.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportPreferences {
    /// `columnFormats`
    ///
    /// The format of each column, by the column's name.
    #[serde(rename = "columnFormats", skip_serializing_if = "Option::is_none")]
    pub column_formats: Option<BTreeMap<String, ColumnFormat>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The format of the numbers of a column.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ColumnFormat {
    /// `type`
    #[serde(rename = "type")]
    pub kind: ColumnFormatType,
    /// `decimalPlaces`
    #[serde(rename = "decimalPlaces", skip_serializing_if = "Option::is_none")]
    pub decimal_places: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A dashboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Dashboard {
    /// `id`
    pub id: i64,
    /// `publicId`
    #[serde(rename = "publicId")]
    pub public_id: String,
    /// `deploymentId`
    #[serde(rename = "deploymentId")]
    pub deployment_id: i64,
    /// `workbookId`
    #[serde(rename = "workbookId")]
    pub workbook_id: i64,
    /// `status`
    pub status: DashboardStatus,
    /// `allowEmbed`
    ///
    /// True if signed sessions may embed it.
    #[serde(rename = "allowEmbed")]
    pub allow_embed: bool,
    /// `config`
    pub config: DashboardConfig,
    /// `versionNumber`
    #[serde(rename = "versionNumber")]
    pub version_number: i64,
    /// `versionId`
    #[serde(rename = "versionId")]
    pub version_id: i64,
    /// `reportSnapshots`
    #[serde(rename = "reportSnapshots")]
    pub report_snapshots: Vec<ReportSnapshot>,
    /// `createdBy`
    #[serde(rename = "createdBy", skip_serializing_if = "Option::is_none")]
    pub created_by: Option<i64>,
    /// `title`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `description`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `fromSharedWorkspace`
    #[serde(
        rename = "fromSharedWorkspace",
        skip_serializing_if = "Option::is_none"
    )]
    pub from_shared_workspace: Option<bool>,
    /// `restrictDataDownload`
    #[serde(
        rename = "restrictDataDownload",
        skip_serializing_if = "Option::is_none"
    )]
    pub restrict_data_download: Option<bool>,
    /// `useBoardDashboards`
    #[serde(rename = "useBoardDashboards", skip_serializing_if = "Option::is_none")]
    pub use_board_dashboards: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The content and layout of a dashboard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DashboardConfig {
    /// `kind`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<DashboardKind>,
    /// `title`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `description`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `app`
    ///
    /// The source of an app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<DashboardAppSource>,
    /// `layout`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<DashboardLayout>,
    /// `settings`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Map<String, Value>>,
    /// `theme`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Map<String, Value>>,
    /// `widgets`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub widgets: Option<Vec<DashboardWidget>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The source of an app.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DashboardAppSource {
    /// `entry`
    ///
    /// At most 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<String>,
    /// `files`
    ///
    /// The text of each file, by path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<String, String>>,
    /// `html`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub html: Option<String>,
    /// `manifest`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest: Option<DashboardAppManifest>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The dependencies of an app.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DashboardAppManifest {
    /// `dependencies`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dependencies: Option<BTreeMap<String, String>>,
    /// `version`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The grid of the widgets.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DashboardLayout {
    /// `breakpoints`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub breakpoints: Option<BreakpointNumbers>,
    /// `cols`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cols: Option<BreakpointNumbers>,
    /// `containerPadding`
    #[serde(rename = "containerPadding", skip_serializing_if = "Option::is_none")]
    pub container_padding: Option<Vec<i64>>,
    /// `margin`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<Vec<i64>>,
    /// `rowHeight`
    #[serde(rename = "rowHeight", skip_serializing_if = "Option::is_none")]
    pub row_height: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A number for each width of the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BreakpointNumbers {
    /// `lg`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lg: Option<i64>,
    /// `md`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub md: Option<i64>,
    /// `sm`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sm: Option<i64>,
    /// `xs`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xs: Option<i64>,
    /// `xxs`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xxs: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A widget of a dashboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DashboardWidget {
    /// `id`
    pub id: String,
    /// `type`
    #[serde(rename = "type")]
    pub kind: WidgetType,
    /// `position`
    pub position: WidgetPosition,
    /// `responsiveLayouts`
    #[serde(rename = "responsiveLayouts", skip_serializing_if = "Option::is_none")]
    pub responsive_layouts: Option<ResponsiveLayouts>,
    /// `config`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Map<String, Value>>,
    /// `style`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Map<String, Value>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The draft of a dashboard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DashboardDraft {
    /// `kind`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<DashboardKind>,
    /// `title`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// `description`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// `app`
    ///
    /// The source of an app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<DashboardAppSource>,
    /// `layout`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<DashboardLayout>,
    /// `settings`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<Map<String, Value>>,
    /// `theme`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<Map<String, Value>>,
    /// `widgets`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub widgets: Option<Vec<DraftWidget>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A widget of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DraftWidget {
    /// `id`
    ///
    /// The service assigns one if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `type`
    #[serde(rename = "type")]
    pub kind: WidgetType,
    /// `position`
    pub position: WidgetPosition,
    /// `responsiveLayouts`
    #[serde(rename = "responsiveLayouts", skip_serializing_if = "Option::is_none")]
    pub responsive_layouts: Option<ResponsiveLayouts>,
    /// `config`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config: Option<Map<String, Value>>,
    /// `style`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub style: Option<Map<String, Value>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The position of a widget, in cells of the grid.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WidgetPosition {
    /// `x`
    pub x: i64,
    /// `y`
    pub y: i64,
    /// `w`
    pub w: i64,
    /// `h`
    pub h: i64,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The position of a widget at each width of the page.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ResponsiveLayouts {
    /// `lg`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lg: Option<WidgetPosition>,
    /// `md`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub md: Option<WidgetPosition>,
    /// `sm`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sm: Option<WidgetPosition>,
    /// `xs`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xs: Option<WidgetPosition>,
    /// `xxs`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub xxs: Option<WidgetPosition>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A deployment in a list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeploymentSummary {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `created_at`
    ///
    /// An ISO 8601 timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A deployment. Only the fields of its list and of its changes are described.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Deployment {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `created_at`
    ///
    /// An ISO 8601 timestamp.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// `cloudProvider`
    #[serde(rename = "cloudProvider", skip_serializing_if = "Option::is_none")]
    pub cloud_provider: Option<CloudProvider>,
    /// `region`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// `releaseChannel`
    #[serde(rename = "releaseChannel", skip_serializing_if = "Option::is_none")]
    pub release_channel: Option<String>,
    /// `releaseChannelVersion`
    #[serde(
        rename = "releaseChannelVersion",
        skip_serializing_if = "Option::is_none"
    )]
    pub release_channel_version: Option<String>,
    /// `templateVariables`
    #[serde(rename = "templateVariables", skip_serializing_if = "Option::is_none")]
    pub template_variables: Option<Map<String, Value>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A branch of a deployment's data model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `parentBranch`
    #[serde(rename = "parentBranch", skip_serializing_if = "Option::is_none")]
    pub parent_branch: Option<String>,
    /// `lastHash`
    #[serde(rename = "lastHash", skip_serializing_if = "Option::is_none")]
    pub last_hash: Option<String>,
    /// `isStagingEnvironmentEnabled`
    #[serde(
        rename = "isStagingEnvironmentEnabled",
        skip_serializing_if = "Option::is_none"
    )]
    pub is_staging_environment_enabled: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// An environment of a deployment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Environment {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `type`
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<EnvironmentType>,
    /// `api_credentials`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_credentials: Option<ApiCredentials>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The data APIs of an environment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ApiCredentials {
    /// `rest`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<RestCredentials>,
    /// `sql`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sql: Option<SqlCredentials>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The REST API of an environment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RestCredentials {
    /// `url`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The SQL API of an environment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SqlCredentials {
    /// `host`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// `port`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The answer with a meta-sync token.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MetaSyncTokenAnswer {
    /// `data`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<MetaSyncToken>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A token that only works for metadata endpoints.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct MetaSyncToken {
    /// `token`
    ///
    /// A JWT.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
    /// `created_at`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// `expires_at`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The answer with a branch and its staging environment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StagingEnvironmentAnswer {
    /// `data`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<StagingBranch>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A branch with its staging environment.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StagingBranch {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<i64>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `parentBranch`
    #[serde(rename = "parentBranch", skip_serializing_if = "Option::is_none")]
    pub parent_branch: Option<String>,
    /// `lastHash`
    #[serde(rename = "lastHash", skip_serializing_if = "Option::is_none")]
    pub last_hash: Option<String>,
    /// `isStagingEnvironmentEnabled`
    #[serde(
        rename = "isStagingEnvironmentEnabled",
        skip_serializing_if = "Option::is_none"
    )]
    pub is_staging_environment_enabled: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The answer with the versions.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct VersionsAnswer {
    /// `data`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<Vec<Version>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A version of the deployment's software.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Version {
    /// `releaseChannelVersion`
    #[serde(
        rename = "releaseChannelVersion",
        skip_serializing_if = "Option::is_none"
    )]
    pub release_channel_version: Option<String>,
    /// `version`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// `releaseChannel`
    #[serde(rename = "releaseChannel", skip_serializing_if = "Option::is_none")]
    pub release_channel: Option<String>,
    /// `isLatestInChannel`
    #[serde(rename = "isLatestInChannel", skip_serializing_if = "Option::is_none")]
    pub is_latest_in_channel: Option<bool>,
    /// `isCurrent`
    #[serde(rename = "isCurrent", skip_serializing_if = "Option::is_none")]
    pub is_current: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A sync that was started.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StartedSync {
    /// `branchName`
    #[serde(rename = "branchName", skip_serializing_if = "Option::is_none")]
    pub branch_name: Option<String>,
    /// `syncJobId`
    #[serde(rename = "syncJobId", skip_serializing_if = "Option::is_none")]
    pub sync_job_id: Option<Id>,
    /// `workflowId`
    #[serde(rename = "workflowId", skip_serializing_if = "Option::is_none")]
    pub workflow_id: Option<Id>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A run of a data-transformation sync. The service does not describe the values of its status.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SyncRun {
    /// `syncJobId`
    #[serde(rename = "syncJobId", skip_serializing_if = "Option::is_none")]
    pub sync_job_id: Option<Id>,
    /// `branchName`
    #[serde(rename = "branchName", skip_serializing_if = "Option::is_none")]
    pub branch_name: Option<String>,
    /// `workflowId`
    #[serde(rename = "workflowId", skip_serializing_if = "Option::is_none")]
    pub workflow_id: Option<Id>,
    /// `status`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `trigger`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The job of a dashboard export. The service does not describe the values of its status.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExportJob {
    /// `jobId`
    #[serde(rename = "jobId", skip_serializing_if = "Option::is_none")]
    pub job_id: Option<Id>,
    /// `status`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A scheduled notification.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Notification {
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Value>,
    /// `dashboardId`
    #[serde(rename = "dashboardId", skip_serializing_if = "Option::is_none")]
    pub dashboard_id: Option<i64>,
    /// `dashboardPublicId`
    #[serde(rename = "dashboardPublicId", skip_serializing_if = "Option::is_none")]
    pub dashboard_public_id: Option<String>,
    /// `filters`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filters: Option<Value>,
    /// `timeGrains`
    #[serde(rename = "timeGrains", skip_serializing_if = "Option::is_none")]
    pub time_grains: Option<Value>,
    /// `memberSwitchers`
    #[serde(rename = "memberSwitchers", skip_serializing_if = "Option::is_none")]
    pub member_switchers: Option<Value>,
    /// `notificationAiSummary`
    #[serde(
        rename = "notificationAiSummary",
        skip_serializing_if = "Option::is_none"
    )]
    pub notification_ai_summary: Option<Value>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The result of compiling a data model. Compilation errors do not make the call fail.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Validation {
    /// `valid`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub valid: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The id of an embed's session. It can be used once, within 5 minutes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EmbedSession {
    /// `sessionId`
    #[serde(rename = "sessionId", skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The position of a page in a cursor list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PageInfo {
    /// `hasNextPage`
    #[serde(rename = "hasNextPage", skip_serializing_if = "Option::is_none")]
    pub has_next_page: Option<bool>,
    /// `endCursor`
    #[serde(rename = "endCursor", skip_serializing_if = "Option::is_none")]
    pub end_cursor: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The position of a page in an offset list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Pagination {
    /// `offset`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// `limit`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// `total`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How a workbook is cloned.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DuplicateWorkbook {
    /// `shared`
    ///
    /// Clones from the shared workspace. Only for creator-mode embed sessions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared: Option<Nullable<bool>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The scope of a meta-sync token.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CreateMetaSyncToken {
    /// `security_context`
    ///
    /// Which parts of the data model are visible.
    pub security_context: Map<String, Value>,
    /// `expires_in`
    ///
    /// In seconds; 86400 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_in: Option<Number>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The branch whose staging environment is kept. Exactly one of `branchName` and `branchId`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetStagingEnvironment {
    /// `enabled`
    pub enabled: bool,
    /// `branchName`
    #[serde(rename = "branchName", skip_serializing_if = "Option::is_none")]
    pub branch_name: Option<String>,
    /// `branchId`
    #[serde(rename = "branchId", skip_serializing_if = "Option::is_none")]
    pub branch_id: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The changes to a deployment. Fields that are left out stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UpdateDeployment {
    /// `cloudProvider`
    #[serde(rename = "cloudProvider", skip_serializing_if = "Option::is_none")]
    pub cloud_provider: Option<CloudProvider>,
    /// `region`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// `releaseChannel`
    ///
    /// Without `releaseChannelVersion`, moves the deployment to the channel's latest version.
    #[serde(rename = "releaseChannel", skip_serializing_if = "Option::is_none")]
    pub release_channel: Option<String>,
    /// `releaseChannelVersion`
    ///
    /// A version of the list: without `v`, with `v`, or as the full image reference.
    #[serde(
        rename = "releaseChannelVersion",
        skip_serializing_if = "Option::is_none"
    )]
    pub release_channel_version: Option<String>,
    /// `releaseChannelVersionHold`
    #[serde(
        rename = "releaseChannelVersionHold",
        skip_serializing_if = "Option::is_none"
    )]
    pub release_channel_version_hold: Option<Value>,
    /// `template`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub template: Option<Value>,
    /// `templateVariables`
    ///
    /// Merged key by key.
    #[serde(rename = "templateVariables", skip_serializing_if = "Option::is_none")]
    pub template_variables: Option<Map<String, Value>>,
    /// `defaultLaunchpadViewGroup`
    #[serde(
        rename = "defaultLaunchpadViewGroup",
        skip_serializing_if = "Option::is_none"
    )]
    pub default_launchpad_view_group: Option<Value>,
    /// `launchpadTabs`
    #[serde(rename = "launchpadTabs", skip_serializing_if = "Option::is_none")]
    pub launchpad_tabs: Option<Value>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The place of a report in a spreadsheet.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ConnectWorkbook {
    /// `externalWorkbookId`
    #[serde(rename = "externalWorkbookId", skip_serializing_if = "Option::is_none")]
    pub external_workbook_id: Option<String>,
    /// `resultLocation`
    #[serde(rename = "resultLocation", skip_serializing_if = "Option::is_none")]
    pub result_location: Option<Value>,
    /// `endResultCell`
    #[serde(rename = "endResultCell", skip_serializing_if = "Option::is_none")]
    pub end_result_cell: Option<Value>,
    /// `placementId`
    #[serde(rename = "placementId", skip_serializing_if = "Option::is_none")]
    pub placement_id: Option<Value>,
    /// `sheetId`
    #[serde(rename = "sheetId", skip_serializing_if = "Option::is_none")]
    pub sheet_id: Option<Value>,
    /// `sheetName`
    #[serde(rename = "sheetName", skip_serializing_if = "Option::is_none")]
    pub sheet_name: Option<String>,
    /// `anchorCell`
    #[serde(rename = "anchorCell", skip_serializing_if = "Option::is_none")]
    pub anchor_cell: Option<String>,
    /// `workbookName`
    #[serde(rename = "workbookName", skip_serializing_if = "Option::is_none")]
    pub workbook_name: Option<String>,
    /// `host`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// `resultChecksum`
    #[serde(rename = "resultChecksum", skip_serializing_if = "Option::is_none")]
    pub result_checksum: Option<String>,
    /// `addressOnly`
    #[serde(rename = "addressOnly", skip_serializing_if = "Option::is_none")]
    pub address_only: Option<Value>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Identifies a placement by `placementId`, or by `externalWorkbookId`, `sheetName` and `anchorCell` together.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlacementAddress {
    /// `placementId`
    #[serde(rename = "placementId", skip_serializing_if = "Option::is_none")]
    pub placement_id: Option<Value>,
    /// `externalWorkbookId`
    #[serde(rename = "externalWorkbookId", skip_serializing_if = "Option::is_none")]
    pub external_workbook_id: Option<String>,
    /// `sheetName`
    #[serde(rename = "sheetName", skip_serializing_if = "Option::is_none")]
    pub sheet_name: Option<String>,
    /// `anchorCell`
    #[serde(rename = "anchorCell", skip_serializing_if = "Option::is_none")]
    pub anchor_cell: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A workbook to create or update.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkbookInput {
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `dashboardDraft`
    #[serde(rename = "dashboardDraft", skip_serializing_if = "Option::is_none")]
    pub dashboard_draft: Option<Nullable<DashboardDraft>>,
    /// `dashboardPublished`
    #[serde(rename = "dashboardPublished", skip_serializing_if = "Option::is_none")]
    pub dashboard_published: Option<Nullable<DashboardConfig>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A report to create or update.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportInput {
    /// `name`
    ///
    /// At most 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// `title`
    ///
    /// At most 255 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<Nullable<String>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The thread of a regenerated AI widget.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AiWidgetThread {
    /// `widgetId`
    #[serde(rename = "widgetId")]
    pub widget_id: String,
    /// `threadId`
    #[serde(rename = "threadId")]
    pub thread_id: String,
    /// `checksum`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checksum: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// An item of the workspace.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WorkspaceItem {
    /// `type`
    #[serde(rename = "type")]
    pub kind: WorkspaceItemType,
    /// `id`
    pub id: i64,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The items to delete. Failures are reported for each item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BulkDelete {
    /// `items`
    pub items: Vec<WorkspaceItem>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The items to move, and their new folder. Failures are reported for each item.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BulkMove {
    /// `items`
    pub items: Vec<WorkspaceItem>,
    /// `folderId`
    ///
    /// Null moves to the root.
    #[serde(rename = "folderId", skip_serializing_if = "Option::is_none")]
    pub folder_id: Option<Nullable<i64>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The dashboard to export, and the format. At most one of `dashboardId` and `dashboardPublicId`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CreateDashboardExport {
    /// `dashboardId`
    #[serde(rename = "dashboardId", skip_serializing_if = "Option::is_none")]
    pub dashboard_id: Option<i64>,
    /// `dashboardPublicId`
    #[serde(rename = "dashboardPublicId", skip_serializing_if = "Option::is_none")]
    pub dashboard_public_id: Option<String>,
    /// `format`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<ExportFormat>,
    /// `renderAs`
    ///
    /// Renders as another user. Only for tenant administrators.
    #[serde(rename = "renderAs", skip_serializing_if = "Option::is_none")]
    pub render_as: Option<Map<String, Value>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A scheduled notification. Exactly one of `dashboardId` and `dashboardPublicId`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NotificationInput {
    /// `dashboardId`
    #[serde(rename = "dashboardId", skip_serializing_if = "Option::is_none")]
    pub dashboard_id: Option<i64>,
    /// `dashboardPublicId`
    #[serde(rename = "dashboardPublicId", skip_serializing_if = "Option::is_none")]
    pub dashboard_public_id: Option<String>,
    /// `filters`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filters: Option<Vec<Value>>,
    /// `timeGrains`
    #[serde(rename = "timeGrains", skip_serializing_if = "Option::is_none")]
    pub time_grains: Option<Vec<Value>>,
    /// `memberSwitchers`
    #[serde(rename = "memberSwitchers", skip_serializing_if = "Option::is_none")]
    pub member_switchers: Option<Vec<Value>>,
    /// `notificationAiSummary`
    #[serde(
        rename = "notificationAiSummary",
        skip_serializing_if = "Option::is_none"
    )]
    pub notification_ai_summary: Option<Value>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The options of a data-transformation sync.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StartTransformSync {
    /// `branchName`
    #[serde(rename = "branchName", skip_serializing_if = "Option::is_none")]
    pub branch_name: Option<String>,
    /// `output`
    ///
    /// `branch` by default. With `files`, the sync commits nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<SyncOutput>,
    /// `source`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<SyncSource>,
    /// `manifest`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manifest: Option<Map<String, Value>>,
    /// `ref`
    #[serde(rename = "ref", skip_serializing_if = "Option::is_none")]
    pub git_ref: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The publication configuration of metric views.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UpsertMetricViewIntegration {
    /// `expectedConfigurationVersion`
    ///
    /// The version to replace; 0 to create. 409 if the current version is a different one.
    #[serde(rename = "expectedConfigurationVersion")]
    pub expected_configuration_version: i64,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Allows or forbids signed sessions to embed a dashboard.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SetSignedEmbedding {
    /// `allowEmbed`
    #[serde(rename = "allowEmbed", skip_serializing_if = "Option::is_none")]
    pub allow_embed: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The rights and settings of an embed session. Only for servers, because it needs an API key.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct GenerateSession {
    /// `settings`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<EmbedSettings>,
    /// `tenantGroups`
    #[serde(rename = "tenantGroups", skip_serializing_if = "Option::is_none")]
    pub tenant_groups: Option<Vec<Value>>,
    /// `tenantGroupDefinitions`
    #[serde(
        rename = "tenantGroupDefinitions",
        skip_serializing_if = "Option::is_none"
    )]
    pub tenant_group_definitions: Option<Vec<Value>>,
    /// `embedTenantProfile`
    #[serde(rename = "embedTenantProfile", skip_serializing_if = "Option::is_none")]
    pub embed_tenant_profile: Option<EmbedTenantProfile>,
    /// `embedTheme`
    #[serde(rename = "embedTheme", skip_serializing_if = "Option::is_none")]
    pub embed_theme: Option<Map<String, Value>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The features of an embed. The `show` fields only hide entry points. The service enforces `allowAi`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EmbedSettings {
    /// `locale`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub locale: Option<String>,
    /// `timezone`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// `allowAi`
    ///
    /// False disables all AI features.
    #[serde(rename = "allowAi", skip_serializing_if = "Option::is_none")]
    pub allow_ai: Option<bool>,
    /// `showAiWidgets`
    #[serde(rename = "showAiWidgets", skip_serializing_if = "Option::is_none")]
    pub show_ai_widgets: Option<bool>,
    /// `showWorkbookChat`
    #[serde(rename = "showWorkbookChat", skip_serializing_if = "Option::is_none")]
    pub show_workbook_chat: Option<bool>,
    /// `showDashboardChat`
    #[serde(rename = "showDashboardChat", skip_serializing_if = "Option::is_none")]
    pub show_dashboard_chat: Option<bool>,
    /// `showWorkbookShare`
    #[serde(rename = "showWorkbookShare", skip_serializing_if = "Option::is_none")]
    pub show_workbook_share: Option<bool>,
    /// `showDashboardSettings`
    #[serde(
        rename = "showDashboardSettings",
        skip_serializing_if = "Option::is_none"
    )]
    pub show_dashboard_settings: Option<bool>,
    /// `showMemberNames`
    #[serde(rename = "showMemberNames", skip_serializing_if = "Option::is_none")]
    pub show_member_names: Option<bool>,
    /// `showGroupBySvc`
    #[serde(rename = "showGroupBySvc", skip_serializing_if = "Option::is_none")]
    pub show_group_by_svc: Option<bool>,
    /// `allowChatWorkspaceAuthoring`
    #[serde(
        rename = "allowChatWorkspaceAuthoring",
        skip_serializing_if = "Option::is_none"
    )]
    pub allow_chat_workspace_authoring: Option<bool>,
    /// `enableDashboardComments`
    #[serde(
        rename = "enableDashboardComments",
        skip_serializing_if = "Option::is_none"
    )]
    pub enable_dashboard_comments: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The name of a tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EmbedTenantProfile {
    /// `displayName`
    #[serde(rename = "displayName", skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The lifetime of a deployment token.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CreateDeploymentToken {
    /// `expiresIn`
    ///
    /// In seconds, from 60 to 86400; 24 hours by default.
    #[serde(rename = "expiresIn", skip_serializing_if = "Option::is_none")]
    pub expires_in: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A deployment to create.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CreateDeployment {
    /// `cloudProvider`
    #[serde(rename = "cloudProvider", skip_serializing_if = "Option::is_none")]
    pub cloud_provider: Option<CloudProvider>,
    /// `creationMethod`
    #[serde(rename = "creationMethod", skip_serializing_if = "Option::is_none")]
    pub creation_method: Option<CreationMethod>,
    /// `deployMode`
    #[serde(rename = "deployMode", skip_serializing_if = "Option::is_none")]
    pub deploy_mode: Option<DeployMode>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// An action for several users. Failures are reported for each user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BulkUsers {
    /// `action`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<BulkUserAction>,
    /// `userIds`
    #[serde(rename = "userIds", skip_serializing_if = "Option::is_none")]
    pub user_ids: Option<Vec<Value>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The definition of a user attribute.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UserAttributeInput {
    /// `type`
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<UserAttributeType>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The caller's settings. Fields that are left out stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct UserSettingsInput {
    /// `sheets`
    ///
    /// Merged field by field; null clears it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheets: Option<Nullable<Map<String, Value>>>,
    /// `lastSeenChangelogId`
    ///
    /// Deprecated: the service ignores it.
    #[serde(
        rename = "lastSeenChangelogId",
        skip_serializing_if = "Option::is_none"
    )]
    pub last_seen_changelog_id: Option<Value>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects a page of an offset list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct OffsetQuery {
    /// `offset`
    ///
    /// 0 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// `limit`
    ///
    /// 20 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects environments.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct EnvironmentsQuery {
    /// `type`
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<EnvironmentType>,
    /// `offset`
    ///
    /// 0 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<i64>,
    /// `limit`
    ///
    /// 20 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects entries of the audit log.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct AuditLogQuery {
    /// `start`
    ///
    /// An ISO 8601 date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// `end`
    ///
    /// An ISO 8601 date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// `search`
    ///
    /// A full-text search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// `eventName`
    #[serde(rename = "eventName", skip_serializing_if = "Option::is_none")]
    pub event_name: Option<String>,
    /// `userEmail`
    #[serde(rename = "userEmail", skip_serializing_if = "Option::is_none")]
    pub user_email: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects a page of a cursor list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct CursorQuery {
    /// `first`
    ///
    /// The maximum number of items.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    /// `after`
    ///
    /// The cursor that the previous page returned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects reports.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ReportsQuery {
    /// `first`
    ///
    /// The maximum number of items. Not with `sortBy: 'lastViewedAt'`: use `limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    /// `after`
    ///
    /// The cursor that the previous page returned. Not with `sortBy: 'lastViewedAt'`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// `limit`
    ///
    /// The maximum number of items with `sortBy: 'lastViewedAt'`, which has no cursors. The name is presumed: the lists that have no cursors call it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<i64>,
    /// `search`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub search: Option<String>,
    /// `folderId`
    #[serde(rename = "folderId", skip_serializing_if = "Option::is_none")]
    pub folder_id: Option<i64>,
    /// `externalWorkbookId`
    #[serde(rename = "externalWorkbookId", skip_serializing_if = "Option::is_none")]
    pub external_workbook_id: Option<String>,
    /// `sortBy`
    #[serde(rename = "sortBy", skip_serializing_if = "Option::is_none")]
    pub sort_by: Option<ReportOrder>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects notifications.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct NotificationsQuery {
    /// `first`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    /// `after`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// `dashboardPublicId`
    #[serde(rename = "dashboardPublicId", skip_serializing_if = "Option::is_none")]
    pub dashboard_public_id: Option<String>,
    /// `recipientUserId`
    #[serde(rename = "recipientUserId", skip_serializing_if = "Option::is_none")]
    pub recipient_user_id: Option<String>,
    /// `recipientEmail`
    #[serde(rename = "recipientEmail", skip_serializing_if = "Option::is_none")]
    pub recipient_email: Option<String>,
    /// `recipientEmbedTenantName`
    #[serde(
        rename = "recipientEmbedTenantName",
        skip_serializing_if = "Option::is_none"
    )]
    pub recipient_embed_tenant_name: Option<String>,
    /// `recipientExternalId`
    #[serde(
        rename = "recipientExternalId",
        skip_serializing_if = "Option::is_none"
    )]
    pub recipient_external_id: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects runs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TransformSyncQuery {
    /// `first`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    /// `after`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// `status`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// `trigger`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trigger: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects workbooks of a tenant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct TenantWorkbooksQuery {
    /// `first`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<i64>,
    /// `after`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// `accessSource`
    #[serde(rename = "accessSource", skip_serializing_if = "Option::is_none")]
    pub access_source: Option<AccessSource>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects logs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LogsQuery {
    /// `source`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<LogSource>,
    /// `container`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container: Option<LogContainer>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects the branch to delete.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct DeleteBranchQuery {
    /// `branchName`
    #[serde(rename = "branchName")]
    pub branch_name: String,
    /// `removeOnUpstream`
    #[serde(rename = "removeOnUpstream", skip_serializing_if = "Option::is_none")]
    pub remove_on_upstream: Option<bool>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects the branch to compile; the deploy branch by default.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ValidateQuery {
    /// `branchName`
    #[serde(rename = "branchName", skip_serializing_if = "Option::is_none")]
    pub branch_name: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Selects a page of a SCIM list.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimQuery {
    /// `count`
    ///
    /// The maximum number of resources.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// `startIndex`
    ///
    /// The number of the first resource, from 1. The service reads a smaller number as 1.
    #[serde(rename = "startIndex", skip_serializing_if = "Option::is_none")]
    pub start_index: Option<i64>,
    /// `filter`
    ///
    /// A filter of RFC 7644, such as `userName eq "a@b.example"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    /// `attributes`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attributes: Option<String>,
    /// `excludedAttributes`
    #[serde(rename = "excludedAttributes", skip_serializing_if = "Option::is_none")]
    pub excluded_attributes: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A user.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimUser {
    /// `schemas`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schemas: Option<Vec<String>>,
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `externalId`
    ///
    /// The id of the user in the system that provisions users.
    #[serde(rename = "externalId", skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// `userName`
    ///
    /// The unique name by which the user signs in.
    #[serde(rename = "userName", skip_serializing_if = "Option::is_none")]
    pub user_name: Option<String>,
    /// `name`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<ScimName>,
    /// `displayName`
    #[serde(rename = "displayName", skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// `active`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<bool>,
    /// `emails`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub emails: Option<Vec<ScimValue>>,
    /// `groups`
    ///
    /// The groups of the user. Change them in the groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<ScimValue>>,
    /// `meta`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<ScimMeta>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// The parts of a user's name.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimName {
    /// `formatted`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formatted: Option<String>,
    /// `familyName`
    #[serde(rename = "familyName", skip_serializing_if = "Option::is_none")]
    pub family_name: Option<String>,
    /// `givenName`
    #[serde(rename = "givenName", skip_serializing_if = "Option::is_none")]
    pub given_name: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A group.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimGroup {
    /// `schemas`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schemas: Option<Vec<String>>,
    /// `id`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `externalId`
    #[serde(rename = "externalId", skip_serializing_if = "Option::is_none")]
    pub external_id: Option<String>,
    /// `displayName`
    #[serde(rename = "displayName", skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// `members`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub members: Option<Vec<ScimValue>>,
    /// `meta`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<ScimMeta>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// One of several values, such as an email address or the id of a member.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimValue {
    /// `value`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// `display`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display: Option<String>,
    /// `type`
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// `primary`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary: Option<bool>,
    /// `$ref`
    #[serde(rename = "$ref", skip_serializing_if = "Option::is_none")]
    pub reference: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// What the service says about a resource.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimMeta {
    /// `resourceType`
    #[serde(rename = "resourceType", skip_serializing_if = "Option::is_none")]
    pub resource_type: Option<String>,
    /// `created`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<String>,
    /// `lastModified`
    #[serde(rename = "lastModified", skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
    /// `location`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// `version`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Changes of a resource. `schemas` must name the `PatchOp` of RFC 7644.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ScimPatch {
    /// `schemas`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schemas: Option<Vec<String>>,
    /// `Operations`
    #[serde(rename = "Operations", skip_serializing_if = "Option::is_none")]
    pub operations: Option<Vec<ScimOperation>>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// One change of a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ScimOperation {
    /// `op`
    pub op: ScimOp,
    /// `path`
    ///
    /// The attribute to change; the whole resource if it is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// `value`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The fields that this version does not know.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}
