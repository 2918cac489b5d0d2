//! Which redirects are followed, and with what.

use svc_embed::management::Method;
use svc_embed::management::redirect::{MAX_REDIRECTS, Redirect, Step, follow, is_secure, resolve};

const READ: Redirect = Redirect {
    status: 302,
    method: Method::Get,
    same_origin: true,
    secure: true,
    followed: 0,
};

#[test]
fn a_credential_stays_with_its_origin() {
    for status in [301, 302, 303, 307, 308] {
        let same = Redirect { status, ..READ };
        let other = Redirect {
            same_origin: false,
            ..same
        };
        assert!(follow(same).unwrap().with_credentials);
        assert!(!follow(other).unwrap().with_credentials);
    }
}

#[test]
fn a_redirect_to_plain_http_is_not_followed() {
    let plain = Redirect {
        secure: false,
        ..READ
    };
    assert!(follow(plain).is_err());
}

#[test]
fn a_circle_ends() {
    let often = |followed| Redirect { followed, ..READ };
    assert!(follow(often(MAX_REDIRECTS - 1)).is_ok());
    assert!(follow(often(MAX_REDIRECTS)).is_err());
}

#[test]
fn a_request_that_acts_keeps_its_method_or_is_not_followed() {
    for method in [Method::Post, Method::Put, Method::Patch, Method::Delete] {
        let by = |status, same_origin| {
            follow(Redirect {
                status,
                method,
                same_origin,
                ..READ
            })
        };
        let kept = Step {
            method,
            with_credentials: true,
        };
        assert_eq!(by(307, true), Ok(kept));
        assert_eq!(by(308, true), Ok(kept));
        assert_eq!(by(303, true).unwrap().method, Method::Get);
        for (status, same_origin) in [(301, true), (302, true), (307, false), (308, false)] {
            assert!(
                by(status, same_origin).is_err(),
                "{method:?} {status} {same_origin}"
            );
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

#[test]
fn a_location_is_resolved_as_in_a_page() {
    let from = "https://acme.example.com/api/v1/users?a=1#b";
    for (location, url) in [
        ("https://b.example/c", Some("https://b.example/c")),
        ("HTTP://b.example/c", Some("HTTP://b.example/c")),
        ("//b.example/c", Some("https://b.example/c")),
        ("/c?d", Some("https://acme.example.com/c?d")),
        ("c/d:e", Some("https://acme.example.com/api/v1/c/d:e")),
        (":c", Some("https://acme.example.com/api/v1/:c")),
        ("?c=2", Some("https://acme.example.com/api/v1/users?c=2")),
        ("ftp:c", None),
        ("javascript:alert(1)", None),
    ] {
        assert_eq!(resolve(from, location).as_deref(), url, "{location}");
    }
    assert_eq!(
        resolve("https://acme.example.com", "c").as_deref(),
        Some("https://acme.example.com/c")
    );
    assert_eq!(resolve("acme.example.com", "c"), None);
}

#[test]
fn a_redirect_leads_to_https_or_stays_on_http_of_a_loopback_host() {
    const SERVICE: &str = "https://acme.example/api";
    const LOCAL: &str = "http://localhost:4601/api";
    for (from, to, expected) in [
        (SERVICE, "https://other.example/", true),
        (SERVICE, "HTTPS://acme.example/", true),
        (SERVICE, "http://acme.example/", false),
        (SERVICE, LOCAL, false),
        (LOCAL, LOCAL, true),
        (LOCAL, "https://acme.example/", true),
        (LOCAL, "http://acme.example/", false),
        (SERVICE, "not a url", false),
    ] {
        assert_eq!(is_secure(from, to), expected, "{from} to {to}");
    }
}
