//! What the client logs.

use std::cell::RefCell;

use serde_json::json;
use svc_embed::management::client::TransportError;
use svc_embed::management::models::{CursorQuery, UserSettingsInput};

use super::script::{client, json_answer, run, script};

thread_local! {
    /// What the client logged in this thread, which is that of one test.
    static LINES: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Logged;

impl log::Log for Logged {
    fn enabled(&self, _: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        let line = format!("{}: {}", record.level(), record.args());
        LINES.with_borrow_mut(|lines| lines.push(line));
    }

    fn flush(&self) {}
}

/// What was logged of an operation, in the order of the calls.
fn logged(operation: &str) -> Vec<String> {
    let of = |line: &&String| line.contains(&format!(" {operation}:"));
    LINES.with_borrow(|lines| lines.iter().filter(of).cloned().collect())
}

fn log_all() {
    // The first test of the process sets it.
    let _ = log::set_logger(&Logged);
    log::set_max_level(log::LevelFilter::Debug);
}

#[test]
fn a_deprecated_feature_is_logged_once_for_a_client() {
    log_all();
    let theme = json!({ "light": {}, "palette": {} });
    let old = json!({ "data": [{ "id": 1 }], "count": 1 });
    let answers = [json!({}), json!({}), theme.clone(), theme, old.clone(), old];
    let script = script(answers.map(|body| json_answer(200, &body)));
    let client = client(&script);
    for _ in 0..2 {
        let settings = UserSettingsInput {
            last_seen_changelog_id: Some(json!(7)),
            ..UserSettingsInput::default()
        };
        run(client.users().update_my_settings(settings).send()).unwrap();
    }
    for _ in 0..2 {
        run(client.app().retrieve_theme().send()).unwrap();
    }
    for _ in 0..2 {
        let mut folders = client.folders().list(7, CursorQuery::default()).pages();
        run(folders.next_page()).unwrap();
    }
    let warnings = |operation: &str| {
        let lines = logged(operation).into_iter();
        lines
            .filter(|line| line.starts_with("WARN"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        warnings("users.updateMySettings"),
        [
            "WARN: users.updateMySettings: lastSeenChangelogId is deprecated: the service ignores it."
        ]
    );
    assert_eq!(warnings("app.retrieveTheme").len(), 1);
    assert_eq!(warnings("folders.list").len(), 1);
}

#[test]
fn each_try_and_each_retry_is_logged_without_a_credential() {
    log_all();
    let script = script([
        Err(TransportError::Network(Some("token refused".to_owned()))),
        Ok((503, vec![], Err(None))),
        json_answer(200, &json!(1)),
    ]);
    let client = client(&script);
    run(client.regions().list().pages().next_page()).unwrap_err();
    let lines = logged("regions.list");
    assert_eq!(
        lines,
        [
            "DEBUG: regions.list: the connection to acme.example.com failed before the answer was complete ([credential] refused).",
            "INFO: regions.list: trying again in 500ms",
            "DEBUG: regions.list: GET 503",
            "INFO: regions.list: trying again in 1s",
            "DEBUG: regions.list: GET 200",
        ]
    );
}
