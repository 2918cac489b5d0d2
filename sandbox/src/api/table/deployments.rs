//! Deployments, their environments, branches and data models.

use crate::api::operation::Access::{Administrator, OneOf, User};
use crate::api::operation::Answer::{Json, List};
use crate::api::operation::{Operation, operations};
use crate::api::{
    branches, data_model, deployments, env_vars, environments, tenant, uploads, versions,
};

/// Either permission opens metadata and data models.
const SCHEMA_READ: &[&str] = &["SchemaRead", "SchemaUpdate"];

/// Changes data models.
const SCHEMA_UPDATE: &[&str] = &["SchemaUpdate"];

/// Reads and sets environment variables.
const SECRETS: &[&str] = &["SecretsManage"];

/// Takes data out of the service. A deployment token opens all data of a deployment.
const DOWNLOAD: &[&str] = &["DownloadData"];

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "deployments.list" GET "/api/v1/deployments"
        User, deployments::list, "List deployments"
        .query("offset:offset limit:page")
        .answers(&[(200, Json("DeploymentList"))])
        .any_scope(true);

    "environments.list" GET "/api/v1/deployments/{deploymentId}/environments"
        User, environments::list, "List environments"
        .query("type:production|staging|development offset:offset limit:page")
        .answers(&[(200, Json("EnvironmentList"))]);

    "environments.createMetaSyncToken" POST "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync"
        OneOf(SCHEMA_READ), environments::create_meta_sync_token, "Token scoped to metadata endpoints"
        .body("@MetaSyncTokenInput")
        .answers(&[(200, Json("MetaSyncToken"))]);

    "branches.setStagingEnvironment" PUT "/build/api/v1/deployments/{deploymentId}/branches/staging-environment"
        OneOf(SCHEMA_UPDATE), branches::set_staging_environment, "Keep a branch staging environment active or not"
        .body("@StagingInput")
        .answers(&[(200, Json("StagingBranch"))]);

    "versions.list" GET "/api/v1/deployments/{deploymentId}/versions"
        User, versions::list, "List versions"
        .answers(&[(200, Json("VersionList"))]);

    "deployments.update" PUT "/api/v1/deployments/{deploymentId}"
        Administrator, deployments::update, "Partial merge of a deployment"
        .body("@DeploymentChange")
        .answers(&[(200, Json("Deployment"))])
        .errors(&[(400, "releaseChannelVersion not on the version list")]);

    "deployments.createToken" POST "/api/v1/deployments/{deploymentId}/token"
        OneOf(DOWNLOAD), deployments::create_token, "Deployment token"
        .body("@DeploymentTokenInput")
        .answers(&[(201, Json("DeploymentToken"))])
        .errors(&[(400, "expiresIn is outside 60 to 86400")]);

    "deployments.retrieveSettings" GET "/api/v1/deployments/{deploymentId}/settings"
        User, deployments::settings, "All deployment settings, secrets excluded"
        .answers(&[(200, Json("DeploymentSettings"))]);

    "deployments.delete" DELETE "/api/v1/deployments/{deploymentId}"
        Administrator, deployments::delete, "Delete a deployment"
        .answers(&[(200, Json("Deployment"))]);

    "deployments.retrieveBuildStatus" GET "/api/v1/deployments/{deploymentId}/build-status"
        User, deployments::build_status, "Build state"
        .answers(&[(200, Json("BuildStatus"))]);

    "deployments.listLogs" GET "/api/v1/deployments/{deploymentId}/logs"
        User, deployments::logs, "Container logs"
        .query("source:production|dev container:INIT|MAIN|svcjs-server|vector|api-proxy")
        .answers(&[(200, List("LogEntry"))]);

    "deployments.listPods" GET "/api/v1/deployments/{deploymentId}/pods"
        User, deployments::pods, "Pods"
        .answers(&[(200, List("Pod"))]);

    "envVars.list" GET "/api/v1/deployments/{deploymentId}/env-vars"
        OneOf(SECRETS), env_vars::list, "Environment variables"
        .query("first:page after:string")
        .answers(&[(200, List("EnvVar"))]);

    "envVars.set" PUT "/api/v1/deployments/{deploymentId}/env-vars"
        OneOf(SECRETS), env_vars::set, "Set environment variables"
        .body("@EnvVarsInput")
        .answers(&[(200, List("EnvVar"))]);

    "deployments.advanceCreationStep" POST "/api/v1/deployments/{deploymentId}/creation-step/advance"
        Administrator, deployments::advance_creation_step, "Advance the setup wizard"
        .answers(&[(200, Json("CreationStep"))]);

    "deployments.resetCreationStep" POST "/api/v1/deployments/{deploymentId}/creation-step/reset"
        Administrator, deployments::reset_creation_step, "Reset the setup wizard"
        .answers(&[(200, Json("CreationStep"))]);

    "regions.list" GET "/api/v1/regions/"
        User, tenant::regions, "Regions available to the tenant"
        .answers(&[(200, List("Region"))])
        .any_scope(true);

    "deployments.create" POST "/build/api/v1/deployments/"
        Administrator, deployments::create, "Create a deployment"
        .body("@DeploymentInput")
        .answers(&[(201, Json("Deployment"))]);

    "dataModel.listFiles" GET "/build/api/v1/deployments/{deploymentId}/data-model/files"
        OneOf(SCHEMA_READ), data_model::list_files, "Data-model files"
        .answers(&[(200, List("File"))]);

    "dataModel.putFile" PUT "/build/api/v1/deployments/{deploymentId}/data-model/files"
        OneOf(SCHEMA_UPDATE), data_model::put_file, "Write a file"
        .body("@FileInput")
        .answers(&[(200, Json("File"))]);

    "dataModel.deleteFile" DELETE "/build/api/v1/deployments/{deploymentId}/data-model/files"
        OneOf(SCHEMA_UPDATE), data_model::delete_file, "Delete a file"
        .body("@FileChoice")
        .answers(&[(200, Json("FileDeleted"))]);

    "dataModel.renameFile" POST "/build/api/v1/deployments/{deploymentId}/data-model/files/rename"
        OneOf(SCHEMA_UPDATE), data_model::rename_file, "Rename a file"
        .body("@FileRename")
        .answers(&[(200, Json("File"))])
        .errors(&[(409, "a file of the new name exists")]);

    "dataModel.startUpload" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/start"
        OneOf(SCHEMA_UPDATE), uploads::start, "Start a chunked upload"
        .body("@BranchChoice")
        .answers(&[(201, Json("Upload"))]);

    "dataModel.uploadFile" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/file"
        OneOf(SCHEMA_UPDATE), uploads::file, "Upload one file or chunk"
        .body("@UploadInput")
        .answers(&[(200, Json("UploadedFile"))])
        .any_body(true);

    "dataModel.finishUpload" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/finish"
        OneOf(SCHEMA_UPDATE), uploads::finish, "Finish a chunked upload"
        .body("@UploadChoice")
        .answers(&[(200, Json("UploadDone"))]);

    "dataModel.listFileHashes" GET "/build/api/v1/deployments/{deploymentId}/data-model/file-hashes"
        OneOf(SCHEMA_READ), data_model::list_file_hashes, "File hashes"
        .answers(&[(200, Json("FileHashes"))]);

    "dataModel.validate" GET "/build/api/v1/deployments/{deploymentId}/data-model/validate"
        OneOf(SCHEMA_READ), data_model::validate, "Compile the deploy branch, a named branch or the dev branch"
        .query("branchName:string")
        .answers(&[(200, Json("Validation"))]);

    "devMode.start" POST "/build/api/v1/deployments/{deploymentId}/dev-mode"
        OneOf(SCHEMA_UPDATE), data_model::start_dev_mode, "Start dev mode"
        .body("@BranchChoice")
        .answers(&[(200, Json("DevMode"))]);

    "devMode.stop" DELETE "/build/api/v1/deployments/{deploymentId}/dev-mode"
        OneOf(SCHEMA_UPDATE), data_model::stop_dev_mode, "Stop dev mode"
        .answers(&[(200, Json("DevMode"))]);

    "branches.list" GET "/build/api/v1/deployments/{deploymentId}/branches"
        OneOf(SCHEMA_READ), branches::list, "List branches"
        .answers(&[(200, List("Branch"))]);

    "branches.create" POST "/build/api/v1/deployments/{deploymentId}/branches"
        OneOf(SCHEMA_UPDATE), branches::create, "Create a branch"
        .body("@BranchInput")
        .answers(&[(201, Json("Branch"))])
        .errors(&[(409, "a branch of this name exists")]);

    "branches.commit" POST "/build/api/v1/deployments/{deploymentId}/commit"
        OneOf(SCHEMA_UPDATE), branches::commit, "Commit"
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))]);

    "branches.pull" POST "/build/api/v1/deployments/{deploymentId}/pull"
        OneOf(SCHEMA_UPDATE), branches::pull, "Pull"
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))]);

    "branches.merge" POST "/build/api/v1/deployments/{deploymentId}/merge"
        OneOf(SCHEMA_UPDATE), branches::merge, "Merge"
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))]);

    "branches.mergeToDefault" POST "/build/api/v1/deployments/{deploymentId}/merge-to-default"
        OneOf(SCHEMA_UPDATE), branches::merge_to_default, "Merge to the default branch"
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))]);

    "branches.delete" DELETE "/build/api/v1/deployments/{deploymentId}/branches"
        OneOf(SCHEMA_UPDATE), branches::delete, "Delete a branch"
        .query("branchName!:text removeOnUpstream:boolean")
        .answers(&[(200, Json("Branch"))]);
};
