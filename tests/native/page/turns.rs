//! Four mints at a time, in the order in which the embeds asked.

use super::*;
use svc_embed::page::MINTS_AT_A_TIME;

/// A page on which four embeds mint and `waiting` more wait for their turn.
fn busy(waiting: usize) -> (World, Vec<EmbedId>) {
    let mut world = World::new();
    let ids = (0..MINTS_AT_A_TIME + waiting).map(|_| world.open(&mounted()));
    let ids: Vec<EmbedId> = ids.collect();
    assert_eq!(world.minting(), ids[..MINTS_AT_A_TIME]);
    (world, ids)
}

#[test]
fn invariant_1_an_embed_passes_those_of_a_tenant_without_a_turn() {
    let (mut world, ids) = busy(1);
    let others: Vec<EmbedId> = (0..=MINTS_AT_A_TIME)
        .map(|_| world.open(&elsewhere()))
        .collect();
    assert_eq!(world.renewal(others[4]), Renewal::Scheduled);
    world.mint(others[0]);
    assert!(world.minting().contains(&others[4]));
    assert_eq!(world.renewal(ids[4]), Renewal::Scheduled);
    world.mint(ids[0]);
    assert!(world.minting().contains(&ids[4]));
}

#[test]
fn invariant_1_a_mint_that_times_out_gives_its_turn_back() {
    let (mut world, ids) = busy(1);
    world.advance(30 * SECOND);
    assert_eq!(world.last_error(ids[0]), Some("mint-timeout"));
    assert!(world.minting().contains(&ids[4]));
}

#[test]
fn invariant_9_nobody_is_minted_for_whose_document_has_gone_while_it_waited_for_its_turn() {
    let mut world = World::new();
    let id = world.open_ready();
    let others: Vec<EmbedId> = (0..MINTS_AT_A_TIME)
        .map(|_| world.open(&mounted()))
        .collect();
    world.input(id, session::Input::Renew);
    world.input(id, session::Input::Navigated);
    world.mint(others[0]);
    assert!(!world.minting().contains(&id));
    world.input(id, session::Input::Shown);
    assert!(world.minting().contains(&id));
    assert_eq!(world.state(id).attempt, 1);
}

#[test]
fn invariant_1_an_embed_in_the_place_of_one_that_waited_queues_at_the_end() {
    let (mut world, ids) = busy(2);
    world.destroy(ids[4]);
    let new = world.open(&mounted());
    world.mint(ids[0]);
    assert!(world.minting().contains(&ids[5]));
    assert!(!world.minting().contains(&new));
}
