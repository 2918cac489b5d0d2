//! Dashboards and their parts.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::schema::{enumerations, models};
use super::workbook::ReportSnapshot;

enumerations! {
    /// The state of a dashboard.
    DashboardStatus {
        Draft = "draft",
        Published = "published",
        Archived = "archived",
    }

    /// The kind of a dashboard: laid out from widgets, or an app.
    DashboardKind {
        Classic = "CLASSIC",
        App = "APP",
    }

    /// The kind of a widget. A tabbed container is a `CONTAINER` with the layout `tabs`. The service
    /// still accepts the older value `TABS_CONTAINER` and converts it.
    WidgetType {
        Chart = "CHART",
        Text = "TEXT",
        Filter = "FILTER",
        Ai = "AI",
        TimeGrain = "TIME_GRAIN",
        Field = "FIELD",
        Parent = "PARENT",
        Spacer = "SPACER",
        Divider = "DIVIDER",
        Container = "CONTAINER",
    }
}

models! {
    /// A dashboard.
    exact Dashboard {
        id "id" required: i64,
        public_id "publicId" required: String,
        deployment_id "deploymentId" required: i64,
        workbook_id "workbookId" required: i64,
        status "status" required: DashboardStatus,
        /// True if signed sessions may embed it.
        allow_embed "allowEmbed" required: bool,
        config "config" required: DashboardConfig,
        version_number "versionNumber" required: i64,
        version_id "versionId" required: i64,
        report_snapshots "reportSnapshots" required: Vec<ReportSnapshot>,
        created_by "createdBy" nullable: i64,
        title "title" nullable: String,
        description "description" nullable: String,
        from_shared_workspace "fromSharedWorkspace" nullable: bool,
        restrict_data_download "restrictDataDownload" nullable: bool,
        use_board_dashboards "useBoardDashboards" nullable: bool,
    }

    /// The content and layout of a dashboard.
    exact DashboardConfig derives Default {
        kind "kind" nullable: DashboardKind,
        title "title" nullable: String,
        description "description" nullable: String,
        /// The source of an app.
        app "app" nullable: DashboardAppSource,
        layout "layout" nullable: DashboardLayout,
        settings "settings" nullable: Map<String, Value>,
        theme "theme" nullable: Map<String, Value>,
        widgets "widgets" nullable: Vec<DashboardWidget>,
    }

    /// The source of an app.
    exact DashboardAppSource derives Default {
        /// At most 255 characters.
        entry "entry" nullable: String,
        /// The text of each file, by path.
        files "files" nullable: BTreeMap<String, String>,
        html "html" nullable: String,
        manifest "manifest" nullable: DashboardAppManifest,
    }

    /// The dependencies of an app.
    exact DashboardAppManifest derives Default {
        dependencies "dependencies" optional: BTreeMap<String, String>,
        version "version" optional: i64,
    }

    /// The grid of the widgets.
    exact DashboardLayout derives Default {
        breakpoints "breakpoints" nullable: BreakpointNumbers,
        cols "cols" nullable: BreakpointNumbers,
        container_padding "containerPadding" nullable: Vec<i64>,
        margin "margin" nullable: Vec<i64>,
        row_height "rowHeight" nullable: i64,
    }

    /// A number for each width of the page.
    exact BreakpointNumbers derives Default {
        lg "lg" nullable: i64,
        md "md" nullable: i64,
        sm "sm" nullable: i64,
        xs "xs" nullable: i64,
        xxs "xxs" nullable: i64,
    }

    /// A widget of a dashboard.
    exact DashboardWidget {
        /// May be absent only in a draft. The service assigns it.
        id "id" optional: String,
        kind "type" required: WidgetType,
        position "position" required: WidgetPosition,
        responsive_layouts "responsiveLayouts" optional: ResponsiveLayouts,
        config "config" nullable: Map<String, Value>,
        style "style" nullable: Map<String, Value>,
    }

    /// The position of a widget, in cells of the grid.
    exact WidgetPosition {
        x "x" required: i64,
        y "y" required: i64,
        w "w" required: i64,
        h "h" required: i64,
    }

    /// The position of a widget at each width of the page.
    exact ResponsiveLayouts derives Default {
        lg "lg" nullable: WidgetPosition,
        md "md" nullable: WidgetPosition,
        sm "sm" nullable: WidgetPosition,
        xs "xs" nullable: WidgetPosition,
        xxs "xxs" nullable: WidgetPosition,
    }
}
