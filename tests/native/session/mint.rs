//! One mint: its turn, its answer, and what is done with the id.

use super::*;
use svc_embed::session::MintFailure;

fn renewing() -> World {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world
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
