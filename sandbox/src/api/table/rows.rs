//! Every operation: who may call it, its handler, the shape of its body, its successful statuses and its errors.

use crate::api::operation::Access::{
    Administrator, Any, ApiKey, EmbedTenant, Member, MemberWith, OneOf, Scim, User,
};
use crate::api::operation::{Operation, operations};
use crate::api::{
    attributes, audit, branches, clone, comments, contract, data_model, deployments, documents,
    embed_access, embed_dashboards, embed_sessions, embed_tenants, env_vars, environments, exports,
    github, metric_views, notifications, oauth_tokens, placements, reports, scim, sync, tenant,
    uploads, usage_analytics, users, versions, workbooks, workspace,
};

/// Either permission opens the thread of an AI widget.
const CHAT: &[&str] = &["ChatThreadRead", "ChatHistoryRead"];

/// Takes data out of the service. A deployment token opens all data of a deployment.
const DOWNLOAD: &[&str] = &["DownloadData"];

/// Either permission opens metadata, data models and publication configurations.
const SCHEMA_READ: &[&str] = &["SchemaRead", "SchemaUpdate"];

/// Changes data models and publication configurations.
const SCHEMA_UPDATE: &[&str] = &["SchemaUpdate"];

/// Reads and sets environment variables.
const SECRETS: &[&str] = &["SecretsManage"];

/// The branch of an operation that needs one.
const NO_BRANCH: &[(u16, &str)] = &[(409, "no branch is named, and none is in dev mode")];

/// What a pull and a merge may meet.
const MERGE: &[(u16, &str)] = &[(
    409,
    "no branch is named and none is in dev mode, it has no parent, or both branches have changed a file",
)];

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    // The workspace: workbooks, reports, folders, exports and notifications.
    "workbooks.duplicate" => Member, clone::duplicate .body("@DuplicateWorkbook");
    "reports.list" => Member, reports::list;
    "folders.list" => Member, workspace::folders;
    "reports.connectWorkbook" => Member, placements::connect
        .body("@ConnectWorkbook") .errors(&[(409, "the placement belongs to another report")]);
    "reports.disconnectWorkbook" => Member, placements::disconnect .body("@PlacementAddress");
    "reports.refreshPlacement" => Member, placements::refresh .body("@PlacementAddress");
    "reports.upsertByPublicId" => Member, reports::upsert_by_public_id .body("@ReportInput") .statuses(&[200, 201]);
    "workbooks.upsertBySlug" => Member, workbooks::upsert_by_slug .body("@WorkbookInput") .statuses(&[200, 201]);
    "workbooks.setAiWidgetThread" => MemberWith(CHAT), workbooks::set_ai_widget_thread .body("@AiWidgetThread");
    "workspace.bulkDelete" => Member, workspace::bulk_delete .body("@BulkDelete");
    "workspace.bulkMove" => Member, workspace::bulk_move .body("@BulkMove");
    "workspace.listShared" => Member, workspace::shared;
    "dashboardExports.create" => OneOf(DOWNLOAD), exports::create .body("@CreateDashboardExport") .statuses(&[201]);
    "dashboardExports.retrieve" => OneOf(DOWNLOAD), exports::retrieve;
    "dashboardExports.download" => OneOf(DOWNLOAD), exports::download
        .file(&["application/pdf", "image/png"]) .errors(&[(409, "not completed")]);
    "notifications.list" => User, notifications::list;
    "notifications.create" => User, notifications::create .body("@NotificationInput") .statuses(&[201]);
    "notifications.retrieve" => User, notifications::retrieve;
    "notifications.update" => User, notifications::update .body("@NotificationInput");
    "notifications.delete" => User, notifications::delete .statuses(&[204]);
    // Deployments, their environments, branches and data models.
    "deployments.list" => User, deployments::list .any_scope();
    "environments.list" => User, environments::list;
    "environments.createMetaSyncToken" => OneOf(SCHEMA_READ), environments::create_meta_sync_token
        .body("@CreateMetaSyncToken");
    "branches.setStagingEnvironment" => OneOf(SCHEMA_UPDATE), branches::set_staging_environment
        .body("@SetStagingEnvironment") .errors(&[(409, "the branch is personal or the production branch")]);
    "versions.list" => User, versions::list;
    "deployments.update" => Administrator, deployments::update .body("@UpdateDeployment");
    "deployments.createToken" => OneOf(DOWNLOAD), deployments::create_token
        .body("@CreateDeploymentToken") .statuses(&[201]);
    "deployments.retrieveSettings" => User, deployments::settings;
    "deployments.delete" => Administrator, deployments::delete;
    "deployments.retrieveBuildStatus" => User, deployments::build_status;
    "deployments.listLogs" => User, deployments::logs;
    "deployments.listPods" => User, deployments::pods;
    "envVars.list" => OneOf(SECRETS), env_vars::list;
    "envVars.set" => OneOf(SECRETS), env_vars::set .body("@EnvVarsInput");
    "deployments.advanceCreationStep" => Administrator, deployments::advance_creation_step;
    "deployments.resetCreationStep" => Administrator, deployments::reset_creation_step;
    "regions.list" => User, tenant::regions .any_scope();
    "deployments.create" => Administrator, deployments::create .body("@CreateDeployment") .statuses(&[201]);
    "dataModel.listFiles" => OneOf(SCHEMA_READ), data_model::list_files;
    "dataModel.putFile" => OneOf(SCHEMA_UPDATE), data_model::put_file .body("@FileInput") .errors(NO_BRANCH);
    "dataModel.deleteFile" => OneOf(SCHEMA_UPDATE), data_model::delete_file .body("@FileChoice") .errors(NO_BRANCH);
    "dataModel.renameFile" => OneOf(SCHEMA_UPDATE), data_model::rename_file
        .body("@FileRename") .errors(&[(409, "a file of the new name exists, or no branch is named and none is in dev mode")]);
    "dataModel.startUpload" => OneOf(SCHEMA_UPDATE), uploads::start
        .body("@BranchChoice") .statuses(&[201]) .errors(NO_BRANCH);
    "dataModel.uploadFile" => OneOf(SCHEMA_UPDATE), uploads::file .body("@UploadInput") .any_body();
    "dataModel.finishUpload" => OneOf(SCHEMA_UPDATE), uploads::finish .body("@UploadChoice");
    "dataModel.listFileHashes" => OneOf(SCHEMA_READ), data_model::list_file_hashes;
    "dataModel.validate" => OneOf(SCHEMA_READ), data_model::validate;
    "devMode.start" => OneOf(SCHEMA_UPDATE), data_model::start_dev_mode
        .body("@BranchChoice") .errors(&[(409, "it is the production branch")]);
    "devMode.stop" => OneOf(SCHEMA_UPDATE), data_model::stop_dev_mode;
    "branches.list" => OneOf(SCHEMA_READ), branches::list;
    "branches.create" => OneOf(SCHEMA_UPDATE), branches::create
        .body("@BranchInput") .statuses(&[201]) .errors(&[(409, "a branch of this name exists")]);
    "branches.commit" => OneOf(SCHEMA_UPDATE), branches::commit .body("@BranchChoice") .errors(NO_BRANCH);
    "branches.pull" => OneOf(SCHEMA_UPDATE), branches::pull .body("@BranchChoice") .errors(MERGE);
    "branches.merge" => OneOf(SCHEMA_UPDATE), branches::merge_to_parent .body("@BranchChoice") .errors(MERGE);
    "branches.mergeToDefault" => OneOf(SCHEMA_UPDATE), branches::merge_to_default
        .body("@BranchChoice") .errors(&[(409, "no branch is named and none is in dev mode, or both branches have changed a file")]);
    "branches.delete" => OneOf(SCHEMA_UPDATE), branches::delete .errors(&[(409, "it is the production branch")]);
    // Syncs and metric views.
    "transformSync.start" => OneOf(SCHEMA_UPDATE), sync::start .body("@StartTransformSync") .statuses(&[201]);
    "transformSync.list" => User, sync::list;
    "transformSync.retrieve" => User, sync::retrieve;
    "transformSync.result" => User, sync::result .errors(&[(409, "the sync is still running")]);
    "transformSync.logs" => User, sync::logs;
    "transformSync.cancel" => OneOf(SCHEMA_UPDATE), sync::cancel;
    "transformSync.generatedFiles" => User, sync::generated_files;
    "metricViewPreviews.create" => OneOf(SCHEMA_READ), metric_views::create_preview .statuses(&[202]);
    "metricViewPreviews.retrieve" => OneOf(SCHEMA_READ), metric_views::retrieve_preview;
    "metricViewPreviews.result" => OneOf(SCHEMA_READ), metric_views::preview_result
        .errors(&[(409, "still running, or ended without a result")]);
    "metricViewPreviews.cancel" => OneOf(SCHEMA_READ), metric_views::cancel_preview;
    "metricViewIntegrations.retrieve" => OneOf(SCHEMA_READ), metric_views::retrieve_integration;
    "metricViewIntegrations.upsert" => OneOf(SCHEMA_UPDATE), metric_views::upsert_integration
        .body("@UpsertMetricViewIntegration") .statuses(&[200, 201]) .errors(&[(409, "the configuration is at another version")]);
    // Embedding: tenants, their groups and access, dashboards and their comments, sessions.
    "embedTenants.list" => Administrator, embed_tenants::list;
    "embedTenants.delete" => Administrator, embed_tenants::delete .statuses(&[204]);
    "embedTenants.listUsers" => Administrator, embed_tenants::users;
    "embedTenants.createGroup" => Administrator, embed_tenants::create_group
        .body("@GroupInput") .statuses(&[201]) .errors(&[(409, "a group of this name exists")]);
    "embedTenants.retrieveGroup" => Administrator, embed_tenants::retrieve_group;
    "embedTenants.updateGroup" => Administrator, embed_tenants::update_group
        .body("@GroupChange") .errors(&[(409, "a group of this name exists")]);
    "embedTenants.listGroupUsers" => Administrator, embed_tenants::group_users;
    "embedTenants.addGroupUsers" => Administrator, embed_tenants::add_group_users .body("@MembersInput");
    "embedTenants.removeGroupUsers" => Administrator, embed_tenants::remove_group_users
        .body("userIds:[@UserId]+ externalIds:[text]+");
    "embedTenants.listWorkbooks" => Administrator, workspace::of_embed_tenant;
    "workbooks.retrieveEmbedAccess" => User, embed_access::retrieve;
    "workbooks.setEmbedAccess" => User, embed_access::set .body("@EmbedAccessInput");
    "embedDashboards.setSignedEmbedding" => User, embed_dashboards::set_signed_embedding
        .body("@SetSignedEmbedding") .any_scope();
    "embedDashboards.runPython" => Any, embed_dashboards::run_python .body("@PythonRunInput") .any_scope();
    "embedDashboards.listComments" => EmbedTenant, comments::list .any_scope();
    "embedDashboards.createComment" => EmbedTenant, comments::create
        .body("text!:text parentId:integer?") .statuses(&[201]) .any_scope();
    "embedDashboards.updateComment" => EmbedTenant, comments::update .body("text!:text") .any_scope();
    "embedDashboards.deleteComment" => EmbedTenant, comments::delete .any_scope();
    "embedDashboards.resolveComment" => EmbedTenant, comments::resolve .body("resolved:boolean?") .any_scope();
    "embedDashboards.listMentionableUsers" => EmbedTenant, comments::mentionable_users .any_scope();
    "embedSessions.generate" => ApiKey, embed_sessions::generate
        .body("@GenerateSession") .errors(&[(404, "no such deployment")]) .any_scope();
    // Users, the tenant, integrations and the application.
    "auditLogs.export" => OneOf(&["AuditLogManage"]), audit::export .file(&["text/csv"]);
    "users.me" => Any, users::me .errors(&[(404, "an embed session without a viewer")]) .any_scope();
    "users.updateMySettings" => Any, users::update_my_settings .body("@UserSettingsInput") .any_scope();
    "users.create" => Administrator, users::create
        .body("@UserInput") .statuses(&[201]) .errors(&[(409, "a user with this email exists")]);
    "users.update" => Administrator, users::update
        .body("@UserChange") .errors(&[(409, "a user with this email exists")]);
    "users.delete" => Administrator, users::delete;
    "users.bulk" => Administrator, users::bulk .body("@BulkUsers");
    "userAttributes.list" => Administrator, documents::list;
    "userAttributes.create" => Administrator, attributes::create .body("@UserAttributeInput") .statuses(&[201]);
    "userAttributes.update" => Administrator, attributes::update
        .body("@UserAttributeInput") .errors(&[(409, "users have values of the former type")]);
    "userAttributeValues.list" => Administrator, attributes::values;
    "userAttributeValues.set" => Administrator, attributes::set_values
        .body("@AttributeValuesInput") .errors(&[(404, "no such user or attribute")]);
    "tenant.retrieveSettings" => Administrator, tenant::retrieve_settings;
    "tenant.updateSettings" => Administrator, tenant::update_settings .body("@TenantSettings");
    "oauthIntegrations.list" => Administrator, documents::list;
    "oauthIntegrations.create" => Administrator, documents::create .statuses(&[201]);
    "oauthIntegrations.retrieve" => Administrator, documents::retrieve;
    "oauthIntegrations.update" => Administrator, documents::update;
    "oauthIntegrations.delete" => Administrator, documents::delete;
    "userOauthTokens.list" => User, oauth_tokens::list;
    "userOauthTokens.create" => User, oauth_tokens::create .statuses(&[201]);
    "userOauthTokens.retrieve" => User, oauth_tokens::retrieve;
    "userOauthTokens.update" => User, oauth_tokens::update;
    "userOauthTokens.delete" => User, oauth_tokens::delete;
    "oidcTokenConfigs.list" => Administrator, documents::list;
    "oidcTokenConfigs.create" => Administrator, documents::create .statuses(&[201]);
    "oidcTokenConfigs.retrieve" => Administrator, documents::retrieve;
    "oidcTokenConfigs.update" => Administrator, documents::update;
    "oidcTokenConfigs.delete" => Administrator, documents::delete;
    "github.request" => Administrator, github::request .statuses(&[200, 201]);
    "usageAnalytics.createToken" => Administrator, usage_analytics::create_token .statuses(&[201]);
    "app.retrieveTheme" => Any, tenant::theme .any_scope();
    "app.retrieveConfig" => Any, tenant::config .any_scope();
    "spec.retrieve" => Any, contract::retrieve .any_scope();
    // SCIM: users and groups, by RFC 7644.
    "scim.users.list" => Scim, scim::list;
    "scim.users.create" => Scim, scim::create
        .body("@ScimUserInput") .statuses(&[201]) .errors(&[(409, "the name is taken")]);
    "scim.users.retrieve" => Scim, scim::retrieve;
    "scim.users.replace" => Scim, scim::replace .body("@ScimUserInput") .errors(&[(409, "the name is taken")]);
    "scim.users.patch" => Scim, scim::patch .body("@ScimPatch") .errors(&[(409, "the name is taken")]);
    "scim.users.delete" => Scim, scim::delete .statuses(&[204]);
    "scim.groups.list" => Scim, scim::list;
    "scim.groups.create" => Scim, scim::create
        .body("@ScimGroupInput") .statuses(&[201]) .errors(&[(409, "the name is taken")]);
    "scim.groups.retrieve" => Scim, scim::retrieve;
    "scim.groups.replace" => Scim, scim::replace .body("@ScimGroupInput") .errors(&[(409, "the name is taken")]);
    "scim.groups.patch" => Scim, scim::patch .body("@ScimPatch") .errors(&[(409, "the name is taken")]);
    "scim.groups.delete" => Scim, scim::delete .statuses(&[204]);
};
