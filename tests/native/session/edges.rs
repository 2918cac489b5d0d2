//! Behaviour at the edges, found by the properties and by mutants that survived.

use super::*;

/// An embed of which the page did not know that it is private.
fn private() -> World {
    let mut world = World::connect(plain(), true);
    world.input(Input::Ready(Some(Mode::Private)));
    world
}

#[test]
fn invariant_6_an_embed_that_was_private_and_is_signed_has_its_own_deadline() {
    let mut world = private();
    world.advance(HOUR);
    assert_eq!(world.session.next_timeout(), None);
    world.ready();
    world.advance(22 * HOUR + 45 * MINUTE - 1);
    assert_eq!((world.mints(), world.status()), (0, Status::Active));
    world.advance(1);
    assert_eq!(world.last_mint(), ("expiring", 1));
}

#[test]
fn invariant_9_a_private_embed_is_not_stopped_by_what_gave_up_before() {
    let mut world = World::connect(
        Policy {
            max_attempts: 1,
            ..plain()
        },
        true,
    );
    world.advance(MINUTE);
    world.input(Input::Renew);
    world.advance(30 * SECOND);
    assert_eq!(world.status(), Status::Stopped);
    world.input(Input::Ready(Some(Mode::Private)));
    assert_eq!(world.status(), Status::Active);
    assert_eq!(world.session.next_timeout(), None);
}
