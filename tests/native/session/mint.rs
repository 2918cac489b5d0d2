//! One mint: its turn, its answer, and what is done with the id.

use super::queue::Queue;
use super::*;
use svc_embed::session::{GivenIds, MINTS_AT_A_TIME, MintFailure};

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
        Input::Rejected,
        Input::View,
        Input::Tick,
    ];
    for trigger in triggers.clone() {
        world.input(trigger);
    }
    assert_eq!(world.mints(), 1);
    world.mint();
    for trigger in triggers
        .into_iter()
        .filter(|trigger| *trigger != Input::Rejected)
    {
        world.input(trigger);
    }
    assert_eq!((world.mints(), world.posts()), (1, 1));
}

#[test]
fn invariant_3_an_answer_counts_once() {
    let mut world = renewing();
    let ticket = world.ticket();
    world.mint();
    world.input(Input::Minted(ticket, SessionId::new("again").unwrap()));
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
    world.input(Input::Minted(hanging, SessionId::new("late").unwrap()));
    assert_eq!((world.posts(), world.renewal()), (0, Renewal::Minting));
}

#[test]
fn invariant_3_an_id_that_may_be_older_than_five_minutes_is_dropped() {
    for asleep in [false, true] {
        for (age, posted) in [(5 * MINUTE - 1, 1), (5 * MINUTE, 0)] {
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
            assert_eq!(world.posts(), posted, "asleep: {asleep}, {age} ms");
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
fn invariant_4_two_thousand_ids_are_remembered_and_those_given_again_for_good() {
    let id = |text: &str| SessionId::new(text).unwrap();
    let given = GivenIds::default();
    assert!(given.note(&id("of the page load")));
    assert!(given.note(&id("of another embed")));
    for number in 0..2_046 {
        assert!(given.note(&id(&format!("id-{number}"))));
    }
    assert!(!given.note(&id("of the page load")));
    assert!(given.note(&id("one more")), "the oldest is forgotten");
    assert!(given.note(&id("of another embed")));
    assert!(!given.note(&id("of the page load")));
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
fn invariant_11_a_rejection_is_followed_by_a_fresh_id() {
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
fn invariant_11_a_rejection_after_the_confirmation_is_heard_too() {
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
    let mut session: Session = Session::mount(Now::default(), plain(), MINUTE, true, 7);
    assert_eq!(session.poll(), Some(Effect::AwaitTurn));
    let later = Now {
        monotonic: 10 * MINUTE,
        wall: 10 * MINUTE,
    };
    session.handle(later, Input::Tick);
    assert_eq!(session.state().renewal, Renewal::Scheduled);
    session.handle(later, Input::Turn);
    assert!(session.is_minting());
}

#[test]
fn turns_are_granted_in_order_four_at_a_time() {
    let mut turns = Queue::default();
    let granted = (0..10).filter(|embed| turns.request(*embed)).count();
    assert_eq!(granted, MINTS_AT_A_TIME);
    assert!(!turns.request(4), "it waits already");
    assert!(turns.request(3), "it has its turn already");
    turns.withdraw(5);
    assert_eq!(turns.release(0), Some(4));
    assert_eq!(turns.release(0), None, "it had none any more");
    assert_eq!(turns.release(1), Some(6));
    assert_eq!(turns.release(2), Some(7));
    assert_eq!(turns.release(3), Some(8));
    assert_eq!(turns.release(4), Some(9));
    // One is given back without a successor.
    assert_eq!(turns.release(6), None);
    assert!(turns.request(0));
    assert!(!turns.request(1));
}
