//! Embedding: tenants, their groups and access, dashboards and their comments, sessions.

use crate::api::operation::Access::{Administrator, Any, ApiKey, EmbedTenant, User};
use crate::api::operation::Answer::{Fields, Json, List, Nothing};
use crate::api::operation::{Operation, operations};
use crate::api::{
    comments, embed_access, embed_dashboards, embed_sessions, embed_tenants, workspace,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "embedTenants.list" GET "/api/v1/embed-tenants/"
        Administrator, embed_tenants::list, "List embed tenants"
        .answers(&[(200, List("EmbedTenant"))]);

    "embedTenants.delete" DELETE "/api/v1/embed-tenants/{embedTenantName}"
        Administrator, embed_tenants::delete, "Delete an embed tenant"
        .answers(&[(204, Nothing)]);

    "embedTenants.listUsers" GET "/api/v1/embed-tenants/{embedTenantName}/users"
        Administrator, embed_tenants::users, "List embed users"
        .answers(&[(200, List("User"))]);

    "embedTenants.createGroup" POST "/api/v1/embed-tenants/{embedTenantName}/groups"
        Administrator, embed_tenants::create_group, "Create an embed group"
        .body("@GroupInput")
        .answers(&[(201, Json("Group"))])
        .errors(&[(409, "a group of this name exists")]);

    "embedTenants.retrieveGroup" GET "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}"
        Administrator, embed_tenants::retrieve_group, "Read a group"
        .answers(&[(200, Json("Group"))]);

    "embedTenants.updateGroup" PATCH "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}"
        Administrator, embed_tenants::update_group, "Update a group"
        .body("@GroupChange")
        .answers(&[(200, Json("Group"))])
        .errors(&[(409, "a group of this name exists")]);

    "embedTenants.listGroupUsers" GET "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
        Administrator, embed_tenants::group_users, "List group members"
        .answers(&[(200, List("User"))]);

    "embedTenants.addGroupUsers" POST "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
        Administrator, embed_tenants::add_group_users, "Add group members"
        .body("@MembersInput")
        .answers(&[(200, List("User"))]);

    "embedTenants.removeGroupUsers" DELETE "/api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users"
        Administrator, embed_tenants::remove_group_users, "Remove group members"
        .body("userIds:[@UserId] externalIds:[text]")
        .answers(&[(200, List("User"))]);

    "embedTenants.listWorkbooks" GET "/api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks"
        Administrator, workspace::of_embed_tenant, "Workbooks a tenant can access"
        .query("accessSource:tenant|allEmbedUsers|folder first:page after:string")
        .answers(&[(200, List("TenantWorkbook"))]);

    "workbooks.retrieveEmbedAccess" GET "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access"
        User, embed_access::retrieve, "Read dashboard access per embed tenant or for all embed users"
        .answers(&[(200, Json("EmbedAccess"))]);

    "workbooks.setEmbedAccess" PUT "/api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access"
        User, embed_access::set, "Set that access"
        .body("@EmbedAccessInput")
        .answers(&[(200, Json("EmbedAccess"))]);

    "embedDashboards.setSignedEmbedding" PATCH "/api/v1/embed/dashboard/{publicId}"
        User, embed_dashboards::set_signed_embedding, "Enable or disable signed embedding"
        .body("allowEmbed!:boolean")
        .answers(&[(200, Json("Dashboard"))])
        .any_scope(true);

    "embedDashboards.runPython" POST "/api/v1/embed/dashboard/{publicId}/python-run"
        Any, embed_dashboards::run_python, "Run a Python report with dashboard filters applied"
        .body("@PythonRunInput")
        .answers(&[(200, Json("PythonRun"))])
        .any_scope(true);

    "embedDashboards.listComments" GET "/api/v1/embed/dashboard/{publicId}/comments"
        EmbedTenant, comments::list, "List comment threads"
        .answers(&[(200, List("Thread"))])
        .any_scope(true);

    "embedDashboards.createComment" POST "/api/v1/embed/dashboard/{publicId}/comments"
        EmbedTenant, comments::create, "Start a thread or reply"
        .body("text!:text parentId:integer?")
        .answers(&[(201, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.updateComment" PATCH "/api/v1/embed/dashboard/{publicId}/comments/{commentId}"
        EmbedTenant, comments::update, "Edit a comment (author only)"
        .body("text!:text")
        .answers(&[(200, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.deleteComment" DELETE "/api/v1/embed/dashboard/{publicId}/comments/{commentId}"
        EmbedTenant, comments::delete, "Soft-delete a comment (author only)"
        .answers(&[(200, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.resolveComment" POST "/api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve"
        EmbedTenant, comments::resolve, "Resolve or re-open a thread (author only)"
        .body("resolved:boolean?")
        .answers(&[(200, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.listMentionableUsers" GET "/api/v1/embed/dashboard/{publicId}/comments/mentionable-users"
        EmbedTenant, comments::mentionable_users, "Fellow embed users for mention autocomplete"
        .answers(&[(200, List("MentionableUser"))])
        .any_scope(true);

    "embedSessions.generate" POST "/api/v1/embed/generate-session"
        ApiKey, embed_sessions::generate, "Mint a single-use embed session id (server-side, API key)"
        .body("@SessionInput")
        .answers(&[(200, Fields("sessionId!:string"))])
        .errors(&[(404, "no such deployment")])
        .any_scope(true);
};
