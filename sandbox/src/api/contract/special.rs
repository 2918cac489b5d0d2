//! The sandbox's limits of what the description shows, and the shapes that the short form of
//! [`super::fields`] cannot say.

use serde_json::{Value, json};

use super::LEGACY;
use super::document::DESCRIBED_SCHEMAS;
use super::fields::{bound, object, reference, schema};

/// The limits of properties that the description shows, by schema and property.
pub fn limits() -> [(&'static str, &'static str, Value); 10] {
    let time = || json!({ "format": "date-time" });
    let legacy = || json!({ LEGACY: ["TABS_CONTAINER"] });
    [
        ("DashboardWidget", "id", json!({ "minLength": 1 })),
        ("DashboardWidget", "type", legacy()),
        ("DraftWidget", "type", legacy()),
        (
            "ReportSnapshot",
            "spec",
            json!({ "type": ["string", "object", "null"] }),
        ),
        (
            "CreateMetaSyncToken",
            "expires_in",
            json!({ "exclusiveMinimum": 0 }),
        ),
        ("DeploymentSummary", "created_at", time()),
        ("MetaSyncToken", "created_at", time()),
        ("MetaSyncToken", "expires_at", time()),
        ("ScimUser", "userName", json!({ "minLength": 1 })),
        ("ScimGroup", "displayName", json!({ "minLength": 1 })),
    ]
}

/// The schemas that the short form cannot say.
pub fn shapes() -> impl Iterator<Item = (String, Value)> {
    let dashboard = |more: &str| {
        let mut schema = object(&format!("dashboardId:id dashboardPublicId:text {more}"));
        extend(
            &mut schema,
            "oneOf",
            one_of(&["dashboardId", "dashboardPublicId"]),
        );
        schema
    };
    let mut branch = object("name:text branchName:text parentBranch:text?");
    extend(&mut branch, "anyOf", one_of(&["name", "branchName"]));
    let mut values =
        object("userId!:integer attributeId:integer value:any values:[@AttributeValueInput]");
    extend(&mut values, "anyOf", one_of(&["attributeId", "values"]));
    let recipients = "filters:[any]? timeGrains:[any]? memberSwitchers:[any]? \
                      notificationAiSummary:any recipients:[object]?";
    let mut members = object("userIds:[@UserId]+ externalIds:[text]+");
    extend(&mut members, "anyOf", one_of(&["userIds", "externalIds"]));
    let all = [
        ("Placement", placement()),
        (
            "Role",
            json!({ "type": "string", "enum": ["Viewer", "AI BI User", "Administrator"] }),
        ),
        (
            "UserId",
            json!({ "anyOf": [schema("integer"), { "type": "string" }] }),
        ),
        (
            "RenderAs",
            json!({ "type": "object", "oneOf": [
                { "required": ["userId"], "properties": { "userId": schema("integer") } },
                {
                    "required": ["embedTenantName", "externalId"],
                    "properties": {
                        "embedTenantName": { "type": "string" },
                        "externalId": { "type": "string" },
                    },
                },
            ] }),
        ),
        (
            "GroupName",
            json!({ "anyOf": [{ "type": "string", "minLength": 1 }, reference("GroupInput")] }),
        ),
        (
            "CreateDashboardExport",
            dashboard("format:png|pdf? renderAs:@RenderAs?"),
        ),
        ("NotificationInput", dashboard(recipients)),
        ("BranchInput", branch),
        ("AttributeValuesInput", values),
        ("TenantAccessInput", tenant_access()),
        ("AppTheme", app_theme()),
        ("MembersInput", members),
        ("StartTransformSync", transform_sync()),
        ("ScimUser", requiring("ScimUser", &["schemas", "id"])),
        ("ScimGroup", requiring("ScimGroup", &["schemas", "id"])),
        ("ScimUserInput", scim_input("ScimUser", "userName")),
        ("ScimGroupInput", scim_input("ScimGroup", "displayName")),
        (
            "DeploymentList",
            list_by_offset("deployments", "DeploymentSummary"),
        ),
        (
            "EnvironmentList",
            list_by_offset("environments", "Environment"),
        ),
        ("TenantWorkbook", tenant_workbook()),
    ];
    all.into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
}

fn placement() -> Value {
    let mut placement = object(
        "id!:string host:string? sheetId:any sheetName:string? anchorCell:string? workbookName:string? \
         placedAt:string? placedBy:integer? refreshedAt:string? refreshedBy:integer? \
         queryChecksum:string? resultChecksum:string? syncStatus!:UP_TO_DATE|CHANGED|UNKNOWN",
    );
    let sheet = json!(["string", "integer", "null"]);
    set(&mut placement, "/properties/sheetId", &[("type", sheet)]);
    bound(&mut placement);
    placement
}

fn tenant_access() -> Value {
    let mut access = object("embedTenantName:text allEmbedUsers:boolean action!:read|none");
    extend(
        &mut access,
        "anyOf",
        one_of(&["embedTenantName", "allEmbedUsers"]),
    );
    set(
        &mut access,
        "/properties/allEmbedUsers",
        &[("enum", json!([true]))],
    );
    access
}

fn app_theme() -> Value {
    let mut theme = object("palette!:any logoUrl!:any light!:any dark!:any");
    for name in ["light", "dark"] {
        let pointer = format!("/properties/{name}");
        set(&mut theme, &pointer, &[("deprecated", true.into())]);
    }
    theme
}

fn transform_sync() -> Value {
    let mut sync = object(
        "branchName:text? output:branch|files? source:git|manifest? manifest:object? ref:string? \
         trigger:string?",
    );
    let sources = json!([
        { "required": ["manifest"], "properties": { "manifest": { "type": "object" } } },
        { "properties": { "source": { "enum": ["git", null] } } },
    ]);
    extend(&mut sync, "anyOf", sources);
    sync
}

/// The schema of a list of these items by offset.
fn list_by_offset(key: &str, item: &str) -> Value {
    let mut list = object("data!:object pagination!:@Pagination");
    if let Some(data) = list.pointer_mut("/properties/data") {
        *data = object(&format!("{key}!:[@{item}]"));
    }
    list
}

/// The schema of a list of these items by cursor, with the deprecated fields. A list that is sorted
/// without cursors has the deprecated fields only.
pub fn list_of(name: &str) -> Value {
    let mut list = object(&format!(
        "items:[@{name}] pageInfo:@PageInfo data:[@{name}] count:offset pagination:@Pagination"
    ));
    for field in ["data", "count", "pagination"] {
        let pointer = format!("/properties/{field}");
        set(&mut list, &pointer, &[("deprecated", true.into())]);
    }
    let required = if name == "Report" {
        json!([{ "required": ["items", "pageInfo"] }, { "required": ["data", "count", "pagination"] }])
    } else {
        json!([{ "required": ["items", "pageInfo"] }])
    };
    extend(&mut list, "anyOf", required);
    list
}

fn tenant_workbook() -> Value {
    let mut workbook = described("Workbook");
    let sources = object("accessSource:tenant|allEmbedUsers|folder accessSources:[string]");
    let sources = sources
        .get("properties")
        .and_then(Value::as_object)
        .cloned();
    if let Some(fields) = workbook
        .pointer_mut("/properties")
        .and_then(Value::as_object_mut)
    {
        fields.extend(sources.unwrap_or_default());
    }
    workbook
}

/// A resource as it is sent. What the service sets itself is ignored there, so it may be anything.
fn scim_input(name: &str, required: &str) -> Value {
    let mut schema = requiring(name, &[required, "schemas"]);
    if let Some(fields) = schema
        .pointer_mut("/properties")
        .and_then(Value::as_object_mut)
    {
        for name in ["id", "meta", "groups"] {
            fields.insert(name.to_owned(), json!({}));
        }
    }
    schema
}

/// A schema of the description in which these fields are required.
fn requiring(name: &str, fields: &[&str]) -> Value {
    let mut schema = described(name);
    extend(&mut schema, "required", json!(fields));
    schema
}

/// A schema of the description.
fn described(name: &str) -> Value {
    DESCRIBED_SCHEMAS.get(name).cloned().unwrap_or_default()
}

fn one_of(names: &[&str]) -> Value {
    names
        .iter()
        .map(|name| json!({ "required": [name] }))
        .collect()
}

fn extend(schema: &mut Value, keyword: &str, value: Value) {
    if let Some(fields) = schema.as_object_mut() {
        fields.insert(keyword.to_owned(), value);
    }
}

fn set(schema: &mut Value, pointer: &str, keywords: &[(&str, Value)]) {
    let target = schema.pointer_mut(pointer).and_then(Value::as_object_mut);
    if let Some(target) = target {
        for (keyword, value) in keywords {
            target.insert((*keyword).to_owned(), value.clone());
        }
    }
}
