//! SCIM: users and groups, by RFC 7644.

use crate::api::documents;
use crate::api::operation::Access::Scim;
use crate::api::operation::{Operation, operations};

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "scim.users.list" GET "/api/scim/v2/Users"
        Scim, documents::list, "List Users"
        .query("count:integer startIndex:integer filter:string attributes:string excludedAttributes:string");

    "scim.users.create" POST "/api/scim/v2/Users"
        Scim, documents::create, "Create in Users";

    "scim.users.retrieve" GET "/api/scim/v2/Users/{id}"
        Scim, documents::retrieve, "Read one of Users";

    "scim.users.replace" PUT "/api/scim/v2/Users/{id}"
        Scim, documents::update, "Replace one of Users";

    "scim.users.patch" PATCH "/api/scim/v2/Users/{id}"
        Scim, documents::update, "PatchOp on one of Users";

    "scim.users.delete" DELETE "/api/scim/v2/Users/{id}"
        Scim, documents::delete, "Delete one of Users";

    "scim.groups.list" GET "/api/scim/v2/Groups"
        Scim, documents::list, "List Groups"
        .query("count:integer startIndex:integer filter:string attributes:string excludedAttributes:string");

    "scim.groups.create" POST "/api/scim/v2/Groups"
        Scim, documents::create, "Create in Groups";

    "scim.groups.retrieve" GET "/api/scim/v2/Groups/{id}"
        Scim, documents::retrieve, "Read one of Groups";

    "scim.groups.replace" PUT "/api/scim/v2/Groups/{id}"
        Scim, documents::update, "Replace one of Groups";

    "scim.groups.patch" PATCH "/api/scim/v2/Groups/{id}"
        Scim, documents::update, "PatchOp on one of Groups";

    "scim.groups.delete" DELETE "/api/scim/v2/Groups/{id}"
        Scim, documents::delete, "Delete one of Groups";
};
