//! SCIM: users and groups, by RFC 7644.

use crate::api::operation::Access::Scim;
use crate::api::operation::Answer::{Json, Nothing};
use crate::api::operation::{Operation, operations};
use crate::api::scim;

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "scim.users.list" => Scim, scim::list
        .answers(&[(200, Json("ScimUserList"))]);

    "scim.users.create" => Scim, scim::create
        .body("@ScimUserInput")
        .answers(&[(201, Json("ScimUser"))])
        .errors(&[(409, "the name is taken")]);

    "scim.users.retrieve" => Scim, scim::retrieve
        .answers(&[(200, Json("ScimUser"))]);

    "scim.users.replace" => Scim, scim::replace
        .body("@ScimUserInput")
        .answers(&[(200, Json("ScimUser"))])
        .errors(&[(409, "the name is taken")]);

    "scim.users.patch" => Scim, scim::patch
        .body("@ScimPatch")
        .answers(&[(200, Json("ScimUser"))])
        .errors(&[(409, "the name is taken")]);

    "scim.users.delete" => Scim, scim::delete
        .answers(&[(204, Nothing)]);

    "scim.groups.list" => Scim, scim::list
        .answers(&[(200, Json("ScimGroupList"))]);

    "scim.groups.create" => Scim, scim::create
        .body("@ScimGroupInput")
        .answers(&[(201, Json("ScimGroup"))])
        .errors(&[(409, "the name is taken")]);

    "scim.groups.retrieve" => Scim, scim::retrieve
        .answers(&[(200, Json("ScimGroup"))]);

    "scim.groups.replace" => Scim, scim::replace
        .body("@ScimGroupInput")
        .answers(&[(200, Json("ScimGroup"))])
        .errors(&[(409, "the name is taken")]);

    "scim.groups.patch" => Scim, scim::patch
        .body("@ScimPatch")
        .answers(&[(200, Json("ScimGroup"))])
        .errors(&[(409, "the name is taken")]);

    "scim.groups.delete" => Scim, scim::delete
        .answers(&[(204, Nothing)]);
};
