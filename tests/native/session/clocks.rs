//! The machine's own deadline, and clocks that cannot be trusted.

use super::*;

#[test]
fn a_session_of_which_no_event_tells_is_renewed_before_it_lapses() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR + 44 * MINUTE);
    assert_eq!(world.mints(), 0);
    world.advance(MINUTE);
    assert_eq!(
        (world.last_mint(), world.status()),
        (("expiring", 1), Status::Expiring)
    );
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.status(), Status::Active);
    world.advance(22 * HOUR + 44 * MINUTE);
    assert_eq!(world.mints(), 1);
    world.advance(MINUTE);
    assert_eq!(world.mints(), 2);
}

#[test]
fn invariant_7_the_own_deadline_of_very_short_sessions_keeps_the_least_pause() {
    let policy = Policy {
        lifetime: Millis::new(1),
        confirm: Millis::ZERO,
        ..plain()
    };
    // An iframe that is not ready yet, and one that takes every id at once.
    let mut loading = World::mount(policy);
    loading.mint();
    for world in [&mut loading, &mut World::active(policy)] {
        world.effects.clear();
        for _ in 0..10 {
            world.advance(SECOND);
            if world.session.is_minting() {
                world.mint();
            }
        }
        assert_eq!(world.mints(), 10);
    }
}

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
fn what_the_event_says_is_left_goes_before_the_own_deadline() {
    let mut world = World::active(Policy {
        spread: Millis::ZERO,
        ..Policy::default()
    });
    world.advance(HOUR);
    world.input(Input::Expiring {
        expires_at: EPOCH + 2 * HOUR,
        expires_in: HOUR,
    });
    assert_eq!(world.status(), Status::Expiring);
    // Nobody answers the mint; the session lapses when the event said.
    world.advance(HOUR - Millis::new(1));
    assert_ne!(world.status(), Status::Expired);
    world.advance(Millis::new(1));
    assert_eq!(world.status(), Status::Expired);
}

#[test]
fn invariant_8_a_wall_clock_that_jumps_an_hour_changes_nothing() {
    for jump in [-3_600_000.0, 3_600_000.0] {
        let mut world = World::active(plain());
        for _ in 0..22 {
            world.advance(HOUR);
            world.input(Input::Foreground);
        }
        world.now.wall = Epoch::from_number(world.now.wall.number() + jump);
        world.input(Input::Foreground);
        world.input(Input::Tick);
        assert_eq!(
            (world.mints(), world.status()),
            (0, Status::Active),
            "jump of {jump} ms"
        );
        world.advance(45 * MINUTE);
        assert_eq!(world.mints(), 1, "jump of {jump} ms");
    }
}

#[test]
fn invariant_8_a_night_of_sleep_that_the_monotonic_clock_missed_is_noticed() {
    let mut world = World::active(plain());
    world.advance(9 * HOUR);
    world.now.wall += 16 * HOUR;
    world.input(Input::Foreground);
    assert_eq!(
        (world.last_mint(), world.status()),
        (("foreground", 1), Status::Expired)
    );
    world.mint();
    world.advance(10 * SECOND);
    // The sleep is not counted a second time.
    world.input(Input::Foreground);
    world.advance(20 * HOUR);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
}

#[test]
fn a_mint_that_was_slept_through_has_taken_too_long() {
    // Up to an hour may be a wall clock that was set.
    for (asleep, aborted) in [(HOUR, false), (HOUR + 30 * SECOND, true)] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.now.wall += asleep;
        world.input(Input::Foreground);
        assert_eq!(world.count(|it| *it == Effect::Abort), usize::from(aborted));
        assert_eq!(world.session.is_minting(), !aborted);
        // The timer is still told on the clock that stood still.
        let left = if aborted { SECOND } else { 30 * SECOND };
        assert_eq!(world.session.next_timeout(), Some(START + left));
    }
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

#[test]
fn invariant_8_a_clock_that_is_set_makes_no_late_lapse_one_of_the_present_session() {
    for jump in [Millis::ZERO, HOUR] {
        let mut world = World::connect(plain(), true);
        // `ready` is late and `session-expiring` is lost, so the first session is renewed only after
        // it has lapsed.
        world.input(Input::Shown);
        world.advance(30 * MINUTE);
        world.ready();
        world.advance(22 * HOUR + 45 * MINUTE);
        world.mint();
        world.advance(HOUR);
        assert_eq!((world.mints(), world.status()), (1, Status::Active));
        world.now.wall += jump;
        // The embed reports the lapse of the first session now. Its own clock is right.
        world.input(Input::Expired {
            expired_at: EPOCH + 23 * HOUR,
            reported_at: EPOCH + 24 * HOUR + 15 * MINUTE,
        });
        assert_eq!(
            (world.mints(), world.status()),
            (1, Status::Active),
            "{jump:?}"
        );
    }
}

#[test]
fn timeouts_are_reported_earliest_first() {
    let mut world = World::active(plain());
    let overdue = START + 22 * HOUR + 45 * MINUTE;
    assert_eq!(world.session.next_timeout(), Some(overdue));
    world.expiring(EPOCH + 23 * HOUR);
    assert_eq!(world.session.next_timeout(), Some(START + 30 * SECOND));
    world.mint();
    assert_eq!(world.session.next_timeout(), Some(START + 10 * SECOND));
}

#[test]
fn no_clock_reaches_a_timer_that_is_not_armed() {
    let mut world = World::connect(plain(), false);
    world.ready();
    world.effects.clear();
    world.now.monotonic = Monotonic::from_number(f64::INFINITY);
    world.input(Input::Tick);
    assert_eq!(
        (world.effects.len(), world.session.next_timeout()),
        (0, None)
    );
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
