//! SCIM: users and groups, by RFC 7644.

use crate::api::operation::Access::Scim;
use crate::api::operation::{Operation, operations};
use crate::api::scim;

/// The rows.
pub const OPERATIONS: &[Operation] = operations! {
    "scim.users.list" GET "/api/scim/v2/Users"
        Scim, scim::list, "List Users"
        .query(
            "count:integer startIndex:integer filter:string attributes:string \
             excludedAttributes:string"
        )
        .answer("ScimList");

    "scim.users.create" POST "/api/scim/v2/Users"
        Scim, scim::create, "Create in Users";

    "scim.users.retrieve" GET "/api/scim/v2/Users/{id}"
        Scim, scim::retrieve, "Read one of Users";

    "scim.users.replace" PUT "/api/scim/v2/Users/{id}"
        Scim, scim::replace, "Replace one of Users";

    "scim.users.patch" PATCH "/api/scim/v2/Users/{id}"
        Scim, scim::patch, "PatchOp on one of Users";

    "scim.users.delete" DELETE "/api/scim/v2/Users/{id}"
        Scim, scim::delete, "Delete one of Users"
        .answer("204");

    "scim.groups.list" GET "/api/scim/v2/Groups"
        Scim, scim::list, "List Groups"
        .query(
            "count:integer startIndex:integer filter:string attributes:string \
             excludedAttributes:string"
        )
        .answer("ScimList");

    "scim.groups.create" POST "/api/scim/v2/Groups"
        Scim, scim::create, "Create in Groups";

    "scim.groups.retrieve" GET "/api/scim/v2/Groups/{id}"
        Scim, scim::retrieve, "Read one of Groups";

    "scim.groups.replace" PUT "/api/scim/v2/Groups/{id}"
        Scim, scim::replace, "Replace one of Groups";

    "scim.groups.patch" PATCH "/api/scim/v2/Groups/{id}"
        Scim, scim::patch, "PatchOp on one of Groups";

    "scim.groups.delete" DELETE "/api/scim/v2/Groups/{id}"
        Scim, scim::delete, "Delete one of Groups"
        .answer("204");
};
