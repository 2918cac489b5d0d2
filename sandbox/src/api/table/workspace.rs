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
    "workbooks.duplicate" => Member, clone::duplicate
        .body("@DuplicateWorkbook")
        .answers(&[(200, Json("Workbook"))])
        .errors(&[(400, "shared and no published dashboard; workbook limit of the plan reached"), (403, "shared:true by a caller that is no creator-mode embed session; no read access"), (404, "workbook missing or in another deployment")]);

    "reports.list" => Member, reports::list
        .answers(&[(200, List("Report"))]);

    "folders.list" => Member, workspace::folders
        .answers(&[(200, List("Folder"))]);

    "reports.connectWorkbook" => Member, placements::connect
        .body("@ConnectWorkbook")
        .answers(&[(200, Json("Report"))])
        .errors(&[(409, "the placement belongs to another report")]);

    "reports.disconnectWorkbook" => Member, placements::disconnect
        .body("@PlacementAddress")
        .answers(&[(200, Json("Report"))]);

    "reports.refreshPlacement" => Member, placements::refresh
        .body("@PlacementAddress")
        .answers(&[(200, Json("Report"))]);

    "reports.upsertByPublicId" => Member, reports::upsert_by_public_id
        .body("@ReportInput")
        .answers(&[(200, Json("Report")), (201, Json("Report"))])
        .errors(&[(400, "name or title is too long")]);

    "workbooks.upsertBySlug" => Member, workbooks::upsert_by_slug
        .body("@WorkbookInput")
        .answers(&[(200, Json("Workbook")), (201, Json("Workbook"))]);

    "workbooks.setAiWidgetThread" => MemberWith(CHAT), workbooks::set_ai_widget_thread
        .body("@AiWidgetThread")
        .answers(&[(200, Json("Dashboard"))]);

    "workspace.bulkDelete" => Member, workspace::bulk_delete
        .body("@BulkDelete")
        .answers(&[(200, Json("BulkResult"))]);

    "workspace.bulkMove" => Member, workspace::bulk_move
        .body("@BulkMove")
        .answers(&[(200, Json("BulkResult"))]);

    "workspace.listShared" => Member, workspace::shared
        .answers(&[(200, List("Workbook"))]);

    "dashboardExports.create" => OneOf(DOWNLOAD), exports::create
        .body("@CreateDashboardExport")
        .answers(&[(201, Json("ExportJob"))])
        .errors(&[(404, "no such published dashboard")]);

    "dashboardExports.retrieve" => OneOf(DOWNLOAD), exports::retrieve
        .answers(&[(200, Json("ExportJob"))])
        .errors(&[(404, "it does not exist, or was dropped 5 minutes after its submission")]);

    "dashboardExports.download" => OneOf(DOWNLOAD), exports::download
        .answers(&[(200, File(&["application/pdf", "image/png"]))])
        .errors(&[(404, "it does not exist, or was dropped 5 minutes after its submission"), (409, "not completed")]);

    "notifications.list" => User, notifications::list
        .answers(&[(200, List("Notification"))]);

    "notifications.create" => User, notifications::create
        .body("@NotificationInput")
        .answers(&[(201, Json("Notification"))]);

    "notifications.retrieve" => User, notifications::retrieve
        .answers(&[(200, Json("Notification"))]);

    "notifications.update" => User, notifications::update
        .body("@NotificationInput")
        .answers(&[(200, Json("Notification"))]);

    "notifications.delete" => User, notifications::delete
        .answers(&[(204, Nothing)]);
};
