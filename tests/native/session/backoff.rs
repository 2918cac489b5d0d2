//! What follows a failure.

use super::*;
use svc_embed::session::{MintFailure, OnExhausted};

fn fail(world: &mut World) {
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
}

#[test]
fn invariant_7_pauses_double_within_their_bounds() {
    for seed in 0..100 {
        let mut world =
            World::new(|now| Session::mount(now, Policy::default(), MINUTE, true, seed));
        for attempt in 1..8u32 {
            fail(&mut world);
            let pause = world.state().next_attempt_at.unwrap() - world.now.wall;
            let most = ((1 << attempt) * SECOND).min(MINUTE);
            assert!(
                (SECOND..=most).contains(&pause),
                "attempt {attempt}: {pause:?}"
            );
            world.advance(pause - Millis::new(1));
            assert_eq!(world.renewal(), Renewal::BackingOff);
            world.advance(Millis::new(1));
            assert_eq!(world.last_mint(), ("mount", attempt + 1));
        }
    }
}

#[test]
fn invariant_7_attempts_are_bounded_and_invariant_10_the_promise_is_told() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    for _ in 0..8 {
        fail(&mut world);
        world.advance(SECOND);
    }
    assert_eq!((world.mints(), world.status()), (8, Status::Stopped));
    assert_eq!(
        (world.renewal(), world.last_error()),
        (Renewal::Idle, Some("mint-failed"))
    );
    assert_eq!(world.settled(), [Err("mint-failed")]);
    world.advance(HOUR);
    assert_eq!(world.mints(), 8);
}

#[test]
fn invariant_6_every_trigger_revives_a_stopped_session() {
    type Trigger = fn(&mut World);
    let triggers: [(&str, Trigger); 5] = [
        ("foreground", |world| world.input(Input::Foreground)),
        ("manual", |world| world.input(Input::Renew)),
        ("expiring", |world| world.expiring(EPOCH + HOUR)),
        ("expired", |world| world.expired(EPOCH + HOUR)),
        ("reload", |world| world.input(Input::Reload)),
    ];
    for (reason, trigger) in triggers {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        for _ in 0..8 {
            fail(&mut world);
            world.advance(SECOND);
        }
        assert_eq!(world.status(), Status::Stopped);
        trigger(&mut world);
        assert_eq!(world.last_mint(), (reason, 1));
        assert_ne!(world.status(), Status::Stopped);
    }
}

#[test]
fn invariant_6_the_machines_own_deadline_revives_a_stopped_session() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    for _ in 0..8 {
        fail(&mut world);
        world.advance(SECOND);
    }
    world.advance(22 * HOUR + 45 * MINUTE);
    assert_eq!((world.mints(), world.last_mint()), (9, ("expiring", 1)));
}

/// Every attempt of a renewal fails at once.
fn give_up(world: &mut World) {
    for _ in 1..8 {
        fail(world);
        world.advance(SECOND);
    }
    fail(world);
    assert_eq!(world.status(), Status::Stopped);
}

#[test]
fn invariant_6_a_renewal_that_gave_up_is_followed_by_another_half_way_to_the_lapse() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR + 30 * MINUTE);
    world.expiring(EPOCH + 23 * HOUR);
    give_up(&mut world);
    let mut mints = 8;
    let lapse = START + 23 * HOUR;
    for _ in 0..3 {
        let half = (lapse - world.now.monotonic) / 2;
        world.advance(half - Millis::new(1));
        assert_eq!((world.mints(), world.status()), (mints, Status::Stopped));
        world.advance(Millis::new(1));
        assert_eq!(world.last_mint(), ("expiring", 1));
        give_up(&mut world);
        mints += 8;
    }
    world.advance((lapse - world.now.monotonic) / 2);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(
        (world.status(), world.state().renewals),
        (Status::Active, 1)
    );
    world.advance(22 * HOUR);
    assert_eq!(world.mints(), mints + 1);
}

#[test]
fn invariant_7_no_renewal_follows_sooner_than_the_longest_pause() {
    // 60 s from the lapse half of the rest is 30 s.
    for (retry_max, mints) in [(30 * SECOND - Millis::new(1), 2), (30 * SECOND, 1)] {
        let mut world = World::active(Policy {
            retry_max,
            max_attempts: 1,
            ..plain()
        });
        world.advance(22 * HOUR + 30 * MINUTE);
        world.input(Input::Expiring {
            expires_at: EPOCH + 23 * HOUR,
            expires_in: MINUTE,
        });
        fail(&mut world);
        world.advance(30 * SECOND);
        assert_eq!(world.mints(), mints, "pauses of {retry_max:?}");
    }
}

#[test]
fn invariant_6_a_lapse_during_a_renewal_that_gives_up_is_followed_by_another() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        retry_max: 20 * SECOND,
        ..plain()
    });
    world.advance(22 * HOUR + 30 * MINUTE);
    world.input(Input::Expiring {
        expires_at: EPOCH + 23 * HOUR,
        expires_in: 10 * SECOND,
    });
    world.advance(30 * SECOND);
    assert_eq!(
        (world.status(), world.last_error()),
        (Status::Stopped, Some("mint-timeout"))
    );
    world.advance(20 * SECOND - Millis::new(1));
    assert_eq!(world.mints(), 1);
    world.advance(Millis::new(1));
    assert_eq!((world.mints(), world.last_mint()), (2, ("expired", 1)));
    world.advance(HOUR);
    assert_eq!((world.mints(), world.status()), (2, Status::Stopped));
}

#[test]
fn exhaustion_reloads_where_the_page_wants_it() {
    let mut world = World::active(Policy {
        on_exhausted: OnExhausted::Reload,
        ..plain()
    });
    world.expired(EPOCH + HOUR);
    for _ in 0..8 {
        fail(&mut world);
        world.advance(SECOND);
    }
    assert_eq!(world.last_mint(), ("reload", 1));
    world.mint();
    assert_eq!(world.effects.last(), Some(&Effect::LoadWithId));

    // A reload that is exhausted in its turn stops: it would go on for ever.
    let mut world = World::active(Policy {
        on_exhausted: OnExhausted::Reload,
        ..plain()
    });
    world.expired(EPOCH + HOUR);
    for _ in 0..16 {
        fail(&mut world);
        world.advance(SECOND);
    }
    assert_eq!((world.mints(), world.status()), (16, Status::Stopped));
}

#[test]
fn invariant_6_a_sign_out_is_final() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::SignedOut));
    assert_eq!(
        (world.status(), world.last_error()),
        (Status::Stopped, Some("signed-out"))
    );
    world.input(Input::Foreground);
    world.expired(EPOCH + HOUR);
    world.input(Input::Renew);
    world.input(Input::Reload);
    world.advance(48 * HOUR);
    assert_eq!((world.mints(), world.status()), (1, Status::Stopped));
    assert_eq!(world.settled(), [Err("signed-out"); 3]);
}

#[test]
fn a_success_begins_the_count_anew() {
    let mut world = World::active(plain());
    for _ in 0..3 {
        world.input(Input::Renew);
        for _ in 0..7 {
            fail(&mut world);
            world.advance(SECOND);
        }
        assert_eq!(world.last_mint(), ("manual", 8));
        world.mint();
        world.advance(10 * SECOND);
        assert_eq!((world.status(), world.state().attempt), (Status::Active, 0));
    }
}

#[test]
fn what_the_page_asks_for_waits_a_second_and_not_the_whole_pause() {
    for (input, reason) in [(Input::Renew, "manual"), (Input::Reload, "reload")] {
        for max_attempts in [1, 8] {
            let mut world = World::active(Policy {
                retry_min: MINUTE,
                retry_max: MINUTE,
                max_attempts,
                ..plain()
            });
            world.input(Input::Renew);
            fail(&mut world);
            world.advance(SECOND / 2);
            world.input(input);
            world.advance(SECOND / 2 - Millis::new(1));
            assert_eq!((world.mints(), world.renewal()), (1, Renewal::BackingOff));
            world.advance(Millis::new(1));
            assert_eq!((world.mints(), world.last_mint()), (2, (reason, 1)));

            // Later, there is nothing left to wait for.
            fail(&mut world);
            world.advance(SECOND);
            world.input(input);
            assert_eq!((world.mints(), world.last_mint()), (3, (reason, 1)));
        }
    }
}

#[test]
fn invariant_7_a_page_that_renews_at_each_failure_asks_once_a_second() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    for _ in 0..100 {
        if world.session.is_minting() {
            fail(&mut world);
            world.input(Input::Renew);
        }
        world.advance(SECOND / 10);
    }
    assert_eq!(world.mints(), 11, "in ten seconds");
}

#[test]
fn invariant_7_a_page_that_comes_back_often_does_not_ask_more_often() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        ..plain()
    });
    world.input(Input::Renew);
    fail(&mut world);
    assert_eq!(world.status(), Status::Stopped);
    for _ in 0..20 {
        world.input(Input::Foreground);
        world.advance(SECOND / 20);
        if world.session.is_minting() {
            fail(&mut world);
        }
    }
    assert_eq!(world.mints(), 2, "one more in the second that has passed");
}

#[test]
fn a_pause_of_nothing_still_grows() {
    let policy = Policy {
        retry_min: Millis::ZERO,
        retry_max: MINUTE,
        max_attempts: 20,
        ..plain()
    };
    let mut world = World::active(policy);
    world.input(Input::Renew);
    let mut longest = Millis::ZERO;
    for _ in 1..20 {
        fail(&mut world);
        let pause = world
            .state()
            .next_attempt_at
            .map_or(Millis::ZERO, |at| at - world.now.wall);
        longest = longest.max(pause);
        world.advance(pause);
    }
    assert!(longest > SECOND, "{longest:?}");
}

#[test]
fn invariant_7_a_session_that_is_rejected_as_soon_as_it_is_ready_is_a_failed_attempt() {
    let mut world = World::mount(Policy {
        max_attempts: 3,
        ..plain()
    });
    for _ in 0..2 {
        fail(&mut world);
        world.advance(SECOND);
    }
    world.mint();
    world.ready();
    world.input(Input::Rejected);
    assert_eq!(world.status(), Status::Stopped);
}

#[test]
fn invariant_7_a_timer_lies_between_two_attempts_even_without_a_pause() {
    let policy = Policy {
        retry_min: Millis::ZERO,
        retry_max: Millis::ZERO,
        ..plain()
    };
    let mut world = World::mount(policy);
    for attempt in 1..=3 {
        fail(&mut world);
        let now = world.now.monotonic;
        assert_eq!(world.session.next_timeout(), Some(now + Millis::new(1)));
        world.input(Input::Foreground);
        world.input(Input::Tick);
        assert_eq!(world.mints(), attempt);
        world.advance(Millis::new(1));
        assert_eq!(world.mints(), attempt + 1);
    }
}

#[test]
fn a_session_that_ends_while_its_renewal_is_planned_is_no_failure_of_the_one_before() {
    let mut world = World::active(Policy {
        spread: HOUR,
        retry_max: MINUTE,
        ..plain()
    });
    world.input(Input::Renew);
    world.mint();
    world.advance(10 * SECOND);
    world.expiring(world.now.wall + 2 * HOUR);
    assert_eq!(world.renewal(), Renewal::Scheduled);
    world.expired(world.now.wall + 2 * HOUR);
    assert_eq!(world.last_mint(), ("expired", 1));
    assert_eq!(world.last_error(), None);
}
