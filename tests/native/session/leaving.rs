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

/// Whether the id of the next mint is loaded. It begins within a second.
fn is_loaded(world: &mut World) -> bool {
    if world.renewal() != Renewal::Minting {
        world.advance(SECOND);
    }
    let (loads, posts) = (world.count(is_load), world.posts());
    world.mint();
    assert_eq!(world.count(is_load) - loads + world.posts() - posts, 1);
    world.count(is_load) > loads
}

#[test]
fn invariant_12_the_first_ready_of_a_document_is_not_that_of_the_next_one() {
    let mut world = World::active(plain());
    world.input(Input::Navigated);
    world.input(Input::Shown);
    world.ready();
    world.effects.clear();
    world.input(Input::Navigated);
    assert_eq!(world.count(|effect| *effect == Effect::Replay), 0);
    assert!(
        !world.session.is_present(),
        "the next document is to show itself"
    );
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
fn invariant_11_a_rejection_before_a_load_is_not_forgotten_when_the_page_asks_for_a_renewal() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Rejected);
    world.input(Input::Renew);
    world.input(Input::Navigated);
    assert!(is_loaded(&mut world));
}

#[test]
fn invariant_11_nor_while_the_next_id_is_minted() {
    let mut world = taken();
    world.input(Input::Renew);
    world.input(Input::Rejected);
    world.input(Input::Navigated);
    assert!(is_loaded(&mut world));
}

#[test]
fn invariant_11_nor_when_the_id_after_it_counts_as_taken() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Rejected);
    assert!(!is_loaded(&mut world));
    world.advance(10 * SECOND);
    assert_eq!(world.renewal(), Renewal::Idle);
    world.input(Input::Navigated);
    assert!(is_loaded(&mut world));
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

#[test]
fn invariant_11_a_document_that_has_reported_nothing_but_a_rejection_is_loaded_whatever_was_rejected_before()
 {
    let pause = 10 * MINUTE;
    let mut world = World::active(Policy {
        retry_min: pause,
        retry_max: pause,
        ..plain()
    });
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Rejected);
    world.advance(6 * MINUTE);
    world.input(Input::Navigated);
    world.input(Input::Rejected);
    world.advance(4 * MINUTE);
    assert!(is_loaded(&mut world));
}
