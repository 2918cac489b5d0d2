//! Reads a page of a list, in each of the service's paging styles.
//!
//! The operation names the likely style, but the answer decides. A cursor list that has only the
//! deprecated fields is read by those.

use super::data::{Data, count};
use super::operation::Traits;
use super::text::Text;

const DEPRECATED: &str =
    "The list has the deprecated fields data, count and pagination instead of items and pageInfo.";

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<D: Data> {
    /// The array of the items; `None` if the list is empty and the answer leaves the array out.
    pub items: Option<D>,
    /// The name and value of the parameter for the next page; `None` after the last page.
    pub next: Option<(&'static str, D::Text)>,
    /// A sentence if the answer has deprecated fields.
    pub deprecation: Option<&'static str>,
}

/// The parameters that select a page.
pub const PARAMETERS: [&str; 3] = ["after", "offset", "startIndex"];

const NO_LIST: &str = "the answer contains no list.";
const STUCK: &str = "the service repeated the cursor of this page for the next page.";

/// Reads `body`, the answer of a list with `traits`. `asked` is the value of the parameter that
/// selected this page.
///
/// # Errors
/// A sentence if there is no list, or if the list would never end.
pub fn read<D: Data>(
    traits: Traits,
    body: &D,
    asked: Option<&D::Text>,
) -> Result<Page<D>, &'static str> {
    if body.has("Resources") || body.has("totalResults") {
        return read_scim(body, asked);
    }
    if let Some(items) = body
        .member("items")
        .filter(|items| items.length().is_some())
    {
        let next = next_cursor(body);
        if next.is_some() && next.as_ref() == asked {
            return Err(STUCK);
        }
        return Ok(Page {
            items: Some(items),
            next: next.map(|cursor| ("after", cursor)),
            deprecation: None,
        });
    }
    read_offset(traits, body, asked)
}

/// The cursor of the next page. If `hasNextPage` is false, there is none, even with a cursor.
fn next_cursor<D: Data>(body: &D) -> Option<D::Text> {
    let info = body.member("pageInfo")?;
    if info
        .member("hasNextPage")
        .is_some_and(|more| more.is_false())
    {
        return None;
    }
    ["endCursor", "nextCursor"]
        .into_iter()
        .find_map(|key| info.member(key)?.scalar())
        .filter(|cursor| !cursor.is(""))
}

/// Reads `data` and `pagination`, the style of the control plane and of older lists.
fn read_offset<D: Data>(
    traits: Traits,
    body: &D,
    asked: Option<&D::Text>,
) -> Result<Page<D>, &'static str> {
    let data = body.member("data").unwrap_or_else(|| body.clone());
    let items = if data.length().is_some() {
        Some(data)
    } else {
        // `data` is an object with one list, whose key is the plural of the resource.
        data.keys().find_map(|key| {
            data.member_named(&key)
                .filter(|member| member.length().is_some())
        })
    };
    let items = items.ok_or(NO_LIST)?;
    let pagination = body.member("pagination").unwrap_or_else(|| body.clone());
    let total = pagination
        .count_of("total")
        .or_else(|| body.count_of("count"));
    let offset = pagination
        .count_of("offset")
        .or_else(|| count(asked?.digits()?))
        .unwrap_or(0);
    let next = next_number(&items, offset, total);
    Ok(Page {
        items: Some(items),
        next: next.map(|next| ("offset", D::Text::of_number(next))),
        deprecation: traits.has(Traits::CURSOR).then_some(DEPRECATED),
    })
}

/// Reads `Resources`, `startIndex` (from 1) and `totalResults`, by RFC 7644. A service may leave out
/// `Resources` if there are none.
fn read_scim<D: Data>(body: &D, asked: Option<&D::Text>) -> Result<Page<D>, &'static str> {
    let items = body.member("Resources");
    let total = body.count_of("totalResults");
    if items.is_none() && total != Some(0) {
        return Err(NO_LIST);
    }
    let start = body
        .count_of("startIndex")
        .or_else(|| count(asked?.digits()?))
        .unwrap_or(1)
        .max(1);
    let next = items
        .as_ref()
        .and_then(|items| next_number(items, start - 1, total));
    Ok(Page {
        items,
        next: next.map(|before| ("startIndex", D::Text::of_number(before + 1))),
        deprecation: None,
    })
}

/// The number of items before the next page; `None` if this page is empty or reaches the end. Uses
/// the number of items and not the requested limit, because a service may return fewer.
fn next_number<D: Data>(items: &D, before: u64, total: Option<u64>) -> Option<u64> {
    let length = u64::try_from(items.length()?).ok()?;
    let reached = before + length;
    (length > 0 && reached < total?).then_some(reached)
}
