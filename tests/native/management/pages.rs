//! Pages of lists, beside those of the exchanges.

use serde_json::{Value, json};
use svc_embed::management::page::{Asked, Next, read};

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
fn an_offset_list_without_a_total_goes_on_after_a_full_page() {
    let body =
        |limit: u64| json!({ "items": [1, 2], "pagination": { "offset": 0, "limit": limit } });
    assert_eq!(next(body(2), FIRST), "offset=2");
    assert_eq!(next(body(3), FIRST), "");
    assert_eq!(next(body(0), FIRST), "");
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
