//! What the model checker of `proof/` found: news that come late, and what is known by then.

use super::*;
use svc_embed::session::MintFailure;

const FIRST: Epoch = hours_later(23);

fn replays(world: &World) -> usize {
    world.count(|effect| *effect == Effect::Replay)
}

#[test]
fn invariant_6_a_late_ready_does_not_make_a_renewed_session_younger() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Shown);
    world.input(Input::Renew);
    world.mint();
    world.advance(22 * HOUR);
    world.ready();
    assert_eq!(world.mints(), 1);
    world.advance(45 * MINUTE);
    assert_eq!((world.mints(), world.last_mint()), (2, ("expiring", 1)));
}

#[test]
fn invariant_1_a_reload_takes_over_a_renewal_that_waits_for_ready() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Renew);
    world.input(Input::Reload);
    world.mint();
    world.ready();
    assert_eq!((world.mints(), world.settled()), (1, vec![Ok(())]));
    assert_eq!(world.renewal(), Renewal::Idle);
}

#[test]
fn invariant_8_the_next_timeout_is_right_after_sleep() {
    let mut world = World::active(plain());
    world.advance(HOUR);
    world.now.wall += 10 * HOUR;
    world.input(Input::Tick);
    // An hour of it may be a wall clock that was set.
    let overdue = START + 22 * HOUR + 45 * MINUTE - 9 * HOUR;
    assert_eq!(world.session.next_timeout(), Some(overdue));
    // It is counted once.
    world.input(Input::Tick);
    assert_eq!(world.session.next_timeout(), Some(overdue));
}

/// A reload that is minted for, and that the iframe then refuses to carry out.
fn fail_to_reload(world: &mut World) {
    world.load_error = Some(Error::NotReloadable);
    world.input(Input::Reload);
    world.mint();
    world.load_error = None;
}

#[test]
fn invariant_6_a_rejection_after_a_load_that_failed_undoes_the_renewal_before_it() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(10 * SECOND);
    fail_to_reload(&mut world);
    assert_eq!(world.state().renewals, 1);
    world.input(Input::Rejected);
    assert_eq!(world.state().renewals, 0);
    world.effects.clear();
    world.advance(HOUR + 5 * MINUTE);
    assert_eq!(
        (world.last_mint().0, world.status()),
        ("expired", Status::Expired)
    );
}

#[test]
fn invariant_6_a_load_that_failed_in_the_last_stretch_waits_for_a_trigger() {
    let mut world = World::active(plain());
    world.input(Input::Reload);
    world.advance(10 * SECOND);
    // The notice finds the reload under way, and starts nothing of its own.
    world.expiring(FIRST);
    world.load_error = Some(Error::NotReloadable);
    world.mint();
    assert_eq!(world.status(), Status::Stopped);
    world.advance(30 * MINUTE);
    assert_eq!(
        (world.last_mint(), world.status()),
        (("expired", 1), Status::Expired)
    );
}

#[test]
fn invariant_12_a_late_renewal_that_a_failed_reload_cuts_short_is_replayed_to() {
    let mut world = World::active(plain());
    world.expired(FIRST);
    world.mint();
    fail_to_reload(&mut world);
    assert_eq!(replays(&world), 1);
    world.input(Input::View);
    assert_eq!(replays(&world), 1);
    world.ready();
    assert_eq!(replays(&world), 2, "the late id is answered only now");
}

#[test]
fn invariant_12_a_slow_answer_to_a_late_id_is_replayed_to_unless_a_view_was() {
    for (has_view, expected) in [(false, 2), (true, 1)] {
        let mut world = World::active(plain());
        world.expired(FIRST);
        world.mint();
        if has_view {
            world.input(Input::View);
        }
        world.advance(40 * SECOND);
        assert_eq!(replays(&world), 1);
        world.ready();
        assert_eq!(replays(&world), expected, "view: {has_view}");
        world.advance(MINUTE);
        world.ready();
        // It has mounted itself once more.
        assert_eq!(replays(&world), expected + 1);
    }
}

#[test]
fn invariant_12_an_embed_that_told_nothing_for_a_lifetime_is_renewed_late() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Shown);
    world.pass(23 * HOUR);
    world.input(Input::Foreground);
    world.mint();
    world.ready();
    assert_eq!(replays(&world), 1);
}

#[test]
fn invariant_12_an_id_that_was_rejected_is_answered_no_more() {
    let mut world = World::active(plain());
    world.expired(FIRST);
    world.mint();
    world.advance(10 * SECOND);
    assert!(world.session.awaits_answer());
    world.input(Input::Rejected);
    assert!(!world.session.awaits_answer());
}

#[test]
fn invariant_6_a_late_rejection_gives_no_expiry_to_a_session_that_told_none() {
    let mut world = World::active(plain());
    let told = EPOCH + 23 * HOUR;
    world.renew_after_expiring(told);
    world.advance(HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 2);
    world.input(Input::Rejected);
    assert_eq!(
        (world.state().renewals, world.state().expires_at),
        (1, None)
    );
}

#[test]
fn invariant_12_a_session_that_lapses_while_its_successor_is_confirmed_is_replayed_to() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        // So long that no renewal is made half-way to the lapse.
        retry_max: HOUR,
        ..plain()
    });
    world.advance(22 * HOUR + 50 * MINUTE);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    world.advance(10 * MINUTE - 5 * SECOND);
    world.effects.clear();
    world.input(Input::Renew);
    world.mint();
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Expiring, Renewal::Confirming)
    );
    world.advance(10 * SECOND);
    assert_eq!((world.status(), replays(&world)), (Status::Active, 1));
}
