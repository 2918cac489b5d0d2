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

#[test]
fn invariant_2_an_embed_that_was_loaded_late_is_not_heard_before_its_own_time() {
    let mut world = World::mount(plain());
    world.advance(20 * SECOND);
    world.mint();
    world.advance(59 * SECOND);
    world.expiring(FIRST);
    assert_eq!(world.status(), Status::Starting);
}

/// An embed whose session has ended and whose renewal is confirmed.
fn renew_after_expired(world: &mut World, expired_at: Epoch) {
    world.expired(expired_at);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.status(), Status::Active);
}

#[test]
fn invariant_2_an_end_before_one_that_was_reported_is_of_an_earlier_session_however_many_are_between()
 {
    let mut world = World::active(plain());
    world.advance(HOUR);
    renew_after_expired(&mut world, hours_later(1));
    world.advance(HOUR);
    renew_after_expired(&mut world, hours_later(2));
    let mints = world.mints();
    // Both once more, the older one an hour old.
    for hours in [1, 2, 1] {
        world.expired(hours_later(hours));
        assert_eq!((world.status(), world.mints()), (Status::Active, mints));
    }
    // The present one's own.
    world.expired(hours_later(2) + SECOND);
    assert_eq!(world.status(), Status::Expired);
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

/// In a session that is about to end, the frame goes to another document. Some time later, an event says
/// that the session ends, or has ended.
fn told_after_leaving(is_over: bool) -> World {
    let mut world = World::active(plain());
    world.advance(22 * HOUR + 30 * MINUTE);
    world.input(Input::Navigated);
    if is_over {
        world.expired(EPOCH + (22 * HOUR + 30 * MINUTE));
    } else {
        world.expiring(hours_later(23));
    }
    world
}

#[test]
fn invariant_11_what_the_document_before_has_sent_does_not_keep_one_that_rejects_its_id() {
    for is_over in [false, true] {
        let mut world = told_after_leaving(is_over);
        world.input(Input::Rejected);
        world.advance(SECOND);
        world.mint();
        assert_eq!((world.count(is_load), world.posts()), (1, 0));
        // Nor if its id was posted meanwhile.
        let mut world = told_after_leaving(is_over);
        world.mint();
        world.input(Input::Rejected);
        world.advance(SECOND);
        world.mint();
        assert_eq!((world.count(is_load), world.posts()), (1, 1));
    }
}

#[test]
fn invariant_9_a_document_that_has_reported_nothing_else_is_renewed_by_its_own_event() {
    for is_over in [false, true] {
        let mut world = told_after_leaving(is_over);
        assert!(world.session.is_present());
        world.mint();
        assert_eq!((world.count(is_load), world.posts()), (0, 1));
    }
}

#[test]
fn invariant_11_an_event_of_the_document_before_does_not_clear_one_that_has_rejected_its_id() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR + 30 * MINUTE);
    // The rejection of the next document comes before its load.
    world.input(Input::Rejected);
    world.expiring(hours_later(23));
    world.input(Input::Navigated);
    world.expiring(hours_later(23));
    world.advance(SECOND);
    world.mint();
    assert_eq!((world.count(is_load), world.posts()), (1, 0));
}

#[test]
fn what_the_document_before_has_sent_does_not_end_the_time_of_a_load() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR + 30 * MINUTE);
    world.input(Input::Reload);
    world.mint();
    world.expiring(hours_later(23));
    world.advance(MINUTE);
    assert_eq!(world.last_error(), Some("ready-timeout"));
    assert_eq!(world.last_mint(), ("reload", 1));
    world.advance(SECOND);
    assert_eq!(
        world.last_mint(),
        ("reload", 2),
        "the load is a failed attempt"
    );
}
