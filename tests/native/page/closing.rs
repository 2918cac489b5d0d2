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

#[test]
fn invariant_10_a_mint_that_outlives_its_embed_is_dropped() {
    let mut world = World::new();
    let id = world.open(&mounted());
    let ticket = world.member(id).mint.unwrap();
    world.destroy(id);
    world.log.clear();
    world.input(id, Input::Minted(ticket, TextHash::new(1)));
    assert!(world.log.is_empty());
    // No embed was given the id.
    let next = world.open(&mounted());
    world.mint_as(next, 1);
    assert_eq!(world.member(next).delivered.len(), 1);
}

#[test]
fn invariant_10_the_other_embeds_live_on() {
    let mut world = World::new();
    let (first, second) = (world.open_ready(), world.open_ready());
    world.destroy(first);
    world.act(second, 1, true).unwrap();
    world.input(second, session::Input::Renew);
    world.mint(second);
    world.advance(10 * SECOND);
    assert_eq!(world.state(second).renewals, 1);
}
