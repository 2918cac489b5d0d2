//! The credential is in no text. To whom it is sent, the exchanges show.

use std::time::Duration;

use serde_json::json;
use svc_embed::management::client::{
    Credential, Error, Options, Polling, ScimToken, TransportError,
};
use svc_embed::management::credential::Scheme;
use svc_embed::management::models::{EnvironmentsQuery, ReportsQuery, StartTransformSync};
use svc_embed::management::{Client, Method};

use super::script::{Script, client, json_answer, options, run, script};

#[test]
fn options_that_are_printed_show_no_credential() {
    let options = Options {
        credential: Credential::ApiKey("k3y".to_owned()),
        scim_token: Some(ScimToken {
            token: "s3cret".to_owned(),
            scheme: Scheme::ApiKey,
        }),
        ..options()
    };
    let written = format!("{options:?}");
    assert!(
        !written.contains("s3cret") && !written.contains("k3y"),
        "{written}"
    );
}

#[test]
fn an_api_key_is_refused_in_a_page() {
    let page = Script {
        page: true,
        ..script([])
    };
    for own in [
        Options {
            credential: Credential::ApiKey("k".to_owned()),
            ..options()
        },
        Options {
            scim_token: Some(ScimToken::default()),
            ..options()
        },
    ] {
        let options = Options { ..own };
        assert!(Client::with_transport(options.clone(), &page).is_err());
        let dangerously = Options {
            dangerously_allow_browser: true,
            ..options
        };
        assert!(Client::with_transport(dangerously, &page).is_ok());
    }
    assert!(Client::with_transport(options(), &page).is_ok());
}

#[test]
fn no_text_of_an_error_repeats_the_credential() {
    let json = "application/json";
    let echo = |status, kind: &'static str, body: &str| {
        let headers = vec![("content-type", kind), ("x-request-id", "r token")];
        Ok((status, headers, Ok(body.to_owned())))
    };
    let script = script([
        echo(500, json, "{\"error\":\"token\"}"),
        echo(200, "text/token", "token"),
        echo(200, json, "{\"list\":{\"token\":[\"token\"]}}"),
        echo(200, json, "{\"items\":[{\"api_credentials\":\"token\"}]}"),
        echo(200, json, &"token".repeat(20)),
        Err(TransportError::Network(Some(
            "Bearer token was refused".to_owned(),
        ))),
    ]);
    let client = client(&script);
    let me = || client.users().me().max_retries(0);
    let list = || client.reports().list(7, ReportsQuery::default()).pages();
    let typed = client.environments().list(7, EnvironmentsQuery::default());
    let errors = [
        run(me().send()).unwrap_err(),
        run(me().send()).unwrap_err(),
        run(list().next_page()).unwrap_err(),
        run(typed.pages().next_page()).unwrap_err(),
        run(me().max_response_bytes(50).send()).unwrap_err(),
        run(me().send()).unwrap_err(),
    ];
    for error in &errors {
        assert!(!format!("{error:?}").contains("token"), "{error:?}");
    }
    let Error::Api(refused) = &errors[0] else {
        panic!("{errors:?}")
    };
    assert_eq!(refused.request_id.as_deref(), Some("r [credential]"));
}

#[test]
fn the_texts_of_a_job_are_short_and_without_the_credential() {
    let long = "w".repeat(500_000);
    for (state, wanted) in [
        (json!({ "status": long }), "w".repeat(100) + "…"),
        (json!({ "status": "token" }), "[credential]".to_owned()),
        (
            json!({ "status": "failed", "token": "token" }),
            "failed".to_owned(),
        ),
    ] {
        let id = format!("token{}", "j".repeat(300));
        let script = script([
            json_answer(202, &json!({ "syncJobId": id })),
            json_answer(200, &state),
            json_answer(200, &json!({})),
        ]);
        let client = client(&script);
        let polling = Polling::default()
            .pause(Duration::from_millis(10))
            .limit(Duration::ZERO);
        let sync = client.transform_sync();
        let error = run(sync.run(7, StartTransformSync::default(), polling)).unwrap_err();
        assert!(!format!("{error:?}").contains("token"), "{error:?}");
        let message = error.to_string();
        assert!(
            message.ends_with(&format!("(status: {wanted}).")),
            "{message}"
        );
        let job = format!("job [credential]{}… ", "j".repeat(88));
        assert!(message.contains(&job), "{message}");
    }
    let script = script([json_answer(202, &json!({ "key": "token" }))]);
    let client = client(&script);
    let sync = client.transform_sync();
    let error = run(sync.run(7, StartTransformSync::default(), Polling::default())).unwrap_err();
    assert!(!format!("{error:?}").contains("token"), "{error:?}");
}

#[test]
fn errors_are_written_as_their_messages_and_credentials_are_not_written() {
    let script = script([
        Err(TransportError::TimedOut),
        Err(TransportError::Network(None)),
    ]);
    let client = client(&script);
    let failed = |path: &str| {
        let call = client.request(Method::Post, path, &json!({}), None);
        run(call.timeout(Duration::from_millis(5)).send())
            .unwrap_err()
            .to_string()
    };
    assert_eq!(
        failed("/a"),
        "request: acme.example.com did not answer within 5 ms."
    );
    assert!(failed("/a").starts_with("request: the connection to acme.example.com failed"));
    assert!(failed("a").starts_with("path must begin with a slash"));
    for (credential, written) in [
        (Credential::None, "None"),
        (Credential::AccessToken("secret".to_owned()), "AccessToken"),
        (Credential::ApiKey("secret".to_owned()), "ApiKey"),
    ] {
        assert_eq!(format!("{credential:?}"), written);
    }
}
