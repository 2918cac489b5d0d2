//! The workspace: workbooks, reports, folders, exports and notifications.

use crate::api::operation::Access::{Member, MemberWith, OneOf, User};
use crate::api::operation::Answer::{File, Json, List, Nothing};
use crate::api::operation::{Operation, operations};
use crate::api::{clone, exports, notifications, placements, reports, workbooks, workspace};

/// Either permission opens the thread of an AI widget.
const CHAT: &[&str] = &["ChatThreadRead", "ChatHistoryRead"];

/// Takes data out of the service.
const DOWNLOAD: &[&str] = &["DownloadData"];

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "workbooks.duplicate" POST "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate"
        Member, clone::duplicate, "Clone a workbook"
        .body("shared:boolean?")
        .answers(&[(200, Json("Workbook"))])
        .errors(&[(400, "shared and no published dashboard; workbook limit of the plan reached"), (403, "shared:true by a caller that is no creator-mode embed session; no read access"), (404, "workbook missing or in another deployment")]);

    "reports.list" GET "/api/v1/deployments/{deploymentId}/reports"
        Member, reports::list, "List reports"
        .query("first:page after:string search:string folderId:integer externalWorkbookId:string sortBy:createdAt|updatedAt|lastViewedAt|name")
        .answers(&[(200, List("Report"))]);

    "folders.list" GET "/api/v1/deployments/{deploymentId}/folders"
        Member, workspace::folders, "List folders"
        .query("first:page after:string")
        .answers(&[(200, List("Folder"))]);

    "reports.connectWorkbook" PUT "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook"
        Member, placements::connect, "Record a spreadsheet placement"
        .body("@PlacementInput")
        .answers(&[(200, Json("Report"))])
        .errors(&[(409, "the placement belongs to another report")]);

    "reports.disconnectWorkbook" DELETE "/api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook"
        Member, placements::disconnect, "Remove one placement"
        .body("placementId:string externalWorkbookId:string sheetName:string anchorCell:string")
        .answers(&[(200, Json("Report"))]);

    "reports.refreshPlacement" PUT "/api/v1/deployments/{deploymentId}/reports/{reportId}/refresh"
        Member, placements::refresh, "Refresh a placement"
        .body("placementId:string externalWorkbookId:string sheetName:string anchorCell:string")
        .answers(&[(200, Json("Report"))]);

    "reports.upsertByPublicId" PUT "/api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId}"
        Member, reports::upsert_by_public_id, "Create or update a report by public id"
        .body("@ReportInput")
        .answers(&[(200, Json("Report")), (201, Json("Report"))])
        .errors(&[(400, "name or title over 255 characters")]);

    "workbooks.upsertBySlug" PUT "/api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug}"
        Member, workbooks::upsert_by_slug, "Create or update a workbook by slug"
        .body("@WorkbookInput")
        .answers(&[(200, Json("Workbook")), (201, Json("Workbook"))]);

    "workbooks.setAiWidgetThread" POST "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread"
        MemberWith(CHAT), workbooks::set_ai_widget_thread, "Persist a regenerated AI widget thread id"
        .body("widgetId!:text threadId!:text checksum:string?")
        .answers(&[(200, Json("Dashboard"))]);

    "workspace.bulkDelete" POST "/api/v1/deployments/{deploymentId}/workspace/bulk-delete"
        Member, workspace::bulk_delete, "Delete folders, workbooks and reports"
        .body("@Items")
        .answers(&[(200, Json("BulkResult"))]);

    "workspace.bulkMove" POST "/api/v1/deployments/{deploymentId}/workspace/bulk-move"
        Member, workspace::bulk_move, "Move folders, workbooks and reports"
        .body("@MovedItems")
        .answers(&[(200, Json("BulkResult"))]);

    "workspace.listShared" GET "/api/v1/deployments/{deploymentId}/shared-workspace"
        Member, workspace::shared, "Items of the shared workspace"
        .answers(&[(200, List("Workbook"))]);

    "dashboardExports.create" POST "/api/v1/deployments/{deploymentId}/dashboard-exports"
        OneOf(DOWNLOAD), exports::create, "Start a PNG or PDF render of a published dashboard"
        .body("@ExportInput")
        .answers(&[(201, Json("ExportJob"))])
        .errors(&[(404, "no such published dashboard")]);

    "dashboardExports.retrieve" GET "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}"
        OneOf(DOWNLOAD), exports::retrieve, "Poll the export status"
        .answers(&[(200, Json("ExportJob"))])
        .errors(&[(404, "it does not exist, or was dropped 5 minutes after its submission")]);

    "dashboardExports.download" GET "/api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download"
        OneOf(DOWNLOAD), exports::download, "Stream the finished file"
        .answers(&[(200, File(&["application/pdf", "image/png"]))])
        .errors(&[(404, "it does not exist, or was dropped 5 minutes after its submission"), (409, "not completed")]);

    "notifications.list" GET "/api/v1/deployments/{deploymentId}/notifications"
        User, notifications::list, "List scheduled notifications"
        .query("dashboardPublicId:string recipientUserId:string recipientEmail:string recipientEmbedTenantName:string recipientExternalId:string")
        .answers(&[(200, List("Notification"))]);

    "notifications.create" POST "/api/v1/deployments/{deploymentId}/notifications"
        User, notifications::create, "Create a scheduled notification"
        .body("@NotificationInput")
        .answers(&[(201, Json("Notification"))]);

    "notifications.retrieve" GET "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
        User, notifications::retrieve, "Read one notification"
        .answers(&[(200, Json("Notification"))]);

    "notifications.update" PUT "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
        User, notifications::update, "Update a notification"
        .body("@NotificationInput")
        .answers(&[(200, Json("Notification"))]);

    "notifications.delete" DELETE "/api/v1/deployments/{deploymentId}/notifications/{notificationId}"
        User, notifications::delete, "Delete a notification"
        .answers(&[(204, Nothing)]);
};
