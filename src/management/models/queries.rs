//! The queries of requests. Other parameters go in `extra`.

use super::control_plane::EnvironmentType;
use super::schema::{enumerations, models};

enumerations! {
    /// The order of reports.
    ReportOrder {
        CreatedAt = "createdAt",
        UpdatedAt = "updatedAt",
        LastViewedAt = "lastViewedAt",
        Name = "name",
    }

    /// How a tenant got access to a workbook.
    AccessSource {
        Tenant = "tenant",
        AllEmbedUsers = "allEmbedUsers",
        Folder = "folder",
    }

    /// Selects containers by their logs' source.
    LogSource {
        Production = "production",
        Dev = "dev",
    }

    /// The container of a log.
    LogContainer {
        Init = "INIT",
        Main = "MAIN",
        Server = "svcjs-server",
        Vector = "vector",
        ApiProxy = "api-proxy",
    }
}

models! {
    /// Selects a page of an offset list.
    exact OffsetQuery derives Default {
        /// 0 by default.
        offset "offset" optional: i64,
        /// 20 by default.
        limit "limit" optional: i64,
    }

    /// Selects environments.
    exact EnvironmentsQuery derives Default {
        kind "type" optional: EnvironmentType,
        /// 0 by default.
        offset "offset" optional: i64,
        /// 20 by default.
        limit "limit" optional: i64,
    }

    /// Selects entries of the audit log.
    exact AuditLogQuery derives Default {
        /// An ISO 8601 date.
        start "start" optional: String,
        /// An ISO 8601 date.
        end "end" optional: String,
        /// A full-text search.
        search "search" optional: String,
        event_name "eventName" optional: String,
        user_email "userEmail" optional: String,
    }

    /// Selects a page of a cursor list.
    exact CursorQuery derives Default {
        /// The maximum number of items.
        first "first" optional: i64,
        /// The cursor that the previous page returned.
        after "after" optional: String,
    }

    /// Selects reports.
    exact ReportsQuery derives Default, cursorless(
        "sortBy", "lastViewedAt", ["first", "after"], "limit"
    ) {
        /// The maximum number of items. Not with `sortBy: 'lastViewedAt'`: use `limit`.
        first "first" optional: i64,
        /// The cursor that the previous page returned. Not with `sortBy: 'lastViewedAt'`.
        after "after" optional: String,
        /// The maximum number of items with `sortBy: 'lastViewedAt'`, which has no cursors. The name is
        /// presumed: it is that of lists without cursors.
        limit "limit" optional: i64,
        search "search" optional: String,
        folder_id "folderId" optional: i64,
        external_workbook_id "externalWorkbookId" optional: String,
        sort_by "sortBy" optional: ReportOrder,
    }

    /// Selects notifications.
    exact NotificationsQuery derives Default {
        first "first" optional: i64,
        after "after" optional: String,
        dashboard_public_id "dashboardPublicId" optional: String,
        recipient_user_id "recipientUserId" optional: String,
        recipient_email "recipientEmail" optional: String,
        recipient_embed_tenant_name "recipientEmbedTenantName" optional: String,
        recipient_external_id "recipientExternalId" optional: String,
    }

    /// Selects runs.
    exact TransformSyncQuery derives Default {
        first "first" optional: i64,
        after "after" optional: String,
        status "status" optional: String,
        trigger "trigger" optional: String,
    }

    /// Selects workbooks of a tenant.
    exact TenantWorkbooksQuery derives Default {
        first "first" optional: i64,
        after "after" optional: String,
        access_source "accessSource" optional: AccessSource,
    }

    /// Selects logs.
    exact LogsQuery derives Default {
        source "source" optional: LogSource,
        container "container" optional: LogContainer,
    }

    /// Selects the branch to delete.
    exact DeleteBranchQuery derives Default {
        branch_name "branchName" required: String,
        remove_on_upstream "removeOnUpstream" optional: bool,
    }

    /// Selects the branch to compile; the deploy branch by default.
    exact ValidateQuery derives Default {
        branch_name "branchName" optional: String,
    }

    /// Selects a page of a SCIM list.
    exact ScimQuery derives Default {
        /// The maximum number of resources.
        count "count" optional: i64,
        /// The number of the first resource, from 1. The service reads a smaller number as 1.
        start_index "startIndex" optional: i64,
        /// A filter of RFC 7644, such as `userName eq "a@b.example"`.
        filter "filter" optional: String,
        attributes "attributes" optional: String,
        excluded_attributes "excludedAttributes" optional: String,
    }
}
