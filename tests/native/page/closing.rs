//! Destroyed is destroyed.

use super::*;

#[test]
fn invariant_10_destroy_ends_everything_in_order() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, session::Input::Renew);
    world.log.clear();
    world.destroy(id);
    assert_eq!(
        world.effects(id),
        [
            Effect::AbortMint,
            Effect::RejectAsked(Error::Destroyed),
            Effect::ClearTimer,
            Effect::TellSession,
            Effect::RejectReady(Error::Destroyed),
            // A handler that was called with the end may have asked for a renewal.
            Effect::RejectAsked(Error::Destroyed),
            Effect::Close,
        ]
    );
    assert_eq!(world.page.state(id), None);
}

#[test]
fn invariant_10_an_embed_is_there_until_it_is_closed_and_hears_nothing() {
    let mut world = World::new();
    let id = world.open_ready();
    world.hand_in(id, session::Input::Destroy);
    assert_eq!(world.state(id).status, Status::Stopped);
    let page = world.page.clone();
    for input in [
        session::Input::Destroy,
        session::Input::Reload,
        session::Input::Ready(None),
        session::Input::Loaded,
        session::Input::Tick,
    ] {
        world.hand_in(id, input);
    }
    assert_eq!(world.page, page);
    world.drain();
    assert_eq!(world.count(id, |effect| *effect == Effect::Close), 1);
}
