//! Which redirects are followed, and with what: by the table of `tests/fixtures/redirects.json`, to
//! which the npm client is held, too.

use serde_json::Value;
use svc_embed::management::Method;
use svc_embed::management::redirect::{LONGEST_URL, MAX_REDIRECTS, Redirect, Step, follow};

const READ: Redirect<'_> = Redirect {
    status: 302,
    method: Method::Get,
    from: "https://acme.example.com/api/v1/a",
    location: "/x",
    is_file: false,
    followed: 0,
};
const AWAY: Redirect<'_> = Redirect {
    location: "https://files.example.com/x",
    is_file: true,
    ..READ
};

/// What the table says of a redirect.
fn wanted(row: &Value, kind: &str) -> Result<Step, String> {
    let text = |key: &str| row[key].as_str().unwrap_or_default();
    let origin = text("origin");
    let why = match text(kind) {
        "url" => "to a text that is no URL.".to_owned(),
        "scheme" => format!("to a URL that is not https: {origin}."),
        "user" => format!("to a URL with a user name or a password: {origin}."),
        "origin" => format!("to another origin: {origin}. Only a file may come from there."),
        "internal" => format!("to an internal network: {origin}."),
        how => {
            return Ok(Step {
                url: text("to").to_owned(),
                method: Method::Get,
                with_credentials: how == "own",
            });
        }
    };
    Err(format!("The service redirected {why}"))
}

#[test]
fn a_redirect_is_decided_as_the_table_says() {
    let file = include_str!("../../fixtures/redirects.json");
    let rows: Vec<Value> = serde_json::from_str(file).unwrap();
    assert!(rows.len() >= 250, "{}", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        for kind in ["json", "file"] {
            let from = format!("{}/api/v1/a", row["base"].as_str().unwrap());
            let step = follow(Redirect {
                from: &from,
                location: row["location"].as_str().unwrap(),
                is_file: kind == "file",
                ..READ
            });
            if step != wanted(row, kind) {
                wrong.push(format!("{kind} {row}\n  {step:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_credential_stays_with_its_origin() {
    for status in [301, 302, 303, 307, 308] {
        let with_credentials = |redirect| follow(Redirect { status, ..redirect }).unwrap();
        assert!(with_credentials(READ).with_credentials);
        assert!(!with_credentials(AWAY).with_credentials);
    }
}

#[test]
fn a_circle_ends() {
    let often = |followed| Redirect { followed, ..READ };
    assert!(follow(often(MAX_REDIRECTS - 1)).is_ok());
    assert!(follow(often(MAX_REDIRECTS)).is_err());
}

#[test]
fn a_long_location_is_not_followed() {
    for (length, is_followed) in [(LONGEST_URL, true), (LONGEST_URL + 1, false)] {
        let location = format!("/{}", "x".repeat(length - 1));
        let redirect = Redirect {
            location: &location,
            ..READ
        };
        assert_eq!(follow(redirect).is_ok(), is_followed, "{length}");
    }
}

#[test]
fn a_request_that_acts_keeps_its_method_or_is_not_followed() {
    for method in [Method::Post, Method::Put, Method::Patch, Method::Delete] {
        let by = |status, redirect| {
            follow(Redirect {
                status,
                method,
                ..redirect
            })
        };
        for status in [307, 308] {
            let step = by(status, READ).unwrap();
            assert_eq!((step.method, step.with_credentials), (method, true));
            assert!(by(status, AWAY).is_err(), "{method:?} {status}");
        }
        for redirect in [READ, AWAY] {
            assert_eq!(by(303, redirect).unwrap().method, Method::Get);
            assert!(by(301, redirect).is_err() && by(302, redirect).is_err());
        }
    }
}

#[test]
fn a_request_that_reads_keeps_its_method() {
    for method in [Method::Get, Method::Head] {
        for status in [301, 302, 303, 307, 308] {
            let redirect = Redirect {
                status,
                method,
                ..READ
            };
            assert_eq!(follow(redirect).unwrap().method, method, "{status}");
        }
    }
}
