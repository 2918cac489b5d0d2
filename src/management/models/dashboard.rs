//! Dashboards and what they are made of.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::schema::{enumerations, models};
use super::workbook::ReportSnapshot;

enumerations! {
    /// How far a dashboard is.
    DashboardStatus {
        Draft = "draft",
        Published = "published",
        Archived = "archived",
    }

    /// Whether a dashboard is laid out from widgets or is an app.
    DashboardKind {
        Classic = "CLASSIC",
        App = "APP",
    }

    /// What a widget shows. A container with the layout `tabs` is a tabbed one; the older value
    /// `TABS_CONTAINER` is still accepted and converted by the service.
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
        /// Whether it may be embedded with signed sessions.
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

    /// What a dashboard shows and how.
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
        /// The text of each file by its path.
        files "files" nullable: BTreeMap<String, String>,
        html "html" nullable: String,
        manifest "manifest" nullable: DashboardAppManifest,
    }

    /// What an app depends on.
    exact DashboardAppManifest {
        dependencies "dependencies" required: BTreeMap<String, String>,
        version "version" required: i64,
    }

    /// The grid on which widgets stand.
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
        /// Absent in a draft alone: the service assigns it.
        id "id" optional: String,
        kind "type" required: WidgetType,
        position "position" required: WidgetPosition,
        responsive_layouts "responsiveLayouts" optional: ResponsiveLayouts,
        config "config" nullable: Map<String, Value>,
        style "style" nullable: Map<String, Value>,
    }

    /// Where a widget stands, in cells of the grid.
    exact WidgetPosition {
        x "x" required: i64,
        y "y" required: i64,
        w "w" required: i64,
        h "h" required: i64,
    }

    /// Where a widget stands at each width of the page.
    exact ResponsiveLayouts derives Default {
        lg "lg" nullable: WidgetPosition,
        md "md" nullable: WidgetPosition,
        sm "sm" nullable: WidgetPosition,
        xs "xs" nullable: WidgetPosition,
        xxs "xxs" nullable: WidgetPosition,
    }
}
