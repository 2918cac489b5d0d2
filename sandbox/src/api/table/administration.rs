//! Users, the tenant, integrations and the application.

use crate::api::operation::Access::{Administrator, Any, OneOf, User};
use crate::api::operation::Answer::{File, Json, List};
use crate::api::operation::{Operation, operations};
use crate::api::{
    attributes, audit, contract, documents, github, oauth_tokens, tenant, usage_analytics, users,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "auditLogs.export" => OneOf(&["AuditLogManage"]), audit::export
        .answers(&[(200, File(&["text/csv"]))]);

    "users.me" => Any, users::me
        .answers(&[(200, Json("CurrentUser"))])
        .errors(&[(404, "an embed session without a viewer")])
        .any_scope(true);

    "users.updateMySettings" => Any, users::update_my_settings
        .body("@UserSettingsInput")
        .answers(&[(200, Json("UserSettingsInput"))])
        .any_scope(true);

    "users.create" => Administrator, users::create
        .body("@UserInput")
        .answers(&[(201, Json("User"))])
        .errors(&[(409, "a user with this email exists")]);

    "users.update" => Administrator, users::update
        .body("@UserChange")
        .answers(&[(200, Json("User"))])
        .errors(&[(409, "a user with this email exists")]);

    "users.delete" => Administrator, users::delete
        .answers(&[(200, Json("User"))]);

    "users.bulk" => Administrator, users::bulk
        .body("@BulkUsers")
        .answers(&[(200, Json("BulkResult"))]);

    "userAttributes.list" => Administrator, documents::list
        .answers(&[(200, List("UserAttribute"))]);

    "userAttributes.create" => Administrator, attributes::create
        .body("@UserAttributeInput")
        .answers(&[(201, Json("UserAttribute"))]);

    "userAttributes.update" => Administrator, attributes::update
        .body("@UserAttributeInput")
        .answers(&[(200, Json("UserAttribute"))])
        .errors(&[(409, "users have values of the former type")]);

    "userAttributeValues.list" => Administrator, attributes::values
        .answers(&[(200, List("AttributeValue"))]);

    "userAttributeValues.set" => Administrator, attributes::set_values
        .body("@AttributeValuesInput")
        .answers(&[(200, List("AttributeValue"))])
        .errors(&[(404, "no such user or attribute")]);

    "tenant.retrieveSettings" => Administrator, tenant::retrieve_settings
        .answers(&[(200, Json("TenantSettings"))]);

    "tenant.updateSettings" => Administrator, tenant::update_settings
        .body("@TenantSettings")
        .answers(&[(200, Json("TenantSettings"))]);

    "oauthIntegrations.list" => Administrator, documents::list
        .answers(&[(200, List("Document"))]);

    "oauthIntegrations.create" => Administrator, documents::create
        .answers(&[(201, Json("Document"))]);

    "oauthIntegrations.retrieve" => Administrator, documents::retrieve
        .answers(&[(200, Json("Document"))]);

    "oauthIntegrations.update" => Administrator, documents::update
        .answers(&[(200, Json("Document"))]);

    "oauthIntegrations.delete" => Administrator, documents::delete
        .answers(&[(200, Json("Document"))]);

    "userOauthTokens.list" => User, oauth_tokens::list
        .answers(&[(200, List("Document"))]);

    "userOauthTokens.create" => User, oauth_tokens::create
        .answers(&[(201, Json("Document"))]);

    "userOauthTokens.retrieve" => User, oauth_tokens::retrieve
        .answers(&[(200, Json("Document"))]);

    "userOauthTokens.update" => User, oauth_tokens::update
        .answers(&[(200, Json("Document"))]);

    "userOauthTokens.delete" => User, oauth_tokens::delete
        .answers(&[(200, Json("Document"))]);

    "oidcTokenConfigs.list" => Administrator, documents::list
        .answers(&[(200, List("Document"))]);

    "oidcTokenConfigs.create" => Administrator, documents::create
        .answers(&[(201, Json("Document"))]);

    "oidcTokenConfigs.retrieve" => Administrator, documents::retrieve
        .answers(&[(200, Json("Document"))]);

    "oidcTokenConfigs.update" => Administrator, documents::update
        .answers(&[(200, Json("Document"))]);

    "oidcTokenConfigs.delete" => Administrator, documents::delete
        .answers(&[(200, Json("Document"))]);

    "github.request" => Administrator, github::request
        .answers(&[(200, Json("Object")), (201, Json("Document"))]);

    "usageAnalytics.createToken" => Administrator, usage_analytics::create_token
        .answers(&[(201, Json("IssuedToken"))]);

    "app.retrieveTheme" => Any, tenant::theme
        .answers(&[(200, Json("AppTheme"))])
        .any_scope(true);

    "app.retrieveConfig" => Any, tenant::config
        .answers(&[(200, Json("AppConfig"))])
        .any_scope(true);

    "spec.retrieve" => Any, contract::retrieve
        .any_scope(true);
};
