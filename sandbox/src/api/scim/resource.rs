//! Users and groups as SCIM shows them, and how they are kept: beside what the rest of the API knows
//! of them, every attribute stays as it was given.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::api::call::Call;
use crate::api::rows::{self, Object};
use crate::json::Failure;

/// A kind of resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Users of the console.
    User,
    /// Their groups.
    Group,
}

/// Attributes as their schema spells them: clients need not.
const SPELLINGS: [&str; 40] = [
    "userName",
    "displayName",
    "nickName",
    "profileUrl",
    "userType",
    "preferredLanguage",
    "externalId",
    "familyName",
    "givenName",
    "middleName",
    "honorificPrefix",
    "honorificSuffix",
    "phoneNumbers",
    "x509Certificates",
    "streetAddress",
    "postalCode",
    "employeeNumber",
    "costCenter",
    "$ref",
    "emails",
    "members",
    "active",
    "name",
    "title",
    "locale",
    "timezone",
    "password",
    "formatted",
    "addresses",
    "photos",
    "ims",
    "roles",
    "entitlements",
    "schemas",
    "value",
    "type",
    "primary",
    "display",
    "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User",
    "manager",
];

/// An attribute's name as its schema spells it.
pub fn spelled(name: &str) -> String {
    let known = SPELLINGS
        .iter()
        .find(|known| known.eq_ignore_ascii_case(name));
    known.map_or(name, |known| *known).to_owned()
}

impl Kind {
    /// The kind that an operation is about.
    pub fn of(call: &Call<'_>) -> Self {
        if call.operation.id.starts_with("scim.groups") {
            Self::Group
        } else {
            Self::User
        }
    }

    fn schema(self) -> &'static str {
        match self {
            Self::User => "urn:ietf:params:scim:schemas:core:2.0:User",
            Self::Group => "urn:ietf:params:scim:schemas:core:2.0:Group",
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
        let rows = rows::all(call.db, &self.sql("id"), ())?;
        rows.into_iter().map(|row| self.shown(call, &row)).collect()
    }

    /// One resource, or 404.
    pub fn one(self, call: &Call<'_>, id: &str) -> Result<Value, Failure> {
        // What is no number names nothing.
        let id: i64 = id.parse().unwrap_or_default();
        let row = rows::one(call.db, &self.sql("?1"), [id])?;
        let row = row.ok_or_else(|| Failure::missing(self.noun()))?;
        self.shown(call, &row)
    }

    fn sql(self, id: &str) -> String {
        match self {
            Self::User => format!(
                r#"SELECT id, email, first_name, last_name, active AS "active:bool", external_id,
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
            if value.is_null() {
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
                let groups = memberships(call, &column("id"))?;
                set(
                    "groups",
                    if groups.is_empty() {
                        Value::Null
                    } else {
                        groups.into()
                    },
                );
                let name = shown.entry("name").or_insert_with(|| json!({}));
                if let Some(name) = name.as_object_mut() {
                    for (part, column) in [("givenName", "first_name"), ("familyName", "last_name")]
                    {
                        match row.get(column) {
                            Some(Value::String(text)) => {
                                drop(name.insert(part.to_owned(), text.clone().into()))
                            }
                            _ => drop(name.remove(part)),
                        }
                    }
                    if name.is_empty() {
                        shown.remove("name");
                    }
                }
            }
            Self::Group => {
                set("displayName", column("name"));
                let members = members(call, &column("id"))?;
                set(
                    "members",
                    if members.is_empty() {
                        Value::Null
                    } else {
                        members.into()
                    },
                );
            }
        }
        let extensions = shown.keys().filter(|key| key.starts_with("urn:"));
        let schemas: Vec<&str> = std::iter::once(self.schema())
            .chain(extensions.map(String::as_str))
            .collect();
        let schemas = json!(schemas);
        shown.insert("schemas".to_owned(), schemas);
        // It is written, and never read.
        shown.remove("password");
        Ok(Value::Object(shown))
    }

    /// Keeps a resource: a new one, or in the place of one.
    ///
    /// # Errors
    ///
    /// 400 with `invalidValue` for what the schema does not allow, 409 with `uniqueness` for a name
    /// that is taken.
    pub fn keep(self, call: &Call<'_>, id: Option<i64>, resource: &Value) -> Result<i64, Failure> {
        let given = resource
            .as_object()
            .ok_or_else(|| invalid("the resource is not an object"))?;
        let mut kept: Object = given
            .iter()
            .filter(|(_, value)| !is_empty(value))
            .map(|(name, value)| (spelled(name), value.clone()))
            .collect();
        for name in ["id", "meta", "schemas", "groups", "password"] {
            kept.remove(name);
        }
        let external_id = taken_text(&mut kept, "externalId")?;
        match self {
            Self::User => keep_user(call, id, kept, external_id),
            Self::Group => keep_group(call, id, kept, external_id),
        }
    }

    /// Deletes a resource.
    pub fn delete(self, call: &Call<'_>, id: &str) -> Result<(), Failure> {
        self.one(call, id)?;
        let sql = match self {
            Self::User => "DELETE FROM users WHERE id = ?1",
            Self::Group => "DELETE FROM groups WHERE id = ?1",
        };
        rows::write(call.db, sql, [id]).map(drop)
    }
}

fn keep_user(
    call: &Call<'_>,
    id: Option<i64>,
    mut kept: Object,
    external_id: Option<String>,
) -> Result<i64, Failure> {
    let email = taken_text(&mut kept, "userName")?
        .filter(|name| !name.is_empty())
        .ok_or_else(|| invalid("userName is required"))?;
    let active = match kept.remove("active") {
        None => true,
        Some(Value::Bool(active)) => active,
        Some(_) => return Err(invalid("active is not a boolean")),
    };
    let mut name = kept
        .get("name")
        .and_then(Value::as_object)
        .cloned()
        .unwrap_or_default();
    let (first, last) = (
        taken_text(&mut name, "givenName")?,
        taken_text(&mut name, "familyName")?,
    );
    let sql = "SELECT id FROM users WHERE lower(email) = lower(?1) AND embed_tenant IS NULL AND id IS NOT ?2";
    unique(call, sql, &email, id)?;
    let id = match id {
        Some(id) => id,
        None => rows::insert(
            call.db,
            "INSERT INTO users (email, created_at, updated_at) VALUES (?1, ?2, ?2)",
            (&email, call.now),
        )?,
    };
    let sql = "UPDATE users SET email = ?2, first_name = ?3, last_name = ?4, active = ?5,
               external_id = ?6, scim = ?7, updated_at = ?8 WHERE id = ?1";
    let kept = Value::Object(kept).to_string();
    rows::write(
        call.db,
        sql,
        (id, email, first, last, active, external_id, kept, call.now),
    )?;
    Ok(id)
}

fn keep_group(
    call: &Call<'_>,
    id: Option<i64>,
    mut kept: Object,
    external_id: Option<String>,
) -> Result<i64, Failure> {
    let name = taken_text(&mut kept, "displayName")?
        .filter(|name| !name.is_empty())
        .ok_or_else(|| invalid("displayName is required"))?;
    let members = match kept.remove("members") {
        None => Vec::new(),
        Some(Value::Array(members)) => members,
        Some(_) => return Err(invalid("members is not an array")),
    };
    let sql = "SELECT id FROM groups WHERE lower(name) = lower(?1) AND embed_tenant IS NULL AND id IS NOT ?2";
    unique(call, sql, &name, id)?;
    let kept = Value::Object(kept).to_string();
    let id = match id {
        Some(id) => id,
        None => rows::insert(
            call.db,
            "INSERT INTO groups (name, created_at, updated_at) VALUES (?1, ?2, ?2)",
            (&name, call.now),
        )?,
    };
    let sql =
        "UPDATE groups SET name = ?2, external_id = ?3, rest = ?4, updated_at = ?5 WHERE id = ?1";
    rows::write(call.db, sql, (id, name, external_id, kept, call.now))?;
    rows::write(
        call.db,
        "DELETE FROM group_members WHERE group_id = ?1",
        [id],
    )?;
    for member in members {
        let user = member
            .get("value")
            .and_then(Value::as_str)
            .unwrap_or_default();
        let sql = "INSERT OR IGNORE INTO group_members (group_id, user_id)
                   SELECT ?1, id FROM users WHERE CAST(id AS TEXT) = ?2 AND embed_tenant IS NULL";
        let known = "SELECT 1 FROM users WHERE CAST(id AS TEXT) = ?1 AND embed_tenant IS NULL";
        let known: Option<i64> = rows::scalar(call.db, known, [user])?;
        known.ok_or_else(|| invalid("a member is no user"))?;
        rows::write(call.db, sql, (id, user))?;
    }
    Ok(id)
}

fn unique(call: &Call<'_>, sql: &str, name: &str, own: Option<i64>) -> Result<(), Failure> {
    let taken: Option<i64> = rows::scalar(call.db, sql, (name, own))?;
    match taken {
        Some(_) => Err(Failure::scim(
            StatusCode::CONFLICT,
            "uniqueness",
            "the name is taken",
        )),
        None => Ok(()),
    }
}

fn memberships(call: &Call<'_>, user: &Value) -> Result<Vec<Value>, Failure> {
    let sql = "SELECT CAST(g.id AS TEXT) AS value, g.name AS display, 'direct' AS type,
                      ?2 || '/api/scim/v2/Groups/' || g.id AS \"$ref\"
               FROM groups g JOIN group_members m ON m.group_id = g.id WHERE m.user_id = ?1 ORDER BY g.id";
    rows::all(call.db, sql, (user.as_i64(), &call.origin))
}

fn members(call: &Call<'_>, group: &Value) -> Result<Vec<Value>, Failure> {
    let sql = "SELECT CAST(u.id AS TEXT) AS value, u.email AS display, 'User' AS type,
                      ?2 || '/api/scim/v2/Users/' || u.id AS \"$ref\"
               FROM users u JOIN group_members m ON m.user_id = u.id WHERE m.group_id = ?1 ORDER BY u.id";
    rows::all(call.db, sql, (group.as_i64(), &call.origin))
}

/// What holds nothing is not there.
fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(values) => values.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        _ => false,
    }
}

fn taken_text(fields: &mut Object, name: &str) -> Result<Option<String>, Failure> {
    match fields.remove(name) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text)),
        Some(_) => Err(invalid(&format!("{name} is not a string"))),
    }
}

fn invalid(message: &str) -> Failure {
    Failure::scim(StatusCode::BAD_REQUEST, "invalidValue", message)
}
