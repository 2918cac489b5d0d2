//! Users and groups in the form of SCIM.

use serde_json::{Value, json};

use super::schema::{self, spelled};
use crate::api::call::{Call, id_of};
use crate::json::Failure;

/// A kind of resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Users of the console.
    User,
    /// Their groups.
    Group,
}

/// A value in which attributes have the spelling and the types of their schemas.
pub fn respelled(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(respelled).collect(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| {
                (
                    spelled(name).to_owned(),
                    schema::read(name, respelled(value)),
                )
            })
            .collect(),
        value => value.clone(),
    }
}

impl Kind {
    /// The kind of an operation's resources.
    pub fn of(call: &Call<'_>) -> Self {
        if call.operation.id.starts_with("scim.groups") {
            Self::Group
        } else {
            Self::User
        }
    }

    /// The URI of the kind's schema.
    pub fn schema(self) -> &'static str {
        match self {
            Self::User => "urn:ietf:params:scim:schemas:core:2.0:User",
            Self::Group => "urn:ietf:params:scim:schemas:core:2.0:Group",
        }
    }

    /// The shape of a resource in a request.
    pub fn input(self) -> &'static str {
        match self {
            Self::User => "ScimUserInput",
            Self::Group => "ScimGroupInput",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Self::User => "User",
            Self::Group => "Group",
        }
    }

    /// Every resource of the kind.
    pub fn all(self, call: &Call<'_>) -> Result<Vec<Value>, Failure> {
        self.rows(call, &self.sql("id"), ())
    }

    /// `limit` resources of the kind after an offset, and their total number.
    pub fn page(
        self,
        call: &Call<'_>,
        offset: i64,
        count: i64,
    ) -> Result<(Vec<Value>, i64), Failure> {
        let sql = self.sql("id");
        let page = self.rows(call, &format!("{sql} LIMIT ?1 OFFSET ?2"), (count, offset))?;
        let total = call.scalar(&format!("SELECT count(*) FROM ({sql})"), ())?;
        Ok((page, total.unwrap_or_default()))
    }

    fn rows(
        self,
        call: &Call<'_>,
        sql: &str,
        params: impl rusqlite::Params,
    ) -> Result<Vec<Value>, Failure> {
        let rows = call.all(sql, params)?;
        rows.into_iter().map(|row| self.shown(call, &row)).collect()
    }

    /// One resource, or 404.
    pub fn one(self, call: &Call<'_>, id: &str) -> Result<Value, Failure> {
        // Ids are numbers, so other texts are not found.
        let row = match id_of(id) {
            Some(id) => call.one(&self.sql("?1"), [id])?,
            None => None,
        };
        let row = row.ok_or_else(|| Failure::missing(self.noun()))?;
        self.shown(call, &row)
    }

    fn sql(self, id: &str) -> String {
        match self {
            Self::User => format!(
                r#"SELECT id, email, first_name, last_name, CASE WHEN active_assigned THEN active END AS "active:bool", external_id,
                          created_at AS "created:time", updated_at AS "modified:time", scim AS "kept:json"
                   FROM users WHERE embed_tenant IS NULL AND id = {id} ORDER BY id"#
            ),
            Self::Group => format!(
                r#"SELECT id, name, external_id, created_at AS "created:time",
                          updated_at AS "modified:time", rest AS "kept:json"
                   FROM groups WHERE embed_tenant IS NULL AND id = {id} ORDER BY id"#
            ),
        }
    }

    fn shown(self, call: &Call<'_>, row: &Value) -> Result<Value, Failure> {
        let column = |name: &str| row.get(name).cloned().unwrap_or_default();
        let id = column("id").to_string();
        let mut shown = column("kept").as_object().cloned().unwrap_or_default();
        let mut set = |name: &str, value: Value| {
            if value.is_null() || value.as_array().is_some_and(Vec::is_empty) {
                shown.remove(name);
            } else {
                shown.insert(name.to_owned(), value);
            }
        };
        set("id", id.clone().into());
        set("externalId", column("external_id"));
        let location = format!("{}/api/scim/v2/{}s/{id}", call.origin, self.noun());
        set(
            "meta",
            json!({
                "resourceType": self.noun(),
                "created": column("created"),
                "lastModified": column("modified"),
                "location": location,
            }),
        );
        match self {
            Self::User => {
                set("userName", column("email"));
                set("active", column("active"));
                set("groups", memberships(call, &column("id"))?.into());
                let name = shown.entry("name").or_insert_with(|| json!({}));
                if let Some(name) = name.as_object_mut() {
                    for (part, column) in [("givenName", "first_name"), ("familyName", "last_name")]
                    {
                        name.remove(part);
                        if let Some(Value::String(text)) = row.get(column) {
                            name.insert(part.to_owned(), text.clone().into());
                        }
                    }
                    if name.is_empty() {
                        shown.remove("name");
                    }
                }
            }
            Self::Group => {
                set("displayName", column("name"));
                set("members", members(call, &column("id"))?.into());
            }
        }
        let extensions = shown.keys().filter(|key| key.starts_with("urn:"));
        let schemas: Vec<&str> = std::iter::once(self.schema())
            .chain(extensions.map(String::as_str))
            .collect();
        let schemas = json!(schemas);
        shown.insert("schemas".to_owned(), schemas);
        Ok(Value::Object(shown))
    }

    /// Deletes a resource.
    pub fn delete(self, call: &Call<'_>, id: &str) -> Result<(), Failure> {
        self.one(call, id)?;
        let sql = match self {
            Self::User => "DELETE FROM users WHERE id = ?1",
            Self::Group => "DELETE FROM groups WHERE id = ?1",
        };
        call.write(sql, [id]).map(drop)
    }
}

fn memberships(call: &Call<'_>, user: &Value) -> Result<Vec<Value>, Failure> {
    let sql = "SELECT CAST(g.id AS TEXT) AS value, g.name AS display, 'direct' AS type,
                      ?2 || '/api/scim/v2/Groups/' || g.id AS \"$ref\"
               FROM groups g JOIN group_members m ON m.group_id = g.id WHERE m.user_id = ?1 ORDER BY g.id";
    call.all(sql, (user.as_i64(), &call.origin))
}

fn members(call: &Call<'_>, group: &Value) -> Result<Vec<Value>, Failure> {
    let sql = "SELECT CAST(u.id AS TEXT) AS value, 'User' AS type,
                      ?2 || '/api/scim/v2/Users/' || u.id AS \"$ref\"
               FROM users u JOIN group_members m ON m.user_id = u.id WHERE m.group_id = ?1 ORDER BY u.id";
    call.all(sql, (group.as_i64(), &call.origin))
}
