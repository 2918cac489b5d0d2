//! Deployments, their environments and what is built in them.

use crate::api::operation::Access::{Administrator, Member, OneOf};
use crate::api::operation::{Operation, operations};
use crate::api::{documents, tenant};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "deployments.list" GET "/api/v1/deployments"
        Member, documents::list, "List deployments"
        .query("offset:integer limit:integer")
        .answer("DeploymentList");

    "environments.list" GET "/api/v1/deployments/{deploymentId}/environments"
        Member, documents::list, "List environments"
        .query("type:production|staging|development offset:integer limit:integer")
        .answer("EnvironmentList");

    "environments.createMetaSyncToken" POST "/api/v1/deployments/{deploymentId}/environments/{environmentId}/tokens-for-meta-sync"
        Member, documents::create, "Token scoped to metadata endpoints"
        .body("security_context!:object expires_in:number")
        .answer("MetaSyncToken");

    "branches.setStagingEnvironment" PUT "/build/api/v1/deployments/{deploymentId}/branches/staging-environment"
        Member, documents::create, "Keep a branch staging environment active or not"
        .body("enabled!:boolean branchName:string branchId:any")
        .answer("StagingBranch");

    "versions.list" GET "/api/v1/deployments/{deploymentId}/versions"
        Member, documents::list, "List versions"
        .answer("VersionList");

    "deployments.update" PUT "/api/v1/deployments/{deploymentId}"
        Administrator, documents::update, "Partial merge of a deployment"
        .body("cloudProvider:any region:any releaseChannel:any releaseChannelVersion:any releaseChannelVersionHold:any template:any templateVariables:any defaultLaunchpadViewGroup:any launchpadTabs:any")
        .errors(&[(400, "releaseChannelVersion not on the version list")]);

    "deployments.createToken" POST "/api/v1/deployments/{deploymentId}/token"
        Member, documents::create, "Deployment token"
        .body("expiresIn:integer");

    "deployments.retrieveSettings" GET "/api/v1/deployments/{deploymentId}/settings"
        Member, documents::list, "All deployment settings, secrets excluded";

    "deployments.delete" DELETE "/api/v1/deployments/{deploymentId}"
        Administrator, documents::delete, "Delete a deployment";

    "deployments.retrieveBuildStatus" GET "/api/v1/deployments/{deploymentId}/build-status"
        Member, documents::list, "Build state";

    "deployments.listLogs" GET "/api/v1/deployments/{deploymentId}/logs"
        Member, documents::list, "Container logs"
        .query("source:production|dev container:INIT|MAIN|svcjs-server|vector|api-proxy");

    "deployments.listPods" GET "/api/v1/deployments/{deploymentId}/pods"
        Member, documents::list, "Pods";

    "envVars.list" GET "/api/v1/deployments/{deploymentId}/env-vars"
        OneOf(&["SecretsManage"]), documents::list, "Environment variables"
        .query("first:integer after:string")
        .answer("CursorList");

    "envVars.set" PUT "/api/v1/deployments/{deploymentId}/env-vars"
        OneOf(&["SecretsManage"]), documents::create, "Set environment variables";

    "deployments.advanceCreationStep" POST "/api/v1/deployments/{deploymentId}/creation-step/advance"
        Administrator, documents::create, "Advance the setup wizard";

    "deployments.resetCreationStep" POST "/api/v1/deployments/{deploymentId}/creation-step/reset"
        Administrator, documents::create, "Reset the setup wizard";

    "regions.list" GET "/api/v1/regions/"
        Member, tenant::regions, "Regions available to the tenant";

    "deployments.create" POST "/build/api/v1/deployments/"
        Administrator, documents::create, "Create a deployment"
        .body("cloudProvider:svccloud|aws|gcp creationMethod:upload|svccloud|github|ssh deployMode:git|cli");

    "dataModel.listFiles" GET "/build/api/v1/deployments/{deploymentId}/data-model/files"
        Member, documents::list, "Data-model files";

    "dataModel.putFile" PUT "/build/api/v1/deployments/{deploymentId}/data-model/files"
        Member, documents::create, "Write a file";

    "dataModel.deleteFile" DELETE "/build/api/v1/deployments/{deploymentId}/data-model/files"
        Member, documents::list, "Delete a file";

    "dataModel.renameFile" POST "/build/api/v1/deployments/{deploymentId}/data-model/files/rename"
        Member, documents::create, "Rename a file";

    "dataModel.startUpload" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/start"
        Member, documents::create, "Start a chunked upload";

    "dataModel.uploadFile" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/file"
        Member, documents::create, "Upload one file or chunk";

    "dataModel.finishUpload" POST "/build/api/v1/deployments/{deploymentId}/data-model/upload/finish"
        Member, documents::create, "Finish a chunked upload";

    "dataModel.listFileHashes" GET "/build/api/v1/deployments/{deploymentId}/data-model/file-hashes"
        Member, documents::list, "File hashes";

    "dataModel.validate" GET "/build/api/v1/deployments/{deploymentId}/data-model/validate"
        Member, documents::list, "Compile the deploy branch, a named branch or the dev branch"
        .query("branchName:string");

    "devMode.start" POST "/build/api/v1/deployments/{deploymentId}/dev-mode"
        Member, documents::create, "Start dev mode";

    "devMode.stop" DELETE "/build/api/v1/deployments/{deploymentId}/dev-mode"
        Member, documents::list, "Stop dev mode";

    "branches.list" GET "/build/api/v1/deployments/{deploymentId}/branches"
        Member, documents::list, "List branches";

    "branches.create" POST "/build/api/v1/deployments/{deploymentId}/branches"
        Member, documents::create, "Create a branch";

    "branches.commit" POST "/build/api/v1/deployments/{deploymentId}/commit"
        Member, documents::create, "Commit";

    "branches.pull" POST "/build/api/v1/deployments/{deploymentId}/pull"
        Member, documents::create, "Pull";

    "branches.merge" POST "/build/api/v1/deployments/{deploymentId}/merge"
        Member, documents::create, "Merge";

    "branches.mergeToDefault" POST "/build/api/v1/deployments/{deploymentId}/merge-to-default"
        Member, documents::create, "Merge to the default branch";

    "branches.delete" DELETE "/build/api/v1/deployments/{deploymentId}/branches"
        Member, documents::list, "Delete a branch"
        .query("branchName!:string removeOnUpstream:boolean");
};
