//! Both sides of the bounds by which the protocol tells one text from another.

use svc_embed::Code;
use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::{ActionKind, BaseUrl, EmbedUrl, Filter, SessionId, Surface, patterns};

fn base(protocol: &str, hostname: &str) -> Result<BaseUrl, Code> {
    BaseUrl::parse(&format!("{protocol}//{hostname}/")).map_err(|error| error.code())
}

#[test]
fn a_loopback_address_has_four_octets_of_digits() {
    for good in ["127.0.0.0", "127.9.25.99", "127.100.249.255"] {
        assert!(base("http:", good).is_ok(), "{good}");
    }
    for bad in [
        "127.0.0.a",
        "127.0.0.1a",
        "127.0.0.ab1",
        "127.0..1",
        "127.0.0.",
        "127.0.0.0001",
        "127.0.0.300",
        "127.0.0.0.1",
    ] {
        assert_eq!(base("http:", bad), Err(Code::InvalidBaseUrl), "{bad}");
    }
}

#[test]
fn a_deployment_is_written_in_digits_alone() {
    let base = base("https:", "a.example").unwrap();
    for id in [0, 1, 9, 10, 11, 99, 100, 1_020, u64::MAX] {
        let url = EmbedUrl::new(&base, &Surface::App(id), &[], &[], false).unwrap();
        assert_eq!(
            url.with_session(None),
            format!("https://a.example/embed/d/{id}/app")
        );
    }
}

/// The description does not say what an id looks like, so only what is plainly none is refused.
#[test]
fn a_text_with_an_id_inside_is_no_id() {
    for text in [
        "\"s-1\"",
        "{\"sessionId\":\"s-1\"}",
        "{ \"sessionId\": \"s-1\" }",
        "[{\"sessionId\":\"s-1\"}]",
        "[\"s-1\"]",
        "[object Object]",
        "\n<!doctype html>",
        "https://acme.example.com/embed/dashboard/sales?session=s-1",
        "http://",
        "Bearer s-1",
        "undefined",
    ] {
        assert_eq!(SessionId::new(text), None, "{text:?}");
    }
    for text in [
        "7",
        "s 1",
        "s-1\n",
        "it's",
        "'s-1'",
        "s\"1",
        "a+b/c==",
        "s:1@x?y#z&%20",
        "\u{e9}",
        "[7]",
        "{s-1}",
        "undefined-1",
        "nullable",
        "Bearer",
        "http-1",
        "s-https://",
    ] {
        assert!(SessionId::new(text).is_some(), "{text:?}");
    }
}

#[test]
fn a_condition_is_json_of_any_depth() {
    let nested = ["[".repeat(100_000), "]".repeat(100_000)].concat();
    assert!(Filter::parse(&format!("f_a.b={nested}")).is_ok());
    assert!(Filter::parse(&format!("f_a.b={}", &nested[1..])).is_err());
    for bad in [
        "{", "{}{}", "'a'", "{a:1}", "01", "+1", "NaN", "\"\n\"", "[1,]",
    ] {
        assert!(Filter::parse(&format!("f_a.b={bad}")).is_err(), "{bad}");
    }
}

#[test]
fn both_languages_read_every_pattern_alike() {
    for pattern in patterns::ALL {
        assert!(
            regex_lite::Regex::new(pattern.text).is_ok(),
            "{}",
            pattern.name
        );
        // These differ between regex-lite and JavaScript, or are not there in one of them.
        let text = pattern.text.strip_prefix("(?i)").unwrap_or(pattern.text);
        for construct in [r"\s", r"\S", r"\b", r"\B", r"\p", "(?"] {
            assert!(!text.contains(construct), "{}", pattern.name);
        }
        let escapes_and_classes = regex_lite::Regex::new(r"\\.|\[(\\.|[^\]])*\]").unwrap();
        let rest = escapes_and_classes.replace_all(text, "");
        assert!(!rest.contains('.'), "{}", pattern.name);
    }
}

#[test]
fn elements_without_children_are_no_targets() {
    let is_replaced = |name: &str| patterns::REPLACED_ELEMENT.matches(name);
    for name in ["iframe", "img", "input", "canvas", "video"] {
        assert!(is_replaced(name), "{name}");
    }
    for name in ["div", "section", "main", "svc-embed", "my-iframe", "inputs"] {
        assert!(!is_replaced(name), "{name}");
    }
}

#[test]
fn attributes_that_load_or_run_are_forbidden() {
    let is_forbidden = |name: &str| patterns::FORBIDDEN_ATTRIBUTE.matches(name);
    for name in [
        "src", "SrcDoc", "srcdoc", "onload", "ONERROR", "on", "Loading",
    ] {
        assert!(is_forbidden(name), "{name}");
    }
    for name in ["class", "style", "srcx", "data-src", "allow", "icon"] {
        assert!(!is_forbidden(name), "{name}");
    }
}

/// This is the only check of a text before it goes to the embed: nothing parses it.
#[test]
fn each_action_refuses_text_that_its_embed_would_not_take() {
    let samples = [
        (
            ActionKind::SetColorScheme,
            "dark",
            "sepia",
            Code::InvalidOption,
        ),
        (ActionKind::SetLocale, "de-CH", "-de", Code::InvalidOption),
        (
            ActionKind::SetTimezone,
            "Europe/Berlin",
            "+02:00",
            Code::InvalidTimezone,
        ),
        (
            ActionKind::SetFilter,
            "f_a.b=7",
            "a.b=7",
            Code::InvalidFilter,
        ),
        (ActionKind::Navigate, "/a", "//a", Code::InvalidPath),
        (ActionKind::SetSession, "id", " ", Code::MintInvalid),
    ];
    for (action, good, bad, code) in samples {
        let PayloadSpec::Field { rule, .. } = action.payload() else {
            panic!("{action:?} carries no text");
        };
        assert_eq!(rule.check(good), Ok(()), "{action:?}");
        let refused = rule.check(bad).map_err(|error| error.code());
        assert_eq!(refused, Err(code), "{action:?}");
    }
}
