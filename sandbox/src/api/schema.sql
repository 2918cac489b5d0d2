-- The tables of the API. Times are epoch milliseconds. Columns with JSON are marked.
-- `rest` is a JSON object with the fields that the service does not describe, stored unchanged.

CREATE TABLE tenant (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL DEFAULT '{}', -- JSON; `plan`, `features`, `appTheme`, … are in it
    regions  TEXT NOT NULL DEFAULT '[]'  -- JSON
) STRICT;

-- People. A console user has no embed tenant. An external id identifies an embed user in a tenant.

CREATE TABLE embed_tenants (
    id           INTEGER PRIMARY KEY,
    name         TEXT NOT NULL UNIQUE,
    display_name TEXT,
    created_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    email        TEXT NOT NULL,
    first_name   TEXT,
    last_name    TEXT,
    picture      TEXT,
    role         TEXT NOT NULL DEFAULT 'AI BI User',
    active       INTEGER NOT NULL DEFAULT 1,
    -- 0 if SCIM has removed the attribute `active`: it is not shown then, and the user stays as they were.
    active_assigned INTEGER NOT NULL DEFAULT 1,
    permissions  TEXT NOT NULL DEFAULT '[]', -- JSON
    settings     TEXT NOT NULL DEFAULT '{}', -- JSON
    embed_tenant TEXT REFERENCES embed_tenants (name) ON DELETE CASCADE,
    external_id  TEXT,
    rest         TEXT NOT NULL DEFAULT '{}', -- JSON
    scim         TEXT NOT NULL DEFAULT '{}', -- JSON: the attributes that only SCIM knows
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX users_by_email ON users (lower(email)) WHERE embed_tenant IS NULL;
CREATE UNIQUE INDEX users_by_external_id ON users (embed_tenant, external_id) WHERE embed_tenant IS NOT NULL;

CREATE TABLE groups (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    name         TEXT NOT NULL,
    embed_tenant TEXT REFERENCES embed_tenants (name) ON DELETE CASCADE, -- null: a group of console users
    external_id  TEXT,
    rest         TEXT NOT NULL DEFAULT '{}', -- JSON
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX groups_by_name ON groups (coalesce(embed_tenant, ''), lower(name));

CREATE TABLE group_members (
    group_id INTEGER NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (group_id, user_id)
) STRICT, WITHOUT ROWID;

-- API keys, OAuth access tokens, and the tokens that the API itself issues.
CREATE TABLE credentials (
    secret      TEXT PRIMARY KEY,
    kind        TEXT NOT NULL DEFAULT 'api-key'
        CHECK (kind IN ('api-key', 'backend', 'oauth', 'deployment', 'meta-sync', 'usage-analytics')),
    user_id     INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    deployments TEXT,    -- JSON: the ids it is scoped to; null: all of them
    claims      TEXT NOT NULL DEFAULT '{}', -- JSON: what an issued token says
    expires_at  INTEGER  -- null: never
) STRICT, WITHOUT ROWID;

-- The values go with their user, and with the definition, which is one of the `documents`.
CREATE TABLE user_attribute_values (
    user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    attribute_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    value        TEXT NOT NULL, -- JSON
    PRIMARY KEY (user_id, attribute_id)
) STRICT, WITHOUT ROWID;

-- Each user's favourites.
CREATE TABLE favorites (
    user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    item_id INTEGER NOT NULL REFERENCES workbooks (id) ON DELETE CASCADE,
    PRIMARY KEY (user_id, item_id)
) STRICT, WITHOUT ROWID;

-- Deployments, and their environments, branches and data models.

CREATE TABLE deployments (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    name          TEXT NOT NULL,
    version       TEXT,                         -- one of `versions`
    creation_step INTEGER NOT NULL DEFAULT 0,
    rest          TEXT NOT NULL DEFAULT '{}',   -- JSON
    created_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE versions (
    id                        INTEGER PRIMARY KEY, -- a later version has a higher id
    version                   TEXT NOT NULL UNIQUE,
    release_channel           TEXT NOT NULL,
    release_channel_version   TEXT NOT NULL UNIQUE -- the full image reference
) STRICT;

CREATE TABLE env_vars (
    id            INTEGER PRIMARY KEY,
    deployment_id INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    value         TEXT NOT NULL,
    UNIQUE (deployment_id, name)
) STRICT;

CREATE TABLE branches (
    id              INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id   INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    name            TEXT NOT NULL,
    kind            TEXT NOT NULL DEFAULT 'shared' CHECK (kind IN ('production', 'shared', 'personal')),
    parent_id       INTEGER REFERENCES branches (id),
    owner_id        INTEGER REFERENCES users (id) ON DELETE SET NULL,
    last_hash       TEXT NOT NULL DEFAULT '',
    staging_enabled INTEGER NOT NULL DEFAULT 0,
    UNIQUE (deployment_id, name)
) STRICT;

-- Who is in dev mode, and on which branch.
CREATE TABLE dev_modes (
    deployment_id INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    user_id       INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    branch_id     INTEGER NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
    PRIMARY KEY (deployment_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE files (
    branch_id INTEGER NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    content   TEXT NOT NULL,
    PRIMARY KEY (branch_id, name)
) STRICT, WITHOUT ROWID;

-- What two branches had in common when one was last forked from, pulled from or merged into the other.
CREATE TABLE branch_bases (
    branch_id INTEGER NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
    other_id  INTEGER NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
    files     TEXT NOT NULL, -- JSON: the content of each file
    PRIMARY KEY (branch_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE uploads (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    branch_id INTEGER NOT NULL REFERENCES branches (id) ON DELETE CASCADE,
    user_id   INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE
) STRICT;

-- The content is bytes, because a chunk may end in the middle of a character.
CREATE TABLE upload_files (
    upload_id INTEGER NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
    name      TEXT NOT NULL,
    content   BLOB NOT NULL,
    PRIMARY KEY (upload_id, name)
) STRICT, WITHOUT ROWID;

-- The workspace.

CREATE TABLE folders (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    parent_id     INTEGER REFERENCES folders (id) ON DELETE CASCADE CHECK (parent_id <> id),
    name          TEXT NOT NULL,
    user_id       INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL
) STRICT;

CREATE TABLE workbooks (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id     INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    folder_id         INTEGER REFERENCES folders (id) ON DELETE CASCADE,
    name              TEXT NOT NULL,
    slug              TEXT,
    meta              TEXT NOT NULL DEFAULT '{}', -- JSON
    calculated_fields TEXT NOT NULL DEFAULT '{}', -- JSON
    dashboard_draft   TEXT,                       -- JSON: a DashboardConfig
    user_id           INTEGER REFERENCES users (id) ON DELETE SET NULL,
    created_by        INTEGER,
    rest              TEXT NOT NULL DEFAULT '{}', -- JSON
    created_at        INTEGER NOT NULL,
    updated_at        INTEGER NOT NULL,
    UNIQUE (deployment_id, slug)
) STRICT;

CREATE TABLE reports (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    deployment_id INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    workbook_id   INTEGER REFERENCES workbooks (id) ON DELETE CASCADE,
    folder_id     INTEGER REFERENCES folders (id) ON DELETE CASCADE,
    public_id     TEXT NOT NULL,
    name          TEXT NOT NULL,
    user_id       INTEGER REFERENCES users (id) ON DELETE SET NULL,
    rest          TEXT NOT NULL DEFAULT '{}', -- JSON: kind, title, spec, sqlQuery, pythonCode, …
    created_at    INTEGER NOT NULL,
    updated_at    INTEGER NOT NULL,
    UNIQUE (deployment_id, public_id)
) STRICT;

CREATE INDEX reports_by_workbook ON reports (workbook_id);

CREATE TABLE dashboards (
    id                     INTEGER PRIMARY KEY AUTOINCREMENT,
    public_id              TEXT NOT NULL UNIQUE,
    deployment_id          INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    workbook_id            INTEGER NOT NULL UNIQUE REFERENCES workbooks (id) ON DELETE CASCADE,
    status                 TEXT NOT NULL DEFAULT 'published' CHECK (status IN ('draft', 'published', 'archived')),
    allow_embed            INTEGER NOT NULL DEFAULT 0,
    config                 TEXT NOT NULL DEFAULT '{}', -- JSON: a DashboardConfig
    version_number         INTEGER NOT NULL DEFAULT 1,
    version_id             INTEGER NOT NULL DEFAULT 1,
    created_by             INTEGER,
    title                  TEXT,
    description            TEXT,
    from_shared_workspace  INTEGER NOT NULL DEFAULT 0,
    restrict_data_download INTEGER NOT NULL DEFAULT 0,
    use_board_dashboards   INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE TABLE report_snapshots (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    dashboard_id   INTEGER NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
    report_id      INTEGER NOT NULL,
    version_number INTEGER NOT NULL DEFAULT 1,
    rest           TEXT NOT NULL DEFAULT '{}' -- JSON: kind, name, spec, sqlQuery, pythonCode, …
) STRICT;

-- The time when a user last viewed an item. Never copied.
CREATE TABLE views (
    user_id        INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind           TEXT NOT NULL CHECK (kind IN ('WORKBOOK', 'REPORT')),
    item_id        INTEGER NOT NULL,
    last_viewed_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, item_id)
) STRICT, WITHOUT ROWID;

-- Sharing: the access to an item. Exactly one of the four columns says whose access it is.
CREATE TABLE policies (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    kind         TEXT NOT NULL CHECK (kind IN ('FOLDER', 'WORKBOOK', 'REPORT')),
    item_id      INTEGER NOT NULL,
    action       TEXT NOT NULL CHECK (action IN ('read', 'edit', 'manage')),
    user_id      INTEGER REFERENCES users (id) ON DELETE CASCADE,
    group_id     INTEGER REFERENCES groups (id) ON DELETE CASCADE,
    embed_tenant TEXT REFERENCES embed_tenants (name) ON DELETE CASCADE,
    all_embed    INTEGER NOT NULL DEFAULT 0,
    CHECK ((user_id IS NOT NULL) + (group_id IS NOT NULL) + (embed_tenant IS NOT NULL) + (all_embed <> 0) = 1)
) STRICT;

CREATE INDEX policies_by_item ON policies (kind, item_id);

-- The places of reports in spreadsheets.
CREATE TABLE placements (
    id                   TEXT PRIMARY KEY,
    report_id            INTEGER NOT NULL REFERENCES reports (id) ON DELETE CASCADE,
    external_workbook_id TEXT,
    sheet_name           TEXT,
    anchor_cell          TEXT,
    query_checksum       TEXT,
    rest                 TEXT NOT NULL DEFAULT '{}', -- JSON: host, sheetId, workbookName, …
    placed_at            INTEGER NOT NULL,
    placed_by            INTEGER NOT NULL,
    refreshed_at         INTEGER,
    refreshed_by         INTEGER
) STRICT;

CREATE INDEX placements_by_report ON placements (report_id);

-- Threads (no parent) and their replies, each within one embed tenant.
CREATE TABLE comments (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    dashboard_id INTEGER NOT NULL REFERENCES dashboards (id) ON DELETE CASCADE,
    embed_tenant TEXT NOT NULL REFERENCES embed_tenants (name) ON DELETE CASCADE,
    parent_id    INTEGER REFERENCES comments (id) ON DELETE CASCADE,
    user_id      INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    rest         TEXT NOT NULL DEFAULT '{}', -- JSON: text, mentions, widgetId, …
    resolved     INTEGER NOT NULL DEFAULT 0,
    created_at   INTEGER NOT NULL,
    updated_at   INTEGER NOT NULL,
    deleted_at   INTEGER
) STRICT;

-- Work that takes time: exports, syncs and previews. Its status follows from the clock.
CREATE TABLE jobs (
    id            TEXT PRIMARY KEY,
    kind          TEXT NOT NULL CHECK (kind IN ('export', 'sync', 'preview')),
    deployment_id INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    user_id       INTEGER NOT NULL,
    request       TEXT NOT NULL, -- JSON: the body it was started with
    started_at    INTEGER NOT NULL,
    ends_at       INTEGER NOT NULL,
    fails         INTEGER NOT NULL DEFAULT 0,
    cancelled_at  INTEGER,
    settled       INTEGER NOT NULL DEFAULT 0 -- a sync that has committed what it had to
) STRICT;

CREATE TABLE integrations (
    deployment_id    INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    data_source_name TEXT NOT NULL,
    version          INTEGER NOT NULL,
    rest             TEXT NOT NULL DEFAULT '{}', -- JSON
    PRIMARY KEY (deployment_id, data_source_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE data_sources (
    deployment_id INTEGER NOT NULL REFERENCES deployments (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    PRIMARY KEY (deployment_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit_events (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    event_name TEXT NOT NULL,
    user_email TEXT NOT NULL,
    detail     TEXT NOT NULL DEFAULT ''
) STRICT;

-- Everything else: plain documents with any fields. `scope` is a deployment's id or
-- empty.
CREATE TABLE documents (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    scope      TEXT NOT NULL DEFAULT '',
    rest       TEXT NOT NULL DEFAULT '{}', -- JSON
    owner_id   INTEGER REFERENCES users (id) ON DELETE CASCADE, -- null: the tenant
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX documents_by_collection ON documents (collection, scope);
