//! `session-expiring` and `session-expired`, in every order.

use super::*;

const FIRST: Epoch = hours_later(23);
const SECOND_ONE: Epoch = hours_later(46);

#[test]
fn expiring_mints_posts_and_is_confirmed_by_silence() {
    let mut world = World::active(plain());
    world.expiring(FIRST);
    assert_eq!(world.state().expires_at, Some(FIRST));
    assert_eq!(world.last_mint(), ("expiring", 1));
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Expiring, Renewal::Minting)
    );
    world.mint();
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Expiring, Renewal::Confirming)
    );
    world.advance(10 * SECOND - Millis::new(1));
    assert_eq!(world.renewal(), Renewal::Confirming);
    world.advance(Millis::new(1));
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Active, Renewal::Idle)
    );
    assert_eq!(
        (world.state().renewals, world.state().expires_at),
        (1, None)
    );
    assert_eq!(world.count(|effect| *effect == Effect::Replay), 0);
}

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
fn invariant_2_a_late_event_of_the_session_before_makes_none() {
    let mut world = World::active(plain());
    world.renew_after_expiring(FIRST);
    world.expired(FIRST);
    world.expiring(FIRST);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));

    world.expiring(SECOND_ONE);
    assert_eq!((world.mints(), world.status()), (2, Status::Expiring));
}

#[test]
fn invariant_2_a_late_expiry_is_known_even_where_nothing_was_told_before() {
    let mut world = World::active(plain());
    world.advance(HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(20 * SECOND);
    // The embed's clock is an hour off; only its own reading of the distance counts.
    let reported_at = EPOCH + 2 * HOUR;
    let lapsed_before_the_renewal = reported_at - MINUTE;
    world.input(Input::Expired {
        expired_at: lapsed_before_the_renewal,
        reported_at,
    });
    assert_eq!((world.mints(), world.status()), (1, Status::Active));

    world.input(Input::Expired {
        expired_at: reported_at,
        reported_at,
    });
    assert_eq!((world.mints(), world.status()), (2, Status::Expired));
}

#[test]
fn events_during_the_mint_change_the_status_alone() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.expiring(FIRST);
    assert_eq!((world.mints(), world.status()), (1, Status::Expiring));
    world.expired(FIRST);
    assert_eq!((world.mints(), world.status()), (1, Status::Expired));
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
fn invariant_2_a_session_that_has_just_begun_is_not_the_one_that_ends() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.expiring(FIRST);
    assert_eq!(world.renewal(), Renewal::Confirming);
    world.advance(10 * SECOND);
    world.expired(FIRST);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
}

#[test]
fn an_expiry_before_the_post_is_of_the_session_that_is_replaced() {
    let mut world = World::active(plain());
    world.input(Input::Foreground);
    world.input(Input::Renew);
    world.mint();
    world.advance(2 * SECOND);
    world.input(Input::Expired {
        expired_at: EPOCH - HOUR,
        reported_at: EPOCH,
    });
    assert_eq!((world.mints(), world.renewal()), (1, Renewal::Confirming));
    world.advance(10 * SECOND);
    world.input(Input::Expired {
        expired_at: EPOCH - HOUR,
        reported_at: EPOCH,
    });
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
}

#[test]
fn invariant_12_a_late_renewal_replays_at_the_view_or_at_the_confirmation() {
    for view in [false, true] {
        let mut world = World::active(plain());
        world.expired(FIRST);
        world.mint();
        assert_eq!(world.count(|effect| *effect == Effect::Replay), 0);
        if view {
            world.input(Input::View);
            assert_eq!(world.count(|effect| *effect == Effect::Replay), 1);
        }
        world.advance(10 * SECOND);
        assert_eq!(world.count(|effect| *effect == Effect::Replay), 1);
    }
}

#[test]
fn a_new_ready_confirms() {
    let mut world = World::active(plain());
    world.expired(FIRST);
    world.mint();
    world.ready();
    assert_eq!(
        (world.status(), world.state().renewals),
        (Status::Active, 1)
    );
    // The renewal was late, so the actions are sent again: once.
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

#[test]
fn an_expiry_ends_the_spread() {
    let mut world = World::active(Policy::default());
    world.expiring(FIRST);
    assert_eq!((world.renewal(), world.mints()), (Renewal::Scheduled, 0));
    assert!(world.state().next_attempt_at.is_some());
    world.expired(FIRST);
    assert_eq!(
        (world.last_mint(), world.state().next_attempt_at),
        (("expired", 1), None)
    );
}

#[test]
fn a_session_without_get_session_tells_its_state_and_mints_nothing() {
    let mut world = World::connect(plain(), false);
    world.ready();
    world.expiring(FIRST);
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Expiring, Renewal::Idle)
    );
    world.advance(30 * MINUTE);
    assert_eq!((world.status(), world.mints()), (Status::Expired, 0));
}

#[test]
fn an_embed_whose_clock_was_set_back_is_still_heard() {
    let mut world = World::active(plain());
    world.renew_after_expiring(FIRST + 46 * HOUR);
    world.expiring(FIRST);
    assert_eq!((world.mints(), world.status()), (2, Status::Expiring));
}

#[test]
fn invariant_2_a_late_notice_is_known_by_what_it_says_is_left() {
    let mut world = World::active(plain());
    // No event comes; the machine's own deadline renews.
    world.advance(22 * HOUR + 45 * MINUTE);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
    world.input(Input::Expiring {
        expires_at: FIRST,
        expires_in: 14 * MINUTE,
    });
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
    // What the present session has left is believed.
    world.input(Input::Expiring {
        expires_at: SECOND_ONE,
        expires_in: 22 * HOUR,
    });
    assert_eq!(world.mints(), 2);
}

#[test]
fn an_embed_that_had_lapsed_and_is_ready_again_has_a_session_of_its_own() {
    let mut world = World::connect(plain(), false);
    world.ready();
    world.expired(FIRST);
    assert_eq!(world.status(), Status::Expired);
    world.ready();
    assert_eq!(world.status(), Status::Active);
}
