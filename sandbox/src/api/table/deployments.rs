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
    "deployments.list" => User, deployments::list
        .answers(&[(200, Json("DeploymentList"))])
        .any_scope(true);

    "environments.list" => User, environments::list
        .answers(&[(200, Json("EnvironmentList"))]);

    "environments.createMetaSyncToken" => OneOf(SCHEMA_READ), environments::create_meta_sync_token
        .body("@CreateMetaSyncToken")
        .answers(&[(200, Json("MetaSyncTokenAnswer"))]);

    "branches.setStagingEnvironment" => OneOf(SCHEMA_UPDATE), branches::set_staging_environment
        .body("@SetStagingEnvironment")
        .answers(&[(200, Json("StagingEnvironmentAnswer"))])
        .errors(&[(409, "the branch is personal or the production branch")]);

    "versions.list" => User, versions::list
        .answers(&[(200, Json("VersionsAnswer"))]);

    "deployments.update" => Administrator, deployments::update
        .body("@UpdateDeployment")
        .answers(&[(200, Json("Deployment"))])
        .errors(&[(400, "releaseChannelVersion not on the version list")]);

    "deployments.createToken" => OneOf(DOWNLOAD), deployments::create_token
        .body("@CreateDeploymentToken")
        .answers(&[(201, Json("DeploymentToken"))])
        .errors(&[(400, "expiresIn is too short or too long")]);

    "deployments.retrieveSettings" => User, deployments::settings
        .answers(&[(200, Json("DeploymentSettings"))]);

    "deployments.delete" => Administrator, deployments::delete
        .answers(&[(200, Json("Deployment"))]);

    "deployments.retrieveBuildStatus" => User, deployments::build_status
        .answers(&[(200, Json("BuildStatus"))]);

    "deployments.listLogs" => User, deployments::logs
        .answers(&[(200, List("LogEntry"))]);

    "deployments.listPods" => User, deployments::pods
        .answers(&[(200, List("Pod"))]);

    "envVars.list" => OneOf(SECRETS), env_vars::list
        .answers(&[(200, List("EnvVar"))]);

    "envVars.set" => OneOf(SECRETS), env_vars::set
        .body("@EnvVarsInput")
        .answers(&[(200, List("EnvVar"))]);

    "deployments.advanceCreationStep" => Administrator, deployments::advance_creation_step
        .answers(&[(200, Json("CreationStep"))]);

    "deployments.resetCreationStep" => Administrator, deployments::reset_creation_step
        .answers(&[(200, Json("CreationStep"))]);

    "regions.list" => User, tenant::regions
        .answers(&[(200, List("Region"))])
        .any_scope(true);

    "deployments.create" => Administrator, deployments::create
        .body("@CreateDeployment")
        .answers(&[(201, Json("Deployment"))]);

    "dataModel.listFiles" => OneOf(SCHEMA_READ), data_model::list_files
        .answers(&[(200, List("File"))]);

    "dataModel.putFile" => OneOf(SCHEMA_UPDATE), data_model::put_file
        .body("@FileInput")
        .answers(&[(200, Json("File"))])
        .errors(&[(409, "no branch is named, and none is in dev mode")]);

    "dataModel.deleteFile" => OneOf(SCHEMA_UPDATE), data_model::delete_file
        .body("@FileChoice")
        .answers(&[(200, Json("FileDeleted"))])
        .errors(&[(409, "no branch is named, and none is in dev mode")]);

    "dataModel.renameFile" => OneOf(SCHEMA_UPDATE), data_model::rename_file
        .body("@FileRename")
        .answers(&[(200, Json("File"))])
        .errors(&[(409, "a file of the new name exists, or no branch is named and none is in dev mode")]);

    "dataModel.startUpload" => OneOf(SCHEMA_UPDATE), uploads::start
        .body("@BranchChoice")
        .answers(&[(201, Json("Upload"))])
        .errors(&[(409, "no branch is named, and none is in dev mode")]);

    "dataModel.uploadFile" => OneOf(SCHEMA_UPDATE), uploads::file
        .body("@UploadInput")
        .answers(&[(200, Json("UploadedFile"))])
        .any_body(true);

    "dataModel.finishUpload" => OneOf(SCHEMA_UPDATE), uploads::finish
        .body("@UploadChoice")
        .answers(&[(200, Json("UploadDone"))]);

    "dataModel.listFileHashes" => OneOf(SCHEMA_READ), data_model::list_file_hashes
        .answers(&[(200, Json("FileHashes"))]);

    "dataModel.validate" => OneOf(SCHEMA_READ), data_model::validate
        .answers(&[(200, Json("Validation"))]);

    "devMode.start" => OneOf(SCHEMA_UPDATE), data_model::start_dev_mode
        .body("@BranchChoice")
        .answers(&[(200, Json("DevMode"))])
        .errors(&[(409, "it is the production branch")]);

    "devMode.stop" => OneOf(SCHEMA_UPDATE), data_model::stop_dev_mode
        .answers(&[(200, Json("DevMode"))]);

    "branches.list" => OneOf(SCHEMA_READ), branches::list
        .answers(&[(200, List("Branch"))]);

    "branches.create" => OneOf(SCHEMA_UPDATE), branches::create
        .body("@BranchInput")
        .answers(&[(201, Json("Branch"))])
        .errors(&[(409, "a branch of this name exists")]);

    "branches.commit" => OneOf(SCHEMA_UPDATE), branches::commit
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))])
        .errors(&[(409, "no branch is named, and none is in dev mode")]);

    "branches.pull" => OneOf(SCHEMA_UPDATE), branches::pull
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))])
        .errors(&[(409, "no branch is named and none is in dev mode, it has no parent, or both branches have changed a file")]);

    "branches.merge" => OneOf(SCHEMA_UPDATE), branches::merge_to_parent
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))])
        .errors(&[(409, "no branch is named and none is in dev mode, it has no parent, or both branches have changed a file")]);

    "branches.mergeToDefault" => OneOf(SCHEMA_UPDATE), branches::merge_to_default
        .body("@BranchChoice")
        .answers(&[(200, Json("Branch"))])
        .errors(&[(409, "no branch is named and none is in dev mode, or both branches have changed a file")]);

    "branches.delete" => OneOf(SCHEMA_UPDATE), branches::delete
        .answers(&[(200, Json("Branch"))])
        .errors(&[(409, "it is the production branch")]);
};
