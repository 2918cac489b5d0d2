//! Plain CRUD for resources that the service does not describe: documents with any fields.
//!
//! The collection is the operation's resource. The scope is the deployment of the path, and the
//! document's id is the last path parameter. The table has the rest.

use serde_json::Value;

use super::call::{Call, id_of};
use super::page::List;
use super::reply::{Outcome, Reply};
use super::rows::{Object, text};
use crate::json::Failure;

/// A page of the collection.
pub fn list(call: &Call<'_>) -> Outcome {
    let sql = "SELECT * FROM document_view WHERE collection = ?1 AND scope = ?2";
    let params = vec![text(collection(call)), text(scope(call))];
    Ok(List::new(sql, params).by_cursor(call, shown)?.into())
}

/// A new document that belongs to the tenant.
pub fn create(call: &Call<'_>) -> Outcome {
    insert(call, None, call.object()?)
}

/// A new document that belongs to the caller.
pub fn create_owned(call: &Call<'_>) -> Outcome {
    insert(call, Some(call.caller.user_id), call.object()?)
}

/// A new document with these fields.
pub fn insert(call: &Call<'_>, owner: Option<i64>, fields: Object) -> Outcome {
    let given = Value::Object(fields).to_string();
    let id = call.insert(
        "INSERT INTO documents (collection, scope, rest, owner_id, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?5)",
        (collection(call), scope(call), given, owner, call.now),
    )?;
    Ok(Reply::created(document(call, id)?))
}

/// One document.
pub fn retrieve(call: &Call<'_>) -> Outcome {
    one(call, id(call)?)
}

/// One document, by its id.
pub fn one(call: &Call<'_>, id: i64) -> Outcome {
    Ok(document(call, id)?.into())
}

/// Replaces a document.
pub fn update(call: &Call<'_>) -> Outcome {
    replace(call, id(call)?, call.object()?)
}

/// Replaces a document, by its id.
pub fn replace(call: &Call<'_>, id: i64, fields: Object) -> Outcome {
    document(call, id)?;
    call.write(
        "UPDATE documents SET rest = ?2, updated_at = ?3 WHERE id = ?1",
        (id, Value::Object(fields).to_string(), call.now),
    )?;
    one(call, id)
}

/// Deletes a document and returns it.
pub fn delete(call: &Call<'_>) -> Outcome {
    remove(call, id(call)?)
}

/// Deletes a document, by its id, and returns it.
pub fn remove(call: &Call<'_>, id: i64) -> Outcome {
    let was = document(call, id)?;
    call.write("DELETE FROM documents WHERE id = ?1", [id])?;
    Ok(was.into())
}

/// Merges fields into an object. Omitted fields stay unchanged, and null clears a field.
pub fn merge(into: &mut Object, from: &Object) {
    for (name, value) in from {
        into.insert(name.clone(), value.clone());
    }
}

fn collection<'a>(call: &'a Call<'_>) -> &'a str {
    call.operation.resource()
}

fn scope<'a>(call: &'a Call<'_>) -> &'a str {
    call.path("deploymentId")
}

fn id(call: &Call<'_>) -> Result<i64, Failure> {
    let text = call.path_parameters().last().map(|(_, value)| value);
    text.and_then(id_of)
        .ok_or_else(|| Failure::missing("resource"))
}

fn document(call: &Call<'_>, id: i64) -> Result<Value, Failure> {
    let sql = "SELECT * FROM document_view WHERE id = ?1 AND collection = ?2 AND scope = ?3";
    let mut found = call.found("resource", sql, (id, collection(call), scope(call)))?;
    if let Some(fields) = found.as_object_mut() {
        shown(fields)?;
    }
    Ok(found)
}

/// Removes the document's collection and scope.
#[allow(clippy::unnecessary_wraps)] // used where a fallible function is required
pub fn shown(fields: &mut Object) -> Result<(), Failure> {
    fields.remove("collection");
    fields.remove("scope");
    Ok(())
}
