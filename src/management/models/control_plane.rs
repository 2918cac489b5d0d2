//! The answers of the control plane, and the few other answers that the service describes. Its
//! description marks none of their fields as required, so each is `expected`.

use serde_json::{Map, Value};

use super::inputs::CloudProvider;
use super::schema::{Id, enumerations, models};

enumerations! {
    /// The purpose of an environment.
    EnvironmentType {
        Production = "production",
        Staging = "staging",
        Development = "development",
    }
}

models! {
    /// A deployment in a list.
    exact DeploymentSummary {
        id "id" expected: String,
        name "name" expected: String,
        /// An ISO 8601 timestamp.
        created_at "created_at" expected: String,
    }

    /// A deployment. Only the fields of its list and of its changes are described.
    open Deployment derives Default {
        id "id" optional: Value,
        name "name" nullable: String,
        /// An ISO 8601 timestamp.
        created_at "created_at" nullable: String,
        cloud_provider "cloudProvider" nullable: CloudProvider,
        region "region" nullable: String,
        release_channel "releaseChannel" nullable: String,
        release_channel_version "releaseChannelVersion" nullable: String,
        template_variables "templateVariables" nullable: Map<String, Value>,
    }

    /// A branch of a deployment's data model.
    open Branch derives Default {
        id "id" optional: Value,
        name "name" nullable: String,
        parent_branch "parentBranch" nullable: String,
        last_hash "lastHash" nullable: String,
        is_staging_environment_enabled "isStagingEnvironmentEnabled" nullable: bool,
    }

    /// An environment of a deployment.
    exact Environment {
        id "id" expected: String,
        name "name" expected: String,
        kind "type" expected: EnvironmentType,
        api_credentials "api_credentials" expected: ApiCredentials,
    }

    /// The data APIs of an environment.
    exact ApiCredentials {
        rest "rest" expected: RestCredentials,
        sql "sql" expected: SqlCredentials,
    }

    /// The REST API of an environment.
    exact RestCredentials {
        url "url" expected: String,
    }

    /// The SQL API of an environment.
    exact SqlCredentials {
        host "host" expected: String,
        port "port" expected: i64,
    }

    /// The answer with a meta-sync token.
    exact MetaSyncTokenAnswer {
        data "data" expected: MetaSyncToken,
    }

    /// A token that only works for metadata endpoints.
    exact MetaSyncToken {
        /// A JWT.
        token "token" expected: String,
        created_at "created_at" expected: String,
        expires_at "expires_at" expected: String,
    }

    /// The answer with a branch and its staging environment.
    exact StagingEnvironmentAnswer {
        data "data" expected: StagingBranch,
    }

    /// A branch with its staging environment.
    exact StagingBranch {
        id "id" expected: i64,
        name "name" expected: String,
        parent_branch "parentBranch" expected: String,
        last_hash "lastHash" expected: String,
        is_staging_environment_enabled "isStagingEnvironmentEnabled" expected: bool,
    }

    /// The answer with the versions.
    exact VersionsAnswer {
        data "data" expected: Vec<Version>,
    }

    /// A version of the deployment's software.
    exact Version {
        release_channel_version "releaseChannelVersion" expected: String,
        version "version" expected: String,
        release_channel "releaseChannel" expected: String,
        is_latest_in_channel "isLatestInChannel" expected: bool,
        is_current "isCurrent" expected: bool,
    }

    /// A sync that was started.
    open StartedSync {
        branch_name "branchName" expected: String,
        sync_job_id "syncJobId" expected: Id,
        workflow_id "workflowId" expected: Id,
    }

    /// A run of a data-transformation sync. The service does not describe the values of its status.
    open SyncRun derives Default {
        sync_job_id "syncJobId" nullable: Id,
        branch_name "branchName" nullable: String,
        workflow_id "workflowId" nullable: Id,
        status "status" nullable: String,
        trigger "trigger" nullable: String,
    }

    /// The job of a dashboard export. The service does not describe the values of its status.
    open ExportJob derives Default {
        job_id "jobId" nullable: Id,
        status "status" nullable: String,
    }

    /// A scheduled notification.
    open Notification derives Default {
        id "id" optional: Value,
        dashboard_id "dashboardId" nullable: i64,
        dashboard_public_id "dashboardPublicId" nullable: String,
        filters "filters" optional: Value,
        time_grains "timeGrains" optional: Value,
        member_switchers "memberSwitchers" optional: Value,
        notification_ai_summary "notificationAiSummary" optional: Value,
    }

    /// The result of compiling a data model. Compilation errors do not make the call fail.
    open Validation {
        valid "valid" expected: bool,
    }

    /// The id of an embed's session. It can be used once, within 5 minutes.
    open EmbedSession {
        session_id "sessionId" expected: String,
    }

    /// The position of a page in a cursor list.
    open PageInfo derives Default {
        has_next_page "hasNextPage" optional: bool,
        end_cursor "endCursor" nullable: String,
    }

    /// The position of a page in an offset list.
    open Pagination derives Default {
        offset "offset" optional: i64,
        limit "limit" optional: i64,
        total "total" optional: i64,
    }
}
