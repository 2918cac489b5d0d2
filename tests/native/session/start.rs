//! From `mount` or `connect` to `ready`.

use super::*;

#[test]
fn invariant_9_an_embed_with_get_session_that_turns_out_private_stops_minting() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Renew);
    assert_eq!(world.mints(), 0, "the page still loads it");
    world.expired(EPOCH);
    assert_eq!(world.mints(), 1);
    world.input(Input::Ready(Some(Mode::Private)));
    assert!(world.effects.contains(&Effect::Abort));
    world.mint();
    world.advance(48 * HOUR);
    world.input(Input::Foreground);
    assert_eq!((world.mints(), world.posts()), (1, 0));
    assert_eq!(world.settled(), [Err("invalid-option")]);
}

#[test]
fn ready_of_the_pages_own_document_is_overdue_although_a_renewal_is_scheduled() {
    let spread = HOUR;
    let mut world = World::connect(Policy { spread, ..plain() }, true);
    world.input(Input::Expiring {
        expires_at: hours_later(23),
        expires_in: 2 * HOUR,
    });
    assert_eq!(world.renewal(), Renewal::Scheduled);
    world.advance(MINUTE);
    let refusals = [Effect::RejectReady(Error::ReadyTimedOut)];
    assert_eq!(world.effects, refusals, "it was loaded");
}

#[test]
fn ready_is_overdue_once_and_still_welcome_later() {
    let mut world = World::mount(plain());
    world.mint();
    world.advance(MINUTE);
    assert_eq!(
        world.count(|effect| *effect == Effect::RejectReady(Error::ReadyTimedOut)),
        1
    );
    world.mint();
    world.advance(10 * MINUTE);
    assert_eq!(
        world.count(|effect| *effect == Effect::RejectReady(Error::ReadyTimedOut)),
        1
    );
    world.ready();
    assert_eq!(world.status(), Status::Active);
}

#[test]
fn invariant_7_ids_refused_at_the_load_are_bounded() {
    let mut world = World::mount(plain());
    for _ in 0..8 {
        world.mint();
        world.input(Input::Rejected);
        world.advance(SECOND);
    }
    assert_eq!((world.mints(), world.status()), (8, Status::Stopped));
}
