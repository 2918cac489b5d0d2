//! What the control plane answers, and the few other answers that the service describes.

use super::schema::{enumerations, models};

enumerations! {
    /// What an environment is for.
    EnvironmentType {
        Production = "production",
        Staging = "staging",
        Development = "development",
    }
}

models! {
    /// A deployment, as lists show it.
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

    /// Where an environment's data APIs are.
    exact ApiCredentials {
        rest "rest" required: RestCredentials,
        sql "sql" required: SqlCredentials,
    }

    /// Where the REST API is.
    exact RestCredentials {
        url "url" required: String,
    }

    /// Where the SQL API is.
    exact SqlCredentials {
        host "host" required: String,
        port "port" required: i64,
    }

    /// The answer that holds a meta-sync token.
    exact MetaSyncTokenAnswer {
        data "data" required: MetaSyncToken,
    }

    /// A token for metadata endpoints alone.
    exact MetaSyncToken {
        /// A JWT.
        token "token" required: String,
        created_at "created_at" required: String,
        expires_at "expires_at" required: String,
    }

    /// The answer that holds a branch with its staging environment.
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

    /// The answer that holds the versions.
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

    /// What the compiler says of a data model. Errors are a result, not a failure of the call.
    open Validation {
        valid "valid" required: bool,
    }

    /// A session of an embed: single use, for 5 minutes after it was minted.
    open EmbedSession {
        session_id "sessionId" required: String,
    }

    /// How a cursor list goes on.
    open PageInfo derives Default {
        has_next_page "hasNextPage" optional: bool,
        end_cursor "endCursor" nullable: String,
    }

    /// How an offset list goes on.
    open Pagination derives Default {
        offset "offset" optional: i64,
        limit "limit" optional: i64,
        total "total" optional: i64,
    }
}
