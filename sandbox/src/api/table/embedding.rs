//! Embedding: tenants, their groups and access, dashboards and their comments, sessions.

use crate::api::operation::Access::{Administrator, Any, ApiKey, EmbedTenant, User};
use crate::api::operation::Answer::{Fields, Json, List, Nothing};
use crate::api::operation::{Operation, operations};
use crate::api::{
    comments, embed_access, embed_dashboards, embed_sessions, embed_tenants, workspace,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "embedTenants.list" => Administrator, embed_tenants::list
        .answers(&[(200, List("EmbedTenant"))]);

    "embedTenants.delete" => Administrator, embed_tenants::delete
        .answers(&[(204, Nothing)]);

    "embedTenants.listUsers" => Administrator, embed_tenants::users
        .answers(&[(200, List("User"))]);

    "embedTenants.createGroup" => Administrator, embed_tenants::create_group
        .body("@GroupInput")
        .answers(&[(201, Json("Group"))])
        .errors(&[(409, "a group of this name exists")]);

    "embedTenants.retrieveGroup" => Administrator, embed_tenants::retrieve_group
        .answers(&[(200, Json("Group"))]);

    "embedTenants.updateGroup" => Administrator, embed_tenants::update_group
        .body("@GroupChange")
        .answers(&[(200, Json("Group"))])
        .errors(&[(409, "a group of this name exists")]);

    "embedTenants.listGroupUsers" => Administrator, embed_tenants::group_users
        .answers(&[(200, List("User"))]);

    "embedTenants.addGroupUsers" => Administrator, embed_tenants::add_group_users
        .body("@MembersInput")
        .answers(&[(200, List("User"))]);

    "embedTenants.removeGroupUsers" => Administrator, embed_tenants::remove_group_users
        .body("userIds:[@UserId]+ externalIds:[text]+")
        .answers(&[(200, List("User"))]);

    "embedTenants.listWorkbooks" => Administrator, workspace::of_embed_tenant
        .answers(&[(200, List("TenantWorkbook"))]);

    "workbooks.retrieveEmbedAccess" => User, embed_access::retrieve
        .answers(&[(200, Json("EmbedAccess"))]);

    "workbooks.setEmbedAccess" => User, embed_access::set
        .body("@EmbedAccessInput")
        .answers(&[(200, Json("EmbedAccess"))]);

    "embedDashboards.setSignedEmbedding" => User, embed_dashboards::set_signed_embedding
        .body("@SetSignedEmbedding")
        .answers(&[(200, Json("Dashboard"))])
        .any_scope(true);

    "embedDashboards.runPython" => Any, embed_dashboards::run_python
        .body("@PythonRunInput")
        .answers(&[(200, Json("PythonRun"))])
        .any_scope(true);

    "embedDashboards.listComments" => EmbedTenant, comments::list
        .answers(&[(200, List("Thread"))])
        .any_scope(true);

    "embedDashboards.createComment" => EmbedTenant, comments::create
        .body("text!:text parentId:integer?")
        .answers(&[(201, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.updateComment" => EmbedTenant, comments::update
        .body("text!:text")
        .answers(&[(200, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.deleteComment" => EmbedTenant, comments::delete
        .answers(&[(200, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.resolveComment" => EmbedTenant, comments::resolve
        .body("resolved:boolean?")
        .answers(&[(200, Json("Comment"))])
        .any_scope(true);

    "embedDashboards.listMentionableUsers" => EmbedTenant, comments::mentionable_users
        .answers(&[(200, List("MentionableUser"))])
        .any_scope(true);

    "embedSessions.generate" => ApiKey, embed_sessions::generate
        .body("@GenerateSession")
        .answers(&[(200, Fields("sessionId!:string"))])
        .errors(&[(404, "no such deployment")])
        .any_scope(true);
};
