//! An id is used once; and the ids of embeds themselves.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use super::*;
use svc_embed::page::MAX_EMBEDS;
use svc_embed::session::MintFailure;

#[test]
fn invariant_4_an_id_that_the_page_used_itself_is_refused() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.note_used_id(1);
    world.mint_as(id, 1);
    assert_eq!(world.last_error(id), Some("mint-repeated"));
}

#[test]
fn invariant_4_an_id_that_came_too_late_counts_as_used() {
    let mut world = World::new();
    let id = world.open(&mounted());
    let late = world.member(id).mint.unwrap();
    world.advance(31 * SECOND);
    world.input(id, Input::Minted(late, TextHash::new(1)));
    assert_eq!(world.renewal(id), Renewal::Minting);
    world.mint_as(id, 1);
    assert_eq!(world.last_error(id), Some("mint-repeated"));
}

#[test]
fn invariant_4_an_id_that_is_repeated_again_and_again_is_not_forgotten() {
    let mut world = World::new();
    let id = world.open_ready();
    let accepts = |world: &mut World, bits| {
        world.input(id, session::Input::Renew);
        world.mint_as(id, bits);
        let is_accepted = world.renewal(id) == Renewal::Confirming;
        world.advance(10 * SECOND);
        is_accepted
    };
    for bits in 1..=8 {
        world.note_used_id(bits);
    }
    assert!(!accepts(&mut world, 1), "eight ids are remembered");
    let ticket = world.member(id).mint.unwrap();
    world.input(id, session::Input::MintFailed(ticket, MintFailure::Failed));
    world.advance(SECOND);
    world.mint(id);
    world.advance(10 * SECOND);
    for bits in 12..=17 {
        world.note_used_id(bits);
    }
    assert!(
        !accepts(&mut world, 1),
        "it was noted again when it was repeated"
    );
}

#[test]
fn invariant_4_an_id_without_a_hash_is_refused() {
    let mut world = World::new();
    let id = world.open(&mounted());
    let ticket = world.member(id).mint.unwrap();
    world.input(id, session::Input::Minted(ticket));
    assert_eq!(world.last_error(id), Some("mint-invalid"));
}

#[test]
fn a_full_page_opens_no_embed() {
    let mut world = World::new();
    let ids: Vec<EmbedId> = (0..EMBEDS).map(|_| world.open(&private())).collect();
    let refused = world.open_quietly(&private()).unwrap_err();
    assert_eq!(refused, Error::TooManyEmbeds);
    world.destroy(ids[5]);
    assert!(world.open_quietly(&private()).is_ok());
    assert_eq!(MAX_EMBEDS, 1_024);
}

#[test]
fn an_embed_crosses_as_a_positive_number_of_its_own() {
    use svc_embed::npm::abi::{FromNumber as _, IntoNumber as _};

    let mut world = World::new();
    let ids = [world.open(&mounted()), world.open(&mounted())];
    let numbers = ids.map(EmbedId::into_number);
    assert!(numbers.iter().all(|&number| number > 0), "{numbers:?}");
    assert_ne!(numbers[0], numbers[1]);
    assert_eq!(numbers.map(EmbedId::from_number), ids);
}

#[test]
fn text_hashes_that_differ_have_other_hashes() {
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    let hash = |bits| hasher.hash_one(TextHash::new(bits));
    assert_ne!(hash(1), hash(2));
}
