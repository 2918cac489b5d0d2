//! SCIM: users and groups, by RFC 7644.

use crate::api::operation::Access::Scim;
use crate::api::operation::Answer::{Json, Nothing};
use crate::api::operation::{Operation, operations};
use crate::api::scim;

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "scim.users.list" GET "/api/scim/v2/Users"
        Scim, scim::list, "List Users"
        .query("count:whole startIndex:whole filter:string attributes:string excludedAttributes:string")
        .answers(&[(200, Json("ScimList"))]);

    "scim.users.create" POST "/api/scim/v2/Users"
        Scim, scim::create, "Create in Users"
        .body("@ScimUserInput")
        .answers(&[(201, Json("ScimUser"))])
        .errors(&[(409, "the name is taken")]);

    "scim.users.retrieve" GET "/api/scim/v2/Users/{id}"
        Scim, scim::retrieve, "Read one of Users"
        .answers(&[(200, Json("ScimUser"))]);

    "scim.users.replace" PUT "/api/scim/v2/Users/{id}"
        Scim, scim::replace, "Replace one of Users"
        .body("@ScimUserInput")
        .answers(&[(200, Json("ScimUser"))])
        .errors(&[(409, "the name is taken")]);

    "scim.users.patch" PATCH "/api/scim/v2/Users/{id}"
        Scim, scim::patch, "PatchOp on one of Users"
        .body("@ScimPatch")
        .answers(&[(200, Json("ScimUser"))])
        .errors(&[(409, "the name is taken")]);

    "scim.users.delete" DELETE "/api/scim/v2/Users/{id}"
        Scim, scim::delete, "Delete one of Users"
        .answers(&[(204, Nothing)]);

    "scim.groups.list" GET "/api/scim/v2/Groups"
        Scim, scim::list, "List Groups"
        .query("count:whole startIndex:whole filter:string attributes:string excludedAttributes:string")
        .answers(&[(200, Json("ScimList"))]);

    "scim.groups.create" POST "/api/scim/v2/Groups"
        Scim, scim::create, "Create in Groups"
        .body("@ScimGroupInput")
        .answers(&[(201, Json("ScimGroup"))])
        .errors(&[(409, "the name is taken")]);

    "scim.groups.retrieve" GET "/api/scim/v2/Groups/{id}"
        Scim, scim::retrieve, "Read one of Groups"
        .answers(&[(200, Json("ScimGroup"))]);

    "scim.groups.replace" PUT "/api/scim/v2/Groups/{id}"
        Scim, scim::replace, "Replace one of Groups"
        .body("@ScimGroupInput")
        .answers(&[(200, Json("ScimGroup"))])
        .errors(&[(409, "the name is taken")]);

    "scim.groups.patch" PATCH "/api/scim/v2/Groups/{id}"
        Scim, scim::patch, "PatchOp on one of Groups"
        .body("@ScimPatch")
        .answers(&[(200, Json("ScimGroup"))])
        .errors(&[(409, "the name is taken")]);

    "scim.groups.delete" DELETE "/api/scim/v2/Groups/{id}"
        Scim, scim::delete, "Delete one of Groups"
        .answers(&[(204, Nothing)]);
};
