// Generated from src/management by `npm run generate`; change the declarations there.

/** Its input is the query, not the body. */
export const QUERY = 1;

/** It gives a list in pages. */
export const LIST = 2;

/** It gives a file, to be streamed. */
export const STREAM = 4;

/** Its answer may hold what is deprecated. */
export const APP_THEME = 16384;

/** Of each operation its id, method, path, traits, and what its input needs. */
export const TABLE = `workbooks.duplicate POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/duplicate 0
workbooks.upsertBySlug PUT /api/v1/deployments/{deploymentId}/workbooks/by-slug/{slug} 256
workbooks.setAiWidgetThread POST /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/dashboard/ai-widget-thread 0 widgetId threadId
workbooks.retrieveEmbedAccess GET /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access 1
workbooks.setEmbedAccess PUT /api/v1/deployments/{deploymentId}/workbooks/{workbookId}/embed-access 0
deployments.list GET /api/v1/deployments 19
deployments.update PUT /api/v1/deployments/{deploymentId} 0
deployments.createToken POST /api/v1/deployments/{deploymentId}/token 512
deployments.retrieveSettings GET /api/v1/deployments/{deploymentId}/settings 1
deployments.delete DELETE /api/v1/deployments/{deploymentId} 1
deployments.retrieveBuildStatus GET /api/v1/deployments/{deploymentId}/build-status 1
deployments.listLogs GET /api/v1/deployments/{deploymentId}/logs 1
deployments.listPods GET /api/v1/deployments/{deploymentId}/pods 1
deployments.advanceCreationStep POST /api/v1/deployments/{deploymentId}/creation-step/advance 0
deployments.resetCreationStep POST /api/v1/deployments/{deploymentId}/creation-step/reset 0
deployments.create POST /build/api/v1/deployments/ 0
environments.list GET /api/v1/deployments/{deploymentId}/environments 19
environments.createMetaSyncToken POST /api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync 0 security_context
branches.setStagingEnvironment PUT /build/api/v1/deployments/{deploymentId}/branches/staging-environment 0 enabled branchName|branchId
branches.list GET /build/api/v1/deployments/{deploymentId}/branches 1
branches.create POST /build/api/v1/deployments/{deploymentId}/branches 0
branches.commit POST /build/api/v1/deployments/{deploymentId}/commit 0
branches.pull POST /build/api/v1/deployments/{deploymentId}/pull 0
branches.merge POST /build/api/v1/deployments/{deploymentId}/merge 0
branches.mergeToDefault POST /build/api/v1/deployments/{deploymentId}/merge-to-default 0
branches.delete DELETE /build/api/v1/deployments/{deploymentId}/branches 1 branchName
versions.list GET /api/v1/deployments/{deploymentId}/versions 1
auditLogs.export GET /api/v1/audit-logs/export 5
reports.list GET /api/v1/deployments/{deploymentId}/reports 1035
reports.connectWorkbook PUT /api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook 0
reports.disconnectWorkbook DELETE /api/v1/deployments/{deploymentId}/reports/{reportId}/connect-workbook 2048
reports.refreshPlacement PUT /api/v1/deployments/{deploymentId}/reports/{reportId}/refresh 2048
reports.upsertByPublicId PUT /api/v1/deployments/{deploymentId}/reports/by-public-id/{publicId} 128
folders.list GET /api/v1/deployments/{deploymentId}/folders 11
workspace.bulkDelete POST /api/v1/deployments/{deploymentId}/workspace/bulk-delete 0 items
workspace.bulkMove POST /api/v1/deployments/{deploymentId}/workspace/bulk-move 0 items
workspace.listShared GET /api/v1/deployments/{deploymentId}/shared-workspace 1
dashboardExports.create POST /api/v1/deployments/{deploymentId}/dashboard-exports 0 dashboardId|dashboardPublicId?
dashboardExports.retrieve GET /api/v1/deployments/{deploymentId}/dashboard-exports/{jobId} 32769
dashboardExports.download GET /api/v1/deployments/{deploymentId}/dashboard-exports/{jobId}/download 32773
notifications.list GET /api/v1/deployments/{deploymentId}/notifications 11
notifications.create POST /api/v1/deployments/{deploymentId}/notifications 0 dashboardId|dashboardPublicId
notifications.retrieve GET /api/v1/deployments/{deploymentId}/notifications/{notificationId} 1
notifications.update PUT /api/v1/deployments/{deploymentId}/notifications/{notificationId} 0 dashboardId|dashboardPublicId
notifications.delete DELETE /api/v1/deployments/{deploymentId}/notifications/{notificationId} 1
transformSync.start POST /api/v1/deployments/{deploymentId}/transform-sync 0
transformSync.list GET /api/v1/deployments/{deploymentId}/transform-sync 11
transformSync.retrieve GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId} 1
transformSync.result GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/result 1
transformSync.logs GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/logs 1
transformSync.cancel DELETE /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId} 1
transformSync.generatedFiles GET /api/v1/deployments/{deploymentId}/transform-sync/{syncJobId}/generated-files 65547
metricViewPreviews.create POST /api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews 0
metricViewPreviews.retrieve GET /api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId} 131073
metricViewPreviews.result GET /api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId}/result 131073
metricViewPreviews.cancel DELETE /api/v1/deployments/{deploymentId}/lakehouse-metric-view-previews/{previewId} 1
metricViewIntegrations.retrieve GET /api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName} 1
metricViewIntegrations.upsert PUT /api/v1/deployments/{deploymentId}/lakehouse-metric-view-integrations/{dataSourceName} 0 expectedConfigurationVersion
embedTenants.list GET /api/v1/embed-tenants/ 11
embedTenants.delete DELETE /api/v1/embed-tenants/{embedTenantName} 1
embedTenants.listUsers GET /api/v1/embed-tenants/{embedTenantName}/users 11
embedTenants.createGroup POST /api/v1/embed-tenants/{embedTenantName}/groups 0
embedTenants.retrieveGroup GET /api/v1/embed-tenants/{embedTenantName}/groups/{groupId} 1
embedTenants.updateGroup PATCH /api/v1/embed-tenants/{embedTenantName}/groups/{groupId} 0
embedTenants.listGroupUsers GET /api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users 11
embedTenants.addGroupUsers POST /api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users 0
embedTenants.removeGroupUsers DELETE /api/v1/embed-tenants/{embedTenantName}/groups/{groupId}/users 0
embedTenants.listWorkbooks GET /api/v1/deployments/{deploymentId}/embed-tenants/{embedTenantName}/workbooks 11
embedDashboards.setSignedEmbedding PATCH /api/v1/embed/dashboard/{publicId} 0
embedDashboards.runPython POST /api/v1/embed/dashboard/{publicId}/python-run 0
embedDashboards.listComments GET /api/v1/embed/dashboard/{publicId}/comments 1
embedDashboards.createComment POST /api/v1/embed/dashboard/{publicId}/comments 0
embedDashboards.updateComment PATCH /api/v1/embed/dashboard/{publicId}/comments/{commentId} 0
embedDashboards.deleteComment DELETE /api/v1/embed/dashboard/{publicId}/comments/{commentId} 1
embedDashboards.resolveComment POST /api/v1/embed/dashboard/{publicId}/comments/{commentId}/resolve 0
embedDashboards.listMentionableUsers GET /api/v1/embed/dashboard/{publicId}/comments/mentionable-users 1
embedSessions.generate POST /api/v1/embed/generate-session 4096
envVars.list GET /api/v1/deployments/{deploymentId}/env-vars 11
envVars.set PUT /api/v1/deployments/{deploymentId}/env-vars 0
regions.list GET /api/v1/regions/ 1
dataModel.listFiles GET /build/api/v1/deployments/{deploymentId}/data-model/files 1
dataModel.putFile PUT /build/api/v1/deployments/{deploymentId}/data-model/files 0
dataModel.deleteFile DELETE /build/api/v1/deployments/{deploymentId}/data-model/files 1
dataModel.renameFile POST /build/api/v1/deployments/{deploymentId}/data-model/files/rename 0
dataModel.startUpload POST /build/api/v1/deployments/{deploymentId}/data-model/upload/start 0
dataModel.uploadFile POST /build/api/v1/deployments/{deploymentId}/data-model/upload/file 0
dataModel.finishUpload POST /build/api/v1/deployments/{deploymentId}/data-model/upload/finish 0
dataModel.listFileHashes GET /build/api/v1/deployments/{deploymentId}/data-model/file-hashes 1
dataModel.validate GET /build/api/v1/deployments/{deploymentId}/data-model/validate 1
devMode.start POST /build/api/v1/deployments/{deploymentId}/dev-mode 0
devMode.stop DELETE /build/api/v1/deployments/{deploymentId}/dev-mode 1
users.me GET /api/v1/users/me 1
users.updateMySettings PATCH /api/v1/users/me/settings 8192
users.create POST /api/v1/users/ 0
users.update PUT /api/v1/users/{userId} 0
users.delete DELETE /api/v1/users/{userId} 1
users.bulk POST /api/v1/users/bulk 0
userAttributes.list GET /api/v1/user-attributes/ 1
userAttributes.create POST /api/v1/user-attributes/ 0
userAttributes.update PUT /api/v1/user-attributes/{attributeId} 0
userAttributeValues.list GET /api/v1/user-attribute-values/{userId} 1
userAttributeValues.set POST /api/v1/user-attribute-values/ 0
tenant.retrieveSettings GET /api/v1/tenant/settings 1
tenant.updateSettings PUT /api/v1/tenant/settings 0
oauthIntegrations.list GET /api/v1/oauth-integrations/ 1
oauthIntegrations.create POST /api/v1/oauth-integrations/ 0
oauthIntegrations.retrieve GET /api/v1/oauth-integrations/{integrationId} 1
oauthIntegrations.update PUT /api/v1/oauth-integrations/{integrationId} 0
oauthIntegrations.delete DELETE /api/v1/oauth-integrations/{integrationId} 1
userOauthTokens.list GET /api/v1/user-oauth-tokens/ 1
userOauthTokens.create POST /api/v1/user-oauth-tokens/ 0
userOauthTokens.retrieve GET /api/v1/user-oauth-tokens/{tokenId} 1
userOauthTokens.update PUT /api/v1/user-oauth-tokens/{tokenId} 0
userOauthTokens.delete DELETE /api/v1/user-oauth-tokens/{tokenId} 1
oidcTokenConfigs.list GET /api/v1/oidc-token-configs/ 1
oidcTokenConfigs.create POST /api/v1/oidc-token-configs/ 0
oidcTokenConfigs.retrieve GET /api/v1/oidc-token-configs/{configId} 1
oidcTokenConfigs.update PUT /api/v1/oidc-token-configs/{configId} 0
oidcTokenConfigs.delete DELETE /api/v1/oidc-token-configs/{configId} 1
github.request * /api/v1/github/{path} 64
usageAnalytics.createToken POST /api/v1/usage-analytics/token 0
app.retrieveTheme GET /api/v1/app-theme 16385
app.retrieveConfig GET /api/v1/app-config 1
spec.retrieve GET /api/v1/spec 1
scim.users.list GET /api/scim/v2/Users 35
scim.users.create POST /api/scim/v2/Users 0
scim.users.retrieve GET /api/scim/v2/Users/{id} 1
scim.users.replace PUT /api/scim/v2/Users/{id} 0
scim.users.patch PATCH /api/scim/v2/Users/{id} 0
scim.users.delete DELETE /api/scim/v2/Users/{id} 1
scim.groups.list GET /api/scim/v2/Groups 35
scim.groups.create POST /api/scim/v2/Groups 0
scim.groups.retrieve GET /api/scim/v2/Groups/{id} 1
scim.groups.replace PUT /api/scim/v2/Groups/{id} 0
scim.groups.patch PATCH /api/scim/v2/Groups/{id} 0
scim.groups.delete DELETE /api/scim/v2/Groups/{id} 1`;
