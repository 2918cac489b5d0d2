//! The answers of the control plane, and the few other answers that the service describes.

use super::schema::{enumerations, models};

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
        id "id" required: String,
        name "name" required: String,
        /// An ISO 8601 timestamp.
        created_at "created_at" required: String,
    }

    /// An environment of a deployment.
    exact Environment {
        id "id" required: String,
        name "name" required: String,
        kind "type" required: EnvironmentType,
        api_credentials "api_credentials" required: ApiCredentials,
    }

    /// The data APIs of an environment.
    exact ApiCredentials {
        rest "rest" required: RestCredentials,
        sql "sql" required: SqlCredentials,
    }

    /// The REST API of an environment.
    exact RestCredentials {
        url "url" required: String,
    }

    /// The SQL API of an environment.
    exact SqlCredentials {
        host "host" required: String,
        port "port" required: i64,
    }

    /// The answer with a meta-sync token.
    exact MetaSyncTokenAnswer {
        data "data" required: MetaSyncToken,
    }

    /// A token that only works for metadata endpoints.
    exact MetaSyncToken {
        /// A JWT.
        token "token" required: String,
        created_at "created_at" required: String,
        expires_at "expires_at" required: String,
    }

    /// The answer with a branch and its staging environment.
    exact StagingEnvironmentAnswer {
        data "data" required: StagingBranch,
    }

    /// A branch with its staging environment.
    exact StagingBranch {
        id "id" required: i64,
        name "name" required: String,
        parent_branch "parentBranch" required: String,
        last_hash "lastHash" required: String,
        is_staging_environment_enabled "isStagingEnvironmentEnabled" required: bool,
    }

    /// The answer with the versions.
    exact VersionsAnswer {
        data "data" required: Vec<Version>,
    }

    /// A version of the deployment's software.
    exact Version {
        release_channel_version "releaseChannelVersion" required: String,
        version "version" required: String,
        release_channel "releaseChannel" required: String,
        is_latest_in_channel "isLatestInChannel" required: bool,
        is_current "isCurrent" required: bool,
    }

    /// A sync that was started.
    open StartedSync {
        branch_name "branchName" required: String,
        sync_job_id "syncJobId" required: String,
        workflow_id "workflowId" required: String,
    }

    /// The result of compiling a data model. Compilation errors do not make the call fail.
    open Validation {
        valid "valid" required: bool,
    }

    /// The id of an embed's session. It can be used once, within 5 minutes.
    open EmbedSession {
        session_id "sessionId" required: String,
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
