//! Both sides of the bounds by which the protocol tells one text from another.

use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::{ActionKind, BaseUrl, EmbedUrl, Filter, SessionId, Surface, Text, words};
use svc_embed::{Code, Error};

fn base(protocol: &str, hostname: &str) -> Result<BaseUrl, Code> {
    BaseUrl::of(&format!("{protocol}//{hostname}/")).map_err(Error::code)
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

#[test]
fn what_is_blank_is_neither_a_condition_nor_an_id() {
    for blank in ["", " ", "\t\r\n "] {
        assert_eq!(
            Filter::new("a.b", blank).map_err(Error::code),
            Err(Code::InvalidFilter),
            "{blank:?}"
        );
        assert_eq!(SessionId::new(blank), None, "{blank:?}");
    }
    for text in ["7", " 7", "7 "] {
        assert!(Filter::new("a.b", text).is_ok(), "{text:?}");
        assert!(SessionId::new(text).is_some(), "{text:?}");
    }
}

/// Text goes to the embed after this check alone: nothing parses it.
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
            "UTC+2",
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
        assert_eq!(rule.check(&good.to_owned()), Ok(()), "{action:?}");
        let refused = rule.check(&bad.to_owned()).map_err(Error::code);
        assert_eq!(refused, Err(code), "{action:?}");
    }
}

#[test]
fn an_action_is_known_by_its_bare_name_alone() {
    for kind in ActionKind::ALL {
        assert_eq!(ActionKind::of(&kind.name().to_owned()), Some(*kind));
        assert_eq!(words::text(words::of_action(*kind)), kind.name());
    }
    for other in ["", "set-themes", "svc:action:set-theme", "navigate "] {
        assert_eq!(ActionKind::of(&other.to_owned()), None, "{other}");
    }
}

#[test]
fn a_text_that_is_no_word_has_a_negative_number() {
    assert!("no word at all".to_owned().word() < 0);
}
