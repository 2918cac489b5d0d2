//! Filters, as texts and as objects.

use serde_json::Value;
use svc_embed::protocol::Filter;

use super::Bytes;

pub fn run(data: &[u8]) {
    let Some(text) = Bytes(data).text() else {
        return;
    };
    if let Ok(filter) = Filter::parse(text) {
        check(&filter);
        let (key, condition) = text.split_once('=').unwrap();
        assert_eq!(filter.key(), key);
        is_same(filter.condition(), condition);
    }
    if let Ok(value) = serde_json::from_str::<Value>(text)
        && let Ok(filter) = Filter::from_json(&value)
    {
        check(&filter);
        if let Some(member) = value.get("member") {
            assert_eq!(Some(filter.member()), member.as_str());
        }
    }
}

fn check(filter: &Filter) {
    let parameter = filter.parameter();
    assert_eq!(Filter::parse(parameter).as_ref(), Ok(filter), "read again");
    assert_eq!(
        parameter,
        [filter.key(), "=", filter.condition()].concat(),
        "its parts are the whole"
    );
    assert_eq!(filter.key(), ["f_", filter.member()].concat());
    assert!(
        !parameter.contains(['&', '#', '+', '%']),
        "a character that means something in a query"
    );
}

/// Escapes must not change what a condition means. serde reads a value only up to a depth, and a
/// number only if it is finite.
fn is_same(one: &str, other: &str) {
    let read = |text| serde_json::from_str::<Value>(text).ok();
    if let Some(other) = read(other) {
        assert_eq!(read(one), Some(other));
    }
}
