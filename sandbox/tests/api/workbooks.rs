//! Workbooks, their reports and their folders: fields, paths, favourites.

use serde_json::{Value, json};

use crate::support::{SEVEN, Sandbox, text};

#[tokio::test]
async fn the_fields_of_workbooks_and_reports_have_the_described_types() {
    let sandbox = Sandbox::start().await;
    let seven = sandbox.ada().at(SEVEN);
    let refuses = async |path: &str, body: Value, named: &str| {
        let message = text(&seven.put(400, path, body).await, "error");
        assert!(message.starts_with(named), "{named}: {message}");
    };
    for (name, value, place) in [
        ("meta", json!([]), ""),
        ("meta", json!("x"), ""),
        ("calculatedFields", json!([1]), ""),
        (
            "dashboardDraft",
            json!({ "layout": { "margin": ["1"] } }),
            ".layout.margin[0]",
        ),
        (
            "dashboardDraft",
            json!({ "app": { "files": { "a": 1 } } }),
            ".app.files.a",
        ),
        ("dashboardDraft", json!({ "kind": "OTHER" }), ".kind"),
        ("folderId", json!("21"), ""),
        ("isFavorite", json!("lie"), ""),
        ("isFavorite", json!(1), ""),
    ] {
        let path = "/workbooks/by-slug/w";
        refuses(path, json!({ name: value }), &format!("{name}{place}")).await;
    }
    let formats = json!({ "columnFormats": { "c": { "type": "date" } } });
    for (name, value, place) in [
        ("kind", json!("pie"), ""),
        ("spec", json!(5), ""),
        ("fillMissingRows", json!({}), ".member"),
        ("periodComparisons", json!([{ "measure": "m" }]), "[0]"),
        ("preferences", formats, ".columnFormats.c.type"),
    ] {
        let path = "/reports/by-public-id/r";
        refuses(path, json!({ name: value }), &format!("{name}{place}")).await;
    }
}

#[tokio::test]
async fn a_folder_path_is_the_chain_of_ancestors() {
    let sandbox = Sandbox::start().await;
    let path = format!("{SEVEN}/workbooks/by-slug/deep");
    let body = json!({ "name": "Deep", "folderId": 22 });
    let made = sandbox.ada().put(201, path, body).await;
    let folders = json!([{ "id": 21, "name": "Sales" }, { "id": 22, "name": "Europe" }]);
    assert_eq!(made["folderPath"], folders);
}

// "isFavorite: boolean|null"
#[tokio::test]
async fn a_favourite_is_a_boolean_and_each_users_own() {
    let sandbox = Sandbox::start().await;
    let [ada, ben] = [sandbox.ada(), sandbox.ben()].map(|user| user.at(SEVEN));
    let path = "/workbooks/by-slug/shared-one";
    let favourite = |value: Value| json!({ "isFavorite": value });
    // Ben may edit the folder.
    let shared = json!({ "isFavorite": true, "folderId": 21 });
    for (user, status, body, is_favourite) in [
        (&ada, 201, shared, true),
        (&ada, 200, favourite(Value::Null), true),
        (&ben, 200, json!({}), false),
        (&ben, 200, favourite(json!(true)), true),
        (&ada, 200, favourite(json!(false)), false),
        (&ben, 200, json!({}), true),
    ] {
        let workbook = user.put(status, path, body).await;
        assert_eq!(workbook["isFavorite"], is_favourite);
    }
}
