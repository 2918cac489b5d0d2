//! The workspace: workbooks, reports, folders, exports and notifications.

use crate::api::operation::Access::{Member, User};
use crate::api::operation::{Operation, operations};
use crate::api::{
    clone, documents, exports, notifications, placements, reports, workbooks, workspace,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "workbooks.duplicate" POST "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate"
        Member, clone::duplicate, "Clone a workbook"
        .body("shared:boolean")
        .answer("Workbook")
        .errors(&[(400, "shared and no published dashboard; workbook limit of the plan reached"), (403, "shared:true by a caller that is no creator-mode embed session"), (404, "workbook missing or in another deployment")]);

    "reports.list" GET "/api/v1/deployments/{deploymentId}/reports"
        Member, reports::list, "List reports"
        .query(
            "first:integer after:string search:string folderId:integer \
             externalWorkbookId:string sortBy:createdAt|updatedAt|lastViewedAt|name"
        )
        .answer("CursorList");

    "folders.list" GET "/api/v1/deployments/{deploymentId}/folders"
        Member, workspace::folders, "List folders"
        .query("first:integer after:string")
        .answer("CursorList");

    "reports.connectWorkbook" PUT "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook"
        Member, placements::connect, "Record a spreadsheet placement"
        .body(
            "externalWorkbookId:any resultLocation:any endResultCell:any placementId:any \
             sheetId:any sheetName:any anchorCell:any workbookName:any host:any \
             resultChecksum:any addressOnly:any"
        )
        .answer("Report");

    "reports.disconnectWorkbook" DELETE "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook"
        Member, placements::disconnect, "Remove one placement"
        .body("placementId:string externalWorkbookId:string sheetName:string anchorCell:string");

    "reports.refreshPlacement" PUT "/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh"
        Member, placements::refresh, "Refresh a placement"
        .body("placementId:string externalWorkbookId:string sheetName:string anchorCell:string");

    "reports.upsertByPublicId" PUT "/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}"
        Member, reports::upsert_by_public_id, "Create or update a report by public id"
        .errors(&[(400, "name or title over 255 characters")]);

    "workbooks.upsertBySlug" PUT "/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}"
        Member, workbooks::upsert_by_slug, "Create or update a workbook by slug";

    "workbooks.setAiWidgetThread" POST "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread"
        Member, workbooks::set_ai_widget_thread, "Persist a regenerated AI widget thread id"
        .body("widgetId!:string threadId!:string checksum:string")
        .answer("Dashboard");

    "workspace.bulkDelete" POST "/api/v1/deployments/{deploymentId}/workspace/bulk-delete"
        Member, workspace::bulk_delete, "Delete folders, workbooks and reports"
        .body("items!:array");

    "workspace.bulkMove" POST "/api/v1/deployments/{deploymentId}/workspace/bulk-move"
        Member, workspace::bulk_move, "Move folders, workbooks and reports"
        .body("items!:array folderId:integer");

    "workspace.listShared" GET "/api/v1/deployments/{deploymentId}/shared-workspace"
        Member, workspace::shared, "Items of the shared workspace";

    "dashboardExports.create" POST "/api/v1/deployments/{deploymentId}/dashboard-exports"
        User, exports::create, "Start a PNG or PDF render of a published dashboard"
        .body("dashboardId:any dashboardPublicId:any format:png|pdf renderAs:object");

    "dashboardExports.retrieve" GET "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}"
        User, exports::retrieve, "Poll the export status"
        .errors(&[(404, "unknown, or dropped 5 minutes after its submission")]);

    "dashboardExports.download" GET "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download"
        User, exports::download, "Stream the finished file"
        .answer("application/octet-stream")
        .errors(&[(404, "unknown, or dropped 5 minutes after its submission"), (409, "not completed")]);

    "notifications.list" GET "/api/v1/deployments/{deploymentId}/notifications"
        User, notifications::list, "List scheduled notifications"
        .query(
            "dashboardPublicId:string recipientUserId:string recipientEmail:string \
             recipientEmbedTenantName:string recipientExternalId:string"
        )
        .answer("CursorList");

    "notifications.create" POST "/api/v1/deployments/{deploymentId}/notifications"
        User, notifications::create, "Create a scheduled notification"
        .body(
            "dashboardId:any dashboardPublicId:any filters:array timeGrains:array \
             memberSwitchers:array notificationAiSummary:any"
        );

    "notifications.retrieve" GET "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
        User, documents::retrieve, "Read one notification";

    "notifications.update" PUT "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
        User, notifications::update, "Update a notification"
        .body(
            "dashboardId:any dashboardPublicId:any filters:array timeGrains:array \
             memberSwitchers:array notificationAiSummary:any"
        );

    "notifications.delete" DELETE "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
        User, notifications::delete, "Delete a notification"
        .answer("204");
};
