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
fn a_moved_iframe_is_loaded_with_a_fresh_id() {
    let mut world = World::active(plain());
    world.input(Input::Moved);
    assert_eq!(last_delivery(&mut world), ("reload", true));
    world.ready();
    assert_eq!(world.status(), Status::Active);
    assert_eq!(world.renewal(), Renewal::Idle);
    assert_eq!(world.state().renewals, 0, "a load is no renewal");
}

#[test]
fn a_move_during_a_mint_turns_its_id_into_one_for_a_load() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.input(Input::Moved);
    world.input(Input::Moved);
    assert_eq!(world.mints(), 1);
    assert_eq!(last_delivery(&mut world), ("manual", true));
}

#[test]
fn a_move_during_a_confirmation_loads_the_iframe_again() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    assert_eq!(world.renewal(), Renewal::Confirming);
    world.input(Input::Moved);
    assert_eq!(last_delivery(&mut world), ("reload", true));
}

#[test]
fn a_page_that_moves_its_iframe_all_the_time_does_not_end_the_pause() {
    let mut world = World::active(plain());
    world.input(Input::Moved);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    let mints = world.mints();
    for _ in 0..10 {
        world.input(Input::Moved);
    }
    assert_eq!(world.mints(), mints);
    assert_eq!(world.renewal(), Renewal::BackingOff);
    world.advance(SECOND);
    assert_eq!(world.mints(), mints + 1);
}

#[test]
fn invariant_7_a_page_that_moves_its_iframe_all_the_time_loads_it_once_a_second() {
    for retry_min in [SECOND, Millis::ZERO] {
        let mut world = World::active(Policy {
            retry_min,
            ..plain()
        });
        world.input(Input::Moved);
        assert_eq!(world.mints(), 1, "the first move is answered at once");
        world.mint();
        for _ in 0..1_000 {
            world.advance(Millis::new(10));
            world.input(Input::Moved);
            if world.renewal() == Renewal::Minting {
                world.mint();
            }
        }
        assert!((9..=11).contains(&world.mints()), "{} mints", world.mints());
        world.advance(SECOND);
        world.mint();
        world.ready();
        assert_eq!(world.status(), Status::Active);
    }
}

#[test]
fn invariant_7_a_renewal_that_was_only_scheduled_takes_no_pause_from_a_load() {
    let mut world = World::active(Policy {
        spread: MINUTE,
        ..plain()
    });
    world.input(Input::Moved);
    world.mint();
    world.ready();
    world.expiring(hours_later(23));
    assert_eq!(world.renewal(), Renewal::Scheduled);
    // It is not made: the embed is private for a moment.
    world.input(Input::Ready(Some(Mode::Private)));
    world.ready();
    let mints = world.mints();
    world.input(Input::Moved);
    assert_eq!(world.mints(), mints, "the second load has its pause");
    world.advance(SECOND);
    assert_eq!(last_delivery(&mut world), ("reload", true));
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
fn invariant_11_an_embed_that_rejects_an_id_of_nobody_is_gone_until_an_event_shows_one() {
    let gone = || {
        let mut world = World::connect(plain(), true);
        world.ready();
        assert!(world.session.is_present());
        world.input(Input::Rejected);
        assert!(!world.session.is_present());
        world
    };
    let mut world = gone();
    world.input(Input::Renew);
    world.advance(SECOND);
    assert_eq!(last_delivery(&mut world), ("manual", true));
    let mut world = gone();
    world.input(Input::Shown);
    assert!(world.session.is_present());
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
fn a_rejection_in_a_document_that_has_shown_nothing_is_answered_by_a_load() {
    for other_document in [Input::Navigated, Input::Moved] {
        let mut world = World::active(plain());
        world.input(other_document);
        if other_document == Input::Moved {
            world.mint();
        }
        world.input(Input::Rejected);
        world.advance(SECOND);
        assert!(last_delivery(&mut world).1, "{other_document:?}");
    }
}

#[test]
fn a_connected_frame_that_shows_nothing_is_loaded_when_ready_is_due() {
    for asked in [false, true] {
        let mut world = World::connect(plain(), true);
        if asked {
            world.input(Input::Renew);
        }
        world.advance(MINUTE);
        assert_eq!(
            (world.mints(), world.last_error()),
            (0, Some("ready-timeout"))
        );
        world.advance(SECOND);
        assert!(last_delivery(&mut world).1);
        world.ready();
        assert_eq!((world.status(), world.last_error()), (Status::Active, None));
        assert_eq!(world.settled().len(), 1);
    }
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
fn a_rejection_of_an_id_that_was_posted_is_answered_by_a_post() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.advance(10 * SECOND);
    world.input(Input::Rejected);
    world.advance(SECOND);
    assert!(!last_delivery(&mut world).1);
}

#[test]
fn a_rejection_of_no_id_that_was_posted_is_that_of_a_document_whose_load_is_to_come() {
    let mut world = World::active(plain());
    // The viewer has the browser load the frame again, with the id that is spent.
    world.input(Input::Rejected);
    world.input(Input::Navigated);
    world.advance(SECOND);
    assert!(last_delivery(&mut world).1, "a post would be lost");
}

#[test]
fn a_rejection_soon_after_a_post_and_then_a_load_is_that_of_the_document() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.advance(20 * SECOND);
    world.input(Input::Rejected);
    world.input(Input::Navigated);
    world.advance(SECOND);
    assert!(last_delivery(&mut world).1, "a post would be lost");
}

#[test]
fn any_event_shows_that_an_adopted_embed_is_there() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Renew);
    assert_eq!(world.mints(), 0, "a post would be lost");
    world.input(Input::Shown);
    assert_eq!(world.mints(), 1);
    assert!(!last_delivery(&mut world).1);
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

/// A renewal in each phase in which the viewer may have the browser load the frame again.
fn under_way(phase: &str) -> World {
    let mut world = World::active(Policy {
        max_attempts: if phase == "stopped" { 1 } else { 8 },
        spread: if phase == "scheduled" {
            MINUTE
        } else {
            Millis::ZERO
        },
        ..plain()
    });
    world.advance(22 * HOUR + 30 * MINUTE);
    world.expiring(hours_later(23));
    if phase == "stopped" || phase == "backing off" {
        let ticket = world.ticket();
        world.input(Input::MintFailed(ticket, MintFailure::Failed));
    }
    world
}

#[test]
fn invariant_11_a_frame_that_is_loaded_again_during_a_renewal_is_loaded_with_its_id() {
    let phases = [
        ("scheduled", Renewal::Scheduled),
        ("minting", Renewal::Minting),
        ("backing off", Renewal::BackingOff),
        ("stopped", Renewal::Idle),
    ];
    for (phase, renewal) in phases {
        for is_rejected_first in [true, false] {
            let mut world = under_way(phase);
            assert_eq!(world.renewal(), renewal, "{phase}");
            load_again(&mut world, is_rejected_first);
            if phase == "stopped" {
                world.input(Input::Foreground);
            }
            while !world.session.is_minting() {
                world.advance(SECOND);
            }
            assert!(last_delivery(&mut world).1, "{phase}: a post would be lost");
            world.ready();
            assert_eq!(
                (world.posts(), world.status()),
                (0, Status::Active),
                "{phase}"
            );
        }
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
fn invariant_11_a_rejection_five_minutes_after_an_id_counts_as_taken_is_that_of_the_next_document()
{
    for (later, is_load) in [(5 * MINUTE - Millis::new(1), false), (5 * MINUTE, true)] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.mint();
        world.advance(10 * SECOND + later);
        world.input(Input::Rejected);
        world.advance(SECOND);
        assert_eq!(
            last_delivery(&mut world),
            ("rejected", is_load),
            "{later:?}"
        );
    }
}

#[test]
fn invariant_11_a_rejection_soon_after_a_post_is_that_of_the_document_whose_load_follows() {
    for confirmed in [Millis::ZERO, SECOND, 5 * SECOND] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.mint();
        world.advance(MINUTE);
        // It seems to be about the id that was posted.
        world.input(Input::Rejected);
        world.advance(SECOND);
        if confirmed > Millis::ZERO {
            world.mint();
            world.advance(confirmed);
            assert_eq!(world.renewal(), Renewal::Confirming);
        }
        world.input(Input::Navigated);
        world.advance(SECOND);
        assert!(last_delivery(&mut world).1, "after {confirmed:?}");
        world.ready();
        assert_eq!(world.status(), Status::Active);
    }
}

#[test]
fn invariant_11_a_rejection_that_is_doubled_costs_no_load() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Rejected);
    world.input(Input::Rejected);
    world.advance(SECOND);
    world.input(Input::Rejected);
    assert_eq!(last_delivery(&mut world), ("rejected", false));
    world.advance(MINUTE);
    world.input(Input::Rejected);
    world.advance(SECOND);
    assert_eq!(last_delivery(&mut world), ("rejected", false));
}

#[test]
fn invariant_11_a_document_that_shows_an_embed_after_all_is_not_dead() {
    let mut world = under_way("stopped");
    load_again(&mut world, true);
    world.input(Input::Shown);
    world.input(Input::Navigated);
    world.input(Input::Renew);
    world.advance(30 * SECOND);
    world.input(Input::Shown);
    assert_eq!(last_delivery(&mut world), ("manual", false));
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
