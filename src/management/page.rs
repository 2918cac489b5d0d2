//! Reading a page of a list, in each of the styles in which the service pages.
//!
//! An operation says which style is likely; the answer decides. A cursor list that still has the
//! deprecated fields alone is read by those.

use super::data::{Data, count};
use super::operation::Traits;
use super::text::Text;

const DEPRECATED: &str = "The list came with the deprecated fields data, count and pagination, not with items and pageInfo.";

/// One page.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<D: Data> {
    /// The array of the items; `None` where the answer leaves an empty one out.
    pub items: Option<D>,
    /// The parameter that asks for the next page, and its value; `None` after the last page.
    pub next: Option<(&'static str, D::Text)>,
    /// What the answer uses that the service has deprecated.
    pub deprecation: Option<&'static str>,
}

/// The parameters by which pages are asked for.
pub const PARAMETERS: [&str; 3] = ["after", "offset", "startIndex"];

const NO_LIST: &str = "the answer holds no list.";
const STUCK: &str = "the service gave the cursor of this page as that of the next.";

/// Reads `body`, the answer of a list with `traits`. `asked` is the value of the parameter by which
/// this page was asked for, where there was one.
///
/// # Errors
/// A sentence, where there is no list, or it would never end.
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

/// The cursor of the next page. `hasNextPage` decides where it is there; a cursor without it means
/// that there is more.
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

/// `data` and `pagination`, as the control plane pages, and as older lists did.
fn read_offset<D: Data>(
    traits: Traits,
    body: &D,
    asked: Option<&D::Text>,
) -> Result<Page<D>, &'static str> {
    let data = body.member("data").unwrap_or_else(|| body.clone());
    let items = if data.length().is_some() {
        Some(data)
    } else {
        // `data` holds one list, under the plural of what is listed.
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

/// `Resources`, `startIndex` from 1 and `totalResults`, as RFC 7644 says. It lets a service leave
/// `Resources` out where there are none.
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

/// How many items stand before the next page, where there is one: this page was not empty, and did
/// not reach the end. The number of items counts, not the limit that was asked for, since a service
/// may give fewer.
fn next_number<D: Data>(items: &D, before: u64, total: Option<u64>) -> Option<u64> {
    let length = u64::try_from(items.length()?).ok()?;
    let reached = before + length;
    (length > 0 && reached < total?).then_some(reached)
}
