//! The machine's own deadline, and clocks that cannot be trusted.

use super::*;

#[test]
fn invariant_7_the_least_pause_delays_no_deadline_that_comes_after_it() {
    for (lifetime, renewed) in [(Millis::new(500), SECOND), (2 * SECOND, Millis::new(1_979))] {
        let mut world = World::active(Policy {
            lifetime,
            ..plain()
        });
        world.advance(renewed - Millis::new(1));
        assert_eq!(world.mints(), 0, "{lifetime:?}");
        world.advance(Millis::new(1));
        assert_eq!(world.mints(), 1, "{lifetime:?}");
    }
    let mut world = World::active(Policy {
        lifetime: Millis::new(500),
        ..plain()
    });
    world.advance(Millis::new(500));
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Expired, Renewal::Scheduled)
    );
}

#[test]
fn invariant_8_a_clock_that_is_set_while_an_id_is_confirmed_makes_no_session_older() {
    let mut world = World::active(plain());
    // An hour of sleep uses up what the wall clock may be ahead.
    world.now.wall += HOUR;
    world.input(Input::Renew);
    world.mint();
    world.now.wall += HOUR;
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 1);
    let overdue = START + 22 * HOUR + 45 * MINUTE;
    assert_eq!(world.session.next_timeout(), Some(overdue));
}

/// A session that has lapsed, whose id was posted just before the tab was frozen for `time`.
fn frozen_after_the_post(time: Millis) -> World {
    let mut world = World::active(plain());
    world.advance(23 * HOUR);
    world.expired(hours_later(23));
    world.mint();
    world.pass(time);
    world.effects.clear();
    world
}

#[test]
fn invariant_11_a_rejection_after_a_freeze_is_of_the_id_that_was_posted_before() {
    for (later, loads) in [(5 * MINUTE - Millis::new(1), 0), (5 * MINUTE, 1)] {
        let mut world = frozen_after_the_post(2 * HOUR);
        world.input(Input::Foreground);
        world.advance(later);
        world.input(Input::Rejected);
        world.advance(2 * SECOND);
        world.mint();
        assert_eq!(world.count(is_load), loads, "{later:?} after the freeze");
    }
}
