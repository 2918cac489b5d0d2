//! The shapes of bodies and answers that the description leaves open, in the short form of
//! [`super::fields`], and the sandbox's limits of those that it shows. A shape that the client knows
//! has the client's name; `tests/api/described.rs` holds the two together.

use serde_json::{Value, json};

use super::LEGACY;
use super::document::DESCRIBED_SCHEMAS;
use super::fields::{object, reference, schema};

/// The name of each shape, and its fields.
pub const SHAPES: &[(&str, &str)] = &[
    // The workspace.
    (
        "Folder",
        "id!:integer deploymentId!:integer parentId:integer? name!:string type!:string \
         userId:integer? createdAt!:time updatedAt!:time folderPath:[@FolderPathItem]",
    ),
    (
        "WorkbookInput",
        "name:text? folderId:integer? meta:object calculatedFields:object \
         dashboardDraft:@DashboardDraft? dashboardStatus:draft|published|archived \
         isFavorite:boolean?",
    ),
    (
        "ReportInput",
        "workbookId:integer? folderId:integer? description:@ReportSnapshot/properties/description \
         kind:@ReportSnapshot/properties/kind meta:@ReportSnapshot/properties/meta \
         spec:@ReportSnapshot/properties/spec sqlQuery:@ReportSnapshot/properties/sqlQuery \
         pythonCode:@ReportSnapshot/properties/pythonCode \
         fillMissingRows:@ReportSnapshot/properties/fillMissingRows \
         periodComparisons:@ReportSnapshot/properties/periodComparisons \
         preferences:@ReportSnapshot/properties/preferences",
    ),
    (
        "ConnectWorkbook",
        "externalWorkbookId:string? placementId:text? sheetId:@Placement/properties/sheetId \
         sheetName:string? anchorCell:string? workbookName:string? host:string? \
         resultChecksum:string? addressOnly:boolean?",
    ),
    (
        "AiWidgetThread",
        "widgetId!:text threadId!:text checksum:string?",
    ),
    ("SetSignedEmbedding", "allowEmbed!:boolean"),
    ("PlacementAddress", "placementId:string"),
    ("BulkDelete", "items!:[object]"),
    ("BulkMove", "items!:[object]"),
    (
        "ItemFailure",
        "type:any id:any status!:integer error!:string",
    ),
    ("BulkResult", "succeeded!:[object] failed!:[@ItemFailure]"),
    (
        "ExportJob",
        "jobId!:string status!:running|completed|failed|cancelled format!:png|pdf createdAt!:time \
         expiresAt!:time statusUrl!:string downloadUrl!:string",
    ),
    (
        "Notification",
        "id!:integer createdAt!:time updatedAt!:time dashboardId:integer dashboardPublicId:string \
         recipients:[object]? filters:[any]? timeGrains:[any]? memberSwitchers:[any]?",
    ),
    // Syncs and metric views.
    ("StartedSync", "syncJobId!:string workflowId!:string"),
    (
        "SyncRun",
        "id!:string syncJobId!:string workflowId!:string branchName!:string trigger!:string \
         startedAt!:time status!:running|completed|failed|cancelled",
    ),
    (
        "Sync",
        "syncJobId!:string workflowId!:string trigger!:string status!:running|completed|failed|cancelled \
         output!:branch|files branchName!:string startedAt!:time completedAt:time?",
    ),
    (
        "SyncResult",
        "syncJobId!:string workflowId!:string trigger!:string status!:completed|failed|cancelled output!:branch|files branchName!:string \
         startedAt!:time completedAt:time? files!:[string] errors!:[@Problem]",
    ),
    ("Problem", "message!:string"),
    (
        "LogEntry",
        "timestamp!:time level!:string message!:string source:production|dev \
         container:INIT|MAIN|svcjs-server|vector|api-proxy",
    ),
    ("File", "path!:string content!:string"),
    (
        "Preview",
        "previewId!:string status!:running|completed|failed|cancelled createdAt!:time expiresAt!:time \
         statusUrl!:string resultUrl!:string",
    ),
    (
        "PreviewResult",
        "previewId!:string request!:object metricViews!:[object] unsupported!:[object]",
    ),
    (
        "Integration",
        "dataSourceName!:string configurationVersion!:integer",
    ),
    (
        "UpsertMetricViewIntegration",
        "expectedConfigurationVersion!:offset",
    ),
    // Embedding.
    (
        "EmbedTenant",
        "id!:integer name!:string displayName:string? createdAt!:time",
    ),
    (
        "Group",
        "id!:integer name!:string embedTenantName!:string externalId:string? createdAt!:time \
         updatedAt!:time",
    ),
    ("GroupInput", "name!:text"),
    ("GroupChange", "name:text"),
    ("TenantAccess", "embedTenantName!:string action!:read|none"),
    (
        "EmbedAccess",
        "items!:[@TenantAccess] allEmbedUsers!:read|none",
    ),
    (
        "EmbedAccessInput",
        "items:[@TenantAccessInput]? allEmbedUsers:read|none?",
    ),
    ("PythonRunInput", "reportId:integer? filters:[any]?"),
    (
        "PythonRun",
        "reportId!:integer status!:string filters!:[any] rows!:[object]",
    ),
    (
        "Author",
        "id!:integer externalId:string? displayName:string?",
    ),
    (
        "Comment",
        "id!:integer dashboardId!:integer embedTenantName!:string parentId:integer? author!:@Author \
         resolved!:boolean createdAt!:time updatedAt!:time deletedAt:time? text:string?",
    ),
    (
        "Thread",
        "id!:integer dashboardId!:integer embedTenantName!:string parentId:integer? author!:@Author \
         resolved!:boolean createdAt!:time updatedAt!:time deletedAt:time? text:string? \
         replies!:[@Comment]",
    ),
    (
        "MentionableUser",
        "id!:integer externalId:string? email!:string firstName:string? displayName:string?",
    ),
    (
        "GenerateSession",
        "settings:@EmbedSettings? tenantGroups:[@GroupName]? tenantGroupDefinitions:[@GroupInput]? \
         embedTenantProfile:@EmbedTenantProfile? embedTheme:object? embedTenantName:text? externalId:text? \
         email:string? creatorMode:boolean? deploymentId:id?",
    ),
    ("EmbedTenantProfile", "displayName:string?"),
    (
        "EmbedSettings",
        "locale:string? timezone:string? allowAi:boolean? showAiWidgets:boolean? \
         showWorkbookChat:boolean? showDashboardChat:boolean? showWorkbookShare:boolean? \
         showDashboardSettings:boolean? showMemberNames:boolean? showGroupBySvc:boolean? \
         allowChatWorkspaceAuthoring:boolean? enableDashboardComments:boolean?",
    ),
    // Deployments.
    (
        "Deployment",
        "id!:string name!:string created_at!:time version:string? cloudProvider:any region:any \
         releaseChannelVersionHold:any template:any defaultLaunchpadViewGroup:any \
         launchpadTabs:any",
    ),
    (
        "DeploymentSettings",
        "id!:string name!:string created_at!:time version:string? releaseChannel:string? \
         releaseChannelVersion:string? templateVariables:object? envVars!:[object]",
    ),
    (
        "CreateDeployment",
        "name:text? cloudProvider:svccloud|aws|gcp? creationMethod:upload|svccloud|github|ssh? \
         deployMode:git|cli?",
    ),
    (
        "DeploymentToken",
        "token!:string expiresIn!:integer expiresAt!:time",
    ),
    (
        "BuildStatus",
        "status!:string branch!:string commit:string? errors!:[@Problem]",
    ),
    ("Pod", "name!:string status!:string restarts!:integer"),
    ("EnvVar", "id!:integer name!:string value!:string"),
    ("EnvVarInput", "name!:text value:any"),
    ("EnvVarsInput", "items:[@EnvVarInput]?"),
    ("CreationStep", "creationStep!:string steps!:[string]"),
    ("Region", "id!:string name:string cloudProvider:string"),
    // Data models.
    (
        "Branch",
        "id!:integer deploymentId!:integer name!:string kind!:production|shared|personal \
         lastHash!:string isStagingEnvironmentEnabled!:boolean ownerId:integer?",
    ),
    ("BranchChoice", "branchName:text? message:string?"),
    ("FileInput", "path!:text content:string? branchName:text?"),
    ("FileChoice", "path:text? branchName:text?"),
    ("FileRename", "path!:text newPath!:text branchName:text?"),
    ("FileDeleted", "path!:string deleted!:boolean"),
    ("FileHash", "hash!:string"),
    ("FileHashes", "files!:{@FileHash}"),
    ("Upload", "uploadId!:string"),
    ("UploadInput", "uploadId:text path:text content:string?"),
    ("UploadChoice", "uploadId!:text"),
    ("UploadedFile", "path!:string size!:integer"),
    ("UploadDone", "files!:integer branch!:@Branch"),
    (
        "Validation",
        "branchName!:string errors!:[@CompilationError]",
    ),
    (
        "CompilationError",
        "fileName!:string line!:integer message!:string",
    ),
    ("DevMode", "devMode!:boolean branch:@Branch"),
    // Administration.
    (
        "User",
        "id!:integer email!:string firstName:string? lastName:string? picture:string? role!:@Role \
         active!:boolean permissions!:[string] embedTenantName:string? externalId:string? \
         createdAt!:time updatedAt!:time",
    ),
    (
        "CurrentUser",
        "id!:integer email!:string firstName:string? lastName:string? picture:string? role!:@Role \
         active!:boolean permissions!:[string] embedTenantName:string? externalId:string? \
         createdAt!:time updatedAt!:time userPolicies!:[@UserPolicy] settings!:object",
    ),
    (
        "UserPolicy",
        "resourceType!:string resourceId:integer action!:string",
    ),
    (
        "UserInput",
        "email!:text firstName:string? lastName:string? picture:string? role:@Role active:boolean \
         permissions:[string]",
    ),
    (
        "UserChange",
        "email:text firstName:string? lastName:string? picture:string? role:@Role active:boolean \
         permissions:[string]",
    ),
    (
        "BulkUsers",
        "action!:DEACTIVATE|ACTIVATE|DELETE userIds!:[@UserId]",
    ),
    (
        "UserAttribute",
        "id!:integer createdAt!:time updatedAt!:time \
         type!:string|number|boolean|string_array|number_array name:any",
    ),
    ("UserAttributeInput", "name:any"),
    (
        "AttributeValue",
        "userId!:integer attributeId!:integer value:any",
    ),
    ("AttributeValueInput", "attributeId!:integer value:any"),
    ("Document", "id!:integer createdAt!:time updatedAt!:time"),
    ("Object", ""),
    (
        "TenantSettings",
        "plan:@Plan? features:object? appTheme:object? applyThemeGlobally:any creatorMode:any \
         embedding:any sheetsUi:any sheetsAgentChatEnabled:any timezoneSettings:any",
    ),
    ("Plan", "workbookLimit:integer?"),
    ("IssuedToken", "token!:string expiresAt!:time"),
    (
        "AppConfig",
        "appTheme!:object? applyThemeGlobally!:any creatorMode!:any embedding!:any sheetsUi!:any \
         sheetsAgentChatEnabled!:any timezoneSettings!:any",
    ),
    // SCIM.
    (
        "ScimUserList",
        "schemas!:[string] totalResults!:offset startIndex:integer itemsPerPage:offset \
         Resources:[@ScimUser]",
    ),
    (
        "ScimGroupList",
        "schemas!:[string] totalResults!:offset startIndex:integer itemsPerPage:offset \
         Resources:[@ScimGroup]",
    ),
    ("ScimOperation", "op!:add|replace|remove"),
    (
        "ScimPatch",
        "schemas!:[string]+ Operations!:[@ScimOperation]+",
    ),
];

/// The limits of properties that the description shows, by schema and property.
pub fn limits() -> [(&'static str, &'static str, Value); 9] {
    let time = || json!({ "format": "date-time" });
    [
        ("DashboardWidget", "id", json!({ "minLength": 1 })),
        (
            "DashboardWidget",
            "type",
            json!({ LEGACY: ["TABS_CONTAINER"] }),
        ),
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
pub fn special() -> impl Iterator<Item = (String, Value)> {
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
    let mut theme = object("palette!:any logoUrl!:any light!:any dark!:any");
    for name in ["light", "dark"] {
        let pointer = format!("/properties/{name}");
        set(&mut theme, &pointer, &[("deprecated", true.into())]);
    }
    let recipients = "filters:[any]? timeGrains:[any]? memberSwitchers:[any]? \
                      notificationAiSummary:any recipients:[object]?";
    let mut sync = object(
        "branchName:text? output:branch|files? source:git|manifest? manifest:object? ref:string? \
         trigger:string?",
    );
    let sources = json!([
        { "required": ["manifest"], "properties": { "manifest": { "type": "object" } } },
        { "properties": { "source": { "enum": ["git", null] } } },
    ]);
    extend(&mut sync, "anyOf", sources);
    let mut members = object("userIds:[@UserId]+ externalIds:[text]+");
    extend(&mut members, "anyOf", one_of(&["userIds", "externalIds"]));
    let all = [
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
        ("TenantAccessInput", access),
        ("AppTheme", theme),
        ("MembersInput", members),
        ("StartTransformSync", sync),
        ("ScimUser", requiring("ScimUser", &["schemas", "id"])),
        ("ScimGroup", requiring("ScimGroup", &["schemas", "id"])),
        ("ScimUserInput", scim_input("ScimUser", "userName")),
        ("ScimGroupInput", scim_input("ScimGroup", "displayName")),
        ("DraftWidget", draft_widget()),
        ("DashboardDraft", dashboard_draft()),
        ("TenantWorkbook", tenant_workbook()),
    ];
    all.into_iter()
        .map(|(name, schema)| (name.to_owned(), schema))
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

/// The server assigns an id to a widget of a draft that has none.
fn draft_widget() -> Value {
    let mut widget = described("DashboardWidget");
    extend(&mut widget, "required", json!(["type", "position"]));
    set(
        &mut widget,
        "/properties/id",
        &[("type", json!(["string", "null"]))],
    );
    if let Some(id) = widget
        .pointer_mut("/properties/id")
        .and_then(Value::as_object_mut)
    {
        id.remove("minLength");
    }
    set(
        &mut widget,
        "/properties/type",
        &[(LEGACY, json!(["TABS_CONTAINER"]))],
    );
    widget
}

fn dashboard_draft() -> Value {
    let mut config = described("DashboardConfig");
    let widgets = json!({ "type": ["array", "null"], "items": reference("DraftWidget") });
    if let Some(fields) = config
        .pointer_mut("/properties")
        .and_then(Value::as_object_mut)
    {
        fields.insert("widgets".to_owned(), widgets);
    }
    config
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
