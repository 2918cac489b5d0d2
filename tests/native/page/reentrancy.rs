//! The page's own code runs inside an effect and calls the bridge.

use super::*;

#[test]
fn an_id_that_was_not_delivered_is_not_given_to_a_private_embed() {
    let mut world = World::new();
    for is_ready in [false, true] {
        let id = world.open(&mounted());
        if is_ready {
            world.mint(id);
            world.ready(id);
            world.input(id, session::Input::Renew);
        }
        let delivered = world.member(id).delivered.len();
        let ticket = world.member(id).mint.unwrap();
        let fresh = TextHash::new(1 + u64::from(is_ready));
        world.hand_in(id, Input::Minted(ticket, fresh));
        world.input(id, session::Input::Ready(Some(Mode::Private)));
        assert_eq!(world.member(id).delivered.len(), delivered);
    }
}

#[test]
fn invariant_10_an_embed_that_is_destroyed_before_its_actions_are_sent_is_sent_none() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.act(id, 1, true).unwrap();
    world.mint(id);
    world.hand_in(id, session::Input::Ready(Some(Mode::Signed)));
    world.log.clear();
    world.destroy(id);
    assert!(!world.effects(id).contains(&Effect::SendActions));
}
