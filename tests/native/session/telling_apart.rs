//! Which session an event is of, at the edge of each rule.

use super::*;

const FIRST: Epoch = hours_later(23);

#[test]
fn invariant_2_an_embed_that_is_not_ready_is_heard_once_ready_is_overdue() {
    for (age, status) in [
        (MINUTE - Millis::new(1), Status::Starting),
        (MINUTE, Status::Expiring),
    ] {
        let mut world = World::mount(plain());
        world.mint();
        world.advance(age);
        world.expiring(FIRST);
        assert_eq!(world.status(), status, "{age:?} after the load");
    }
}

#[test]
fn invariant_2_an_expiry_up_to_half_a_lifetime_before_the_last_is_of_an_earlier_session() {
    let half = 23 * HOUR / 2;
    for (back, mints) in [(Millis::ZERO, 1), (half - Millis::new(1), 1), (half, 2)] {
        let mut world = World::active(plain());
        world.renew_after_expiring(FIRST);
        world.expiring(FIRST - back);
        assert_eq!(world.mints(), mints, "{back:?} before");
    }
}

#[test]
fn invariant_2_a_lapse_after_half_a_lifetime_without_an_answer_is_the_successors() {
    let half = 23 * HOUR / 2;
    for (frozen, mints) in [(half - Millis::new(1), 1), (half, 2)] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.mint();
        world.pass(frozen);
        world.expired(FIRST);
        assert_eq!(world.mints(), mints, "after {frozen:?}");
    }
}

#[test]
fn invariant_2_what_is_left_is_of_the_predecessor_within_an_eighth_of_a_lifetime() {
    let eighth = 23 * HOUR / 8;
    for (more, status) in [
        (Millis::ZERO, Status::Active),
        (eighth, Status::Active),
        (eighth + Millis::new(1), Status::Expiring),
    ] {
        let mut world = World::active(plain());
        world.advance(10 * HOUR);
        world.input(Input::Renew);
        world.mint();
        world.advance(2 * HOUR);
        world.input(Input::Expiring {
            expires_at: FIRST,
            expires_in: 11 * HOUR + more,
        });
        assert_eq!(world.status(), status, "{more:?} more than it has");
    }
}

#[test]
fn invariant_2_a_notice_after_half_a_lifetime_without_an_answer_is_nobodys() {
    let half = 23 * HOUR / 2;
    for (frozen, mints) in [(half - Millis::new(1), 1), (half, 2)] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.mint();
        world.pass(frozen);
        world.expiring(FIRST);
        assert_eq!((world.mints(), world.state().renewals), (1, 1));
        // What was noted of the session before is not heard again.
        world.expiring(FIRST);
        assert_eq!(world.mints(), mints, "after {frozen:?}");
    }
}

/// An embed whose session has ended and whose renewal is confirmed.
fn renew_after_expired(world: &mut World, expired_at: Epoch) {
    world.expired(expired_at);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.status(), Status::Active);
}

#[test]
fn invariant_2_an_older_end_does_not_hide_that_of_the_session_before() {
    let mut world = World::active(plain());
    world.advance(HOUR);
    renew_after_expired(&mut world, hours_later(1));
    // Renewed in time: the session before has announced its end alone.
    world.advance(22 * HOUR + 30 * MINUTE);
    world.renew_after_expiring(hours_later(24));
    let mints = world.mints();
    world.expired(hours_later(1));
    world.expired(hours_later(24) + Millis::new(7));
    assert_eq!((world.status(), world.mints()), (Status::Active, mints));
}
