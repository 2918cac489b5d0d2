//! What follows a failure.

use super::*;
use svc_embed::session::{MintFailure, OnExhausted};

fn fail(world: &mut World) {
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
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
