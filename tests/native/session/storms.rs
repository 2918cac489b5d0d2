//! Events of an embed never have the machine mint without a pause, whatever they say.

use super::*;

const FIRST: Epoch = hours_later(23);

/// How often an embed that reports `event` after each renewal has the machine mint in ten seconds.
fn mints_in_ten_seconds(policy: Policy, event: impl Fn(Epoch) -> Input) -> usize {
    let mut world = World::active(policy);
    let end = world.now.monotonic + 10 * SECOND;
    let mut steps = 0;
    while world.now.monotonic < end {
        if world.renewal() == Renewal::Minting {
            world.mint();
            world.ready();
        }
        world.input(event(world.now.wall));
        world.advance(Millis::new(10));
        steps += 1;
        assert!(steps <= 1_000);
    }
    world.mints()
}

#[test]
fn invariant_7_so_is_one_that_is_about_to_lapse_as_soon_as_it_is_taken() {
    let mints = mints_in_ten_seconds(Policy::default(), |now| Input::Expiring {
        // Far from the end before it: within a minute, it would be the same.
        expires_at: EPOCH + 1_000 * (now - EPOCH),
        expires_in: Millis::ZERO,
    });
    assert!((3..=6).contains(&mints), "{mints}");
}

#[test]
fn invariant_7_the_first_session_may_lapse_at_once() {
    let mut world = World::active(plain());
    world.expired(FIRST);
    assert_eq!(
        world.renewal(),
        Renewal::Minting,
        "a test moves the clock of the service"
    );
    world.mint();
    world.ready();
    world.expired(FIRST + 23 * HOUR);
    assert_eq!(
        (world.renewal(), world.last_error()),
        (Renewal::BackingOff, Some("session-lapsed"))
    );
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("expired", 2));
    world.mint();
    world.ready();
    assert_eq!(world.last_error(), None);
}

#[test]
fn invariant_7_what_was_reported_before_revives_no_renewal_that_gave_up() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        ..plain()
    });
    world.expired(FIRST);
    let ticket = world.ticket();
    world.input(Input::MintFailed(
        ticket,
        svc_embed::session::MintFailure::Failed,
    ));
    assert_eq!(world.status(), Status::Stopped);
    for _ in 0..100 {
        world.expired(FIRST);
        world.advance(Millis::new(10));
    }
    assert_eq!(world.mints(), 1);
    // Another session, which the embed must have got by itself.
    world.expired(FIRST + HOUR);
    assert_eq!(world.mints(), 2);
}

#[test]
fn invariant_2_a_notice_some_milliseconds_from_the_announced_end_is_that_sessions() {
    for later in [5, 20, 50, 59_999].map(Millis::new) {
        let mut world = World::active(plain());
        world.expiring(FIRST);
        world.mint();
        world.expiring(FIRST + later);
        assert_eq!(world.renewal(), Renewal::Confirming, "{later:?}");
        world.advance(10 * SECOND);
        world.expiring(FIRST + later);
        assert_eq!(
            (world.mints(), world.status()),
            (1, Status::Active),
            "{later:?}"
        );
        let mut world = World::active(plain());
        world.expired(FIRST);
        world.mint();
        world.advance(10 * SECOND);
        world.expiring(FIRST + later);
        assert_eq!(world.mints(), 1, "{later:?} after its lapse");
    }
}
