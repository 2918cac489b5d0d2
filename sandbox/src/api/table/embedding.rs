//! Embedding: tenants, their groups and access, dashboards and their comments, sessions.

use crate::api::operation::Access::{Administrator, Any, EmbedTenant, User};
use crate::api::operation::{Operation, operations};
use crate::api::{
    comments, embed_access, embed_dashboards, embed_sessions, embed_tenants, workspace,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "embedTenants.list" GET "/api/v1/embed-tenants/"
        Administrator, embed_tenants::list, "List embed tenants"
        .answer("CursorList");

    "embedTenants.delete" DELETE "/api/v1/embed-tenants/{embedTenantName}"
        Administrator, embed_tenants::delete, "Delete an embed tenant"
        .answer("204");

    "embedTenants.listUsers" GET "/api/v1/embed-tenants/{embedTenantName}/users"
        Administrator, embed_tenants::users, "List embed users"
        .answer("CursorList");

    "embedTenants.createGroup" POST "/api/v1/embed-tenants/{embedTenantName}/groups"
        Administrator, embed_tenants::create_group, "Create an embed group";

    "embedTenants.retrieveGroup" GET "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}"
        Administrator, embed_tenants::retrieve_group, "Read a group";

    "embedTenants.updateGroup" PATCH "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}"
        Administrator, embed_tenants::update_group, "Update a group";

    "embedTenants.listGroupUsers" GET "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
        Administrator, embed_tenants::group_users, "List group members"
        .answer("CursorList");

    "embedTenants.addGroupUsers" POST "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
        Administrator, embed_tenants::add_group_users, "Add group members";

    "embedTenants.removeGroupUsers" DELETE "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
        Administrator, embed_tenants::remove_group_users, "Remove group members";

    "embedTenants.listWorkbooks" GET "/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks"
        Administrator, workspace::of_embed_tenant, "Workbooks a tenant can access"
        .query("accessSource:tenant|allEmbedUsers|folder first:integer after:string")
        .answer("CursorList");

    "workbooks.retrieveEmbedAccess" GET "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access"
        User, embed_access::retrieve, "Read dashboard access per embed tenant or for all embed users";

    "workbooks.setEmbedAccess" PUT "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access"
        User, embed_access::set, "Set that access";

    "embedDashboards.setSignedEmbedding" PATCH "/api/v1/embed/dashboard/{publicId}"
        User, embed_dashboards::set_signed_embedding, "Enable or disable signed embedding"
        .body("allowEmbed:boolean");

    "embedDashboards.runPython" POST "/api/v1/embed/dashboard/{publicId}/python-run"
        Any, embed_dashboards::run_python, "Run a Python report with dashboard filters applied";

    "embedDashboards.listComments" GET "/api/v1/embed/dashboard/{publicId}/comments"
        EmbedTenant, comments::list, "List comment threads";

    "embedDashboards.createComment" POST "/api/v1/embed/dashboard/{publicId}/comments"
        EmbedTenant, comments::create, "Start a thread or reply";

    "embedDashboards.updateComment" PATCH "/api/v1/embed/dashboard/{publicId}/comments/{commentId}"
        EmbedTenant, comments::update, "Edit a comment (author only)";

    "embedDashboards.deleteComment" DELETE "/api/v1/embed/dashboard/{publicId}/comments/{commentId}"
        EmbedTenant, comments::delete, "Soft-delete a comment (author only)";

    "embedDashboards.resolveComment" POST "/api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve"
        EmbedTenant, comments::resolve, "Resolve or re-open a thread (author only)";

    "embedDashboards.listMentionableUsers" GET "/api/v1/embed/dashboard/{publicId}/comments/mentionable-users"
        EmbedTenant, comments::mentionable_users, "Fellow embed users for mention autocomplete";

    "embedSessions.generate" POST "/api/v1/embed/generate-session"
        Administrator, embed_sessions::generate, "Mint a single-use embed session id (server-side, API key)"
        .body(
            "settings:object tenantGroups:array tenantGroupDefinitions:array \
             embedTenantProfile:object embedTheme:object"
        );
};
