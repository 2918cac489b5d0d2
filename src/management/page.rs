//! Reads a page of a list, in each of the service's paging styles.
//!
//! The answer decides the style, because the service's description does not say it for every list.
//! A cursor list that has only the deprecated fields is read by those.
//!
//! An iteration over a list ends: each page brings a new cursor or more items, or the next page is
//! an error.

use std::collections::HashSet;

use serde_json::Value;

use super::value::{MAX_SAFE, count_of, has, member, scalar};

const DEPRECATED: &str =
    "The list has the deprecated fields data, count and pagination instead of items and pageInfo.";

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<'a> {
    /// The items.
    pub items: &'a [Value],
    /// What comes after this page.
    pub next: Next,
    /// A sentence if the answer has deprecated fields.
    pub deprecation: Option<&'static str>,
}

/// What comes after a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Nothing: it is the last page.
    Nothing,
    /// The page that this parameter of the query selects.
    Parameter(&'static str, String),
    /// An error: the service says that there are more items, but not how to get them. The text says
    /// what is wrong.
    Stuck(&'static str),
}

/// What was asked for when the page was fetched.
#[derive(Debug, Clone, Copy, Default)]
pub struct Asked<'a> {
    /// The parameter `after` of the query.
    pub after: Option<&'a str>,
    /// The parameter `offset` of the query.
    pub offset: Option<u64>,
    /// The parameter `startIndex` of the query.
    pub start_index: Option<u64>,
    /// The earlier pages of the same iteration; `None` for the first page.
    pub seen: Option<&'a Seen>,
}

/// What an iteration remembers of the pages so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Seen {
    /// The cursors of the pages.
    pub cursors: HashSet<String>,
    /// The number of empty pages just before the next one.
    pub empty_pages: u32,
}

/// The most characters of a cursor, as JavaScript counts. It becomes a part of a URL.
pub const LONGEST_CURSOR: usize = 8_192;

/// The most empty pages one after the other.
pub const MOST_EMPTY_PAGES: u32 = 1_000;

/// The parameters that select a page.
pub const PARAMETERS: [&str; 3] = ["after", "offset", "startIndex"];

const NO_LIST: &str = "the answer contains no list.";
const OTHER_PAGE: &str = "the service answered an earlier page than the one that was asked for.";
const REPEATED: &str = "the service repeated a cursor, so the list would never end.";
const LONG_CURSOR: &str = "the cursor of the next page has more than 8192 characters.";
const ALL_EMPTY: &str = "the service answered 1000 empty pages one after the other.";
const NO_CURSOR: &str = "the service says that there is a next page, but gives no cursor for it.";
const NO_ITEMS: &str = "the service says that there are more items, but the page has none.";

/// Reads `body`, the answer of a list.
///
/// # Errors
/// A sentence if there is no list, or if the service answered another page than `asked`.
pub fn read<'a>(body: &'a Value, asked: Asked<'_>) -> Result<Page<'a>, &'static str> {
    if has(body, "Resources") || has(body, "totalResults") {
        return read_scim(body, asked);
    }
    let items = member(body, "items").and_then(Value::as_array);
    match (items, member(body, "pageInfo")) {
        (Some(items), Some(info)) => Ok(Page {
            items,
            next: next_cursor(info, items, asked),
            deprecation: None,
        }),
        (items, _) => read_offset(body, items.map(Vec::as_slice), asked),
    }
}

/// If `hasNextPage` is false, there is no next page, even with a cursor.
fn next_cursor(info: &Value, items: &[Value], asked: Asked<'_>) -> Next {
    let more = member(info, "hasNextPage").and_then(Value::as_bool);
    if more == Some(false) {
        return Next::Nothing;
    }
    let mut cursors = ["endCursor", "nextCursor"].into_iter();
    let cursor = cursors
        .find_map(|key| scalar(member(info, key)?))
        .filter(|cursor| !cursor.is_empty());
    let Some(cursor) = cursor else {
        return match more {
            Some(true) => Next::Stuck(NO_CURSOR),
            _ => Next::Nothing,
        };
    };
    let seen = asked.seen;
    let was_seen = seen.is_some_and(|seen| seen.cursors.contains(&cursor));
    let empty_before = seen.map_or(0, |seen| seen.empty_pages);
    if cursor.encode_utf16().count() > LONGEST_CURSOR {
        Next::Stuck(LONG_CURSOR)
    } else if was_seen || asked.after == Some(&cursor) {
        Next::Stuck(REPEATED)
    } else if items.is_empty() && empty_before + 1 >= MOST_EMPTY_PAGES {
        Next::Stuck(ALL_EMPTY)
    } else {
        Next::Parameter("after", cursor)
    }
}

/// Reads `data` and `pagination`, the style of the control plane and of older lists.
fn read_offset<'a>(
    body: &'a Value,
    items: Option<&'a [Value]>,
    asked: Asked<'_>,
) -> Result<Page<'a>, &'static str> {
    let data = member(body, "data").unwrap_or(body);
    // `data` may be an object with one list, whose key is the plural of the resource.
    let in_data = || match data {
        Value::Array(items) => Some(items.as_slice()),
        Value::Object(members) => members
            .values()
            .find_map(Value::as_array)
            .map(Vec::as_slice),
        _ => None,
    };
    let deprecated = items.is_none() && has(body, "data");
    let items = items.or_else(in_data).ok_or(NO_LIST)?;
    let pagination = member(body, "pagination").unwrap_or(body);
    let total = count_of(pagination, "total").or_else(|| count_of(body, "count"));
    let given = count_of(pagination, "offset");
    if given < asked.offset && given.is_some() {
        return Err(OTHER_PAGE);
    }
    let offset = given.or(asked.offset).unwrap_or(0);
    let reached = offset.saturating_add(length(items));
    let more = match (total, count_of(pagination, "limit")) {
        (Some(total), _) => reached < total,
        // Without a total, a full page may be followed by another one.
        (None, Some(limit)) => limit > 0 && length(items) >= limit,
        (None, None) => false,
    };
    Ok(Page {
        items,
        next: next_number("offset", items, reached, more),
        deprecation: deprecated.then_some(DEPRECATED),
    })
}

/// Reads `Resources`, `startIndex` (from 1) and `totalResults`, by RFC 7644. A service may leave out
/// `Resources` if there are none.
fn read_scim<'a>(body: &'a Value, asked: Asked<'_>) -> Result<Page<'a>, &'static str> {
    let total = count_of(body, "totalResults");
    let given = count_of(body, "startIndex");
    let start = given.or(asked.start_index).unwrap_or(1).max(1);
    let items = member(body, "Resources").and_then(Value::as_array);
    let items = match items {
        Some(items) => items.as_slice(),
        None if total.is_some_and(|total| total < start) => &[],
        None => return Err(NO_LIST),
    };
    if given < asked.start_index && given.is_some() {
        return Err(OTHER_PAGE);
    }
    let reached = (start - 1).saturating_add(length(items));
    let more = total.is_some_and(|total| reached < total);
    let next = match next_number("startIndex", items, reached.saturating_add(1), more) {
        // With a `count` of 0, a client asks only how many resources there are.
        Next::Stuck(_) if count_of(body, "itemsPerPage") == Some(0) => Next::Nothing,
        next => next,
    };
    Ok(Page {
        items,
        next,
        deprecation: None,
    })
}

/// The next page begins after the items of this one, not after the requested limit, because a
/// service may return fewer.
fn next_number(key: &'static str, items: &[Value], number: u64, more: bool) -> Next {
    match (more, items.is_empty()) {
        (false, _) => Next::Nothing,
        (true, true) => Next::Stuck(NO_ITEMS),
        // In JavaScript the number would not be exact.
        (true, false) if number > MAX_SAFE => Next::Stuck(NO_CURSOR),
        (true, false) => Next::Parameter(key, number.to_string()),
    }
}

fn length(items: &[Value]) -> u64 {
    items.len().try_into().unwrap_or(u64::MAX)
}
