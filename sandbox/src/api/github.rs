//! Repository-host integration. The service describes only its prefix, so each path below it stores
//! plain documents. POST adds a document, GET lists them, PUT and PATCH replace them by one, and
//! DELETE removes them.

use serde_json::Value;

use super::call::Call;
use super::documents::shown;
use super::page::List;
use super::reply::{Outcome, Reply};
use super::rows;
use crate::json::Failure;

/// Any method on any path.
pub fn request(call: &Call<'_>) -> Outcome {
    let path = call.path("path");
    let id = match call.method {
        "POST" => Some(add(call, path)?),
        "PUT" | "PATCH" => {
            clear(call, path)?;
            Some(add(call, path)?)
        }
        "DELETE" => {
            clear(call, path)?;
            None
        }
        _ => None,
    };
    let Some(id) = id else {
        let sql = "SELECT * FROM document_view WHERE collection = 'github' AND scope = ?1";
        let list = List::new(sql, vec![rows::text(path)]);
        return Ok(list.by_cursor(call, shown)?.into());
    };
    let mut made = call.found(
        "document",
        "SELECT * FROM document_view WHERE id = ?1",
        [id],
    )?;
    made.as_object_mut().map(shown).transpose()?;
    Ok(if call.method == "POST" {
        Reply::created(made)
    } else {
        made.into()
    })
}

fn add(call: &Call<'_>, path: &str) -> Result<i64, Failure> {
    call.insert(
        "INSERT INTO documents (collection, scope, rest, created_at, updated_at)
         VALUES ('github', ?1, ?2, ?3, ?3)",
        (path, Value::Object(call.object()?).to_string(), call.now),
    )
}

fn clear(call: &Call<'_>, path: &str) -> Result<usize, Failure> {
    let sql = "DELETE FROM documents WHERE collection = 'github' AND scope = ?1";
    call.write(sql, [path])
}
