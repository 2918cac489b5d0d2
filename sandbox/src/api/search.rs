//! The search of lists, as a function of SQL: `has_words(text, search)`.

use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

/// Adds the function to a connection.
///
/// If `SQLite` refuses it.
pub fn add_to(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("has_words", 2, flags, |call| {
        let (text, search): (Option<String>, Option<String>) = (call.get(0)?, call.get(1)?);
        Ok(has_words(
            &text.unwrap_or_default(),
            &search.unwrap_or_default(),
        ))
    })
}

/// True if a text contains each word of a search, in any order and in any case.
fn has_words(text: &str, search: &str) -> bool {
    let text = text.to_lowercase();
    let search = search.to_lowercase();
    search.split_whitespace().all(|word| text.contains(word))
}
