//! Pages of lists, beside those of the exchanges.

use serde_json::{Value, json};
use svc_embed::management::page::{Asked, Next, Seen, read};

/// The items, and what comes after them: `after=c`, `!` if the next page cannot be fetched.
fn page(body: &Value, asked: Asked<'_>) -> Result<(Value, String), &'static str> {
    let page = read(body, asked)?;
    let next = match page.next {
        Next::Nothing => String::new(),
        Next::Parameter(key, value) => format!("{key}={value}"),
        Next::Stuck(_) => "!".to_owned(),
    };
    Ok((page.items.to_vec().into(), next))
}

const FIRST: Asked<'_> = Asked {
    after: None,
    offset: None,
    start_index: None,
    seen: None,
};

#[allow(clippy::needless_pass_by_value, reason = "reads like json!")]
fn next(body: Value, asked: Asked<'_>) -> String {
    page(&body, asked).unwrap().1
}

fn after(cursor: &str) -> Asked<'_> {
    Asked {
        after: Some(cursor),
        ..FIRST
    }
}

fn from_offset(offset: u64) -> Asked<'static> {
    Asked {
        offset: Some(offset),
        ..FIRST
    }
}

#[test]
fn an_empty_page_with_a_cursor_is_not_the_end() {
    let body = json!({ "items": [], "pageInfo": { "hasNextPage": true, "endCursor": "d" } });
    assert_eq!(next(body, after("c")), "after=d");
}

#[test]
fn a_cursor_of_more_than_8192_characters_is_an_error() {
    let body = |cursor: &str| json!({ "items": [1], "pageInfo": { "endCursor": cursor } });
    // As JavaScript counts: the last character is two.
    for text in ["c".repeat(8_192), format!("{}\u{1f600}", "c".repeat(8_190))] {
        assert_eq!(next(body(&text), FIRST), format!("after={text}"));
        let longer = body(&format!("{text}c"));
        let next = read(&longer, FIRST).unwrap().next;
        let Next::Stuck(why) = next else {
            panic!("{next:?}")
        };
        assert!(why.contains("more than 8192 characters"), "{why}");
    }
}

#[test]
fn a_thousand_empty_pages_are_an_error() {
    let body = |items: Value| json!({ "items": items, "pageInfo": { "endCursor": "c" } });
    let after = |empty_pages: u32, items: Value| {
        let seen = Seen {
            empty_pages,
            ..Seen::default()
        };
        let asked = Asked {
            seen: Some(&seen),
            ..FIRST
        };
        read(&body(items), asked).unwrap().next
    };
    let goes_on = Next::Parameter("after", "c".to_owned());
    assert_eq!(after(998, json!([])), goes_on);
    assert_eq!(after(999, json!([1])), goes_on);
    let Next::Stuck(why) = after(999, json!([])) else {
        panic!("it goes on")
    };
    assert!(why.contains("1000 empty pages"), "{why}");
}

#[test]
fn an_offset_list_without_a_total_goes_on_after_a_full_page() {
    let body =
        |limit: u64| json!({ "items": [1, 2], "pagination": { "offset": 0, "limit": limit } });
    assert_eq!(next(body(2), FIRST), "offset=2");
    assert_eq!(next(body(3), FIRST), "");
    assert_eq!(next(body(0), FIRST), "");
}

#[test]
fn the_deprecated_fields_of_a_cursor_list_are_read_and_told() {
    for body in [
        json!({ "data": [1, 2], "count": 5 }),
        json!({ "data": [1, 2], "pagination": { "offset": 0, "limit": 2, "total": 5 } }),
        json!({ "data": [1, 2], "count": 5, "pagination": {} }),
    ] {
        let read = read(&body, FIRST).unwrap();
        assert_eq!(read.items, [json!(1), json!(2)]);
        assert_eq!(read.next, Next::Parameter("offset", "2".to_owned()));
        assert!(read.deprecation.is_some());
    }
    for body in [
        json!({ "items": [1], "data": [1], "count": 1, "pageInfo": {} }),
        json!({ "items": [1], "data": [1], "count": 1 }),
        json!([1]),
    ] {
        assert_eq!(read(&body, FIRST).unwrap().deprecation, None, "{body}");
    }
    assert_eq!(
        next(json!({ "data": [1, 2], "count": 5 }), from_offset(2)),
        "offset=4"
    );
}

/// RFC 7644, 3.4.2: `Resources` may be missing if nothing matched.
#[test]
fn a_scim_list_without_resources_is_empty() {
    let body = json!({ "totalResults": 0 });
    assert_eq!(page(&body, FIRST), Ok((json!([]), String::new())));
    assert!(page(&json!({ "totalResults": 1 }), FIRST).is_err());
}

/// Found by fuzzing: the sum overflowed, and the next page began before this one.
#[test]
fn a_number_that_is_not_exact_is_no_number() {
    let body = |offset: u64| json!({ "data": [1], "pagination": { "offset": offset, "limit": 1 } });
    assert_eq!(next(body(u64::MAX), FIRST), "offset=1");
    // As large as a number may be: the next one is not exact in JavaScript.
    assert_eq!(next(body(9_007_199_254_740_991), FIRST), "!");
    assert_eq!(
        next(body(9_007_199_254_740_990), FIRST),
        "offset=9007199254740991"
    );
    let scim = |start: u64| json!({ "Resources": [1], "startIndex": start, "totalResults": 2 });
    assert_eq!(next(scim(u64::MAX), FIRST), "startIndex=2");
    let asked = Asked {
        offset: Some(u64::MAX),
        start_index: Some(u64::MAX),
        ..FIRST
    };
    assert_eq!(
        next(json!({ "data": [1], "pagination": { "limit": 1 } }), asked),
        "!"
    );
    assert_eq!(
        next(json!({ "Resources": [1], "totalResults": 2 }), asked),
        ""
    );
}
