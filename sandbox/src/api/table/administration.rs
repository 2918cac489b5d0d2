//! Users, the tenant, integrations and the application.

use crate::api::operation::Access::{Administrator, Any, OneOf, User};
use crate::api::operation::Answer::{File, Json, List};
use crate::api::operation::{Operation, operations};
use crate::api::{
    attributes, audit, documents, github, oauth_tokens, spec, tenant, usage_analytics, users,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "auditLogs.export" GET "/api/v1/audit-logs/export"
        OneOf(&["AuditLogManage"]), audit::export, "Audit log as CSV"
        .query("start:date end:date search:string eventName:string userEmail:string")
        .answers(&[(200, File(&["text/csv"]))]);

    "users.me" GET "/api/v1/users/me"
        Any, users::me, "Current user, includes userPolicies"
        .answers(&[(200, Json("CurrentUser"))])
        .errors(&[(404, "an embed session without a viewer")])
        .any_scope(true);

    "users.updateMySettings" PATCH "/api/v1/users/me/settings"
        Any, users::update_my_settings, "Partial merge of own settings"
        .body("@OwnSettings")
        .answers(&[(200, Json("OwnSettings"))])
        .any_scope(true);

    "users.create" POST "/api/v1/users/"
        Administrator, users::create, "Create a user"
        .body("@UserInput")
        .answers(&[(201, Json("User"))])
        .errors(&[(409, "a user with this email exists")]);

    "users.update" PUT "/api/v1/users/{userId}"
        Administrator, users::update, "Update a user"
        .body("@UserChange")
        .answers(&[(200, Json("User"))])
        .errors(&[(409, "a user with this email exists")]);

    "users.delete" DELETE "/api/v1/users/{userId}"
        Administrator, users::delete, "Delete a user"
        .answers(&[(200, Json("User"))]);

    "users.bulk" POST "/api/v1/users/bulk"
        Administrator, users::bulk, "Bulk action"
        .body("@BulkUsers")
        .answers(&[(200, Json("BulkResult"))]);

    "userAttributes.list" GET "/api/v1/user-attributes/"
        Administrator, documents::list, "Attribute definitions"
        .answers(&[(200, List("UserAttribute"))]);

    "userAttributes.create" POST "/api/v1/user-attributes/"
        Administrator, attributes::create, "Create a definition"
        .body("@UserAttributeInput")
        .answers(&[(201, Json("UserAttribute"))]);

    "userAttributes.update" PUT "/api/v1/user-attributes/{attributeId}"
        Administrator, attributes::update, "Update a definition"
        .body("@UserAttributeInput")
        .answers(&[(200, Json("UserAttribute"))])
        .errors(&[(409, "users have values of the former type")]);

    "userAttributeValues.list" GET "/api/v1/user-attribute-values/{userId}"
        Administrator, attributes::values, "Values of one user"
        .answers(&[(200, List("AttributeValue"))]);

    "userAttributeValues.set" POST "/api/v1/user-attribute-values/"
        Administrator, attributes::set_values, "Set values"
        .body("@AttributeValuesInput")
        .answers(&[(200, List("AttributeValue"))])
        .errors(&[(404, "no such user or attribute")]);

    "tenant.retrieveSettings" GET "/api/v1/tenant/settings"
        Administrator, tenant::retrieve_settings, "Tenant settings"
        .answers(&[(200, Json("TenantSettings"))]);

    "tenant.updateSettings" PUT "/api/v1/tenant/settings"
        Administrator, tenant::update_settings, "Update tenant settings"
        .body("@TenantSettings")
        .answers(&[(200, Json("TenantSettings"))]);

    "oauthIntegrations.list" GET "/api/v1/oauth-integrations/"
        Administrator, documents::list, "List: OAuth integration"
        .answers(&[(200, List("Document"))]);

    "oauthIntegrations.create" POST "/api/v1/oauth-integrations/"
        Administrator, documents::create, "Create: OAuth integration"
        .answers(&[(201, Json("Document"))]);

    "oauthIntegrations.retrieve" GET "/api/v1/oauth-integrations/{integrationId}"
        Administrator, documents::retrieve, "Read: OAuth integration"
        .answers(&[(200, Json("Document"))]);

    "oauthIntegrations.update" PUT "/api/v1/oauth-integrations/{integrationId}"
        Administrator, documents::update, "Update: OAuth integration"
        .answers(&[(200, Json("Document"))]);

    "oauthIntegrations.delete" DELETE "/api/v1/oauth-integrations/{integrationId}"
        Administrator, documents::delete, "Delete: OAuth integration"
        .answers(&[(200, Json("Document"))]);

    "userOauthTokens.list" GET "/api/v1/user-oauth-tokens/"
        User, oauth_tokens::list, "List: per-user OAuth token"
        .answers(&[(200, List("Document"))]);

    "userOauthTokens.create" POST "/api/v1/user-oauth-tokens/"
        User, oauth_tokens::create, "Create: per-user OAuth token"
        .answers(&[(201, Json("Document"))]);

    "userOauthTokens.retrieve" GET "/api/v1/user-oauth-tokens/{tokenId}"
        User, oauth_tokens::retrieve, "Read: per-user OAuth token"
        .answers(&[(200, Json("Document"))]);

    "userOauthTokens.update" PUT "/api/v1/user-oauth-tokens/{tokenId}"
        User, oauth_tokens::update, "Update: per-user OAuth token"
        .answers(&[(200, Json("Document"))]);

    "userOauthTokens.delete" DELETE "/api/v1/user-oauth-tokens/{tokenId}"
        User, oauth_tokens::delete, "Delete: per-user OAuth token"
        .answers(&[(200, Json("Document"))]);

    "oidcTokenConfigs.list" GET "/api/v1/oidc-token-configs/"
        Administrator, documents::list, "List: OIDC token config"
        .answers(&[(200, List("Document"))]);

    "oidcTokenConfigs.create" POST "/api/v1/oidc-token-configs/"
        Administrator, documents::create, "Create: OIDC token config"
        .answers(&[(201, Json("Document"))]);

    "oidcTokenConfigs.retrieve" GET "/api/v1/oidc-token-configs/{configId}"
        Administrator, documents::retrieve, "Read: OIDC token config"
        .answers(&[(200, Json("Document"))]);

    "oidcTokenConfigs.update" PUT "/api/v1/oidc-token-configs/{configId}"
        Administrator, documents::update, "Update: OIDC token config"
        .answers(&[(200, Json("Document"))]);

    "oidcTokenConfigs.delete" DELETE "/api/v1/oidc-token-configs/{configId}"
        Administrator, documents::delete, "Delete: OIDC token config"
        .answers(&[(200, Json("Document"))]);

    "github.request" * "/api/v1/github/{path}"
        Administrator, github::request, "Repository-host integration; its operations are not shown"
        .answers(&[(200, Json("Object")), (201, Json("Document"))]);

    "usageAnalytics.createToken" POST "/api/v1/usage-analytics/token"
        Administrator, usage_analytics::create_token, "API token for usage analytics, valid 1 hour"
        .answers(&[(201, Json("IssuedToken"))]);

    "app.retrieveTheme" GET "/api/v1/app-theme"
        Any, tenant::theme, "App theme"
        .answers(&[(200, Json("AppTheme"))])
        .any_scope(true);

    "app.retrieveConfig" GET "/api/v1/app-config"
        Any, tenant::config, "App configuration: appTheme, applyThemeGlobally, creatorMode, embedding, sheetsUi, sheetsAgentChatEnabled, timezoneSettings"
        .answers(&[(200, Json("AppConfig"))])
        .any_scope(true);

    "spec.retrieve" GET "/api/v1/spec"
        Any, spec::retrieve, "The full OpenAPI 3.1 document of the handling build"
        .any_scope(true);
};
