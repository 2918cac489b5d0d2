//! A tab that comes back, and a network that does.

use super::*;
use svc_embed::session::MintFailure;

#[test]
fn invariant_5_a_fresh_session_is_left_alone() {
    let mut world = World::active(plain());
    for _ in 0..10 {
        world.advance(MINUTE);
        world.input(Input::Foreground);
    }
    assert_eq!(world.mints(), 0);
}

#[test]
fn invariant_5_a_session_in_its_last_stretch_is_renewed() {
    for (age, mints) in [(22 * HOUR + 29 * MINUTE, 0), (22 * HOUR + 30 * MINUTE, 1)] {
        let mut world = World::active(plain());
        world.pass(age);
        world.input(Input::Foreground);
        assert_eq!(world.mints(), mints, "at {age:?}");
    }
}

#[test]
fn a_night_in_a_frozen_tab_is_made_up_for_by_one_renewal() {
    let mut world = World::active(plain());
    world.pass(30 * HOUR);
    world.input(Input::Foreground);
    assert_eq!(
        (world.last_mint(), world.status()),
        (("foreground", 1), Status::Expired)
    );
    world.input(Input::Foreground);
    world.input(Input::Tick);
    // The embed's own timers were late too.
    let expired_at = EPOCH + 23 * HOUR;
    world.input(Input::Expired {
        expired_at,
        reported_at: world.now.wall,
    });
    world.mint();
    world.input(Input::Expired {
        expired_at,
        reported_at: world.now.wall,
    });
    world.advance(10 * SECOND);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
    assert_eq!(world.count(|effect| *effect == Effect::Replay), 1);
}

#[test]
fn a_pause_ends_when_the_network_is_back_but_not_before_its_minimum() {
    let mut world = World::active(Policy {
        retry_min: SECOND,
        retry_max: HOUR,
        ..plain()
    });
    world.input(Input::Renew);
    loop {
        let ticket = world.ticket();
        world.input(Input::MintFailed(ticket, MintFailure::Failed));
        let pause = world.state().next_attempt_at.unwrap() - world.now.wall;
        if world.mints() >= 5 && pause > 2 * SECOND {
            break;
        }
        world.advance(pause);
    }
    let mints = world.mints();
    world.advance(SECOND / 2);
    world.input(Input::Foreground);
    assert_eq!(world.mints(), mints, "half a second after the failure");
    world.advance(SECOND / 2);
    assert_eq!(world.mints(), mints + 1);
}

#[test]
fn a_spread_renewal_is_not_hurried_by_the_foreground() {
    let mut world = World::active(Policy::default());
    world.expiring(EPOCH + 23 * HOUR);
    world.input(Input::Foreground);
    assert_eq!((world.mints(), world.renewal()), (0, Renewal::Scheduled));
    world.pass(HOUR);
    world.input(Input::Foreground);
    assert_eq!(world.mints(), 1);
}

#[test]
fn a_mint_that_was_frozen_with_the_tab_is_overdue_at_its_return() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.pass(HOUR);
    world.input(Input::Foreground);
    assert_eq!(world.last_error(), Some("mint-timeout"));
    world.advance(SECOND);
    assert_eq!(world.mints(), 2);
}
