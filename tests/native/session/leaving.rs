//! A frame that goes to other documents by itself, one after the other: what of them the machine must take
//! for which, and which ids may be lost between two of them.

use super::*;

/// An embed that counts an id as taken which it has not answered.
fn taken() -> World {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 1);
    world
}

#[test]
fn invariant_9_an_id_that_was_posted_between_two_documents_is_followed_by_another() {
    for (later, is_lost) in [(5 * MINUTE - Millis::new(1), true), (5 * MINUTE, false)] {
        let mut world = taken();
        world.advance(later);
        world.input(Input::Navigated);
        world.input(Input::Shown);
        world.advance(SECOND);
        assert_eq!(world.mints(), if is_lost { 2 } else { 1 }, "{later:?}");
    }
}

#[test]
fn invariant_9_so_is_the_second_such_id_of_a_renewal_and_no_third() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    // While it is confirmed.
    world.input(Input::Navigated);
    let mut mints = Vec::new();
    for _ in 0..3 {
        world.input(Input::Shown);
        world.advance(SECOND);
        mints.push(world.mints());
        if world.renewal() == Renewal::Minting {
            world.mint();
            world.ready();
        }
        world.input(Input::Navigated);
    }
    assert_eq!(mints, [2, 3, 3]);
}

#[test]
fn invariant_11_an_event_says_that_the_rejection_was_an_answer() {
    for event in [Input::Ready(Some(Mode::Signed)), Input::Shown] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.mint();
        world.input(Input::Rejected);
        world.input(event);
        world.input(Input::Navigated);
        world.input(Input::Shown);
        world.advance(SECOND);
        world.mint();
        assert_eq!(world.count(is_load), 0, "{event:?}");
    }
}
