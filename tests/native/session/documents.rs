//! Which document the iframe shows: one that the bridge loaded, one that the browser loaded again
//! after a move, or one to which the embed has navigated by itself.

use super::*;
use svc_embed::session::MintFailure;

/// The reason and the attempt of the last mint, and whether its id is loaded.
fn last_delivery(world: &mut World) -> (&'static str, bool) {
    let loads = world.count(is_load);
    let (reason, _) = world.last_mint();
    world.mint();
    (reason, world.count(is_load) > loads)
}

#[test]
fn invariant_7_a_reload_without_an_id_is_a_load_for_the_move_after_it() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Ready(Some(Mode::Private)));
    world.input(Input::Reload);
    world.ready();
    world.input(Input::Moved);
    assert_eq!(world.mints(), 0, "the second load has its pause");
    world.advance(SECOND);
    assert_eq!(last_delivery(&mut world), ("reload", true));
}

#[test]
fn invariant_11_a_rejection_during_the_spread_counts_although_the_last_attempt_followed_one() {
    let mut world = World::active(Policy {
        spread: MINUTE,
        ..plain()
    });
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Rejected);
    world.advance(SECOND);
    assert_eq!(last_delivery(&mut world), ("rejected", false));
    world.ready();
    world.expiring(hours_later(23));
    assert_eq!(world.renewal(), Renewal::Scheduled);
    world.input(Input::Rejected);
    world.advance(MINUTE);
    assert_eq!(last_delivery(&mut world), ("expiring", true));
}

#[test]
fn a_document_that_was_moved_before_it_had_spent_its_id_is_not_loaded_again() {
    let mut world = World::mount(plain());
    world.mint();
    world.input(Input::Moved);
    world.mint();
    // Moved again before it asked for anything: its id is still good.
    world.input(Input::Moved);
    assert_eq!(
        world.renewal(),
        Renewal::Scheduled,
        "the next load has its pause"
    );
    world.input(Input::Shown);
    world.ready();
    assert_eq!(world.renewal(), Renewal::Idle);
    let (mints, loads) = (world.mints(), world.count(is_load));
    world.advance(HOUR);
    world.input(Input::Foreground);
    assert_eq!((world.mints(), world.count(is_load)), (mints, loads));
}

#[test]
fn a_private_embed_that_was_moved_is_left_as_it_is() {
    let mut world = World::connect(plain(), false);
    world.ready();
    let effects = world.effects.len();
    world.input(Input::Moved);
    let new = &world.effects[effects..];
    assert!(!new.iter().any(is_load), "{new:?}");
    assert_eq!(world.mints(), 0);
}

#[test]
fn so_is_a_document_to_which_the_frame_has_gone_by_itself() {
    let mut world = World::active(plain());
    world.input(Input::Navigated);
    world.advance(MINUTE + SECOND);
    assert!(last_delivery(&mut world).1);
}

#[test]
fn a_foreign_document_that_was_never_ready_and_rejects_what_was_posted_is_loaded() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Shown);
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Rejected);
    world.advance(SECOND);
    assert!(last_delivery(&mut world).1);
    assert_eq!(world.state().renewals, 0);
}

#[test]
fn a_stopped_embed_that_is_moved_keeps_the_least_pause() {
    let mut world = World::mount(Policy {
        max_attempts: 1,
        ..plain()
    });
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    assert_eq!(world.status(), Status::Stopped);
    world.input(Input::Moved);
    assert_eq!(world.mints(), 1, "not at once");
    world.advance(SECOND);
    assert_eq!(world.mints(), 2);
}

#[test]
fn a_moved_iframe_whose_mints_failed_is_loaded_by_whatever_renews_it() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        ..plain()
    });
    world.input(Input::Moved);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    world.advance(HOUR);
    world.input(Input::Foreground);
    world.advance(SECOND);
    assert!(last_delivery(&mut world).1);
}

/// The viewer has the browser load the frame again: its id is spent. The rejection may come before the
/// `load` of the document, or after it.
fn load_again(world: &mut World, is_rejected_first: bool) {
    let mut inputs = [Input::Navigated, Input::Rejected];
    if is_rejected_first {
        inputs.reverse();
    }
    for input in inputs {
        world.input(input);
    }
}

#[test]
fn invariant_11_a_call_of_renew_loads_a_document_that_has_rejected_its_id() {
    for is_rejected_first in [true, false] {
        let mut world = World::active(plain());
        load_again(&mut world, is_rejected_first);
        world.input(Input::Renew);
        world.advance(SECOND);
        assert_eq!(last_delivery(&mut world), ("manual", true));
    }
}

#[test]
fn invariant_11_an_iframe_that_cannot_be_loaded_is_posted_to_in_the_end() {
    let mut world = World::connect(plain(), true);
    world.ready();
    world.load_error = Some(Error::NotReloadable);
    world.input(Input::Rejected);
    world.advance(SECOND);
    world.mint();
    assert_eq!(world.last_error(), Some("invalid-target"));
    world.advance(SECOND);
    world.input(Input::Foreground);
    assert_eq!(last_delivery(&mut world), ("foreground", false));
    assert_eq!(world.posts(), 1);
}
