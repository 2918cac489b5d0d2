//! The bodies of requests. If the service describes only some fields, others go in `extra`.

use serde_json::{Map, Number, Value};

use super::dashboard::DashboardConfig;
use super::schema::{enumerations, models};
use super::workbook::WorkspaceItemType;

enumerations! {
    /// The format of an exported dashboard.
    ExportFormat {
        Png = "png",
        Pdf = "pdf",
    }

    /// Where a sync writes its files.
    SyncOutput {
        Branch = "branch",
        Files = "files",
    }

    /// Where a sync reads from.
    SyncSource {
        Git = "git",
        Manifest = "manifest",
    }

    /// Where a deployment runs.
    CloudProvider {
        SvcCloud = "svccloud",
        Aws = "aws",
        Gcp = "gcp",
    }

    /// The source of a deployment's code.
    CreationMethod {
        Upload = "upload",
        SvcCloud = "svccloud",
        Github = "github",
        Ssh = "ssh",
    }

    /// How a deployment's code is deployed.
    DeployMode {
        Git = "git",
        Cli = "cli",
    }

    /// The action for each of the users.
    BulkUserAction {
        Deactivate = "DEACTIVATE",
        Activate = "ACTIVATE",
        Delete = "DELETE",
    }

    /// The type of a user attribute.
    UserAttributeType {
        String = "string",
        Number = "number",
        Boolean = "boolean",
        StringArray = "string_array",
        NumberArray = "number_array",
    }
}

models! {
    /// How a workbook is cloned.
    exact DuplicateWorkbook derives Default {
        /// Clones from the shared workspace. Only for creator-mode embed sessions.
        shared "shared" erasable: bool,
    }

    /// The scope of a meta-sync token.
    exact CreateMetaSyncToken derives Default {
        /// Which parts of the data model are visible.
        security_context "security_context" required: Map<String, Value>,
        /// In seconds; 86400 by default.
        expires_in "expires_in" optional: Number,
    }

    /// The branch whose staging environment is kept. Exactly one of `branchName` and `branchId`.
    exact SetStagingEnvironment derives Default, one_of("branchName", "branchId") {
        enabled "enabled" required: bool,
        branch_name "branchName" optional: String,
        branch_id "branchId" optional: i64,
    }

    /// The changes to a deployment. Fields that are left out stay unchanged.
    exact UpdateDeployment derives Default {
        cloud_provider "cloudProvider" optional: CloudProvider,
        region "region" optional: String,
        /// Without `releaseChannelVersion`, moves the deployment to the channel's latest version.
        release_channel "releaseChannel" optional: String,
        /// A version of the list: without `v`, with `v`, or as the full image reference.
        release_channel_version "releaseChannelVersion" optional: String,
        release_channel_version_hold "releaseChannelVersionHold" optional: Value,
        template "template" optional: Value,
        /// Merged key by key.
        template_variables "templateVariables" optional: Map<String, Value>,
        default_launchpad_view_group "defaultLaunchpadViewGroup" optional: Value,
        launchpad_tabs "launchpadTabs" optional: Value,
    }

    /// The place of a report in a spreadsheet.
    open ConnectWorkbook derives Default {
        external_workbook_id "externalWorkbookId" optional: String,
        result_location "resultLocation" optional: Value,
        end_result_cell "endResultCell" optional: Value,
        placement_id "placementId" optional: Value,
        sheet_id "sheetId" optional: Value,
        sheet_name "sheetName" optional: String,
        anchor_cell "anchorCell" optional: String,
        workbook_name "workbookName" optional: String,
        host "host" optional: String,
        result_checksum "resultChecksum" optional: String,
        address_only "addressOnly" optional: Value,
    }

    /// Identifies a placement by `placementId`, or by `externalWorkbookId`, `sheetName` and
    /// `anchorCell` together.
    open PlacementAddress derives Default, either(
        ["placementId"],
        ["externalWorkbookId", "sheetName", "anchorCell"]
    ) {
        placement_id "placementId" optional: Value,
        external_workbook_id "externalWorkbookId" optional: String,
        sheet_name "sheetName" optional: String,
        anchor_cell "anchorCell" optional: String,
    }

    /// A workbook to create or update.
    open WorkbookInput derives Default {
        name "name" optional: String,
        dashboard_draft "dashboardDraft" erasable: DashboardConfig,
        dashboard_published "dashboardPublished" erasable: DashboardConfig,
    }

    /// A report to create or update.
    open ReportInput derives Default {
        /// At most 255 characters.
        name "name" optional: String,
        /// At most 255 characters.
        title "title" erasable: String,
    }

    /// The thread of a regenerated AI widget.
    open AiWidgetThread derives Default {
        widget_id "widgetId" required: String,
        thread_id "threadId" required: String,
        checksum "checksum" optional: String,
    }

    /// An item of the workspace.
    exact WorkspaceItem {
        kind "type" required: WorkspaceItemType,
        id "id" required: i64,
    }

    /// The items to delete. Failures are reported for each item.
    open BulkDelete derives Default {
        items "items" required: Vec<WorkspaceItem>,
    }

    /// The items to move, and their new folder. Failures are reported for each item.
    open BulkMove derives Default {
        items "items" required: Vec<WorkspaceItem>,
        /// Null moves to the root.
        folder_id "folderId" erasable: i64,
    }

    /// The dashboard to export, and the format. At most one of `dashboardId` and
    /// `dashboardPublicId`.
    open CreateDashboardExport derives Default, at_most_one_of("dashboardId", "dashboardPublicId") {
        dashboard_id "dashboardId" optional: i64,
        dashboard_public_id "dashboardPublicId" optional: String,
        format "format" optional: ExportFormat,
        /// Renders as another user. Only for tenant administrators.
        render_as "renderAs" optional: Map<String, Value>,
    }

    /// A scheduled notification. Exactly one of `dashboardId` and `dashboardPublicId`.
    open NotificationInput derives Default, one_of("dashboardId", "dashboardPublicId") {
        dashboard_id "dashboardId" optional: i64,
        dashboard_public_id "dashboardPublicId" optional: String,
        filters "filters" optional: Vec<Value>,
        time_grains "timeGrains" optional: Vec<Value>,
        member_switchers "memberSwitchers" optional: Vec<Value>,
        notification_ai_summary "notificationAiSummary" optional: Value,
    }

    /// The options of a data-transformation sync.
    open StartTransformSync derives Default {
        branch_name "branchName" optional: String,
        /// `branch` by default. With `files`, the sync commits nothing.
        output "output" optional: SyncOutput,
        source "source" optional: SyncSource,
        manifest "manifest" optional: Map<String, Value>,
        git_ref "ref" optional: String,
    }

    /// The publication configuration of metric views.
    open UpsertMetricViewIntegration derives Default {
        /// The version to replace; 0 to create. 409 if the current version is a different one.
        expected_configuration_version "expectedConfigurationVersion" required: i64,
    }

    /// Allows or forbids signed sessions to embed a dashboard.
    open SetSignedEmbedding derives Default {
        allow_embed "allowEmbed" optional: bool,
    }

    /// The rights and settings of an embed session. Only for servers, because it needs an API key.
    open GenerateSession derives Default removed "ephemeralTtlSeconds" {
        settings "settings" optional: EmbedSettings,
        tenant_groups "tenantGroups" optional: Vec<Value>,
        tenant_group_definitions "tenantGroupDefinitions" optional: Vec<Value>,
        embed_tenant_profile "embedTenantProfile" optional: EmbedTenantProfile,
        embed_theme "embedTheme" optional: Map<String, Value>,
    }

    /// The features of an embed. The `show` fields only hide entry points. The service enforces
    /// `allowAi`.
    open EmbedSettings derives Default removed "ephemeralTtlSeconds" {
        locale "locale" optional: String,
        timezone "timezone" optional: String,
        /// False disables all AI features.
        allow_ai "allowAi" optional: bool,
        show_ai_widgets "showAiWidgets" optional: bool,
        show_workbook_chat "showWorkbookChat" optional: bool,
        show_dashboard_chat "showDashboardChat" optional: bool,
        show_workbook_share "showWorkbookShare" optional: bool,
        show_dashboard_settings "showDashboardSettings" optional: bool,
        show_member_names "showMemberNames" optional: bool,
        show_group_by_svc "showGroupBySvc" optional: bool,
        allow_chat_workspace_authoring "allowChatWorkspaceAuthoring" optional: bool,
        enable_dashboard_comments "enableDashboardComments" optional: bool,
    }

    /// The name of a tenant.
    open EmbedTenantProfile derives Default {
        display_name "displayName" optional: String,
    }

    /// The lifetime of a deployment token.
    open CreateDeploymentToken derives Default {
        /// In seconds, from 60 to 86400; 24 hours by default.
        expires_in "expiresIn" optional: i64,
    }

    /// A deployment to create.
    open CreateDeployment derives Default {
        cloud_provider "cloudProvider" optional: CloudProvider,
        creation_method "creationMethod" optional: CreationMethod,
        deploy_mode "deployMode" optional: DeployMode,
    }

    /// An action for several users. Failures are reported for each user.
    open BulkUsers derives Default {
        action "action" optional: BulkUserAction,
        user_ids "userIds" optional: Vec<Value>,
    }

    /// The definition of a user attribute.
    open UserAttributeInput derives Default {
        kind "type" optional: UserAttributeType,
    }

    /// The caller's settings. Fields that are left out stay unchanged.
    open UserSettingsInput derives Default {
        /// Merged field by field; null clears it.
        sheets "sheets" erasable: Map<String, Value>,
        /// Deprecated: the service ignores it.
        last_seen_changelog_id "lastSeenChangelogId" optional: Value,
    }
}
