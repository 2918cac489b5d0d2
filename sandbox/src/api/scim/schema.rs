//! The schemas of RFC 7643, each attribute once: what the discovery documents show, how an attribute is
//! spelled, and how its value is read.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

/// The extension for enterprises.
pub const ENTERPRISE: &str = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

/// Each schema: its URI, its name, what it describes, and its attributes. Each line has an attribute, or
/// a part of the one above, and what distinguishes it from a text that clients write. `many` has several
/// values, whose parts are `value`, `display`, `type` and `primary` unless they are listed.
const SCHEMAS: [(&str, &str, &str, &str); 3] = [
    (
        "urn:ietf:params:scim:schemas:core:2.0:User",
        "User",
        "A user of the console.",
        "userName required uniqueness=server
         name
         - formatted
         - familyName
         - givenName
         - middleName
         - honorificPrefix
         - honorificSuffix
         displayName
         nickName
         profileUrl refers=external
         title
         userType
         preferredLanguage
         locale
         timezone
         active type=boolean
         password mutability=writeOnly returned=never
         emails many=work|home|other
         phoneNumbers many=work|home|mobile|fax|pager|other
         ims many
         photos many
         - value refers=external
         - display
         - type
         - primary type=boolean
         addresses many
         - formatted
         - streetAddress
         - locality
         - region
         - postalCode
         - country
         - type
         - primary type=boolean
         groups many mutability=readOnly
         - value mutability=readOnly
         - $ref refers=User|Group mutability=readOnly
         - display mutability=readOnly
         - type values=direct|indirect mutability=readOnly
         entitlements many
         roles many
         x509Certificates many
         - value type=binary caseExact
         - display
         - type
         - primary type=boolean",
    ),
    (
        "urn:ietf:params:scim:schemas:core:2.0:Group",
        "Group",
        "A group of users.",
        "displayName required uniqueness=server
         members many
         - value mutability=immutable
         - $ref refers=User mutability=immutable
         - type values=User mutability=immutable",
    ),
    (
        ENTERPRISE,
        "EnterpriseUser",
        "A user within an enterprise.",
        "employeeNumber
         costCenter
         organization
         division
         department
         manager
         - value
         - $ref refers=User
         - displayName mutability=readOnly",
    ),
];

/// Names that every resource has, or that belong to no schema.
const COMMON: [&str; 5] = ["schemas", "id", "externalId", "meta", ENTERPRISE];

/// The documents of the schemas.
pub static DOCUMENTS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let document = |(uri, name, description, attributes): (&str, &str, &str, &str)| {
        json!({
            "schemas": ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
            "id": uri,
            "name": name,
            "description": description,
            "attributes": parsed(attributes),
            "meta": { "resourceType": "Schema", "location": format!("/api/scim/v2/Schemas/{uri}") },
        })
    };
    SCHEMAS.into_iter().map(document).collect()
});

/// The attributes of a schema, each with its parts.
fn parsed(text: &str) -> Vec<Value> {
    let mut attributes: Vec<Value> = Vec::new();
    for line in text.lines().map(str::trim) {
        match (line.strip_prefix("- "), attributes.last_mut()) {
            (Some(part), Some(whole)) => add_part(whole, attribute(part)),
            _ => attributes.push(attribute(line)),
        }
    }
    for whole in &mut attributes {
        let is_many = whole.get("multiValued") == Some(&Value::Bool(true));
        if is_many && whole.get("subAttributes").is_none() {
            let types = whole
                .as_object_mut()
                .and_then(|fields| fields.remove("many"));
            for part in ["value", "display", "type", "primary type=boolean"] {
                let mut part = attribute(part);
                if let (Some(types), true) = (&types, part.get("name") == Some(&json!("type"))) {
                    put(&mut part, "canonicalValues", types.clone());
                }
                add_part(whole, part);
            }
        }
    }
    attributes
}

fn add_part(whole: &mut Value, part: Value) {
    put(whole, "type", "complex".into());
    match whole.get_mut("subAttributes").and_then(Value::as_array_mut) {
        Some(parts) => parts.push(part),
        None => put(whole, "subAttributes", json!([part])),
    }
}

fn attribute(line: &str) -> Value {
    let mut words = line.split(' ');
    let mut attribute = json!({
        "name": words.next(),
        "type": "string",
        "multiValued": false,
        "required": false,
        "caseExact": false,
        "mutability": "readWrite",
        "returned": "default",
        "uniqueness": "none",
    });
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        let values: Vec<&str> = value.split('|').collect();
        match key {
            "required" | "caseExact" => put(&mut attribute, key, true.into()),
            "many" => {
                put(&mut attribute, "multiValued", true.into());
                if !value.is_empty() {
                    put(&mut attribute, key, json!(values));
                }
            }
            "values" => put(&mut attribute, "canonicalValues", json!(values)),
            "refers" => {
                put(&mut attribute, "type", "reference".into());
                put(&mut attribute, "caseExact", true.into());
                put(&mut attribute, "referenceTypes", json!(values));
            }
            key => put(&mut attribute, key, value.into()),
        }
    }
    attribute
}

fn put(object: &mut Value, key: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(key.to_owned(), value);
    }
}

/// What an attribute is, wherever it is.
struct Known {
    name: String,
    is_many: bool,
    is_boolean: bool,
    /// It has a `value`, and may be sent as the text of that.
    has_value: bool,
}

/// Each attribute by its name in small letters.
static KNOWN: LazyLock<HashMap<String, Known>> = LazyLock::new(|| {
    let mut known = HashMap::new();
    let common: Vec<Value> = COMMON.iter().map(|name| attribute(name)).collect();
    let schemas = DOCUMENTS.iter();
    let mut left: Vec<&Value> = schemas
        .flat_map(|schema| list(schema, "attributes"))
        .collect();
    left.extend(&common);
    while let Some(attribute) = left.pop() {
        let parts = list(attribute, "subAttributes");
        let name = attribute
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let is_many = attribute.get("multiValued") == Some(&Value::Bool(true));
        let is = Known {
            name: name.to_owned(),
            is_many,
            is_boolean: attribute.get("type").is_some_and(|kind| kind == "boolean"),
            has_value: !is_many
                && parts
                    .iter()
                    .any(|part| part.get("name").is_some_and(|name| name == "value")),
        };
        known.insert(name.to_ascii_lowercase(), is);
        left.extend(parts);
    }
    known
});

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    let list = value.get(key).and_then(Value::as_array);
    list.map_or(&[], Vec::as_slice)
}

fn known(name: &str) -> Option<&'static Known> {
    KNOWN.get(&name.to_ascii_lowercase())
}

/// An attribute's name in the spelling of its schema, because clients may use another case.
pub fn spelled(name: &str) -> &str {
    known(name).map_or(name, |known| known.name.as_str())
}

/// Whether an attribute holds several values.
pub fn is_many(name: &str) -> bool {
    known(name).is_some_and(|known| known.is_many)
}

/// The value of an attribute as the schema has it. Entra ID sends booleans and managers as texts:
/// `"True"`, also in the filter of a path, and the id of a manager.
pub fn read(name: &str, value: Value) -> Value {
    let (Some(known), Some(text)) = (known(name), value.as_str()) else {
        return value;
    };
    match text.to_ascii_lowercase().as_str() {
        "true" if known.is_boolean => true.into(),
        "false" if known.is_boolean => false.into(),
        _ if known.has_value => json!({ "value": text }),
        _ => value,
    }
}
