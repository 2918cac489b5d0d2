//! The shapes of bodies and answers that the description leaves open, in the short form of
//! [`super::fields`]. A shape that the client knows has the client's name, and writes only what differs;
//! `tests/api/described.rs` holds the two together. [`super::special`] has what the short form cannot say.

/// The name of each shape, and its fields.
pub const SHAPES: &[(&str, &str)] = &[
    // Of every resource.
    ("Error", "error!:string"),
    (
        "ScimError",
        "schemas!:[string] status!:string scimType:string detail:string",
    ),
    (
        "Pagination",
        "offset!:integer limit!:integer total!:integer",
    ),
    (
        "PageInfo",
        "hasNextPage!:boolean hasPreviousPage:boolean startCursor:string? endCursor:string?",
    ),
    // The workspace.
    (
        "Report",
        "id!:integer name!:string title:string? placements!:[@Placement] currentQueryChecksum!:string? \
         canEdit!:boolean canManage!:boolean publicId:string deploymentId:integer workbookId:integer? \
         folderId:integer? userId:integer? createdAt:string updatedAt:string \
         kind:@ReportSnapshot/properties/kind description:@ReportSnapshot/properties/description \
         meta:@ReportSnapshot/properties/meta spec:@ReportSnapshot/properties/spec \
         sqlQuery:@ReportSnapshot/properties/sqlQuery pythonCode:@ReportSnapshot/properties/pythonCode \
         fillMissingRows:@ReportSnapshot/properties/fillMissingRows \
         periodComparisons:@ReportSnapshot/properties/periodComparisons \
         preferences:@ReportSnapshot/properties/preferences",
    ),
    (
        "Placement",
        "id!:string placedAt:string? placedBy:integer? refreshedAt:string? refreshedBy:integer? \
         syncStatus!:UP_TO_DATE|CHANGED|UNKNOWN",
    ),
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
