//! Errors that the service answers with, beside those of the exchanges.

use svc_embed::management::client::Error;
use svc_embed::management::failure::Class;

use super::script::{client, run, script};

#[test]
fn a_body_that_is_nested_deeply_keeps_the_status() {
    let deep = ["[".repeat(100_000), "]".repeat(100_000)].concat();
    let body = format!("{{\"error\":\"token\",\"deep\":{deep}}}");
    let script = script([Ok((
        401,
        vec![("content-type", "application/json")],
        Ok(body),
    ))]);
    let error = run(client(&script).users().me().send());
    let Err(Error::Api(failed)) = error else {
        panic!("{error:?}")
    };
    assert_eq!(failed.class, Class::Authentication);
    assert!(
        failed
            .message
            .ends_with("401, with JSON that is too long to read")
    );
    let text = failed.body.as_str().unwrap();
    assert!(text.starts_with(r#"{"error":"[credential]""#), "{text}");
}
