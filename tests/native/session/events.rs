//! `session-expiring` and `session-expired`, in every order.

use super::*;

const FIRST: Epoch = hours_later(23);
const SECOND_ONE: Epoch = hours_later(46);

#[test]
fn invariant_2_both_events_of_a_session_make_one_renewal() {
    for expired_first in [false, true] {
        let mut world = World::active(plain());
        if expired_first {
            world.expired(FIRST);
            world.expiring(FIRST);
        } else {
            world.expiring(FIRST);
            world.expired(FIRST);
        }
        assert_eq!((world.mints(), world.status()), (1, Status::Expired));
        world.mint();
        world.advance(10 * SECOND);
        assert_eq!(
            (world.mints(), world.posts(), world.status()),
            (1, 1, Status::Active)
        );
    }
}

#[test]
fn an_event_of_the_successor_confirms_it_and_begins_the_next_renewal() {
    let mut world = World::active(plain());
    world.expiring(FIRST);
    world.mint();
    world.pass(22 * HOUR);
    world.expiring(SECOND_ONE);
    assert_eq!(world.state().renewals, 1);
    assert_eq!((world.mints(), world.last_mint()), (2, ("expiring", 1)));
    world.mint();
    world.pass(23 * HOUR);
    world.expired(SECOND_ONE + 23 * HOUR);
    assert_eq!(
        (world.state().renewals, world.last_mint()),
        (2, ("expired", 1))
    );
}

#[test]
fn invariant_12_a_session_that_lapses_while_its_successor_is_confirmed_is_replayed() {
    let mut world = World::active(plain());
    world.expiring(FIRST);
    world.mint();
    world.expired(FIRST);
    assert_eq!((world.mints(), world.status()), (1, Status::Expired));
    world.advance(10 * SECOND);
    assert_eq!(world.status(), Status::Active);
    assert_eq!(world.count(|effect| *effect == Effect::Replay), 1);
}

#[test]
fn an_expiring_event_that_says_already_past_is_renewed_as_expired() {
    let mut world = World::active(Policy::default());
    world.input(Input::Expiring {
        expires_at: FIRST,
        expires_in: Millis::ZERO,
    });
    assert_eq!((world.mints(), world.status()), (1, Status::Expired));
}

#[test]
fn the_renewal_after_expiring_is_spread_and_never_past_the_margin() {
    for (seed, left) in (0..200).flat_map(|seed| {
        [30 * MINUTE, 2 * MINUTE, 41 * SECOND, 10 * SECOND].map(|left| (seed, left))
    }) {
        let mut world =
            World::new(|now| Session::mount(now, Policy::default(), MINUTE, true, seed));
        world.mint();
        world.ready();
        world.input(Input::Expiring {
            expires_at: FIRST,
            expires_in: left,
        });
        let room = (left - 40 * SECOND).min(18 * MINUTE);
        let now = world.now.wall;
        let at = world.state().next_attempt_at.unwrap_or(now);
        assert!(
            (now..=now + room).contains(&at),
            "seed {seed}, {left:?} left: {at:?}"
        );
        world.advance(at - now);
        assert_eq!((world.mints(), world.last_mint()), (2, ("expiring", 1)));
    }
    let planned: std::collections::BTreeSet<_> = (0..200)
        .map(|seed| {
            let mut world =
                World::new(|now| Session::mount(now, Policy::default(), MINUTE, true, seed));
            world.mint();
            world.ready();
            world.expiring(FIRST);
            world.state().next_attempt_at
        })
        .collect();
    assert!(
        planned.len() > 190,
        "{} different times of 200",
        planned.len()
    );
}
