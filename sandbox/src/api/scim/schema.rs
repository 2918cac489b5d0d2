//! What the schemas of RFC 7643 say of an attribute, wherever it is: how it is spelled, and how its value is read.

use serde_json::{Value, json};

/// The extension for enterprises.
const ENTERPRISE: &str = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/// The attributes of users and groups, and their parts.
#[rustfmt::skip]
const NAMES: [&str; 49] = [
    "schemas", "id", "externalId", "meta", ENTERPRISE,
    "userName", "name", "formatted", "familyName", "givenName", "middleName", "honorificPrefix", "honorificSuffix",
    "displayName", "nickName", "profileUrl", "title", "userType", "preferredLanguage", "locale", "timezone", "active",
    "password", "emails", "phoneNumbers", "ims", "photos", "addresses", "groups", "entitlements", "roles",
    "x509Certificates", "value", "display", "type", "primary", "$ref", "streetAddress", "locality", "region",
    "postalCode", "country", "members", "employeeNumber", "costCenter", "organization", "division", "department",
    "manager",
];

/// The attributes that hold several values.
#[rustfmt::skip]
const MANY: [&str; 10] = [
    "emails", "phoneNumbers", "ims", "photos", "addresses", "groups", "entitlements", "roles", "x509Certificates",
    "members",
];

/// An attribute's name in the spelling of its schema, because clients may use another case.
pub fn spelled(name: &str) -> &str {
    let known = NAMES.iter().find(|known| known.eq_ignore_ascii_case(name));
    known.copied().unwrap_or(name)
}

/// Whether an attribute holds several values.
pub fn is_many(name: &str) -> bool {
    MANY.contains(&spelled(name))
}

/// The value of an attribute as the schema has it. Entra ID sends booleans and managers as texts:
/// `"True"`, also in the filter of a path, and the id of a manager. It also sends a list with the one manager.
pub fn read(name: &str, mut value: Value) -> Value {
    if let Value::Array(all) = &mut value
        && spelled(name) == "manager"
    {
        return all.pop().unwrap_or_default();
    }
    let Some(text) = value.as_str() else {
        return value;
    };
    match (spelled(name), text.to_ascii_lowercase().as_str()) {
        ("active" | "primary", "true") => true.into(),
        ("active" | "primary", "false") => false.into(),
        ("manager", _) => json!({ "value": text }),
        _ => value,
    }
}
