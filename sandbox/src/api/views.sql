-- Resources in the form of the API's answers. A column is named after the field and, after a colon,
-- its type: time (ISO 8601), bool, json, or rest (its fields are spread into the resource).

CREATE VIEW user_view AS
SELECT id, email, first_name AS firstName, last_name AS lastName, picture, role,
       active AS "active:bool", permissions AS "permissions:json", embed_tenant AS embedTenantName,
       external_id AS externalId, created_at AS "createdAt:time", updated_at AS "updatedAt:time",
       rest AS "rest:rest"
FROM users;

CREATE VIEW embed_group_view AS
SELECT id, name, embed_tenant AS embedTenantName, external_id AS externalId,
       created_at AS "createdAt:time", updated_at AS "updatedAt:time", rest AS "rest:rest"
FROM groups WHERE embed_tenant IS NOT NULL;

CREATE VIEW deployment_view AS
SELECT CAST(d.id AS TEXT) AS id, d.name, d.created_at AS "created_at:time",
       v.version, v.release_channel AS releaseChannel,
       v.release_channel_version AS releaseChannelVersion, d.rest AS "rest:rest"
FROM deployments d LEFT JOIN versions v ON v.version = d.version;

CREATE VIEW folder_view AS
SELECT id, deployment_id AS deploymentId, parent_id AS parentId, name, 'FOLDER' AS type,
       user_id AS userId, created_at AS "createdAt:time", updated_at AS "updatedAt:time"
FROM folders;

CREATE VIEW report_view AS
SELECT id, deployment_id AS deploymentId, workbook_id AS workbookId, folder_id AS folderId,
       public_id AS publicId, name, 'REPORT' AS type, user_id AS userId,
       created_at AS "createdAt:time", updated_at AS "updatedAt:time", rest AS "rest:rest"
FROM reports;

CREATE VIEW workbook_view AS
SELECT w.id, w.deployment_id AS deploymentId, w.name, w.meta AS "meta:json",
       w.calculated_fields AS "calculatedFields:json", w.created_at AS "createdAt:time",
       w.updated_at AS "updatedAt:time", 'WORKBOOK' AS type, w.created_by AS createdBy,
       w.user_id AS userId,
       CASE WHEN u.id IS NOT NULL THEN json_object(
           'id', u.id, 'email', u.email, 'firstName', u.first_name, 'picture', u.picture) END AS "user:json",
       w.folder_id AS folderId, w.slug, w.dashboard_draft AS "dashboardDraft:json",
       d.config AS "dashboardPublished:json", w.rest AS "rest:rest"
FROM workbooks w
LEFT JOIN users u ON u.id = w.user_id
LEFT JOIN dashboards d ON d.workbook_id = w.id AND d.status = 'published';

CREATE VIEW dashboard_view AS
SELECT id, public_id AS publicId, deployment_id AS deploymentId, workbook_id AS workbookId, status,
       allow_embed AS "allowEmbed:bool", config AS "config:json", version_number AS versionNumber,
       version_id AS versionId, created_by AS createdBy, title, description,
       from_shared_workspace AS "fromSharedWorkspace:bool",
       restrict_data_download AS "restrictDataDownload:bool",
       use_board_dashboards AS "useBoardDashboards:bool"
FROM dashboards;

CREATE VIEW report_snapshot_view AS
SELECT id, report_id AS reportId, version_number AS versionNumber, dashboard_id AS dashboardId,
       rest AS "rest:rest"
FROM report_snapshots;

CREATE VIEW document_view AS
SELECT id, collection, scope, created_at AS "createdAt:time", updated_at AS "updatedAt:time",
       rest AS "rest:rest"
FROM documents;

CREATE VIEW branch_view AS
SELECT b.id, b.deployment_id AS deploymentId, b.name, b.kind, p.name AS parentBranch, b.last_hash AS lastHash,
       b.staging_enabled AS "isStagingEnvironmentEnabled:bool", b.owner_id AS ownerId
FROM branches b LEFT JOIN branches p ON p.id = b.parent_id;

CREATE VIEW env_var_view AS
SELECT id, deployment_id AS deploymentId, name, value FROM env_vars;

CREATE VIEW embed_tenant_view AS
SELECT id, name, display_name AS displayName, created_at AS "createdAt:time" FROM embed_tenants;

CREATE VIEW placement_view AS
SELECT id, report_id AS reportId, external_workbook_id AS externalWorkbookId, sheet_name AS sheetName,
       anchor_cell AS anchorCell, query_checksum AS queryChecksum, placed_at AS "placedAt:time",
       placed_by AS placedBy, refreshed_at AS "refreshedAt:time", refreshed_by AS refreshedBy,
       rest AS "rest:rest"
FROM placements;

CREATE VIEW comment_view AS
SELECT c.id, c.dashboard_id AS dashboardId, c.embed_tenant AS embedTenantName, c.parent_id AS parentId,
       json_object('id', u.id, 'externalId', u.external_id, 'displayName', coalesce(u.first_name, u.external_id)) AS "author:json",
       c.resolved AS "resolved:bool", c.created_at AS "createdAt:time", c.updated_at AS "updatedAt:time",
       c.deleted_at AS "deletedAt:time", c.rest AS "rest:rest"
FROM comments c JOIN users u ON u.id = c.user_id;

-- The workbooks that embed users may see, and why: shared with their tenant, with all embed users,
-- or through a folder. `embed_tenant` is null if it is for all.
CREATE VIEW embed_access_view AS
WITH RECURSIVE inside (folder_id, ancestor_id) AS (
    SELECT id, id FROM folders
    UNION
    SELECT inside.folder_id, f.parent_id FROM inside JOIN folders f ON f.id = inside.ancestor_id
    WHERE f.parent_id IS NOT NULL
)
SELECT w.id AS workbook_id, w.deployment_id, p.embed_tenant,
       CASE WHEN p.all_embed THEN 'allEmbedUsers' ELSE 'tenant' END AS source
FROM workbooks w JOIN policies p ON p.kind = 'WORKBOOK' AND p.item_id = w.id
WHERE p.all_embed OR p.embed_tenant IS NOT NULL
UNION
SELECT w.id, w.deployment_id, p.embed_tenant, 'folder'
FROM workbooks w
JOIN inside ON inside.folder_id = w.folder_id
JOIN policies p ON p.kind = 'FOLDER' AND p.item_id = inside.ancestor_id
WHERE p.all_embed OR p.embed_tenant IS NOT NULL;
