//! The resources of SCIM, by RFC 7643, and their changes, by RFC 7644.

use serde_json::Value;

use super::schema::{enumerations, models};

enumerations! {
    /// What a change does with the value at its path.
    ScimOp {
        Add = "add",
        Remove = "remove",
        Replace = "replace",
    }
}

models! {
    /// A user.
    open ScimUser derives Default {
        schemas "schemas" optional: Vec<String>,
        id "id" optional: String,
        /// The id of the user in the system that provisions users.
        external_id "externalId" nullable: String,
        /// The unique name by which the user signs in.
        user_name "userName" optional: String,
        name "name" nullable: ScimName,
        display_name "displayName" nullable: String,
        active "active" nullable: bool,
        emails "emails" nullable: Vec<ScimValue>,
        /// The groups of the user. Change them in the groups.
        groups "groups" nullable: Vec<ScimValue>,
        meta "meta" nullable: ScimMeta,
    }

    /// The parts of a user's name.
    open ScimName derives Default {
        formatted "formatted" nullable: String,
        family_name "familyName" nullable: String,
        given_name "givenName" nullable: String,
    }

    /// A group.
    open ScimGroup derives Default {
        schemas "schemas" optional: Vec<String>,
        id "id" optional: String,
        external_id "externalId" nullable: String,
        display_name "displayName" optional: String,
        members "members" nullable: Vec<ScimValue>,
        meta "meta" nullable: ScimMeta,
    }

    /// One of several values, such as an email address or the id of a member.
    open ScimValue derives Default {
        value "value" nullable: String,
        display "display" nullable: String,
        kind "type" nullable: String,
        primary "primary" nullable: bool,
        reference "$ref" nullable: String,
    }

    /// What the service says about a resource.
    open ScimMeta derives Default {
        resource_type "resourceType" nullable: String,
        created "created" nullable: String,
        last_modified "lastModified" nullable: String,
        location "location" nullable: String,
        version "version" nullable: String,
    }

    /// Changes of a resource. `schemas` must name the `PatchOp` of RFC 7644.
    open ScimPatch derives Default {
        schemas "schemas" optional: Vec<String>,
        operations "Operations" optional: Vec<ScimOperation>,
    }

    /// One change of a resource.
    open ScimOperation {
        op "op" required: ScimOp,
        /// The attribute to change; the whole resource if it is left out.
        path "path" optional: String,
        value "value" optional: Value,
    }
}
