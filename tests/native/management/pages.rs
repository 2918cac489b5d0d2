//! Pages of lists, in each style.

use serde_json::{Value, json};
use svc_embed::management::page::{Page, read};

use super::operation;

fn page(id: &str, body: &Value, asked: Option<&str>) -> Result<(Value, Option<String>), String> {
    let asked = asked.map(str::to_owned);
    let read = read(operation(id).traits, &body, asked.as_ref());
    let page: Page<&Value> = read.map_err(str::to_owned)?;
    let next = page.next.map(|(key, value)| format!("{key}={value}"));
    Ok((page.items.map_or(json!([]), Value::clone), next))
}

#[allow(clippy::needless_pass_by_value, reason = "reads like json!")]
fn next(id: &str, body: Value, asked: Option<&str>) -> Option<String> {
    page(id, &body, asked).unwrap().1
}

#[test]
fn a_cursor_list_goes_on_by_its_cursor() {
    let body = json!({ "items": [1, 2], "pageInfo": { "hasNextPage": true, "endCursor": "c" } });
    let (items, next) = page("reports.list", &body, None).unwrap();
    assert_eq!((items, next.as_deref()), (json!([1, 2]), Some("after=c")));
}

#[test]
fn a_cursor_list_ends() {
    for info in [
        json!({ "hasNextPage": false, "endCursor": "c" }),
        json!({ "hasNextPage": true, "endCursor": null }),
        json!({ "endCursor": "" }),
        json!({}),
        json!(null),
    ] {
        let body = json!({ "items": [1], "pageInfo": info });
        assert_eq!(next("reports.list", body, None), None);
    }
}

#[test]
fn an_empty_page_with_a_cursor_is_not_the_end() {
    let body = json!({ "items": [], "pageInfo": { "hasNextPage": true, "endCursor": "d" } });
    assert_eq!(
        next("reports.list", body, Some("c")).as_deref(),
        Some("after=d")
    );
}

#[test]
fn a_list_that_would_never_end_is_an_error() {
    let body = json!({ "items": [1], "pageInfo": { "hasNextPage": true, "endCursor": "c" } });
    assert!(page("reports.list", &body, Some("c")).is_err());
}

#[test]
fn an_answer_without_a_list_is_an_error() {
    for body in [json!({}), json!(null), json!("x"), json!({ "items": 3 })] {
        assert!(page("reports.list", &body, None).is_err(), "{body}");
    }
}

#[test]
fn an_offset_list_goes_on_by_what_it_gave() {
    let body = |offset: u64, total: u64| {
        json!({
            "data": { "deployments": [1, 2, 3] },
            "pagination": { "offset": offset, "limit": 20, "total": total },
        })
    };
    let id = "deployments.list";
    assert_eq!(page(id, &body(0, 4), None).unwrap().0, json!([1, 2, 3]));
    assert_eq!(next(id, body(0, 4), None).as_deref(), Some("offset=3"));
    assert_eq!(
        next(id, body(6, 10), Some("6")).as_deref(),
        Some("offset=9")
    );
    assert_eq!(next(id, body(0, 3), None), None);
    let empty =
        json!({ "data": { "deployments": [] }, "pagination": { "offset": 9, "total": 12 } });
    assert_eq!(next(id, empty, None), None);
}

#[test]
fn the_deprecated_fields_of_a_cursor_list_are_read_and_told() {
    for body in [
        json!({ "data": [1, 2], "count": 5 }),
        json!({ "data": [1, 2], "pagination": { "offset": 0, "limit": 2, "total": 5 } }),
        json!({ "data": [1, 2], "count": 5, "pagination": {} }),
    ] {
        let read = read(operation("reports.list").traits, &&body, None).unwrap();
        assert_eq!(read.items, Some(&json!([1, 2])));
        assert_eq!(read.next, Some(("offset", "2".to_owned())));
        assert!(read.deprecation.is_some());
    }
    let body = json!({ "items": [1], "data": [1], "count": 1, "pageInfo": {} });
    let read = read(operation("reports.list").traits, &&body, None).unwrap();
    assert_eq!(read.deprecation, None, "items is there");
    let body = json!({ "data": [1, 2], "count": 5 });
    assert_eq!(
        next("reports.list", body, Some("2")).as_deref(),
        Some("offset=4")
    );
}

#[test]
fn a_scim_list_goes_on_by_its_index() {
    let id = "scim.users.list";
    let body = |start: u64, total: u64| json!({ "Resources": [{}, {}], "startIndex": start, "itemsPerPage": 2, "totalResults": total });
    assert_eq!(next(id, body(1, 5), None).as_deref(), Some("startIndex=3"));
    assert_eq!(
        next(id, body(3, 5), Some("3")).as_deref(),
        Some("startIndex=5")
    );
    assert_eq!(next(id, body(4, 5), None), None);
    assert_eq!(
        next(id, json!({ "Resources": [], "totalResults": 5 }), None),
        None
    );
}

/// RFC 7644, 3.4.2: `Resources` may be missing where nothing matched.
#[test]
fn a_scim_list_without_resources_is_empty() {
    let body = json!({ "totalResults": 0 });
    let (items, next) = page("scim.users.list", &body, None).unwrap();
    assert_eq!((items, next), (json!([]), None));
}

#[test]
fn a_bare_array_is_one_page() {
    assert_eq!(
        page("embedTenants.list", &json!([1]), None),
        Ok((json!([1]), None))
    );
}
