//! Rules of the service that no request shows: no id, lock or clock of a test reaches them.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use svc_sandbox::StartError;
use svc_sandbox::parts::*;

#[test]
fn is_long_different_each_time_and_silent() -> Result<(), getrandom::Error> {
    let (one, other) = (Secret::random()?, Secret::random()?);
    assert_eq!(one.reveal().len(), 32);
    assert_ne!(one, other);
    assert!(!format!("{one:?}").contains(one.reveal()));
    Ok(())
}

const T0: EpochMs = 1_700_000_000_000;

fn secret(text: &str) -> Secret {
    Secret::presented(text)
}

#[test]
fn a_claim_spends_its_id_and_is_single_use() {
    let mut sessions = Sessions::default();
    sessions.mint(secret("id"), Grant::default(), T0);
    for claim in ["claim", "second"] {
        sessions.claim(secret(claim), &secret("id"), T0);
    }
    let redeemed = sessions.redeem(&secret("id"), T0).err();
    assert_eq!(redeemed, Some(Rejection::Redeemed));
    let mut redeem = |claim: &str| sessions.redeem_claim(&secret(claim)).err();
    assert_eq!(redeem("claim"), None);
    assert_eq!(redeem("claim"), Some(Rejection::Unknown));
    assert_eq!(redeem("second"), Some(Rejection::Redeemed));
}

#[test]
fn a_signed_session_lives_23_hours_and_expires_in_the_last_30_minutes() {
    let mut sessions = Sessions::default();
    let session = sessions.open(secret("t"), Surface::App, Some(Grant::default()), false, T0);
    let end = T0 + 23 * 3_600_000;
    assert_eq!(session.expires_at, Some(end));
    assert_eq!(session.status(T0), Status::Active);
    assert_eq!(session.status(end - 1_800_001), Status::Active);
    assert_eq!(session.status(end - 1_800_000), Status::Expiring);
    assert_eq!(session.status(end - 1), Status::Expiring);
    assert_eq!(session.status(end), Status::Expired);
    assert!(sessions.usable(&secret("t"), end - 1).is_some());
    assert!(sessions.usable(&secret("t"), end).is_none());
}

fn asked(path: &str) -> Asked<'_> {
    Asked {
        method: "GET",
        operation: path.ends_with("me").then_some("users.me"),
        path,
    }
}

#[test]
fn the_oldest_entries_are_forgotten() {
    let mut journal = Journal::default();
    for _ in 0..=MAX_ENTRIES {
        journal.note(&asked("/api/v1/users/me"), 0);
    }
    assert!(journal.entry(1).is_none());
    assert!(journal.entry(0).is_none());
    assert_eq!(journal.entry(2).map(|entry| entry.n), Some(2));
    assert_eq!(journal.after(0, None).len(), MAX_ENTRIES);
}

// No test listens anywhere but on loopback, so this one asks the rule.
#[test]
fn the_levers_have_a_token_wherever_others_reach_them() -> Result<(), StartError> {
    let made = control_token(None, true)?;
    assert!(made.is_some() && made != control_token(None, true)?);
    assert!(control_token(None, false)?.is_none());
    for is_remote in [true, false] {
        let given = control_token(Some("given".to_owned()), is_remote)?;
        assert!(given.is_some_and(|token| token.reveal() == "given"));
    }
    Ok(())
}

fn at(text: &str) -> EpochMs {
    text.parse::<Timestamp>()
        .map_or(0, Timestamp::as_millisecond)
}

fn bounds(unit: Unit, count: u16, back: u16, now: &str, zone: &str) -> Option<(EpochMs, EpochMs)> {
    let range = Range { unit, count, back };
    range.bounds(at(now), &self::zone(zone).ok()?).ok()
}

#[test]
fn a_period_begins_at_the_viewers_midnight_and_the_one_before_is_as_long() {
    let (morning, noon) = ("2026-03-10T02:00:00Z", "2026-03-10T12:00:00Z");
    for (found, from, to) in [
        (
            bounds(Unit::Day, 7, 0, morning, "UTC"),
            "2026-03-04T00:00:00Z",
            morning,
        ),
        // In New York it is still the 9th, and on the 3rd it was winter time.
        (
            bounds(Unit::Day, 7, 0, morning, "America/New_York"),
            "2026-03-03T05:00:00Z",
            morning,
        ),
        (
            bounds(Unit::Day, 30, 1, noon, "UTC"),
            "2026-01-10T00:00:00Z",
            "2026-02-08T12:00:00Z",
        ),
        (
            bounds(Unit::Month, 1, 1, noon, "UTC"),
            "2026-02-01T00:00:00Z",
            "2026-02-10T12:00:00Z",
        ),
    ] {
        assert_eq!(found, Some((at(from), at(to) + 1)), "{from}");
    }
}

#[test]
fn every_bucket_has_a_name() {
    let bounds = (at("2026-01-15T00:00:00Z"), at("2026-03-02T00:00:00Z"));
    let names = buckets(bounds, Unit::Month, &TimeZone::UTC).map(|names| names.join(" "));
    assert_eq!(names.as_deref(), Some("2026-01-01 2026-02-01 2026-03-01"));
}
