//! Workbooks, their owners, reports and snapshots of reports.

use std::collections::BTreeMap;

use serde_json::{Map, Number, Value};

use super::dashboard::{Dashboard, DashboardConfig};
use super::schema::{enumerations, models};

enumerations! {
    /// The kind of an item of the workspace.
    WorkspaceItemType {
        Folder = "FOLDER",
        Workbook = "WORKBOOK",
        Report = "REPORT",
    }

    /// How a snapshot is drawn.
    ReportKind {
        Vega = "vega",
        Table = "table",
        Kpi = "kpi",
        Html = "html",
        Map = "map",
        Sankey = "sankey",
    }

    /// The type of a column's numbers.
    ColumnFormatType {
        Currency = "currency",
        Percent = "percent",
        Number = "number",
    }

    /// Whether a spreadsheet shows the report's current content.
    SyncStatus {
        UpToDate = "UP_TO_DATE",
        Changed = "CHANGED",
        Unknown = "UNKNOWN",
    }
}

models! {
    /// A workbook.
    exact Workbook {
        id "id" required: i64,
        deployment_id "deploymentId" required: i64,
        name "name" required: String,
        meta "meta" required: Map<String, Value>,
        calculated_fields "calculatedFields" required: Map<String, Value>,
        /// A date or a date with a time.
        created_at "createdAt" required: String,
        /// A date or a date with a time.
        updated_at "updatedAt" required: String,
        kind "type" required: WorkspaceItemType,
        created_by "createdBy" optional: i64,
        /// The owner.
        user_id "userId" nullable: Number,
        user "user" nullable: ResourceOwner,
        folder_id "folderId" nullable: Number,
        /// The ancestors of the containing folder.
        folder_path "folderPath" optional: Vec<FolderPathItem>,
        is_favorite "isFavorite" nullable: bool,
        slug "slug" nullable: String,
        dashboard_draft "dashboardDraft" nullable: DashboardConfig,
        dashboard_published "dashboardPublished" nullable: DashboardConfig,
        published_dashboard "publishedDashboard" nullable: Dashboard,
    }

    /// A folder on the way to a workbook.
    exact FolderPathItem {
        id "id" required: i64,
        name "name" required: String,
    }

    /// The owner of a resource.
    exact ResourceOwner {
        id "id" required: i64,
        email "email" required: String,
        first_name "firstName" nullable: String,
        picture "picture" nullable: String,
    }

    /// A report.
    open Report derives Default {
        id "id" optional: i64,
        /// At most 255 characters.
        name "name" optional: String,
        /// At most 255 characters.
        title "title" nullable: String,
        current_query_checksum "currentQueryChecksum" nullable: String,
        can_edit "canEdit" optional: bool,
        can_manage "canManage" optional: bool,
    }

    /// A place of a report in a spreadsheet.
    open Placement derives Default {
        id "id" optional: Value,
        host "host" nullable: String,
        sheet_id "sheetId" nullable: Value,
        sheet_name "sheetName" nullable: String,
        anchor_cell "anchorCell" nullable: String,
        workbook_name "workbookName" nullable: String,
        query_checksum "queryChecksum" nullable: String,
        result_checksum "resultChecksum" nullable: String,
        sync_status "syncStatus" optional: SyncStatus,
    }

    /// A report as it was when its dashboard was published.
    exact ReportSnapshot {
        id "id" required: i64,
        report_id "reportId" required: i64,
        version_number "versionNumber" required: i64,
        kind "kind" nullable: ReportKind,
        name "name" nullable: String,
        title "title" nullable: String,
        description "description" nullable: String,
        meta "meta" nullable: Map<String, Value>,
        /// A string or an object.
        spec "spec" nullable: Value,
        sql_query "sqlQuery" nullable: String,
        python_code "pythonCode" nullable: String,
        is_source_report "isSourceReport" nullable: bool,
        fill_missing_rows "fillMissingRows" nullable: FillMissingRows,
        period_comparisons "periodComparisons" nullable: Vec<PeriodComparison>,
        preferences "preferences" nullable: ReportPreferences,
    }

    /// How gaps in a dimension are filled.
    exact FillMissingRows {
        member "member" required: String,
        excluded_dimensions "excludedDimensions" nullable: Vec<String>,
    }

    /// A comparison of a measure with an earlier period.
    exact PeriodComparison {
        measure "measure" required: String,
        time_dimension "timeDimension" required: String,
        offset "offset" required: PeriodOffset,
        outputs "outputs" nullable: Vec<String>,
    }

    /// The distance to the earlier period.
    exact PeriodOffset {
        amount "amount" optional: i64,
        unit "unit" optional: String,
    }

    /// How a report is shown.
    exact ReportPreferences {
        /// The format of each column, by the column's name.
        column_formats "columnFormats" optional: BTreeMap<String, ColumnFormat>,
    }

    /// The format of the numbers of a column.
    exact ColumnFormat {
        kind "type" required: ColumnFormatType,
        decimal_places "decimalPlaces" nullable: i64,
    }
}
