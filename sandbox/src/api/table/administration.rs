//! Users, the tenant, integrations and the application.

use crate::api::operation::Access::{Administrator, Any, OneOf, User};
use crate::api::operation::{Operation, operations};
use crate::api::{attributes, audit, documents, github, spec, tenant, usage_analytics, users};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "auditLogs.export" GET "/api/v1/audit-logs/export"
        OneOf(&["AuditLogManage"]), audit::export, "Audit log as CSV"
        .query("start:date end:date search:string eventName:string userEmail:string")
        .answer("text/csv");

    "users.me" GET "/api/v1/users/me"
        Any, users::me, "Current user, includes userPolicies";

    "users.updateMySettings" PATCH "/api/v1/users/me/settings"
        Any, users::update_my_settings, "Partial merge of own settings";

    "users.create" POST "/api/v1/users/"
        Administrator, users::create, "Create a user";

    "users.update" PUT "/api/v1/users/{userId}"
        Administrator, users::update, "Update a user";

    "users.delete" DELETE "/api/v1/users/{userId}"
        Administrator, users::delete, "Delete a user";

    "users.bulk" POST "/api/v1/users/bulk"
        Administrator, users::bulk, "Bulk action"
        .body("action!:DEACTIVATE|ACTIVATE|DELETE userIds!:array");

    "userAttributes.list" GET "/api/v1/user-attributes/"
        Administrator, documents::list, "Attribute definitions";

    "userAttributes.create" POST "/api/v1/user-attributes/"
        Administrator, attributes::create, "Create a definition"
        .body("type:string|number|boolean|string_array|number_array");

    "userAttributes.update" PUT "/api/v1/user-attributes/{attributeId}"
        Administrator, attributes::update, "Update a definition";

    "userAttributeValues.list" GET "/api/v1/user-attribute-values/{userId}"
        Administrator, attributes::values, "Values of one user";

    "userAttributeValues.set" POST "/api/v1/user-attribute-values/"
        Administrator, attributes::set_values, "Set values";

    "tenant.retrieveSettings" GET "/api/v1/tenant/settings"
        Administrator, tenant::retrieve_settings, "Tenant settings";

    "tenant.updateSettings" PUT "/api/v1/tenant/settings"
        Administrator, tenant::update_settings, "Update tenant settings";

    "oauthIntegrations.list" GET "/api/v1/oauth-integrations/"
        Administrator, documents::list, "List: OAuth integration";

    "oauthIntegrations.create" POST "/api/v1/oauth-integrations/"
        Administrator, documents::create, "Create: OAuth integration";

    "oauthIntegrations.retrieve" GET "/api/v1/oauth-integrations/{integrationId}"
        Administrator, documents::retrieve, "Read: OAuth integration";

    "oauthIntegrations.update" PUT "/api/v1/oauth-integrations/{integrationId}"
        Administrator, documents::update, "Update: OAuth integration";

    "oauthIntegrations.delete" DELETE "/api/v1/oauth-integrations/{integrationId}"
        Administrator, documents::delete, "Delete: OAuth integration";

    "userOauthTokens.list" GET "/api/v1/user-oauth-tokens/"
        User, documents::list, "List: per-user OAuth token";

    "userOauthTokens.create" POST "/api/v1/user-oauth-tokens/"
        User, documents::create, "Create: per-user OAuth token";

    "userOauthTokens.retrieve" GET "/api/v1/user-oauth-tokens/{tokenId}"
        User, documents::retrieve, "Read: per-user OAuth token";

    "userOauthTokens.update" PUT "/api/v1/user-oauth-tokens/{tokenId}"
        User, documents::update, "Update: per-user OAuth token";

    "userOauthTokens.delete" DELETE "/api/v1/user-oauth-tokens/{tokenId}"
        User, documents::delete, "Delete: per-user OAuth token";

    "oidcTokenConfigs.list" GET "/api/v1/oidc-token-configs/"
        Administrator, documents::list, "List: OIDC token config";

    "oidcTokenConfigs.create" POST "/api/v1/oidc-token-configs/"
        Administrator, documents::create, "Create: OIDC token config";

    "oidcTokenConfigs.retrieve" GET "/api/v1/oidc-token-configs/{configId}"
        Administrator, documents::retrieve, "Read: OIDC token config";

    "oidcTokenConfigs.update" PUT "/api/v1/oidc-token-configs/{configId}"
        Administrator, documents::update, "Update: OIDC token config";

    "oidcTokenConfigs.delete" DELETE "/api/v1/oidc-token-configs/{configId}"
        Administrator, documents::delete, "Delete: OIDC token config";

    "github.request" * "/api/v1/github/{path}"
        Administrator, github::request, "Repository-host integration; its operations are not shown";

    "usageAnalytics.createToken" POST "/api/v1/usage-analytics/token"
        Administrator, usage_analytics::create_token, "API token for usage analytics, valid 1 hour";

    "app.retrieveTheme" GET "/api/v1/app-theme"
        Any, tenant::theme, "App theme";

    "app.retrieveConfig" GET "/api/v1/app-config"
        Any, tenant::config, "App configuration: appTheme, applyThemeGlobally, creatorMode, embedding, sheetsUi, sheetsAgentChatEnabled, timezoneSettings";

    "spec.retrieve" GET "/api/v1/spec"
        Any, spec::retrieve, "The full OpenAPI 3.1 document of the handling build";
};
