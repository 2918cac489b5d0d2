//! The page is notified of each change of the state, once.

use super::*;

fn told(world: &World, id: EmbedId) -> usize {
    world.count(id, |effect| *effect == Effect::TellSession)
}

#[test]
fn invariant_10_an_input_that_changes_the_state_reports_it_once() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, session::Input::Renew);
    assert_eq!(told(&world, id), 1, "scheduled and minting at once");
    world.mint(id);
    assert_eq!(told(&world, id), 2);
}

#[test]
fn invariant_10_an_input_that_changes_nothing_reports_nothing() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, session::Input::View);
    world.input(id, session::Input::Foreground);
    world.input(id, session::Input::Tick);
    assert_eq!(told(&world, id), 0);
}

#[test]
fn invariant_10_a_turn_that_another_embed_gives_back_is_reported() {
    let mut world = World::new();
    let others: Vec<EmbedId> = (0..4).map(|_| world.open(&mounted())).collect();
    let id = world.open(&mounted());
    let before = told(&world, id);
    world.mint(others[0]);
    assert_eq!(told(&world, id), before + 1);
}

#[test]
fn invariant_10_the_state_is_reported_after_the_session_was_served() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, session::Input::Renew);
    world.log.clear();
    world.mint(id);
    world.advance(10 * SECOND);
    let effects = world.effects(id);
    let place = |wanted: fn(&Effect) -> bool| effects.iter().position(wanted).unwrap();
    assert!(place(|it| *it == Effect::PostId) < place(|it| *it == Effect::TellSession));
    assert!(effects.contains(&Effect::ResolveAsked));
}

#[test]
fn an_embed_that_is_never_ready_rejects_ready_once() {
    let mut world = World::new();
    let id = world.open(&private());
    world.advance(HOUR);
    let rejected = Effect::RejectReady(Error::ReadyTimedOut);
    assert_eq!(world.count(id, |effect| *effect == rejected), 1);
}

#[test]
fn promises_of_renew_and_reload_are_settled() {
    let mut world = World::new();
    let id = world.open(&private());
    world.input(id, session::Input::Renew);
    let rejected = Effect::RejectAsked(Error::NotRenewable);
    assert_eq!(world.count(id, |effect| *effect == rejected), 1);
    world.is_unreachable = true;
    let signed = world.open_ready();
    world.input(signed, session::Input::Renew);
    world.mint(signed);
    assert_eq!(world.last_error(signed), Some("invalid-target"));
    world.is_unreachable = false;
    world.advance(SECOND);
    world.mint(signed);
    world.advance(10 * SECOND);
    assert_eq!(
        world.count(signed, |effect| *effect == Effect::ResolveAsked),
        1
    );
}
