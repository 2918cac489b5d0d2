//! Deployments, their environments, branches and data models.

use crate::api::operation::Access::{Administrator, OneOf, User};
use crate::api::operation::{Operation, operations};
use crate::api::{
    branches, data_model, deployments, env_vars, environments, tenant, uploads, versions,
};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "deployments.list" GET "/api/v1/deployments"
        User, deployments::list, "List deployments"
        .query("offset:integer limit:integer")
        .answer("DeploymentList");

    "environments.list" GET "/api/v1/deployments/{deploymentId}/environments"
        User, environments::list, "List environments"
        .query("type:production|staging|development offset:integer limit:integer")
        .answer("EnvironmentList");

    "environments.createMetaSyncToken" POST "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync"
        User, environments::create_meta_sync_token, "Token scoped to metadata endpoints"
        .body("security_context!:object expires_in:number")
        .answer("MetaSyncToken");

    "branches.setStagingEnvironment" PUT "/build/api/v1/deployments/{deploymentId}/branches/staging-environment"
        User, branches::set_staging_environment, "Keep a branch staging environment active or not"
        .body("enabled!:boolean branchName:string branchId:any")
        .answer("StagingBranch");

    "versions.list" GET "/api/v1/deployments/{deploymentId}/versions"
        User, versions::list, "List versions"
        .answer("VersionList");

    "deployments.update" PUT "/api/v1/deployments/{deploymentId}"
        Administrator, deployments::update, "Partial merge of a deployment"
        .body(
            "cloudProvider:any region:any releaseChannel:any releaseChannelVersion:any \
             releaseChannelVersionHold:any template:any templateVariables:any \
             defaultLaunchpadViewGroup:any launchpadTabs:any"
        )
        .errors(&[(400, "releaseChannelVersion not on the version list")]);

    "deployments.createToken" POST "/api/v1/deployments/{deploymentId}/token"
        User, deployments::create_token, "Deployment token"
        .body("expiresIn:integer")
        .errors(&[(400, "expiresIn is outside 60 to 86400")]);

    "deployments.retrieveSettings" GET "/api/v1/deployments/{deploymentId}/settings"
        User, deployments::settings, "All deployment settings, secrets excluded";

    "deployments.delete" DELETE "/api/v1/deployments/{deploymentId}"
        Administrator, deployments::delete, "Delete a deployment";

    "deployments.retrieveBuildStatus" GET "/api/v1/deployments/{deploymentId}/build-status"
        User, deployments::build_status, "Build state";

    "deployments.listLogs" GET "/api/v1/deployments/{deploymentId}/logs"
        User, deployments::logs, "Container logs"
        .query("source:production|dev container:INIT|MAIN|svcjs-server|vector|api-proxy");

    "deployments.listPods" GET "/api/v1/deployments/{deploymentId}/pods"
        User, deployments::pods, "Pods";

    "envVars.list" GET "/api/v1/deployments/{deploymentId}/env-vars"
        OneOf(&["SecretsManage"]), env_vars::list, "Environment variables"
        .query("first:integer after:string")
        .answer("CursorList");

    "envVars.set" PUT "/api/v1/deployments/{deploymentId}/env-vars"
        OneOf(&["SecretsManage"]), env_vars::set, "Set environment variables";

    "deployments.advanceCreationStep" POST "/api/v1/deployments/{deploymentId}/creation-step/advance"
        Administrator, deployments::advance_creation_step, "Advance the setup wizard";

    "deployments.resetCreationStep" POST "/api/v1/deployments/{deploymentId}/creation-step/reset"
        Administrator, deployments::reset_creation_step, "Reset the setup wizard";

    "regions.list" GET "/api/v1/regions/"
        User, tenant::regions, "Regions available to the tenant";

    "deployments.create" POST "/build/api/v1/deployments/"
        Administrator, deployments::create, "Create a deployment"
        .body(
            "cloudProvider:svccloud|aws|gcp creationMethod:upload|svccloud|github|ssh \
             deployMode:git|cli"
        );

    "dataModel.listFiles" GET "/build/api/v1/deployments/{deploymentId}/data-model/files"
        User, data_model::list_files, "Data-model files";

    "dataModel.putFile" PUT "/build/api/v1/deployments/{deploymentId}/data-model/files"
        User, data_model::put_file, "Write a file";

    "dataModel.deleteFile" DELETE "/build/api/v1/deployments/{deploymentId}/data-model/files"
        User, data_model::delete_file, "Delete a file";

    "dataModel.renameFile" POST "/build/api/v1/deployments/{deploymentId}/data-model/files/rename"
        User, data_model::rename_file, "Rename a file";

    "dataModel.startUpload" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/start"
        User, uploads::start, "Start a chunked upload";

    "dataModel.uploadFile" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/file"
        User, uploads::file, "Upload one file or chunk"
        .any_body(true);

    "dataModel.finishUpload" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/finish"
        User, uploads::finish, "Finish a chunked upload";

    "dataModel.listFileHashes" GET "/build/api/v1/deployments/{deploymentId}/data-model/file-hashes"
        User, data_model::list_file_hashes, "File hashes";

    "dataModel.validate" GET "/build/api/v1/deployments/{deploymentId}/data-model/validate"
        User, data_model::validate, "Compile the deploy branch, a named branch or the dev branch"
        .query("branchName:string");

    "devMode.start" POST "/build/api/v1/deployments/{deploymentId}/dev-mode"
        User, data_model::start_dev_mode, "Start dev mode";

    "devMode.stop" DELETE "/build/api/v1/deployments/{deploymentId}/dev-mode"
        User, data_model::stop_dev_mode, "Stop dev mode";

    "branches.list" GET "/build/api/v1/deployments/{deploymentId}/branches"
        User, branches::list, "List branches";

    "branches.create" POST "/build/api/v1/deployments/{deploymentId}/branches"
        User, branches::create, "Create a branch";

    "branches.commit" POST "/build/api/v1/deployments/{deploymentId}/commit"
        User, branches::commit, "Commit";

    "branches.pull" POST "/build/api/v1/deployments/{deploymentId}/pull"
        User, branches::pull, "Pull";

    "branches.merge" POST "/build/api/v1/deployments/{deploymentId}/merge"
        User, branches::merge, "Merge";

    "branches.mergeToDefault" POST "/build/api/v1/deployments/{deploymentId}/merge-to-default"
        User, branches::merge_to_default, "Merge to the default branch";

    "branches.delete" DELETE "/build/api/v1/deployments/{deploymentId}/branches"
        User, branches::delete, "Delete a branch"
        .query("branchName!:string removeOnUpstream:boolean");
};
