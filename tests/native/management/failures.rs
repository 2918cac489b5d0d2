//! Errors that the service answers with, beside those of the exchanges.

use serde_json::{Value, json};
use svc_embed::management::failure::{Answer, Class, Failed, LONGEST_BODY, read, unreadable};
use svc_embed::management::job::{Progress, id, progress};

use super::operation;

fn failed_with(of: &str, status: u16, content_type: &str, text: &str) -> Failed {
    let answer = Answer {
        status,
        content_type,
        text,
        is_cut: false,
        secret: "sk-secret",
    };
    read(of, operation(of).kept, answer)
}

fn failed(of: &str, status: u16, body: Option<&Value>) -> Failed {
    let text = body.map_or_else(|| "<p>".to_owned(), Value::to_string);
    failed_with(of, status, "text/html; charset=utf-8", &text)
}

#[test]
fn a_code_is_read_where_there_is_one() {
    let code = |body: Value| failed("users.me", 400, Some(&body)).code;
    assert_eq!(code(json!({ "code": "a" })).as_deref(), Some("a"));
    assert_eq!(
        code(json!({ "error": { "code": "b" } })).as_deref(),
        Some("b")
    );
    assert_eq!(
        code(json!({ "scimType": "uniqueness" })).as_deref(),
        Some("uniqueness")
    );
    assert_eq!(code(json!({ "error": "c" })), None);
    assert_eq!(code(json!([])), None);
}

#[test]
fn an_answer_that_is_no_json_is_named() {
    let failed = failed("users.me", 502, None);
    assert_eq!(failed.message, "users.me: 502, with text/html");
    let failed = failed_with("users.me", 502, "application/json", "{");
    assert_eq!(failed.message, "users.me: 502, with malformed JSON");
    let unreadable = |media: &str| unreadable("users.me", 200, media);
    let message = unreadable("text/html; charset=utf-8");
    assert!(message.starts_with("users.me: 200, with text/html. JSON was expected."));
    for media in ["application/json", " application/scim+json ; charset=utf-8"] {
        let message = unreadable(media);
        assert!(message.contains("malformed JSON"), "{message}");
    }
    let message = unreadable(" ;x");
    assert!(message.contains("with a body of no type."), "{message}");
}

#[test]
fn the_progress_of_a_job_is_read_from_its_status() {
    for (status, wanted) in [
        ("completed", Progress::Done),
        ("SUCCEEDED", Progress::Done),
        ("failed", Progress::Failed),
        ("Cancelled", Progress::Failed),
        ("Timed out", Progress::Failed),
        ("ended-without-result", Progress::Failed),
        ("queued", Progress::Running),
        ("a word of tomorrow", Progress::Running),
    ] {
        for body in [
            json!({ "status": status }),
            json!({ "state": status }),
            json!({ "data": { "status": status } }),
        ] {
            assert_eq!(progress(&body), wanted, "{body}");
        }
    }
    assert_eq!(progress(&json!({})), Progress::Running);
    assert_eq!(progress(&json!(null)), Progress::Running);
}

#[test]
fn the_id_of_a_job_is_read() {
    let found = |body: &Value| id(body, "jobId", "dashboard-exports");
    for body in [
        json!({ "jobId": "j" }),
        json!({ "id": "j" }),
        json!({ "data": { "jobId": "j" } }),
        json!({ "statusUrl": "https://a.example/api/v1/deployments/7/dashboard-exports/j?x=1" }),
        json!({ "links": { "result": "/api/v1/deployments/7/dashboard-exports/j/result" } }),
    ] {
        assert_eq!(found(&body).as_deref(), Some("j"), "{body}");
    }
    assert_eq!(found(&json!({ "jobId": 7 })).as_deref(), Some("7"));
    for none in [json!({}), json!(null), json!({ "url": "/api/v1/other/j" })] {
        assert_eq!(found(&none), None);
    }
}

#[test]
fn a_body_that_is_nested_deeply_keeps_the_status() {
    let deep = ["[".repeat(100_000), "]".repeat(100_000)].concat();
    let body = format!("{{\"error\":\"sk-secret\",\"deep\":{deep}}}");
    let failed = failed_with("users.me", 401, "application/json", &body);
    assert_eq!(failed.class, Class::Authentication);
    assert_eq!(failed.message, "users.me: 401, with malformed JSON");
    let text = failed.body.as_str().unwrap();
    assert!(
        text.starts_with(r#"{"error":"[credential]""#),
        "{}",
        failed.body
    );
}

/// Found by fuzzing: names of members were kept, and a cut could leave a part of the credential.
#[test]
fn the_credential_is_neither_in_a_name_nor_half_at_a_cut() {
    let body = json!({ "errors": { "sk-secret": "is not valid" } });
    let failed = failed("users.me", 400, Some(&body));
    assert_eq!(
        failed.body,
        json!({ "errors": { "[credential]": "is not valid" } })
    );

    let text = format!("{}sk-secret", "x".repeat(LONGEST_BODY - 5));
    let body = json!({ "error": text }).to_string();
    let failed = failed_with("users.me", 400, "application/json", &body);
    assert!(!failed.message.contains("sk-"), "{}", failed.message);
    assert!(!failed.body.to_string().contains("sk-"));
}
