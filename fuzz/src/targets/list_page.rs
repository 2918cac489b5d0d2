//! Pages of lists: whatever a service answers, an iteration over a list makes progress with each
//! page, or ends.

use serde_json::Value;
use svc_embed::management::page::{Asked, LONGEST_CURSOR, MOST_EMPTY_PAGES, Next, Seen, read};

use super::Bytes;

/// Each line is the answer to the request for the next page, as a client sends it.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut offset = None;
    let mut start_index = None;
    let mut after: Option<String> = None;
    let mut seen = Seen::default();
    if bytes.flag() {
        offset = Some(bytes.number());
    }
    if bytes.flag() {
        start_index = Some(bytes.number());
    }
    while !bytes.is_empty() {
        let Some(body) = bytes
            .line()
            .and_then(|line| serde_json::from_str::<Value>(line).ok())
        else {
            return;
        };
        let asked = Asked {
            after: after.as_deref(),
            offset,
            start_index,
            seen: Some(&seen),
        };
        let Ok(page) = read(&body, asked) else {
            return;
        };
        let empty_pages = match page.items {
            [] => seen.empty_pages + 1,
            _ => 0,
        };
        match page.next {
            Next::Nothing => return,
            Next::Stuck(why) => return assert!(why.ends_with('.')),
            Next::Parameter("after", cursor) => {
                assert!(!cursor.is_empty() && cursor.len() <= 3 * LONGEST_CURSOR);
                assert!(empty_pages < MOST_EMPTY_PAGES, "too many empty pages");
                seen.empty_pages = empty_pages;
                assert!(seen.cursors.insert(cursor.clone()), "an old cursor");
                after = Some(cursor);
            }
            Next::Parameter(key, number) => {
                assert!(!page.items.is_empty(), "a page without items goes on");
                let number: u64 = number.parse().expect("a number");
                let of_key = match key {
                    "offset" => &mut offset,
                    "startIndex" => &mut start_index,
                    _ => panic!("an unknown parameter {key}"),
                };
                assert!(of_key.is_none_or(|before| before < number), "no progress");
                *of_key = Some(number);
            }
        }
    }
}
