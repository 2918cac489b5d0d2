//! One mint: its turn, its answer, and what is done with the id.

use super::*;
use svc_embed::session::MintFailure;

fn renewing() -> World {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world
}

#[test]
fn invariant_1_every_trigger_during_a_renewal_joins_it() {
    let mut world = renewing();
    let triggers = [
        Input::Renew,
        Input::Foreground,
        Input::Expiring {
            expires_at: EPOCH + HOUR,
            expires_in: 30 * MINUTE,
        },
        Input::Expired {
            expired_at: EPOCH + HOUR,
            reported_at: EPOCH + HOUR,
        },
        Input::View,
        Input::Tick,
    ];
    for trigger in triggers {
        world.input(trigger);
    }
    assert_eq!(world.mints(), 1);
    world.mint();
    for trigger in triggers {
        world.input(trigger);
    }
    assert_eq!((world.mints(), world.posts()), (1, 1));
}

#[test]
fn invariant_3_an_answer_counts_once() {
    let mut world = renewing();
    let ticket = world.ticket();
    world.mint();
    world.input(Input::Minted(ticket));
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    assert_eq!((world.posts(), world.renewal()), (1, Renewal::Confirming));
}

#[test]
fn invariant_3_a_late_answer_of_an_earlier_mint_is_dropped() {
    let mut world = renewing();
    let hanging = world.ticket();
    world.advance(30 * SECOND);
    assert_eq!(world.last_error(), Some("mint-timeout"));
    assert!(world.effects.contains(&Effect::Abort));
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("manual", 2));
    world.input(Input::Minted(hanging));
    assert_eq!((world.posts(), world.renewal()), (0, Renewal::Minting));
}

#[test]
fn invariant_3_an_id_that_may_be_older_than_five_minutes_is_dropped() {
    for asleep in [false, true] {
        for (age, posted) in [(5 * MINUTE - Millis::new(1), 1), (5 * MINUTE, 0)] {
            let mut world = World::active(Policy {
                mint_timeout: HOUR,
                ..plain()
            });
            world.input(Input::Renew);
            if asleep {
                world.now.wall += age;
            } else {
                world.pass(age);
            }
            world.mint();
            assert_eq!(world.posts(), posted, "asleep: {asleep}, {age:?}");
            if posted == 0 {
                assert_eq!(world.last_error(), Some("mint-stale"));
                world.advance(SECOND);
                assert_eq!(world.mints(), 2);
            }
        }
    }
}

#[test]
fn invariant_4_an_id_that_was_given_before_is_minted_again() {
    let mut world = renewing();
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Repeated));
    assert_eq!(
        (world.posts(), world.last_error()),
        (0, Some("mint-repeated"))
    );
    world.advance(SECOND);
    assert_eq!(world.mints(), 2);
}

#[test]
fn invariant_4_what_is_no_id_is_minted_again() {
    let mut world = renewing();
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Invalid));
    assert_eq!(world.last_error(), Some("mint-invalid"));
    world.advance(SECOND);
    assert_eq!(world.mints(), 2);
}

#[test]
fn invariant_6_a_rejection_is_followed_by_a_fresh_id() {
    let mut world = renewing();
    world.mint();
    world.input(Input::Rejected);
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Active, Renewal::BackingOff)
    );
    assert_eq!(world.last_error(), Some("exchange-rejected"));
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("rejected", 2));
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!((world.state().renewals, world.last_error()), (1, None));
}

#[test]
fn invariant_6_a_rejection_after_the_confirmation_is_heard_too() {
    let mut world = renewing();
    world.mint();
    world.advance(10 * SECOND);
    world.input(Input::Rejected);
    assert_eq!(
        (world.status(), world.renewal()),
        (Status::Active, Renewal::BackingOff)
    );
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("rejected", 2));
}

#[test]
fn invariant_7_late_rejections_are_bounded() {
    let mut world = renewing();
    for _ in 0..20 {
        if world.session.is_minting() {
            world.mint();
        }
        world.advance(10 * SECOND);
        world.input(Input::Rejected);
        world.advance(SECOND);
    }
    assert_eq!((world.mints(), world.status()), (8, Status::Stopped));
}

#[test]
fn a_mint_that_waits_for_its_turn_is_neither_begun_nor_overdue() {
    let mut session = Session::mount(Now::default(), plain(), MINUTE, true, 7);
    assert!(session.awaits_turn());
    assert_eq!(session.poll(), None);
    let later = Now {
        monotonic: START + 10 * MINUTE,
        wall: Epoch::new(0) + 10 * MINUTE,
    };
    session.handle(later, Input::Tick);
    assert_eq!(session.state().renewal, Renewal::Scheduled);
    session.handle(later, Input::Turn);
    assert!(session.is_minting());
}
