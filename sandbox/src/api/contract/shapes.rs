//! What of bodies the description leaves open, in the short form of [`super::fields`]. A shape that the client
//! knows has the client's name, and writes only what differs; `tests/api/document.rs` holds the two together.
//! What an answer has that the description leaves open stays open.

use serde_json::{Value, json};

use super::LEGACY;
use super::document::DESCRIBED_SCHEMAS;
use super::fields::{object, put, reference};

/// The name of each shape, and its fields.
#[rustfmt::skip]
const SHAPES: &[(&str, &str)] = &[
    // Of every operation.
    ("Error", "error!:string"),
    ("ScimError", "schemas!:[string] status!:string scimType:string detail:string"),
    ("Object", ""),
    ("Pagination", "offset!:integer limit!:integer total!:integer"),
    ("PageInfo", "hasNextPage!:boolean hasPreviousPage:boolean startCursor:string? endCursor:string?"),
    // The workspace.
    ("WorkbookInput", "name:text? folderId:integer? meta:object calculatedFields:object dashboardDraft:@DashboardDraft? \
                       dashboardStatus:draft|published|archived isFavorite:boolean?"),
    ("ReportInput", "workbookId:integer? folderId:integer? description:@ReportSnapshot/properties/description \
                     kind:@ReportSnapshot/properties/kind meta:@ReportSnapshot/properties/meta spec:@ReportSnapshot/properties/spec \
                     sqlQuery:@ReportSnapshot/properties/sqlQuery pythonCode:@ReportSnapshot/properties/pythonCode \
                     fillMissingRows:@ReportSnapshot/properties/fillMissingRows preferences:@ReportSnapshot/properties/preferences \
                     periodComparisons:@ReportSnapshot/properties/periodComparisons"),
    ("ConnectWorkbook", "externalWorkbookId:string? placementId:text? sheetName:string? \
                         anchorCell:string? workbookName:string? host:string? resultChecksum:string? addressOnly:boolean?"),
    ("AiWidgetThread", "widgetId!:text threadId!:text checksum:string?"),
    ("SetSignedEmbedding", "allowEmbed!:boolean"),
    ("PlacementAddress", "placementId:string"),
    ("BulkDelete", "items!:[object]"),
    ("BulkMove", "items!:[object]"),
    ("CreateDashboardExport", "dashboardId:id dashboardPublicId:text format:png|pdf? renderAs:@RenderAs? (dashboardId^dashboardPublicId)"),
    ("NotificationInput", "dashboardId:id dashboardPublicId:text filters:[any]? timeGrains:[any]? memberSwitchers:[any]? \
                           notificationAiSummary:any recipients:[object]? (dashboardId^dashboardPublicId)"),
    // Syncs and metric views.
    ("StartTransformSync", "branchName:text? output:branch|files? source:git|manifest? manifest:object? ref:string? trigger:string?"),
    ("UpsertMetricViewIntegration", "expectedConfigurationVersion!:offset"),
    // Embedding.
    ("GroupInput", "name!:text"),
    ("GroupChange", "name:text"),
    ("MembersInput", "userIds:[@UserId]+ externalIds:[text]+ (userIds|externalIds)"),
    ("TenantAccessInput", "embedTenantName:text allEmbedUsers:boolean action!:read|none (embedTenantName|allEmbedUsers)"),
    ("EmbedAccessInput", "items:[@TenantAccessInput]? allEmbedUsers:read|none?"),
    ("PythonRunInput", "reportId:integer? filters:[any]?"),
    ("GenerateSession", "settings:@EmbedSettings? tenantGroups:[@GroupName]? tenantGroupDefinitions:[@GroupInput]? \
                         embedTenantProfile:@EmbedTenantProfile? embedTheme:object? embedTenantName:text? externalId:text? \
                         email:string? creatorMode:boolean? deploymentId:id?"),
    ("EmbedTenantProfile", "displayName:string?"),
    ("EmbedSettings", "locale:string? timezone:string? allowAi:boolean? showAiWidgets:boolean? showWorkbookChat:boolean? \
                       showDashboardChat:boolean? showWorkbookShare:boolean? showDashboardSettings:boolean? \
                       showMemberNames:boolean? showGroupBySvc:boolean? allowChatWorkspaceAuthoring:boolean? \
                       enableDashboardComments:boolean?"),
    // Deployments and data models.
    ("CreateDeployment", "name:text? cloudProvider:svccloud|aws|gcp? creationMethod:upload|svccloud|github|ssh? deployMode:git|cli?"),
    ("EnvVarInput", "name!:text value:any"),
    ("EnvVarsInput", "items:[@EnvVarInput]?"),
    ("BranchInput", "name:text branchName:text parentBranch:text? (name|branchName)"),
    ("BranchChoice", "branchName:text? message:string?"),
    ("FileInput", "path!:text content:string? branchName:text?"),
    ("FileChoice", "path:text? branchName:text?"),
    ("FileRename", "path!:text newPath!:text branchName:text?"),
    ("UploadInput", "uploadId:text path:text content:string?"),
    ("UploadChoice", "uploadId!:text"),
    // Administration.
    ("UserInput", "email!:text firstName:string? lastName:string? picture:string? role:@Role active:boolean permissions:[string]"),
    ("UserChange", "email:text firstName:string? lastName:string? picture:string? role:@Role active:boolean permissions:[string]"),
    ("BulkUsers", "action!:DEACTIVATE|ACTIVATE|DELETE userIds!:[@UserId]"),
    ("UserAttributeInput", "name:any"),
    ("AttributeValueInput", "attributeId!:integer value:any"),
    ("AttributeValuesInput", "userId!:integer attributeId:integer value:any values:[@AttributeValueInput] (attributeId|values)"),
    ("TenantSettings", "plan:@Plan? features:object? appTheme:object? applyThemeGlobally:any creatorMode:any embedding:any \
                        sheetsUi:any sheetsAgentChatEnabled:any timezoneSettings:any"),
    ("Plan", "workbookLimit:integer?"),
    // SCIM.
    ("ScimOperation", "op!:add|replace|remove"),
    ("ScimPatch", "schemas!:[string]+ Operations!:[@ScimOperation]+"),
];

/// What the description leaves open of an answer, or of a list's items. Other answers stay open: these are what
/// a tenant's own document may say more.
pub fn left_open(operation: &str) -> Option<Value> {
    match operation {
        "users.me" | "embedTenants.listUsers" => Some(object("id!:integer email!:string")),
        "folders.list" => Some(object("id!:integer name!:string")),
        "workspace.listShared" => Some(reference("Workbook")),
        _ => None,
    }
}

/// The sandbox's limits of properties that the description shows, by schema and property.
pub fn limits() -> [(&'static str, &'static str, Value); 8] {
    let legacy = || json!({ LEGACY: ["TABS_CONTAINER"] });
    let sheet = json!({ "type": ["string", "integer", "null"] });
    let spec = json!({ "type": ["string", "object", "null"] });
    [
        ("DashboardWidget", "id", json!({ "minLength": 1 })),
        ("DashboardWidget", "type", legacy()),
        ("DraftWidget", "type", legacy()),
        ("ReportSnapshot", "spec", spec),
        ("ConnectWorkbook", "sheetId", sheet),
        (
            "CreateMetaSyncToken",
            "expires_in",
            json!({ "exclusiveMinimum": 0 }),
        ),
        ("ScimUser", "userName", json!({ "minLength": 1 })),
        ("ScimGroup", "displayName", json!({ "minLength": 1 })),
    ]
}

/// Every shape with its schema.
pub fn all() -> impl Iterator<Item = (String, Value)> {
    let render_as = [
        object("userId!:integer"),
        object("embedTenantName!:string externalId!:string"),
    ];
    let mut sync = object(fields_of("StartTransformSync"));
    put(
        &mut sync,
        &["anyOf"],
        json!([
            { "required": ["manifest"], "properties": { "manifest": { "type": "object" } } },
            { "properties": { "source": { "enum": ["git", null] } } },
        ]),
    );
    let mut access = object(fields_of("TenantAccessInput"));
    put(
        &mut access,
        &["properties", "allEmbedUsers", "enum"],
        json!([true]),
    );
    let group = json!({ "anyOf": [{ "type": "string", "minLength": 1 }, reference("GroupInput")] });
    let special = [
        (
            "Role",
            json!({ "type": "string", "enum": ["Viewer", "AI BI User", "Administrator"] }),
        ),
        (
            "UserId",
            json!({ "anyOf": [super::fields::schema("integer"), { "type": "string" }] }),
        ),
        ("RenderAs", json!({ "type": "object", "oneOf": render_as })),
        ("GroupName", group),
        ("StartTransformSync", sync),
        ("TenantAccessInput", access),
        ("ScimUserInput", scim_input("ScimUser", "userName")),
        ("ScimGroupInput", scim_input("ScimGroup", "displayName")),
    ];
    let short = SHAPES.iter().map(|(name, fields)| (*name, object(fields)));
    let all = short.chain(special);
    all.map(|(name, schema)| (name.to_owned(), schema))
}

fn fields_of(name: &str) -> &'static str {
    let shape = SHAPES.iter().find(|(known, _)| *known == name);
    shape.map_or("", |(_, fields)| fields)
}

/// A resource as it is sent. What the service sets itself is ignored there, so it may be anything.
fn scim_input(name: &str, required: &str) -> Value {
    let mut schema = DESCRIBED_SCHEMAS.get(name).cloned().unwrap_or_default();
    put(&mut schema, &["required"], json!([required, "schemas"]));
    for name in ["id", "meta", "groups"] {
        put(&mut schema, &["properties", name], json!({}));
    }
    schema
}
