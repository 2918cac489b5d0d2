//! The page's own code runs inside an effect and calls the bridge.

use super::*;

#[test]
fn invariant_10_destroy_inside_a_handler_of_the_state() {
    let mut world = World::new();
    let id = world.open_ready();
    world.inside(
        id,
        |it| *it == Effect::TellSession,
        move |world| world.destroy(id),
    );
    world.input(id, session::Input::Renew);
    assert_eq!(world.page.state(id), None);
    assert_eq!(world.minting(), []);
}

#[test]
fn invariant_10_destroy_inside_get_session() {
    let mut world = World::new();
    let first = world.open_ready();
    world.inside(first, is_mint, move |world| world.destroy(first));
    world.input(first, session::Input::Renew);
    assert_eq!(world.count(first, |effect| *effect == Effect::AbortMint), 1);
    assert_eq!(world.page.state(first), None);
}

#[test]
fn invariant_10_destroy_inside_the_load_of_the_iframe() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.inside(
        id,
        |it| *it == Effect::LoadWithId,
        move |world| world.destroy(id),
    );
    world.mint(id);
    assert_eq!(world.page.state(id), None);
}

#[test]
fn invariant_1_destroy_of_an_embed_that_was_granted_a_turn_and_has_not_begun() {
    let mut world = World::new();
    let others: Vec<EmbedId> = (0..4).map(|_| world.open(&mounted())).collect();
    let (fifth, sixth) = (world.open(&mounted()), world.open(&mounted()));
    // The fifth has its turn as soon as the mint ends; its own mint is polled later.
    world.inside(
        others[0],
        |it| *it == Effect::LoadWithId,
        move |world| {
            world.destroy(fifth);
        },
    );
    world.mint(others[0]);
    assert_eq!(world.count(fifth, is_mint), 0, "a mint that was not begun");
    assert_eq!(world.count(fifth, |it| *it == Effect::AbortMint), 0);
    assert!(world.minting().contains(&sixth));
}

#[test]
fn a_mint_that_was_not_begun_is_no_private_embeds() {
    let mut world = World::new();
    let id = world.open_quietly(&mounted()).unwrap();
    world.input(id, session::Input::Ready(Some(Mode::Private)));
    assert_eq!(world.count(id, is_mint), 0);
    assert_eq!(world.minting(), []);
}

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
fn reload_before_the_first_load_joins_it() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.inside(
        id,
        |it| *it == Effect::LoadWithId,
        move |world| {
            world.input(id, session::Input::Reload);
        },
    );
    world.mint(id);
    assert_eq!(world.count(id, |effect| *effect == Effect::LoadWithId), 1);
    assert_eq!(world.minting(), []);
    world.ready(id);
    assert_eq!(world.count(id, |effect| *effect == Effect::ResolveAsked), 1);
}

#[test]
fn reload_inside_an_abort_and_the_load_happens_once() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.inside(
        id,
        |it| *it == Effect::AbortMint,
        move |world| {
            world.input(id, session::Input::Reload);
        },
    );
    world.advance(30 * SECOND);
    world.advance(SECOND);
    assert_eq!(world.renewal(id), Renewal::Minting);
    world.mint(id);
    world.ready(id);
    assert_eq!(world.count(id, |effect| *effect == Effect::LoadWithId), 1);
}

#[test]
fn invariant_12_an_action_inside_an_effect_of_ready_keeps_its_place() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.mint(id);
    world.act(id, 1, false).unwrap();
    world.input(id, session::Input::Reload);
    world.inside(
        id,
        |it| *it == Effect::AbortMint,
        move |world| {
            world.act(id, 2, false).unwrap();
        },
    );
    world.input(id, session::Input::Ready(Some(Mode::Private)));
    assert_eq!(world.member(id).document.received, [1, 2]);
}

#[test]
fn an_embed_is_opened_inside_an_effect_of_another() {
    let mut world = World::new();
    let id = world.open_ready();
    world.inside(
        id,
        |it| *it == Effect::Close,
        |world| {
            world.open(&mounted());
        },
    );
    world.destroy(id);
    let new = world.members.last().unwrap().id;
    assert_ne!(new, id);
    assert_eq!(world.minting(), [new]);
}

#[test]
fn an_answer_inside_get_session_counts() {
    let mut world = World::new();
    let id = world.open_ready();
    world.inside(id, is_mint, move |world| world.mint(id));
    world.input(id, session::Input::Renew);
    assert_eq!(world.renewal(id), Renewal::Confirming);
    assert_eq!(world.count(id, |effect| *effect == Effect::PostId), 1);
}
